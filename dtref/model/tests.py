"""
Tests: what an inner node asks, and which branch each answer takes.

A `Threshold` remembers the cut interval that it was placed in; a `Subset` the values that were present. Source: `tan`, How to
Specify Test Condition?; golden/TIES.md. Before this: `dtref.model.counts`. Next: `dtref.model.schemes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from fractions import Fraction
from typing import TypeAlias, assert_never

from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.decimals import plain
from dtref.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal, Ordinal, declares, wanted


class Side(Enum):
    """The comparison that sends a number to the left branch, and so the side that a value equal to the cut takes."""

    AT_MOST = "<="
    BELOW = "<"


@frozen
class Multiway:
    """One branch for each declared value, in declared order."""

    attribute: Nominal | Ordinal


@frozen
class Subset:
    """
    The value is in `left`: first branch; otherwise second. `right` holds the other values present when the test was made.

    >>> branch_of(Subset(Nominal("x", ("a", "b", "c")), ("a",), ("c",)), "b")
    1
    """

    attribute: Nominal
    left: tuple[str, ...]
    right: tuple[str, ...]


@frozen
class OrdinalCut:
    """
    The value is `lower` or below it: first branch; otherwise second. `upper` is the next value present when the test was made.

    >>> branch_of(OrdinalCut(Ordinal("size", ("s", "m", "l", "xl")), "m", "xl"), "l")
    1
    """

    attribute: Ordinal
    lower: str
    upper: str


@frozen
class Threshold:
    """
    value <= cut (value < cut where `side` says so): first branch; otherwise second. `lower` and `upper` are the cut's neighbours.

    >>> Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(2))
    Traceback (most recent call last):
    dtref.errors.Invalid: x, cut: expected a number in [1, 2) (got '2')
    """

    attribute: Continuous
    lower: Fraction
    upper: Fraction
    cut: Fraction = field()
    side: Side = Side.AT_MOST

    def __attrs_post_init__(self) -> None:
        if not in_cut_interval(self.cut, self.lower, self.upper, self.side):
            raise Invalid(f"{self.attribute.name}, cut", f"a number in {interval(self)}", plain(self.cut))


Test: TypeAlias = Multiway | Subset | OrdinalCut | Threshold


@frozen
class EverySubset:
    """
    All 2^(k-1) - 1 groupings of the k values present, as one symbolic member of a tie (golden/TIES.md).

    >>> count_tests((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))
    3
    """

    attribute: Nominal
    present: tuple[str, ...]


Optima: TypeAlias = tuple[Test | EverySubset, ...]
"""Tied tests, some of them symbolic."""


def in_cut_interval(cut: Fraction, lower: Fraction, upper: Fraction, side: Side) -> bool:
    """
    Whether a number separates two neighbours: lower <= cut < upper, or lower < cut <= upper where the test is `<`.

    >>> in_cut_interval(Fraction(2), Fraction(1), Fraction(2), Side.BELOW)
    True
    """
    return lower <= cut < upper if side is Side.AT_MOST else lower < cut <= upper


def interval(test: Threshold) -> str:
    """
    The cut interval of a threshold, as text.

    >>> interval(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)))
    '[1, 2)'
    """
    inside = f"{plain(test.lower)}, {plain(test.upper)}"
    return f"[{inside})" if test.side is Side.AT_MOST else f"({inside}]"


def subset(attribute: Nominal, present: tuple[str, ...], index: int) -> Subset:
    """
    The index-th grouping of the present values: the first goes left, and value j + 1 joins it where bit j of the index is set.

    >>> [subset(Nominal("x", ("a", "b", "c")), ("a", "b", "c"), i).left for i in range(3)]
    [('a',), ('a', 'b'), ('a', 'c')]
    """
    joins = [True, *(bool(index >> j & 1) for j in range(len(present) - 1))]
    left = tuple(v for v, goes in zip(present, joins, strict=True) if goes)
    return Subset(attribute, left, tuple(v for v in present if v not in left))


def groupings(present: int) -> int:
    """
    The number of ways to put the present values in two non-empty groups: 2^(k-1) - 1.

    >>> groupings(4), groupings(1)
    (7, 0)
    """
    return 2 ** (present - 1) - 1 if present else 0


def count_tests(optima: Iterable[Test | EverySubset]) -> int:
    """
    How many tests there are, symbolic ones counted in full.

    >>> count_tests((EverySubset(Nominal("x", tuple("abcdefgh")), tuple("abcdefgh")), Multiway(Nominal("y", ("0", "1")))))
    128
    """
    return sum(groupings(len(o.present)) if isinstance(o, EverySubset) else 1 for o in optima)


def list_tests(optima: Iterable[Test | EverySubset]) -> Iterator[Test]:
    """
    The tests one by one, in order; symbolic ones are written out lazily.

    >>> [t.left for t in list_tests((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))]
    [('a',), ('a', 'b'), ('a', 'c')]
    """
    for o in optima:
        if isinstance(o, EverySubset):
            yield from (subset(o.attribute, o.present, i) for i in range(groupings(len(o.present))))
        else:
            yield o


def nth_test(optima: Optima, index: int) -> Test:
    """
    The test at a position of the written-out list, found without writing it out. Errors: IndexError past either end.

    >>> nth_test((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),), 2).left
    ('a', 'c')
    """
    if index < 0:
        index += count_tests(optima)
    for o in optima if index >= 0 else ():
        size = count_tests((o,))
        if index < size:
            return subset(o.attribute, o.present, index) if isinstance(o, EverySubset) else o
        index -= size
    raise IndexError(index)


def branch_count(test: Test) -> int:
    """
    The number of branches, empty ones included.

    >>> branch_count(Multiway(Nominal("x", ("a", "b", "c"))))
    3
    """
    return len(test.attribute.values) if isinstance(test, Multiway) else 2


def branch_of(test: Test, cell: Cell) -> int:
    """
    The position of the branch that a value takes. Errors: Invalid for a missing cell or a value that was never declared.

    >>> branch_of(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(1)), Fraction(1))
    0
    """
    attribute: Attribute = test.attribute
    if cell is MISSING or not declares(attribute, cell):
        raise Invalid(attribute.name, wanted(attribute), cell)
    match test:
        case Multiway():
            return test.attribute.values.index(str(cell))
        case Subset(left=left):
            return 0 if cell in left else 1
        case OrdinalCut(attribute=ordinal, lower=lower):
            return 0 if ordinal.values.index(str(cell)) <= ordinal.values.index(lower) else 1
        case Threshold(cut=cut, side=side):
            assert isinstance(cell, Fraction)
            return 0 if (cell <= cut if side is Side.AT_MOST else cell < cut) else 1
        case _:
            assert_never(test)


def condition(test: Test, branch: int) -> str:
    """
    What must hold for a record to take a branch, as text with exact numbers.

    >>> condition(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)), 1)
    'x > 1.5'
    >>> condition(Subset(Nominal("x", ("a", "b", "c")), ("a", "c"), ("b",)), 1)
    'x not in {a, c}'
    """
    name = test.attribute.name
    match test:
        case Multiway(attribute=attribute):
            return f"{name} = {attribute.values[branch]}"
        case Subset(left=left):
            return f"{name} {'not in' if branch else 'in'} {{{', '.join(left)}}}"
        case OrdinalCut(lower=lower):
            return f"{name} {'above' if branch else 'up to'} {lower}"
        case Threshold(cut=cut, side=side):
            return f"{name} {_OPPOSITE[side] if branch else side.value} {plain(cut)}"
        case _:
            assert_never(test)


_OPPOSITE = {Side.AT_MOST: ">", Side.BELOW: ">="}
