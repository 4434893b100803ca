"""
Tests: the questions of inner nodes. `dtref.spec.model.branches` finds the branch that an answer takes.

A `Threshold` remembers the cut interval that it was placed in; a `Subset` the values that were present.
"""

from __future__ import annotations

__sources__ = (("tan", "How to Specify Test Condition?"), "golden/TIES.md")

from enum import Enum
from fractions import Fraction
from itertools import pairwise
from typing import TypeAlias

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.number_text import number_list, readable
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal, Width
from dtref.spec.model.days import text_in_unit
from dtref.spec.model.old_pickles import Pickled
from dtref.spec.model.precision import rounded, rounds_to_at_most


class Side(Enum):
    """The comparison that sends a number to the left branch, and so the side that a value equal to the cut takes."""

    AT_MOST = "<="
    BELOW = "<"


class Absent(Enum):
    """
    The rule for a value that no record at a node had when its test was made: nothing was learned of it there.

    A multiway test has a branch for it, a leaf whose labels `dtref.spec.growing.policy.EmptyBranch` names; of ordered values, as of
    numbers, the cut says on which side it lies. Which group of values is called left never decides, except by `SECOND`.
    """

    AS_MISSING = "as a missing value"
    """
    It goes as a missing value goes, by the rule of the node; where the node refuses those, the record stays there and gets the node's
    labels. As the answer of a surrogate it says nothing, and the next one is asked.
    """
    SECOND = "the second branch"
    """It takes the second branch of a grouping, as "x in {...}" is false of it: the group that lacks the first of the values present."""
    LARGEST = "the largest group"
    """It takes the largest of merged groups; the first of several."""


@frozen(getstate_setstate=False)
class Multiway(Pickled):
    """A test with one branch for each declared value, in declared order."""

    attribute: Nominal | Ordinal


@frozen(getstate_setstate=False)
class Subset(Pickled):
    """
    A test with two groups of values: one in `left` takes the first branch, one in `right` the second. Together they are the values present
    when the test was made.

    absent: the branch that any other value takes; None: nothing was learned of it, and it goes as a missing one (`Absent`).

    >>> from dtref.spec.model.branches import branch_of
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> branch_of(Subset(x, ("a",), ("c",)), "b"), branch_of(Subset(x, ("a",), ("c",), 1), "b")
    (MISSING, 1)
    """

    attribute: Nominal
    left: tuple[str, ...]
    right: tuple[str, ...]
    absent: int | None = None

    __repr__ = brief_repr

    def __attrs_post_init__(self) -> None:
        _check_branch(f"{self.attribute.name}, absent", self.absent, 2)
        values = (*self.left, *self.right)
        if not self.left or len(set(values)) != len(values) or not set(values) <= set(self.attribute.values):
            raise Invalid(f"{self.attribute.name}, groups", "two groups of declared values without a common one, left not empty", values)


@frozen(getstate_setstate=False)
class OrdinalCut(Pickled):
    """
    A cut of ordered values: `lower` and those below it take the first branch, the others the second. `upper` is the next value present when
    the test was made.

    >>> from dtref.spec.model.branches import branch_of
    >>> branch_of(OrdinalCut(Ordinal("size", ("s", "m", "l", "xl")), "m", "xl"), "l")
    1
    """

    attribute: Ordinal
    lower: str
    upper: str

    def __attrs_post_init__(self) -> None:
        values = self.attribute.values
        if not {self.lower, self.upper} <= {*values} or values.index(self.lower) >= values.index(self.upper):
            raise Invalid(f"{self.attribute.name}, cut", "two declared values, the lower one first", (self.lower, self.upper))


@frozen(getstate_setstate=False)
class Threshold(Pickled):
    """
    A cut of numbers: one that is <= cut (< cut where `side` says so) takes the first branch, any other the second.

    lower, upper: the neighbouring values between which the cut was placed. width: the kind of float that a number is rounded to before it
    is compared, as in a program that keeps numbers so; DECIMAL: none. The cut lies between its neighbours once they are rounded. missing:
    the branch of a missing value, where the test says it (`dtref.spec.model.trees.Gap.LEARNED`); None: the node has a rule for it.

    >>> Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(2))
    Traceback (most recent call last):
    dtref.errors.Invalid: x, cut: expected a number in [1, 2) (got '2')
    """

    attribute: Continuous
    lower: Fraction
    upper: Fraction
    cut: Fraction = field()
    side: Side = Side.AT_MOST
    width: Width = Width.DECIMAL
    missing: int | None = None

    def __attrs_post_init__(self) -> None:
        _check_branch(f"{self.attribute.name}, missing", self.missing, 2)
        lower, upper = rounded(self.lower, self.width), rounded(self.upper, self.width)
        if not in_cut_interval(self.cut, lower, upper, self.side):
            raise Invalid(f"{self.attribute.name}, cut", f"a number in {interval(self)}", text_in_unit(self.attribute, self.cut))


@frozen(getstate_setstate=False)
class IsKnown(Pickled):
    """
    A test of whether a value is known: any number takes the first branch, a missing value the second.

    >>> from dtref.spec.model.branches import condition
    >>> [condition(IsKnown(Continuous("x")), branch) for branch in (0, 1)]
    ['x is known', 'x is missing']
    """

    attribute: Continuous


