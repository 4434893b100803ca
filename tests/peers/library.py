"""What these tests need of dtref, imported in one place: a module that moves is one edit here."""

from __future__ import annotations

from fractions import Fraction
from typing import Unpack

from dtref.engines.filter.filtered import filtered_hunt as hunt
from dtref.engines.filter.float_errors import reduction_error
from dtref.errors import Undefined
from dtref.exact.comparison import argmax_set, compare, sign
from dtref.exact.decimals import decimal
from dtref.exact.logs import log2_of
from dtref.exact.number import Exact, Number, doubles, number, total
from dtref.io.files import PathText
from dtref.io.schema import Keywords
from dtref.io.tables import data_with_remarks
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.policy import Decision, Policy
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, Width
from dtref.spec.model.branches import branch_of, condition
from dtref.spec.model.counts import Counts, CountTable, Rows, Weighted, statistic
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.numerals import is_numeral
from dtref.spec.model.optima import EverySubset, count_tests, nth_test
from dtref.spec.model.tally import Moments, Tally
from dtref.spec.model.tests import Multiway, Side, Test, Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, children, leaf_count, nodes, weight
from dtref.spec.preparation.missing import missing_as_value
from dtref.spec.preparation.resampling import take
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.pruning.bottom_up import each_subtree
from dtref.spec.pruning.cost_complexity import Path, Risk, Step, changes, cost_complexity, impurity_risk, misclassified
from dtref.spec.pruning.selection import by_cross_validation, losses_along
from dtref.spec.split.candidates import Candidates, Split, Thresholds
from dtref.spec.split.criteria import Criterion, gain, gain_ratio, gini_reduction, split_info
from dtref.spec.split.impurity import entropy, gini, variance
from dtref.spec.split.numeric.placement import largest_not_above_midpoint
from dtref.spec.split.numeric.single_precision import ThresholdsApart


def exact(cell: Cell) -> Fraction:
    """The number in a cell of a continuous column without gaps."""
    assert isinstance(cell, Fraction)
    return cell


def read_csv(path: PathText, **said: Unpack[Keywords]) -> DataSet:
    """The data set of a file; what is told of it is no matter here, as the programs are given the same."""
    return data_with_remarks(path, **said)[0]


__all__ = [
    "CART",
    "HUNT",
    "ID3",
    "MISSING",
    "Attribute",
    "Branch",
    "Candidates",
    "Cell",
    "Continuous",
    "CountTable",
    "Counts",
    "Criterion",
    "DataSet",
    "Decision",
    "EverySubset",
    "Exact",
    "Hunt",
    "Leaf",
    "Moments",
    "Multiway",
    "Node",
    "Nominal",
    "Number",
    "Ordinal",
    "Path",
    "Policy",
    "Record",
    "Risk",
    "Rows",
    "Side",
    "Split",
    "Step",
    "Tally",
    "Test",
    "Threshold",
    "Thresholds",
    "ThresholdsApart",
    "Tree",
    "Undefined",
    "Weighted",
    "Width",
    "argmax_set",
    "branch_of",
    "by_cross_validation",
    "changes",
    "children",
    "compare",
    "condition",
    "cost_complexity",
    "count_tests",
    "decimal",
    "doubles",
    "each_subtree",
    "entropy",
    "exact",
    "gain",
    "gain_ratio",
    "gini",
    "gini_reduction",
    "hunt",
    "impurity_risk",
    "is_numeral",
    "largest_not_above_midpoint",
    "leaf_count",
    "log2_of",
    "losses_along",
    "misclassified",
    "missing_as_value",
    "nodes",
    "nth_test",
    "number",
    "read_csv",
    "reduction_error",
    "sign",
    "split_info",
    "statistic",
    "take",
    "total",
    "variance",
    "weight",
]
