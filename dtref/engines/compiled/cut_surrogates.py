"""
Surrogates of a node among cuts of numbers, by arrays: the best of each column. Which of them are kept, in what order, and what ties, the
specification says (`dtref.spec.growing.surrogate_lists`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TypeAlias

import numpy as np
from attrs import frozen

from dtref.engines.compiled.kernels.layout import Ints
from dtref.errors import Undefined
from dtref.spec.growing.guesses import every_guess
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.rpart_surrogates import RpartGuesses
from dtref.spec.growing.surrogate_lists import AttributeSurrogates, SurrogateChoices
from dtref.spec.growing.surrogates import LearnSurrogates, association, association_of_all, share_guessed_right
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.tests import Test
from dtref.spec.split.candidates import Thresholds

CutTest: TypeAlias = Callable[[int, int, int], Test]
"""The cut of a column between two codes."""


@frozen(eq=False)
class CutColumns:
    """A training set of numbers. codes: of each column and record the code of its number, -1 where it is missing. weights: in units."""

    codes: Ints
    weights: Ints
    test: CutTest


def by_cuts(attributes: Sequence[Attribute], policy: Policy) -> bool:
    """
    Whether the surrogates that a policy learns are cuts of numbers, of which arrays find the best.

    >>> from dtref.spec.presets import CART, RPART
    >>> by_cuts((Continuous("x"),), RPART), by_cuts((Continuous("x"),), CART)
    (True, False)
    """
    rule = policy.gap
    return (
        isinstance(rule, LearnSurrogates)
        and rule.association in _SCALE_FREE
        and (rule.order is None or rule.order is share_guessed_right)
        and (rule.guesses is every_guess or (isinstance(rule.guesses, RpartGuesses) and rule.guesses.least > 0))
        and isinstance(policy.continuous, Thresholds)
        and all(isinstance(a, Continuous) for a in attributes)
    )


_SCALE_FREE = (association, association_of_all)
"""Measures that are the same in any unit of weight, and above 0 where more is guessed right than by the majority."""


def cut_surrogates(rule: LearnSurrogates, columns: CutColumns, rows: Ints, cut: tuple[int, int]) -> SurrogateChoices:
    """
    The surrogates of a node. rows: its records, all of which are there in full. cut: the column of its own test, and the greatest code that
    goes left.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.tests import Threshold
    >>> from dtref.spec.growing.ties import First
    >>> between = lambda a, i, j: Threshold(Continuous(f"x{a}"), Fraction(i), Fraction(j), Fraction(i + j, 2))
    >>> columns = CutColumns(np.array([[0, 1, 2, 3], [0, 0, 1, 2], [0, 1, 0, 1]]), np.ones(4, np.int64), between)
    >>> choices = cut_surrogates(LearnSurrogates(), columns, np.arange(4), (0, 2))
    >>> surrogates, _ = choices.chosen(First())
    >>> [(test.attribute.name, test.cut, sides) for test, sides in surrogates.tests], choices.count
    ([('x1', Fraction(3, 2), (0, 1))], 1)
    """
    asked, border = cut
    of_rows = columns.codes[asked, rows]
    # The records that know the answer vote: below 0 for the first branch, above for the second.
    votes = np.where(of_rows < 0, 0, np.where(of_rows > border, 1, -1)) * columns.weights[rows]
    if rule.guesses is every_guess:
        rows, votes = rows[votes != 0], votes[votes != 0]
    counts = int(-votes[votes < 0].sum()), int(votes[votes > 0].sum())
    found = [] if not len(rows) else [s for a, s in _best_on_each(rule, columns, rows, votes, counts) if a != asked]
    return SurrogateChoices(rule.listing(found, rule.room), rule.room, rule.rest.of(counts))


def _best_on_each(
    rule: LearnSurrogates, columns: CutColumns, rows: Ints, votes: Ints, counts: tuple[int, int]
) -> Iterator[tuple[int, AttributeSurrogates]]:
    """The best cuts of each column that beat the majority."""
    codes = columns.codes[:, rows]
    order = np.where(codes < 0, np.iinfo(codes.dtype).max, codes).argsort(axis=1, kind="stable")
    ascending = np.take_along_axis(codes, order, axis=1)
    voting = np.where(ascending < 0, 0, votes[order])  # those that know both answers
    left = voting.cumsum(axis=1)
    total = left[:, -1:]
    # A cut after each place where another code follows that is known.
    cuts = (ascending[:, 1:] != ascending[:, :-1]) & (ascending[:, 1:] >= 0)
    if isinstance(rule.guesses, RpartGuesses):
        there = (voting != 0).cumsum(axis=1)
        cuts &= (there[:, :-1] >= rule.guesses.least) & (there[:, -1:] - there[:, :-1] >= rule.guesses.least)
    told = np.where(cuts, np.abs(left[:, :-1]) + np.abs(total - left[:, :-1]), -1)
    best = told.max(axis=1, initial=-1)
    first = -np.minimum(voting, 0).sum(axis=1)
    second = first + total[:, 0]
    right = (first + second + best) // 2
    most = np.maximum(first, second) if rule.association is association else max(counts)
    better = np.flatnonzero((best >= 0) & (right > most))
    for a in better.tolist():
        r, both = int(right[a]), (int(first[a]), int(second[a]))
        value = rule.association(r, both, counts)
        rank = value if rule.order is None else rule.order(r, both, counts)
        if isinstance(value, Undefined) or isinstance(rank, Undefined):
            continue
        places = np.flatnonzero(told[a] == best[a])
        ends = zip(ascending[a, places].tolist(), ascending[a, places + 1].tolist(), left[a, places].tolist(), strict=True)
        of_all = int(total[a, 0])
        sides = [(columns.test(a, *cut), _branches(at_left), _branches(of_all - at_left)) for *cut, at_left in ends]
        choices = tuple((test, stands_for) for test, *branches in sides for stands_for in product(*branches))
        tests = tuple(test for test, *_ in sides)
        yield a, AttributeSurrogates(value, tests, choices[0][1], choices, r, sum(both), sum(counts), rank)


def _branches(votes: int) -> tuple[int, ...]:
    """The branches that most records of a side take."""
    return (0,) if votes < 0 else (1,) if votes else (0, 1)
