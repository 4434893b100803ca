"""
Tests that rpart may pass over by a residue: it takes the weights of one side away from the node's, class by class (`src/gini.c`).

Where a class is used up, and weights don't add up exactly in doubles, a weight just below 0 may be left; its logarithm is no number, so
that the entropy of the test isn't one either, and compares with nothing. Gini has no logarithm.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.io.foreign.tree import ForeignTree, Program
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import statistic
from dtref.spec.split.best_for_cost import cost_of
from dtref.spec.split.criteria import gain

PASSED_OVER = "as rpart may pass over each better test: what it takes away from the weight of a class that is used up may leave less than 0"
_MOST = 2**53
"""The largest sum of whole numbers that is exact for certain."""


def may_be_passed_over(tree: ForeignTree, recursion: Hunt, node: Node, value: Number) -> bool:
    """Whether rpart may pass over every test at a node that is worth more than this value."""
    if tree.program is not Program.RPART or recursion.policy.criterion is not gain or _add_up_exactly(recursion):
        return False
    return all(_has_residue(recursion, a, split) for a, split in _better(recursion, node, value))


def _better(recursion: Hunt, node: Node, value: Number) -> Iterator[tuple[int, tuple[tuple[int | Fraction, ...], ...]]]:
    """The tests that are worth more: the column, and the counts of the branches."""
    counts = statistic(recursion.columns, node.records)
    for a, candidates in zip(node.usable, recursion.candidates(node), strict=True):
        for split in candidates.splits:
            own = recursion.policy.criterion(counts, split, candidates.missing or None)
            if not isinstance(own, Undefined) and compare(own / cost_of(recursion.select, a), value) > 0:
                yield a, split


def _has_residue(recursion: Hunt, column: int, split: tuple[tuple[int | Fraction, ...], ...]) -> bool:
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
