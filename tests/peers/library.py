"""What these tests need of dtref, imported in one place: a module that moves is one edit here."""

from __future__ import annotations

from fractions import Fraction
from typing import Unpack

from dtref.algorithms import CART, HUNT, ID3
from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.exact.logs import log2_of
from dtref.exact.number import Exact, Number, doubles, number, total
from dtref.exact.order import argmax_set, compare, sign
from dtref.induction.hunt import Decision, Hunt, Node, hunt
from dtref.induction.policy import Policy
from dtref.io.schema import Keywords
from dtref.io.tables import PathText, csv_with_remarks
from dtref.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, Width
from dtref.model.branching import branch_of, condition
from dtref.model.counts import Counts, CountTable, Rows, Weighted, statistic
from dtref.model.data import DataSet, Record
from dtref.model.numerals import is_numeral
from dtref.model.optima import EverySubset, count_tests, nth_test
from dtref.model.tally import Moments, Tally
from dtref.model.tests import Multiway, Side, Test, Threshold
from dtref.model.trees import Branch, Leaf, Tree, children, leaf_count, nodes, weight
from dtref.preparation.missing import missing_as_value
from dtref.preparation.resampling import take
from dtref.pruning.bottom_up import each_subtree
from dtref.pruning.cost_complexity import Path, Risk, Step, changes, cost_complexity, impurity_risk, misclassified
from dtref.pruning.selection import by_cross_validation, losses_along
from dtref.split.candidates import Candidates, Split, Thresholds
from dtref.split.criteria import Criterion, gain, gain_ratio, gini_reduction, split_info
from dtref.split.float_errors import reduction_error
from dtref.split.impurity import entropy, gini, variance
from dtref.split.numeric.apart import ThresholdsApart
from dtref.split.numeric.placement import largest_not_above_midpoint


def exact(cell: Cell) -> Fraction:
    """The number in a cell of a continuous column without gaps."""
    assert isinstance(cell, Fraction)
    return cell


def read_csv(path: PathText, **said: Unpack[Keywords]) -> DataSet:
    """The data set of a file; what is told of it is no matter here, as the programs are given the same."""
    return csv_with_remarks(path, **said)[0]


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
