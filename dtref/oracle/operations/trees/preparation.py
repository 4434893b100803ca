"""Operations that prepare data: discretisation of numbers, removal or imputation of missing values; and the trees grown after it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import evolve

from dtref.oracle.operations.answer_kinds import NUMBERS_ANSWER, RECORDS_ANSWER, TREE_ANSWER
from dtref.oracle.operations.data_kinds import BINNED, OF_ATTRIBUTE, ON_DATA, PRESET_ON_DATA
from dtref.oracle.operations.operation import AnswerKind, Inputs, Operation, asks, declarations, side_by_side
from dtref.oracle.operations.tree_inputs import tree_grown
from dtref.oracle.operations.trees.counting import every_record
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import columns, count_table
from dtref.spec.model.data import DataSet
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.discretisation import Binning, column_of, discretise
from dtref.spec.preparation.missing import (
    drop_missing,
    flag_missing,
    impute_mean,
    impute_median,
    impute_mode,
    missing_as_value,
)
from dtref.spec.split.numeric.ranges import RangesSplit


def _bin_cuts(data: DataSet, attribute: str, binning: Binning) -> Sequence[Threshold]:
    """The cuts that a binning makes in an attribute."""
    table = count_table(columns(data), data.column(attribute), every_record(data))
    return binning(column_of(table, isinstance(data.target, Continuous)))


def _discretised_records(data: DataSet, binning: Binning) -> DataSet:
    """Every record, with numbers replaced by the ranges that contain them."""
    return discretise(data, binning).data(data)


def _tree_of_numbers(tree: Tree, data: DataSet, binning: Binning) -> Tree:
    """A tree that asks for bins, as one that asks for numbers."""
    return discretise(data, binning).tree(tree)


def _with_data(make: Callable[..., tuple[DataSet, Policy]]) -> Inputs:
    """The tree that is grown from the data and the policy made of data, a preset and a binning."""
    return tree_grown(evolve(_PRESET_AND_BINNING, arguments=lambda given: make(*_PRESET_AND_BINNING.arguments(given))))


def _discretised(data: DataSet, policy: Policy, binning: Binning) -> tuple[DataSet, Policy]:
    """The data set discretised once, before growing."""
    return _discretised_records(data, binning), policy


def _asking_ranges(data: DataSet, policy: Policy, binning: Binning) -> tuple[DataSet, Policy]:
    """The policy with continuous attributes discretised anew at each node."""
    return data, evolve(policy, continuous=RangesSplit(binning))


_PRESET_AND_BINNING = side_by_side(PRESET_ON_DATA, BINNED)
_CUTS: AnswerKind[Iterable[Threshold]] = AnswerKind("numbers", lambda cuts: NUMBERS_ANSWER.write(t.cut for t in cuts))
RULES_FOR_MISSING = (drop_missing, missing_as_value, flag_missing, impute_median, impute_mean, impute_mode)

PREPARING: Mapping[str, Operation] = declarations(
    asks("bin_cuts", _bin_cuts, OF_ATTRIBUTE, BINNED, answer=_CUTS),
    asks("discretised_records", _discretised_records, ON_DATA, BINNED, answer=RECORDS_ANSWER),
    asks("grow_discretised", _tree_of_numbers, _with_data(_discretised), ON_DATA, BINNED, answer=TREE_ANSWER),
    asks("grow_ranges", lambda tree: tree, _with_data(_asking_ranges), answer=TREE_ANSWER),
    *(asks(rule.__name__, rule, ON_DATA, answer=RECORDS_ANSWER) for rule in RULES_FOR_MISSING),
)
"""Preparation of data, by name."""
