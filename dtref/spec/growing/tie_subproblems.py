"""
The subproblems of the tie closure (`dtref.spec.growing.tied_trees`), and bounds of the number of its trees and partitions where it is too
large to be counted.

A subproblem that nobody has looked at has one tree at least. At most: n records of which d differ make at most d leaves with records, so
d - 1 tests, each one of the c candidates that the node offers: c^(d - 1) trees. Proof: by induction over d, a test of d records that leaves
d_1, …, d_k > 0 of them, k >= 2, has at most c^(d_1 - 1) … c^(d_k - 1) = c^(d - k) subtrees; candidates only become fewer from node to node.
Where a leaf may be as good as the tests, it is one candidate more: 1 + c (c + 1)^(d - 2) <= (c + 1)^(d - 1).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from math import prod
from typing import TypeAlias, TypeVar

from attrs import frozen
from toolz import groupby

from dtref.errors import NO_BOUND, CountBound, Undefined
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.monotone import NO_BOUNDS, ValueBounds
from dtref.spec.growing.policy import offer_for
from dtref.spec.model.attributes import ABSENT
from dtref.spec.model.counts import Count, Rows
from dtref.spec.model.optima import EverySubset, Optima, groupings
from dtref.spec.model.schemes import SoFar
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Gap
from dtref.spec.split.best_when_filled import BestWhenFilled
from dtref.spec.split.candidates import MultiwaySplit, Offer, OrdinalCuts, SubsetSplits, Thresholds

Result = TypeVar("Result")


@frozen
class Subproblem:
    """
    All that decides the trees below a node: its records, the attributes that can still tell some of them apart, its level if that counts,
    the bounds of what it may predict.
    """

    rows: Rows
    usable: tuple[int, ...]
    parts: tuple[Count, ...] | None = None
    level: int = 0
    bounds: ValueBounds = NO_BOUNDS


@frozen
class Alternative:
    """
    One of the optima at a node, and the subproblems that it leaves: those of its non-empty children. A leaf that is as good has no test,
    and leaves none. ways: how many of the node's surrogates that are as good lead to them.
    """

    test: Test | None
    below: tuple[Subproblem, ...]
    ways: int = 1

    @property
    def partition(self) -> frozenset[Hashable]:
        """How it splits the records of its node."""
        return frozenset((s.rows, s.parts) for s in self.below)


Solved: TypeAlias = Sequence[tuple[Alternative, tuple[Result, ...]]]
"""The alternatives at a node, each with the results of its subproblems."""


KnownTies: TypeAlias = SoFar[Subproblem, Alternative, Result]
"""What is known of the closure where the budget is spent."""

MOST_BITS = 20_000
"""The most binary digits of the bound of a subproblem that nobody has looked at."""


def number_of_trees(_: Subproblem, alternatives: Solved[int]) -> int:
    """
    The number of trees below a node: over its optima, and the surrogates that are as good, the sum of the product over the children.

    >>> number_of_trees(Subproblem((), ()), [])
    1
    """
    return sum(alternative.ways * prod(counts) for alternative, counts in alternatives) if alternatives else 1


def bounds_of_trees(
    recursion: Hunt, so_far: KnownTies[Result], least: Callable[[Result], int], most: Callable[[Result], CountBound]
) -> tuple[CountBound, CountBound]:
    """The bounds of the number of trees. least, most: those of a solved subproblem, from its result."""
    lower = so_far.at_root(lambda s: max(1, so_far.beyond.choices if s == so_far.last else 1), least, number_of_trees)
    return lower, so_far.at_root(partial(most_trees, recursion), most, partial(_bounded, number_of_trees))


def bounds_of_partitions(recursion: Hunt, so_far: KnownTies[int]) -> tuple[CountBound, CountBound]:
    """The bounds of the number of recursive partitions. Optima that split the records alike have at least those of one, at most of all."""

    def number(of_group: Callable[[Sequence[int]], int], _: Subproblem, alternatives: Solved[int]) -> int:
        same_split = groupby(lambda pair: pair[0].partition, alternatives).values()
        # alternatives that leave the same subproblems lead to the same partitions
        groups = ({frozenset(one.below): prod(counts) for one, counts in group} for group in same_split)
        return sum(of_group(tuple(different.values())) for different in groups)

    lower = so_far.at_root(lambda s: so_far.beyond.apart if s == so_far.last else 1, int, partial(number, max))
    return lower, so_far.at_root(partial(most_trees, recursion), int, partial(_bounded, partial(number, sum)))


def _bounded(combine: Callable[[Subproblem, Solved[int]], int], state: Subproblem, alternatives: Solved[CountBound]) -> CountBound:
    """What `combine` makes of upper bounds; none where one of them is missing."""
    known = [(one, tuple(bound for bound in bounds if not isinstance(bound, Undefined))) for one, bounds in alternatives]
    if any(len(bounds) < len(one.below) for one, bounds in known):
        return NO_BOUND
    return combine(state, [(one, tuple(map(int, bounds))) for one, bounds in known])


def most_trees(recursion: Hunt, state: Subproblem) -> CountBound:
    """
    A number that the trees of a subproblem are not above (see above); none for records that miss values, surrogates, and offers that aren't
    one test for each group or cut of the values.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import hunt
    >>> from dtref.spec.views.shape import parity
    >>> most_trees(hunt(parity(2), CART), Subproblem((0, 1, 2, 3), (0, 1)))
    8
    """
    policy, codes = recursion.policy, recursion.columns.codes
    if state.parts is not None or not isinstance(policy.gap, Gap) or policy.gap is Gap.LEARNED or policy.oblique is not None:
        return NO_BOUND
    values = [{codes[a][r] for r in state.rows} for a in state.usable]
    if any(ABSENT in present for present in values):
        return NO_BOUND
    offered = [
        _most_offered(offer_for(policy, recursion.training.attributes[a]), len(present))
        for a, present in zip(state.usable, values, strict=True)
    ]
    endings = [1] if policy.confirm or isinstance(policy.select, BestWhenFilled) else []
    return power_of_candidates([*offered, *endings], len({tuple(codes[a][r] for a in state.usable) for r in state.rows}))


def power_of_candidates(offered: Sequence[CountBound], different: int) -> CountBound:
    """
    c^(d - 1), of the candidates of each attribute and the number of different records; none where that has too many digits.

    >>> power_of_candidates([3, 1], 3), power_of_candidates([], 1), power_of_candidates([2**64], 10**6)
    (16, 1, Undefined(why='no bound is known'))
    """
    numbers = [int(bound) for bound in offered if not isinstance(bound, Undefined)]
    candidates, tests = max(1, sum(numbers)), max(0, different - 1)
    if len(numbers) < len(offered) or candidates.bit_length() * tests > MOST_BITS:
        return NO_BOUND
    return int(candidates**tests)


def _most_offered(offer: Offer, present: int) -> CountBound:
    """The most candidates of an attribute with so many values present."""
    match offer:
        case MultiwaySplit():
            return 1
        case OrdinalCuts() | Thresholds():
            return present - 1
        case SubsetSplits():
            return groupings(present)
        case _:
            return NO_BOUND


def most_of_one_attribute(optima: Optima) -> int:
    """
    How many of the optima certainly split the records in different ways: all groupings of one attribute do.

    >>> from dtref.spec.model.attributes import Nominal
    >>> most_of_one_attribute((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),)), most_of_one_attribute(())
    (3, 1)
    """
    return max((groupings(len(one.present)) for one in optima if isinstance(one, EverySubset)), default=1)
