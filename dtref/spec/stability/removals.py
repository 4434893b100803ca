"""
The records that a test hangs on: how many must be left out until a test that parts the others in another way is as good.

Whether it is so for some records is decided exactly, by the step of Hunt's recursion without them. That the number is least is proved by
the bound of `dtref.spec.stability.change_by_records`, or by trying every fewer records; where that is too much work, it has bounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb

from attrs import evolve, frozen
from toolz import groupby

from dtref.errors import NO_BOUND, CountBound, Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Number
from dtref.spec.growing.hunt import Node
from dtref.spec.growing.routing import router
from dtref.spec.model.counts import Rows
from dtref.spec.model.optima import Optima, list_tests
from dtref.spec.model.tests import Test
from dtref.spec.stability.asked_nodes import AskedNode, apart, parts_so, value_of
from dtref.spec.stability.change_by_records import least_removals, survives
from dtref.spec.stability.margin import Margin

CHANGES_BUDGET = 300_000
"""The most cells, records times attributes, that the search at a node looks at, unless the caller sets another budget."""


@frozen
class Removals:
    """
    The least number of a node's records that, left out, let a test of another parting be as good, or a leaf, where ties decide it: at
    least `least`, at most `most`, the same where it is known; 0 where one is as good already. `most` is Undefined where no such records
    were found. never: whether there are none, as leaving out any was tried.

    example: the positions of so many records (`most`) in the data set. single: the positions of the records each of which, left out alone,
    lets another test be better: none, so that the test survives leaving out any one record; `Undecided` where there was too much to try.
    """

    least: int
    most: CountBound
    example: Rows
    single: Rows | Undecided
    never: bool = False


def removals(at: AskedNode, found: Margin, budget: int = CHANGES_BUDGET) -> Removals:
    """
    How many records of a node must be left out until another test is as good as its own, and which ones alone let another be better.

    Without one of the two a at 0 the cut after the b is as good as the one before them; better it isn't.

    >>> from fractions import Fraction
    >>> from dtref.spec.growing.hunt import grow, hunt
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.stability.asked_nodes import asked_nodes
    >>> from dtref.spec.stability.margin import margin
    >>> values = [(0, "a"), (0, "a"), (1, "b"), (1, "b"), (2, "a")]
    >>> data = DataSet((Continuous("x"),), Nominal("y", "ab"), [Record((Fraction(x),), y) for x, y in values])
    >>> at = next(asked_nodes(hunt(data, CART), grow(data, CART)))
    >>> removals(at, margin(at, at.recursion))
    Removals(least=1, most=1, example=(0,), single=(), never=False)
    """
    cost = at.size * max(1, len(at.node.usable))
    kinds = _alike(at)
    affordable = budget // cost
    single: Rows | Undecided
    # leaving one out: nothing to try where the bound says so
    if survives(at, found, 2):
        single = ()
    elif len(kinds) > affordable:
        single = Undecided(f"records that the test at node {at.path} hangs on", f"{budget} cells", 0, at.size)
    else:
        single = tuple(sorted(r for rows in kinds for r in rows if not _is_best(at, (rows[0],))))
    least = least_removals(at, found)
    if least == 0:
        return Removals(0, 0, (), single)
    # from the least number that isn't excluded on, every choice of so many records
    while comb(len(kinds) + least - 1, least) <= affordable:
        affordable -= comb(len(kinds) + least - 1, least)
        example = next((rows for rows in _choices(kinds, least) if _has_rival(at, rows)), None)
        if example is not None:
            return Removals(least, least, example, single)
        least += 1
        if least >= at.size:
            return Removals(least, NO_BOUND, (), single, never=True)
    example = _greedily(at, found, max(affordable, 1))
    return Removals(least, NO_BOUND if example is None else len(example), example or (), single)


def _alike(at: AskedNode) -> list[Rows]:
    """The records of a node, those together that nothing there tells apart."""
    columns, node = at.recursion.columns, at.node
    part = dict(zip(node.rows, node.parts or (1,) * len(node.rows), strict=True))

    def all_that_counts(r: int) -> tuple[object, ...]:
        return (*(columns.codes[a][r] for a in node.usable), columns.labels[r], columns.weights[r], part[r])

    return [tuple(rows) for rows in groupby(all_that_counts, node.rows).values()]


def _choices(kinds: Sequence[Rows], size: int) -> Iterator[Rows]:
    """Every choice of so many records, of those that are alike the first ones."""
    for chosen in combinations_with_replacement(range(len(kinds)), size):
        rows = [kinds[k][chosen[:i].count(k)] for i, k in enumerate(chosen) if chosen[:i].count(k) < len(kinds[k])]
        if len(rows) == size:
            yield tuple(sorted(rows))


def _without(node: Node, rows: Rows) -> Node:
    """A node without some of its records."""
    out = set(rows)
    kept = [i for i, r in enumerate(node.rows) if r not in out]
    parts = None if node.parts is None else tuple(node.parts[i] for i in kept)
    return evolve(node, rows=tuple(node.rows[i] for i in kept), parts=parts)


def _optima_without(at: AskedNode, rows: Rows) -> tuple[Optima, Optima, bool]:
    """The optima of a node without some records: those that part the rest as its own test does, the others, and whether a leaf is one."""
    node = _without(at.node, rows)
    decision = at.recursion.decide(node)
    return *parts_so(at.recursion, node, decision.optima, apart(at.recursion, node, at.test)), decision.leaf is not None


def _has_rival(at: AskedNode, rows: Rows) -> bool:
    """Whether without some records a test of another parting, or a leaf, is as good."""
    _, other, leaf = _optima_without(at, rows)
    return bool(other) or leaf


def _is_best(at: AskedNode, rows: Rows) -> bool:
    """Whether without some records the own test is still among the best, or nothing is asked."""
    same, other, _ = _optima_without(at, rows)
    return bool(same) or not other


def _greedily(at: AskedNode, found: Margin, steps: int) -> Rows | None:
    """
    Records that let a rival be as good, found by leaving out one after another, each time the one that brings it nearest; None where none
    were found within so many steps.
    """
    rival = next(list_tests(found.rivals), None)
    if rival is None:
        return None
    out: tuple[int, ...] = ()
    for _ in range(min(steps, at.size - 1)):
        nearest = _nearest(at, rival, out)
        if nearest is None:
            return None
        out, caught_up = (*out, nearest[0]), nearest[1]
        if caught_up and _has_rival(at, out):
            return tuple(sorted(out))
    return None


def _nearest(at: AskedNode, rival: Test, out: Rows) -> tuple[int, bool] | None:
    """
    The record that, left out after some others, brings a rival nearest to the own test; and whether it is then as good. None where the
    two can't be compared.
    """
    columns, node = at.recursion.columns, _without(at.node, out)
    own, other, parts = router(columns, at.test), router(columns, rival), node.parts or (1,) * len(node.rows)

    def all_that_counts(pair: tuple[int, object]) -> tuple[object, ...]:
        r, part = pair
        return own(r), other(r), columns.labels[r], columns.weights[r], part

    nearest: tuple[int, Number, bool] | None = None
    for alike in groupby(all_that_counts, zip(node.rows, parts, strict=True)).values():
        first = alike[0][0]
        rest = _without(node, (first,))
        ahead, behind = value_of(at.recursion, rest, at.test), value_of(at.recursion, rest, rival)
        if isinstance(ahead, Undefined) or isinstance(behind, Undefined):
            continue
        lead = ahead - behind
        if nearest is None or _is_less(lead, nearest[1]):
            nearest = first, lead, not _is_less(behind, ahead)
    return None if nearest is None else (nearest[0], nearest[2])


def _is_less(a: Number, b: Number) -> bool:
    """Whether a number is less than another; not where that can't be decided, as between equal quotients of logarithms."""
    try:
        return compare(a, b) < 0
    except Undecided:
        return False
