"""
Tests that a program may pass over, whatever they are worth, by what rounding leaves of a sum that is used up.

rpart takes the weights of one side away from the node's, class by class (`src/gini.c`). Where a class is used up, and weights don't add up
exactly in doubles, a weight just below 0 may be left; its logarithm is no number, so that the entropy of the test isn't one either, and
compares with nothing. Gini has no logarithm. scikit-learn's Poisson takes a side whose sum of w y is at most 2^-52 for one of sum 0, and
passes the test over (`sklearn/tree/_criterion.pyx`, proxy_impurity_improvement); that sum, too, is what is left of the node's.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.oracle.verify.rounding import Rounding
from dtref.spec.growing.hunt import Hunt
from dtref.spec.model.attributes import Continuous
from dtref.spec.split.best_for_cost import column_cost
from dtref.spec.split.candidates import Split
from dtref.spec.split.criteria import gain
from dtref.spec.split.deviations import poisson_reduction

OF_RPART = "as rpart may pass over each better test: what it takes away from the weight of a class that is used up may leave less than 0"
OF_POISSON = "as scikit-learn passes over each better test: its sum of y on one side is at most 2^-52, or as good as that"
NO_EVENTS = Fraction(1, 2**52)
"""The sum of w y up to which scikit-learn's Poisson takes it for 0."""
_MOST = 2**53
"""The largest sum of whole numbers that is exact for certain."""
_Better: TypeAlias = tuple[int, Split]


def why_passed_over(tree: ForeignTree, rounding: Rounding, value: Number) -> str:
    """Why a program may pass over every test at a node that is worth more than this value; "" where it may not."""
    criterion = rounding.recursion.policy.criterion
    if tree.program is Program.RPART and criterion is gain and not _add_up_exactly(rounding.recursion):
        return OF_RPART if all(_uses_up_a_class(rounding.recursion, *test) for test in _better(rounding, value)) else ""
    if tree.program is Program.SCIKIT_LEARN and criterion is poisson_reduction:
        least = NO_EVENTS + (Fraction(0) if rounding.whole else rounding.of_sums * Fraction(rounding.counts[1]))
        return OF_POISSON if all(min(branch[1] for branch in split) <= least for _, split in _better(rounding, value)) else ""
    return ""


def _better(rounding: Rounding, value: Number) -> Iterator[_Better]:
    """The tests that are worth more: the column, and the counts of the branches."""
    recursion, node = rounding.recursion, rounding.node
    for a, candidates in zip(node.usable, recursion.candidates(node), strict=True):
        for split in candidates.splits:
            own = recursion.policy.criterion(rounding.counts, split, candidates.missing or None)
            if not isinstance(own, Undefined) and compare(own / column_cost(recursion.select, a), value) > 0:
                yield a, split


def _uses_up_a_class(recursion: Hunt, column: int, split: Split) -> bool:
    """Whether a class that others of the test have is used up on a side that is what was left: of a number the upper one."""
    numeric = isinstance(recursion.training.attributes[column], Continuous)
    sides = split[1:] if numeric else split
    present = [any(branch[j] for branch in split) for j in range(len(split[0]))]
    return any(here and not side[j] for side in sides for j, here in enumerate(present))


def _add_up_exactly(recursion: Hunt) -> bool:
    """Whether doubles hold every sum of the weights that records came with."""
    weights = [Fraction(w) for w in recursion.by_case_weights.columns.weights]
    unit = lcm(*(w.denominator for w in weights))
    return unit & (unit - 1) == 0 and sum(weights) * unit <= _MOST