@frozen(getstate_setstate=False)
class Groups(Pickled):
    """
    A test with one branch for each group of values; together they are the values present when the test was made.

    otherwise: the group with the most records (the first of several), by its position; it alone sends no value anywhere. absent: the branch
    that a value in no group takes; None: nothing was learned of it, and it goes as a missing one (`Absent`).

    >>> from dtref.spec.model.branches import branch_of
    >>> x = Nominal("x", ("a", "b", "c", "d"))
    >>> branch_of(Groups(x, (("a", "c"), ("b",)), 0), "d"), branch_of(Groups(x, (("a", "c"), ("b",)), 0, 0), "d")
    (MISSING, 0)
    """

    attribute: Nominal | Ordinal
    groups: tuple[tuple[str, ...], ...]
    otherwise: int
    absent: int | None = None

    __repr__ = brief_repr

    def __attrs_post_init__(self) -> None:
        _check_branch(f"{self.attribute.name}, absent", self.absent, len(self.groups))
        values = [value for group in self.groups for value in group]
        if len(set(values)) != len(values) or not set(values) <= set(self.attribute.values):
            raise Invalid(f"{self.attribute.name}, groups", "groups of declared values, each value in one at most", self.groups)
        if not 0 <= self.otherwise < len(self.groups):
            raise Invalid(f"{self.attribute.name}, otherwise", f"one of {len(self.groups)} groups by its position", self.otherwise)


@frozen(getstate_setstate=False)
class Ranges(Pickled):
    """
    A test with one branch for each interval between ascending cuts; a value equal to a cut goes below it (above it where `side` says so).

    >>> from dtref.spec.model.branches import branch_of
    >>> [branch_of(Ranges(Continuous("x"), (Fraction(1), Fraction(5))), Fraction(v)) for v in (1, 2, 9)]
    [0, 1, 2]
    """

    attribute: Continuous
    cuts: tuple[Fraction, ...] = field()
    side: Side = Side.AT_MOST

    __repr__ = brief_repr

    @cuts.validator
    def _ascending(self, at: Field[tuple[Fraction, ...]], cuts: tuple[Fraction, ...]) -> None:
        if not cuts or any(a >= b for a, b in pairwise(cuts)):
            raise Invalid(f"{self.attribute.name}.{at.name}", "ascending numbers", [readable(c) for c in cuts])


@defined(sources=(("tan", "Oblique Decision Trees"),))
@frozen(getstate_setstate=False)
class Oblique(Pickled):
    """
    A test of several numbers: the first branch where the sum of weight * value is <= cut (or < cut, as `side` says), else the second.

    >>> from dtref.spec.model.branches import condition
    >>> x, y = Continuous("x"), Continuous("y")
    >>> condition(Oblique(((x, Fraction(1)), (y, Fraction(1))), Fraction(1), Side.BELOW), 0)
    'x + y < 1'
    """

    terms: tuple[tuple[Continuous, Fraction], ...] = field()
    cut: Fraction
    side: Side = Side.AT_MOST

    __repr__ = brief_repr

    @terms.validator
    def _distinct(self, _: Field[tuple[tuple[Continuous, Fraction], ...]], terms: tuple[tuple[Continuous, Fraction], ...]) -> None:
        names = [a.name for a, _ in terms]
        if not terms or len(set(names)) < len(names) or not all(w for _, w in terms):
            raise Invalid(
                "oblique test", "weights other than 0 of different attributes, at least one", [(a.name, readable(w)) for a, w in terms]
            )


AxisTest: TypeAlias = Multiway | Groups | Subset | OrdinalCut | Threshold | IsKnown | Ranges
"""Tests that ask one attribute."""

Test: TypeAlias = AxisTest | Oblique


def _check_branch(where: str, branch: int | None, branches: int) -> None:
    """Errors: Invalid for the branch of absent, or missing, values where there is none at that position."""
    if branch is not None and not 0 <= branch < branches:
        raise Invalid(where, f"one of {branches} branches by its position, or none", branch)


def in_cut_interval(cut: Fraction, lower: Fraction, upper: Fraction, side: Side) -> bool:
    """
    Whether a number separates two neighbours: lower <= cut < upper, or lower < cut <= upper where the test is `<`.

    >>> in_cut_interval(Fraction(2), Fraction(1), Fraction(2), Side.BELOW)
    True
    """
    return lower <= cut < upper if side is Side.AT_MOST else lower < cut <= upper


def in_exact_numbers(test: Threshold) -> Threshold:
    """
    The same test of exact numbers: those that a program rounds and then sends left are the ones up to a border, or below it.

    >>> x = Continuous("x")
    >>> 1 < in_exact_numbers(Threshold(x, Fraction(0), Fraction(2**24 + 2), Fraction(2**24), width=Width.FLOAT32)).cut - 2**24 < 2
    True
    """
    if test.width is Width.DECIMAL:
        return test
    border, included = rounds_to_at_most(test.cut, test.width, strictly=test.side is Side.BELOW)
    return Threshold(test.attribute, test.lower, test.upper, border, Side.AT_MOST if included else Side.BELOW, missing=test.missing)


def interval(test: Threshold) -> str:
    """
    The cut interval of a threshold, as text.

    >>> interval(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)))
    '[1, 2)'
    """
    inside = number_list((text_in_unit(test.attribute, test.lower), text_in_unit(test.attribute, test.upper)))
    return f"[{inside})" if test.side is Side.AT_MOST else f"({inside}]"
