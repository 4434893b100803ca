"""Operations that prepare data: discretisation of numbers, removal or imputation of missing values; and the trees grown after it."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from dtref.exact.number import number
from dtref.oracle.operations.answers import Answer, records_answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_preset
from dtref.oracle.operations.tree_inputs import PRESET, OfTree
from dtref.oracle.operations.trees.splits import given_binning
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Weighted, columns, count_table
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.discretisation import Discretisation, column_of, discretise
from dtref.spec.preparation.missing import (
    MissingRule,
    drop_missing,
    flag_missing,
    impute_mean,
    impute_median,
    impute_mode,
    missing_as_value,
)
from dtref.spec.split.numeric.ranges import RangesSplit


def _bin_cuts(inputs: Given) -> Answer:
    """The cuts that a binning makes in an attribute."""
    data = data_of(inputs.only("data", "attribute", "binning", "bins"))
    table = count_table(columns(data), data.column(inputs.text("attribute")), Weighted(tuple(range(len(data)))))
    return tuple(number(t.cut) for t in given_binning(inputs)(column_of(table, _regression(data))))


def _regression(data: DataSet) -> bool:
    return isinstance(data.target, Continuous)


def _discretised_records(inputs: Given) -> Answer:
    """Every record, with numbers replaced by the ranges that contain them."""
    data = data_of(inputs.only("data", "binning", "bins"))
    return records_answer(discretise(data, given_binning(inputs)).data(data))


def _bins(inputs: Given) -> Discretisation:
    return discretise(data_of(inputs), given_binning(inputs))


def _binned(inputs: Given) -> tuple[DataSet, Policy]:
    """The data set discretised once, before growing, and the preset."""
    return _bins(inputs).data(data_of(inputs)), given_preset(inputs)


def _asking_ranges(inputs: Given) -> tuple[DataSet, Policy]:
    """The data set, and the preset with continuous attributes discretised anew at each node."""
    return data_of(inputs), evolve(given_preset(inputs), continuous=RangesSplit(given_binning(inputs)))


def _after_rule(rule: MissingRule) -> Answering:
    """An operation for the records after a rule for missing values."""
    return lambda inputs: records_answer(rule(data_of(inputs.only("data"))))


BINNED = (*PRESET, "binning", "bins")

PREPARING: Mapping[str, Answering] = {
    "bin_cuts": _bin_cuts,
    "discretised_records": _discretised_records,
    "grow_discretised": OfTree(BINNED, lambda inputs, tree: tree_answer(_bins(inputs).tree(tree)), _binned),
    "grow_ranges": OfTree(BINNED, lambda _, tree: tree_answer(tree), _asking_ranges),
    "drop_missing": _after_rule(drop_missing),
    "missing_as_value": _after_rule(missing_as_value),
    "flag_missing": _after_rule(flag_missing),
    "impute_median": _after_rule(impute_median),
    "impute_mean": _after_rule(impute_mean),
    "impute_mode": _after_rule(impute_mode),
}
"""Preparation of data, by name."""
