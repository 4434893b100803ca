"""Lists of surrogates: the best ones on each attribute, those that a node keeps, and all that it may choose as well."""

from __future__ import annotations

__sources__ = ("Breiman et al. 1984, 5.3",)

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import chain, groupby, permutations, product
from math import factorial
from typing import TypeAlias

from attrs import frozen

from dtref.spec.growing.ties import TieRule, chosen_position
from dtref.spec.model.counts import Count
from dtref.spec.model.optima import Optima
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import StandsFor, Surrogates

StandInTest: TypeAlias = tuple[Test, StandsFor]
"""A test, with the branch of the primary test that each of its branches stands for."""


def surrogates_of(tests: tuple[StandInTest, ...], rest: tuple[int, ...], others: int = 0) -> Surrogates:
    """
    The rule with the branches of a record that no test places: one, several in equal parts, or none where it stays at the node.

    >>> surrogates_of((), (1, 2)).equally, surrogates_of((), ()).otherwise
    ((2,), None)
    """
    return Surrogates(tests, rest[0] if rest else None, rest[1:], others)


@frozen
class AttributeSurrogates:
    """
    The best surrogates on one attribute: their association, all tests that tie, and for each branch of the first test the branch of the
    primary test that it stands for.

    choices: each of the tests with what its branches stand for; a test comes several times where most records of a branch take several
    branches of the primary test. right, both, known: the records that it guesses right, of those where both answers are known, of those
    where the primary's is. rank: what it is ordered by.
    """

    association: Fraction
    tests: Optima
    stands_for: StandsFor
    choices: tuple[StandInTest, ...]
    right: Count
    both: Count
    known: Count
    rank: Fraction


Tiers: TypeAlias = tuple[tuple[AttributeSurrogates, ...], ...]
"""Surrogates of different attributes, those that are as good together, the best first."""

ListRule: TypeAlias = Callable[[Sequence[AttributeSurrogates], int], Tiers]
"""Chooses the surrogates that a node keeps, from the best ones on each attribute, in column order, and their greatest number."""


def by_rank(surrogates: Sequence[AttributeSurrogates], room: int) -> Tiers:
    """
    The surrogates of the greatest rank, as many as there is room for: tiers of equal rank, of which the last may have more.

    >>> by_rank((), 5)
    ()
    """
    # a tier that has no room is left out
    tiers: list[tuple[AttributeSurrogates, ...]] = []
    for _, tied in groupby(sorted(surrogates, key=lambda s: -s.rank), lambda s: s.rank):
        if sum(map(len, tiers)) < room:
            tiers.append(tuple(tied))
    return tuple(tiers)


@frozen(eq=False)
class SurrogatePlace:
    """A place in a node's list of surrogates: the surrogate that stands there, its test, and how many were as good for the place."""

    surrogate: AttributeSurrogates
    test: StandInTest
    as_good: int


@frozen(eq=False)
class SurrogateChoices:
    """
    Everything that a node may choose as its surrogates: lists of them that are as good.

    tiers: the surrogates of equal rank, the greatest first. most: how many are kept. rest: the branch of a record that no surrogate places,
    or several, which share it in equal parts and are no choice; none where it stays.

    A list takes the attributes tier by tier, those of a tier in any order, of each attribute one of its tied tests, and of each of its
    branches one of the branches that most of its records take.
    """

    tiers: Tiers
    most: int
    rest: tuple[int, ...]

    @property
    def count(self) -> int:
        """
        The number of lists: of a tier of s attributes of which k have room, k! times the k-th elementary symmetric sum of the numbers of
        their choices.
        """
        lists, room = 1, self.most
        for tier in self.tiers:
            kept = min(len(tier), room)
            # the sums of products of so many numbers of choices
            sums = [1, *[0] * kept]
            for attribute in tier:
                sums = [1, *(sums[j] + sums[j - 1] * len(attribute.choices) for j in range(1, kept + 1))]
            lists, room = lists * factorial(kept) * sums[kept], room - kept
        return lists

    def each(self) -> Iterator[Surrogates]:
        """Every list, lazily."""
        others, room = self.count - 1, self.most
        parts: list[list[tuple[StandInTest, ...]]] = []  # for each tier what it may put into the list
        for tier in self.tiers:
            orders = permutations(tier, min(len(tier), room))
            parts.append([choice for order in orders for choice in product(*(attribute.choices for attribute in order))])
            room -= min(len(tier), room)
        yield from (surrogates_of(tuple(chain(*chosen)), self.rest, others) for chosen in product(*parts))

    def places(self, listed: Surrogates) -> Iterator[SurrogatePlace]:
        """The places of one of the lists: what each was chosen from."""
        left = [list(tier) for tier in self.tiers]
        for test in listed.tests:
            tier = next(tier for tier in left if tier)
            surrogate = next(surrogate for surrogate in tier if test in surrogate.choices)
            yield SurrogatePlace(surrogate, test, sum(len(other.choices) for other in tier))
            tier.remove(surrogate)

    def chosen(self, tie: TieRule) -> tuple[Surrogates, TieRule]:
        """
        The list that a tie rule chooses, and the rule for the choices that follow: place by place among what is left of a tier, attributes
        in column order and of each its choices.
        """
        tests: list[StandInTest] = []
        for tier in self.tiers:
            left = list(tier)
            while left and len(tests) < self.most:
                options = [(attribute, choice) for attribute in left for choice in attribute.choices]
                position, tie = chosen_position(tie, len(options))
                attribute, choice = options[position]
                left.remove(attribute)
                tests.append(choice)
        return surrogates_of(tuple(tests), self.rest, self.count - 1), tie
