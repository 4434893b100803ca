"""Surrogates (golden/TIES.md): every list that a node may have, place by place."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from naive.asking import Row, Test

ROOM = 5
StandIn = tuple[Any, tuple[int, ...]]
"""A test, and the branches that its own stand for."""
Tiers = list[list[list[StandIn]]]
"""Attributes of equal association, the greatest first; of each its tests that guess most branches."""


def tiers(tests_of: Callable[[int, Sequence[Row]], Sequence[Test]], columns: int, test: Test, rows: Sequence[Row], of_both: bool) -> Tiers:
    """The surrogates of a test that guess more than its heaviest branch."""
    known = [row for row in rows if test.branch(row[0]) is not None]
    found: list[tuple[Fraction, list[StandIn]]] = []
    for a in (a for a in range(columns) if a != test.column):
        both = [row for row in known if row[0][a] is not None]
        scored: list[tuple[Fraction, Any, list[list[int]]]] = []
        for other in tests_of(a, both):
            table = [[Fraction(0) for _ in test.names] for _ in other.names]
            for values, _, w in both:
                table[other.branch(values) or 0][test.branch(values) or 0] += w
            scored.append((sum((max(row) for row in table), Fraction(0)), other, [_greatest(row) for row in table]))
        judges = both if of_both else known
        sizes = [sum((w for v, _, w in judges if test.branch(v) == b), Fraction(0)) for b in range(len(test.names))]
        right = max((score for score, _, _ in scored), default=Fraction(0))
        if right > max(sizes):
            options = [(other, branches) for score, other, sides in scored if score == right for branches in itertools.product(*sides)]
            found.append(((right - max(sizes)) / (sum(sizes) - max(sizes)), options))
    ranked = sorted(found, key=lambda pair: -pair[0])
    return [[options for _, options in tier] for _, tier in itertools.groupby(ranked, key=lambda pair: pair[0])]


def _greatest(row: Sequence[Fraction]) -> list[int]:
    return [b for b, n in enumerate(row) if n == max(row)]


def one_list(found: Tiers, choose: Callable[[Sequence[Any]], int]) -> tuple[StandIn, ...]:
    """The list that a rule chooses, asked at each place."""
    taken: list[StandIn] = []
    for tier in found:
        left = list(tier)
        while left and len(taken) < ROOM:
            options = [(i, option) for i, attribute in enumerate(left) for option in attribute]
            i, option = options[choose(options)]
            taken.append(option)
            del left[i]
    return tuple(taken)


def every_list(found: Tiers, room: int = ROOM) -> Iterator[tuple[StandIn, ...]]:
    """Every list: at each place any test of any attribute that is left of the first tier that has some."""
    if not found or not room:
        yield ()
        return
    first, *rest = found
    for i, attribute in enumerate(first):
        left = [other for k, other in enumerate(first) if k != i]
        for option in attribute:
            yield from ((option, *more) for more in every_list([left, *rest] if left else rest, room - 1))
