"""
Conditions: the set of values of one attribute that take a branch of a test.

A path asks several conditions of one attribute; `meet` makes one of them. Ends of ranges are exact, and a value equal to a cut is on the
side that the test sends it to.
"""

from __future__ import annotations

__sources__ = (("tan", "How to Specify Test Condition?"), ("iaml", "1.5 (one attribute asked at several levels)"))

from fractions import Fraction
from typing import TypeAlias, assert_never

from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Ordinal, Width, declares, wanted
from dtref.spec.model.branches import among, branch_of, condition
from dtref.spec.model.days import text_in_unit
from dtref.spec.model.tests import Groups, IsKnown, Multiway, Oblique, OrdinalCut, Ranges, Side, Subset, Test, Threshold, in_exact_numbers


@frozen(order=True)
class Boundary:
    """
    A place between numbers: just below the number `at`, or just above it; with `beyond` -1 or 1, below or above all numbers.

    Two ranges touch without a number between or in common exactly when a gap ends one and starts the other.

    >>> BELOW_ALL < Boundary(0, Fraction(1)) < Boundary(0, Fraction(1), above=True) < Boundary(0, Fraction(2)) < ABOVE_ALL
    True
    """

    beyond: int
    at: Fraction = Fraction(0)
    above: bool = False


BELOW_ALL, ABOVE_ALL = Boundary(-1), Boundary(1)


@frozen
class Among:
    """The value is one of `values`, which stand in declared order."""

    attribute: Nominal | Ordinal
    values: tuple[str, ...]

    __repr__ = brief_repr


@frozen
class Range:
    """The number lies between two gaps."""

    attribute: Continuous
    low: Boundary = field(default=BELOW_ALL)
    high: Boundary = field(default=ABOVE_ALL)


Condition: TypeAlias = Among | Range


def branch_values(test: Test, branch: int) -> Condition:
    """
    The known values that take a branch of a test; of one that rounds numbers first, the numbers as they are. Errors: Invalid for an
    oblique test, which asks no attribute alone, and for one that parts known values from missing ones.

    >>> branch_values(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(2), Side.BELOW), 1)
    Range(attribute=Continuous(name='x', width=<Width.DECIMAL: 'decimal'>),
        low=Boundary(beyond=0, at=Fraction(2, 1), above=False), high=Boundary(beyond=1, at=Fraction(0, 1), above=False))
    >>> branch_values(Subset(Nominal("x", ("a", "b", "c")), ("c", "a"), ()), 0).values
    ('a', 'c')
    """
    match test:
        case Multiway(attribute=attribute):
            return Among(attribute, (attribute.values[branch],))
        case Groups(attribute=attribute) | Subset(attribute=attribute):
            return Among(attribute, tuple(v for v in attribute.values if branch_of(test, v) == branch))
        case Ranges(attribute=numeric, cuts=cuts, side=side):
            gaps = (BELOW_ALL, *(Boundary(0, cut, above=side is Side.AT_MOST) for cut in cuts), ABOVE_ALL)
            return Range(numeric, gaps[branch], gaps[branch + 1])
        case Oblique():
            raise Invalid(condition(test, branch), "a test of one attribute", "one of several")
        case IsKnown():
            raise Invalid(condition(test, branch), "a test that parts known values", "one of whether a value is known")
        case OrdinalCut(attribute=ordered, lower=lower):
            end = ordered.values.index(lower) + 1
            return Among(ordered, ordered.values[end:] if branch else ordered.values[:end])
        case Threshold(width=width) if width is not Width.DECIMAL:
            return branch_values(in_exact_numbers(test), branch)
        case Threshold(attribute=numeric, cut=cut, side=side):
            gap = Boundary(0, cut, above=side is Side.AT_MOST)
            return Range(numeric, low=gap) if branch else Range(numeric, high=gap)
        case _:
            assert_never(test)


def holds(condition: Condition, cell: Cell) -> bool:
    """
    Whether a value meets a condition. Errors: Invalid for a missing cell or a value that was never declared, as a test raises.

    >>> holds(Range(Continuous("x"), high=Boundary(0, Fraction(2), above=True)), Fraction(2))
    True
    >>> holds(Range(Continuous("x")), MISSING)
    Traceback (most recent call last):
    dtref.errors.Invalid: x: expected a number (got MISSING)
    """
    attribute = condition.attribute
    if cell is MISSING or not declares(attribute, cell):
        raise Invalid(attribute.name, wanted(attribute), cell)
    if isinstance(condition, Among):
        return cell in condition.values
    number = Fraction(cell)
    return condition.low <= Boundary(0, number) and Boundary(0, number, above=True) <= condition.high


def meet(a: Condition, b: Condition) -> Condition:
    """
    The condition that holds where both do: the intersection of two ranges or sets of values. Errors: Invalid for two attributes.

    >>> x = Continuous("x")
    >>> text(meet(Range(x, low=Boundary(0, Fraction(1), above=True)), Range(x, low=Boundary(0, Fraction(2), above=True))))
    'x > 2'
    """
    if isinstance(a, Range) and isinstance(b, Range) and a.attribute == b.attribute:
        return Range(a.attribute, max(a.low, b.low), min(a.high, b.high))
    if isinstance(a, Among) and isinstance(b, Among) and a.attribute == b.attribute:
        return Among(a.attribute, tuple(v for v in a.values if v in b.values))
    raise Invalid("conditions that meet", f"two of {a.attribute.name}", b.attribute.name)


def is_empty(condition: Condition) -> bool:
    """
    Whether no value meets the condition.

    >>> one = Range(Continuous("x"), Boundary(0, Fraction(1)), Boundary(0, Fraction(1), above=True))
    >>> is_empty(one), is_empty(Among(Nominal("y", ("a",)), ()))
    (False, True)
    """
    return not condition.values if isinstance(condition, Among) else condition.low >= condition.high


def text(condition: Condition) -> str:
    """
    A condition as text, its numbers as `readable` writes them; `x in {}` where no value meets it.

    >>> text(Among(Nominal("x", ("a", "b", "c")), ("a", "c"))), text(Among(Nominal("x", ("a", "b")), ("b",)))
    ('x not in {b}', 'x = b')
    >>> text(Range(Continuous("x"), Boundary(0, Fraction(1)), Boundary(0, Fraction(5, 2)))), text(Range(Continuous("x")))
    ('1 <= x < 2.5', 'x is any number')
    """
    name = condition.attribute.name
    if isinstance(condition, Range) and not is_empty(condition):
        return _range_text(condition)
    if isinstance(condition, Among) and len(condition.values) > 1:
        return among(condition.attribute, condition.values)
    values = condition.values if isinstance(condition, Among) else ()
    return f"{name} = {values[0]}" if values else f"{name} in {{}}"


def _range_text(condition: Range) -> str:
    """A range that is not empty, as text."""
    name, low, high = condition.attribute.name, condition.low, condition.high
    least, greatest = (text_in_unit(condition.attribute, end.at) for end in (low, high))
    less, at_most = ("<" if low.above else "<="), ("<=" if high.above else "<")
    match low.beyond, high.beyond:
        case 0, 0:
            single = low.at == high.at
            return f"{name} = {least}" if single else f"{least} {less} {name} {at_most} {greatest}"
        case 0, _:
            return f"{name} {'>' if low.above else '>='} {least}"
        case _, 0:
            return f"{name} {at_most} {greatest}"
        case _:
            return f"{name} is any number"
