"""Operations before growing: numbers become ranges, records with missing values are dropped or filled; and trees of what that leaves."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from dtref.exact.number import number
from dtref.oracle.operations.answers import Answer, records_answer, tree_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.inputs import Given, Operation
from dtref.oracle.operations.part_inputs import given_preset
from dtref.oracle.operations.tree_inputs import PRESET, OfTree
from dtref.oracle.operations.trees.splits import given_binning
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.columns import columns
from dtref.spec.model.counts import Weighted, count_table
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


def _bin_cuts(given: Given) -> Answer:
    """Where a binning cuts an attribute."""
    data = data_of(given.only("data", "attribute", "binning", "bins"))
    table = count_table(columns(data), data.column(given.text("attribute")), Weighted(tuple(range(len(data)))))
    return tuple(number(t.cut) for t in given_binning(given)(column_of(table, _regression(data))))


def _regression(data: DataSet) -> bool:
    return isinstance(data.target, Continuous)


def _discretised_records(given: Given) -> Answer:
    """Every record, its numbers replaced by the ranges that they lie in."""
    data = data_of(given.only("data", "binning", "bins"))
    return records_answer(discretise(data, given_binning(given)).data(data))


def _bins(given: Given) -> Discretisation:
    return discretise(data_of(given), given_binning(given))


def _binned(given: Given) -> tuple[DataSet, Policy]:
    """The data set of ranges that are made once, before growing."""
    return _bins(given).data(data_of(given)), given_preset(given)


def _asking_ranges(given: Given) -> tuple[DataSet, Policy]:
    """A preset that asks at each node in which of the ranges found there a number lies."""
    return data_of(given), evolve(given_preset(given), continuous=RangesSplit(given_binning(given)))


def _ruled(rule: MissingRule) -> Operation:
    """The records that a rule for missing values makes of a data set."""
    return lambda given: records_answer(rule(data_of(given.only("data"))))


BINNED = (*PRESET, "binning", "bins")

PREPARING: Mapping[str, Operation] = {
    "bin_cuts": _bin_cuts,
    "discretised_records": _discretised_records,
    "grow_discretised": OfTree(BINNED, lambda given, tree: tree_answer(_bins(given).tree(tree)), _binned),
    "grow_ranges": OfTree(BINNED, lambda _, tree: tree_answer(tree), _asking_ranges),
    "drop_missing": _ruled(drop_missing),
    "missing_as_value": _ruled(missing_as_value),
    "flag_missing": _ruled(flag_missing),
    "impute_median": _ruled(impute_median),
    "impute_mean": _ruled(impute_mean),
    "impute_mode": _ruled(impute_mode),
}
"""What is done before growing, by name."""
