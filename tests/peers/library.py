"""What these tests need of dtref, imported in one place: a module that moves is one edit here."""

from __future__ import annotations

from fractions import Fraction

from dtref.algorithms import CART, HUNT, ID3
from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.exact.logs import log2_of
from dtref.exact.number import Exact, doubles, number, total
from dtref.exact.order import argmax_set, compare, sign
from dtref.induction.hunt import Decision, Hunt, Node, hunt
from dtref.induction.policy import Policy
from dtref.io.numerals import is_numeral
from dtref.io.tables import read_csv
from dtref.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, Width
from dtref.model.branching import branch_of, condition
from dtref.model.counts import Counts, CountTable, Rows, Weighted, statistic
from dtref.model.data import DataSet, Record
from dtref.model.optima import EverySubset, count_tests, nth_test
from dtref.model.tests import Multiway, Test, Threshold
from dtref.preparation.missing import missing_as_value
from dtref.split.candidates import Candidates, Split, Thresholds
from dtref.split.criteria import Criterion, gain, gain_ratio, gini_reduction, reduction_error, split_info
from dtref.split.numeric.placement import largest_not_above_midpoint


def exact(cell: Cell) -> Fraction:
    """The number in a cell of a continuous column without gaps."""
    assert isinstance(cell, Fraction)
    return cell


__all__ = [
    "CART",
    "HUNT",
    "ID3",
    "MISSING",
    "Attribute",
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
    "Multiway",
    "Node",
    "Nominal",
    "Ordinal",
    "Policy",
    "Record",
    "Rows",
    "Split",
    "Test",
    "Threshold",
    "Thresholds",
    "Undefined",
    "Weighted",
    "Width",
    "argmax_set",
    "branch_of",
    "compare",
    "condition",
    "count_tests",
    "decimal",
    "doubles",
    "exact",
    "gain",
    "gain_ratio",
    "gini_reduction",
    "hunt",
    "is_numeral",
    "largest_not_above_midpoint",
    "log2_of",
    "missing_as_value",
    "nth_test",
    "number",
    "read_csv",
    "reduction_error",
    "sign",
    "split_info",
    "statistic",
    "total",
]
