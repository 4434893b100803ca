"""Branches of a test: the one that a value takes, and the condition for taking it, in words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import assert_never, overload

from dtref.errors import Invalid
from dtref.exact.decimals import exact_border
from dtref.exact.number_text import number_list, readable
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Missing, Nominal, Ordinal, declares, wanted
from dtref.spec.model.days import counts_days, day_of_text, is_day_text, text_in_unit
from dtref.spec.model.numerals import truth_numbers
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import AxisTest, Groups, IsKnown, Multiway, Oblique, OrdinalCut, Ranges, Side, Subset, Test, Threshold


def asked(test: Test) -> tuple[Attribute, ...]:
    """
    The attributes that a test asks.

    >>> [a.name for a in asked(Multiway(Nominal("x", ("a", "b"))))]
    ['x']
    """
    return tuple(a for a, _ in test.terms) if isinstance(test, Oblique) else (test.attribute,)


def branch_count(test: Test) -> int:
    """
    The number of branches, empty ones included.

    >>> branch_count(Multiway(Nominal("x", ("a", "b", "c"))))
    3
    """
    match test:
        case Multiway(attribute=attribute):
            return len(attribute.values)
        case Groups(groups=groups):
            return len(groups)
        case Ranges(cuts=cuts):
            return len(cuts) + 1
        case Subset() | OrdinalCut() | Threshold() | IsKnown() | Oblique():
            return 2
        case _:
            assert_never(test)


def branch_for(test: Test, cell_of: Callable[[Attribute], Cell]) -> int | Missing:
    """
    The position of the branch that a record takes; MISSING where no branch takes it, or a value that the test asks is missing and the
    test doesn't say where it goes.

    cell_of: the record's value of an attribute. Errors: Invalid for a value that was never declared.

    >>> test = Multiway(Nominal("x", ("a", "b")))
    >>> branch_for(test, lambda attribute: "b"), branch_for(test, lambda attribute: MISSING)
    (1, MISSING)
    """
    cells = [cell_of(attribute) for attribute in asked(test)]
    if any(cell is MISSING for cell in cells):
        return branch_of_missing(test)
    if not isinstance(test, Oblique):
        return branch_of(test, cells[0])
    # an oblique test compares a weighted sum of numbers
    value = Fraction(0)
    for (attribute, weight), cell in zip(test.terms, cells, strict=True):
        if not isinstance(cell, Fraction):
            raise Invalid(attribute.name, wanted(attribute), cell)
        value += weight * cell
    return 0 if (value <= test.cut if test.side is Side.AT_MOST else value < test.cut) else 1


def branch_of_missing(test: Test) -> int | Missing:
    """
    The position of the branch that a missing value takes, where the test says it; MISSING where it is left to the node.

    >>> x = Continuous("x")
    >>> branch_of_missing(IsKnown(x)), branch_of_missing(Threshold(x, Fraction(1), Fraction(2), Fraction(1)))
    (1, MISSING)
    """
    match test:
        case IsKnown():
            return 1
        case Threshold(missing=branch) if branch is not None:
            return branch
        case _:
            return MISSING


@overload
def branch_of(test: Multiway | OrdinalCut | Threshold | IsKnown | Ranges, cell: Cell) -> int: ...
@overload
def branch_of(test: AxisTest, cell: Cell) -> int | Missing: ...
def branch_of(test: AxisTest, cell: Cell) -> int | Missing:
    """
    The position of the branch that a value takes; MISSING for one that was absent when groups of values were made, if none takes it
    (`dtref.spec.model.tests.Absent`). Errors: Invalid for a missing cell or a value that was never declared.

    >>> branch_of(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(1)), Fraction(1))
    0
    """
    attribute: Attribute = test.attribute
    if cell is not MISSING and not declares(attribute, cell):
        cell = as_asked(attribute, cell)
    if cell is MISSING or not declares(attribute, cell):
        raise Invalid(attribute.name, wanted(attribute), cell)
    return _number_branch(test, cell) if isinstance(cell, Fraction) else _value_branch(test, cell)


def as_asked(attribute: Attribute, cell: Cell) -> Cell:
    """
    A value as a test of the attribute takes it: where it asks for a number, a truth value is 0 or 1, and where its column was read from
    dates the text of a date the number of its day; any other value as it is.

    >>> as_asked(Continuous("flag"), "True"), as_asked(Nominal("flag", ("True",)), "True")
    (Fraction(1, 1), 'True')
    >>> from dtref.spec.model.attributes import Unit
    >>> as_asked(Continuous("since", unit=Unit.DAY), "2024-05-17"), as_asked(Continuous("since"), "2024-05-17")
    (Fraction(739023, 1), '2024-05-17')
    """
    if not isinstance(cell, str) or not isinstance(attribute, Continuous):
        return cell
    if counts_days(attribute) and is_day_text(cell):
        return day_of_text(cell)
    return truth_numbers({cell}).get(cell, cell)


def _number_branch(test: AxisTest, x: Fraction) -> int:
    match test:
        case Threshold(cut=cut, side=side, width=width):
            try:
                number = rounded(x, width)
            except Invalid as problem:
                raise Invalid(test.attribute.name, f"a number that a {width.value} can hold", problem.got) from None
            return 0 if (number <= cut if side is Side.AT_MOST else number < cut) else 1
        case IsKnown():
            return 0
        case Ranges(cuts=cuts, side=side):
            return bisect_left(cuts, x) if side is Side.AT_MOST else bisect_right(cuts, x)
        case _:
            raise AssertionError("a test of a nominal attribute was given a number")


def _value_branch(test: AxisTest, value: str) -> int | Missing:
    match test:
        case Multiway(attribute=attribute):
            return attribute.values.index(value)
        case Groups(groups=groups, absent=absent):
            return next((i for i, group in enumerate(groups) if value in group), MISSING if absent is None else absent)
        case Subset(left=left, right=right, absent=absent):
            return 0 if value in left else 1 if value in right else MISSING if absent is None else absent
        case OrdinalCut(attribute=ordinal, lower=lower):
            return 0 if ordinal.values.index(value) <= ordinal.values.index(lower) else 1
        case _:
            raise AssertionError("a test of a continuous attribute was given a text")


def branch_of_values(test: Multiway | Groups | Subset | OrdinalCut) -> dict[str, int]:
    """
    The branch of each value that a test of a nominal or ordinal attribute declares; without those that no branch takes.

    >>> branch_of_values(Groups(Nominal("x", ("a", "b", "c", "d")), (("a", "c"), ("b",)), 1))
    {'a': 0, 'c': 0, 'b': 1}
    """
    values = test.attribute.values
    match test:
        case Multiway():
            return {value: i for i, value in enumerate(values)}
        case Groups(groups=groups, absent=absent):
            absent_values = {} if absent is None else dict.fromkeys(values, absent)
            return {**absent_values, **{value: i for i, group in enumerate(groups) for value in group}}
        case Subset(left=left, right=right, absent=absent):
            absent_values = {} if absent is None else dict.fromkeys(values, absent)
            return {**absent_values, **dict.fromkeys(right, 1), **dict.fromkeys(left, 0)}
        case OrdinalCut(lower=lower):
            last = values.index(lower)
            return {value: int(i > last) for i, value in enumerate(values)}
        case _:
            assert_never(test)


def cut_text(test: Threshold) -> str:
    """
    The cut of a test as text for people.

    >>> cut_text(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)))
    '1.5'
    """
    return text_in_unit(test.attribute, test.cut)


def condition(test: Test, branch: int, cut: Callable[[Threshold], str] = cut_text) -> str:
    """
    What must hold for a record to take a branch, as text, its numbers as `readable` writes them. cut: the text of a cut.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> condition(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)), 1)
    'x > 1.5'
    >>> condition(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2), missing=0), 0)
    'x <= 1.5 or missing'
    >>> [condition(Subset(Nominal("x", ("a", "b", "c")), ("a", "c"), ("b",)), branch) for branch in (0, 1)]
    ['x not in {b}', 'x in {b}']
    >>> [condition(Subset(Nominal("x", ("a", "b", "c")), ("a",), ("b",)), branch) for branch in (0, 1)]
    ['x in {a}', 'x in {b}']
    """
    match test:
        case Multiway(attribute=attribute):
            return f"{attribute.name} = {attribute.values[branch]}"
        case Groups(attribute=attribute) | Subset(attribute=attribute):
            taken = branch_of_values(test)
            values = [value for value in attribute.values if taken.get(value) == branch]
            return among(attribute, values, named=branch == 0 or branch_count(test) > 2)
        case OrdinalCut(attribute=attribute, lower=lower):
            return f"{attribute.name} {'above' if branch else 'up to'} {lower}"
        case Threshold(attribute=attribute, side=side, missing=missing):
            comparison = f"{attribute.name} {_OPPOSITE[side] if branch else side.value} {cut(test)}"
            return f"{comparison} or missing" if branch == missing else comparison
        case IsKnown(attribute=attribute):
            return f"{attribute.name} is {'missing' if branch else 'known'}"
        case Ranges(attribute=attribute):
            return f"{attribute.name} in {branch_interval(test, branch)}"
        case Oblique(terms=terms, side=side):
            return f"{_sum(terms)} {_OPPOSITE[side] if branch else side.value} {readable(test.cut)}"
        case _:
            assert_never(test)


def question_text(test: Test, cut: Callable[[Threshold], str] = cut_text) -> str:
    """
    The test that a node asks, as text: of two branches the condition of the first; of more the attribute, with its groups of values.
    cut: the text of a cut.

    >>> x = Nominal("x", ("a", "b", "c", "d"))
    >>> question_text(Multiway(x)), [question_text(Groups(x, groups, 0)) for groups in ((("a", "b"), ("c",), ("d",)), (("a", "b"), ("c",)))]
    ('x', ['x in {a, b} | {c} | {d}', 'x in {a, b}'])
    >>> question_text(Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(3, 2)))
    'x <= 1.5'
    """
    match test:
        case Multiway(attribute=attribute) | Ranges(attribute=attribute):
            return attribute.name
        case Groups(attribute=attribute, groups=groups) if len(groups) > 2:
            return parted_values(attribute.name, groups)
        case _:
            return condition(test, 0, cut)


def parted_values(name: str, groups: Sequence[Sequence[str]]) -> str:
    """
    A test of several groups of values, as text.

    >>> parted_values("x", (("a", "b"), ("c",), ("d",)))
    'x in {a, b} | {c} | {d}'
    """
    return f"{name} in {' | '.join('{' + ', '.join(group) + '}' for group in groups)}"


def among(attribute: Nominal | Ordinal, values: Sequence[str], *, named: bool = True) -> str:
    """
    The condition that a value is one of some, as text: these, or the others where they are fewer. named: which of the two, where they are
    as many.

    >>> x = Nominal("x", ("a", "b", "c", "d"))
    >>> among(x, ("a", "c", "d")), among(x, ("a", "b")), among(x, ("c", "d"), named=False), among(x, x.values), among(x, ())
    ('x not in {b}', 'x in {a, b}', 'x not in {a, b}', 'x in {a, b, c, d}', 'x in {}')
    """
    inside = set(values)
    others = [value for value in attribute.values if value not in inside]
    names_others = bool(others) and (len(others) < len(values) or (len(others) == len(values) and not named))
    return f"{attribute.name} {'not in' if names_others else 'in'} {{{', '.join(others if names_others else values)}}}"


_OPPOSITE = {Side.AT_MOST: ">", Side.BELOW: ">="}


def branch_interval(test: Ranges, branch: int) -> str:
    """
    The interval of numbers that take a branch, as text.

    >>> [branch_interval(Ranges(Continuous("x"), (Fraction(1), Fraction(5, 2))), i) for i in range(3)]
    ['(-oo, 1]', '(1, 2.5]', '(2.5, oo)']
    """
    return number_list(_ends(test, branch, lambda number: text_in_unit(test.attribute, number)))


def interval_name(test: Ranges, branch: int) -> str:
    """
    The interval of numbers that take a branch, as the name of a value: its numbers are exact, in no style, so that no other has it.

    >>> [interval_name(Ranges(Continuous("x"), (Fraction(1, 3), Fraction("2.5000000000001"))), i) for i in range(3)]
    ['(-oo, 1/3]', '(1/3, 25000000000001/10000000000000]', '(25000000000001/10000000000000, oo)']
    """
    return ", ".join(_ends(test, branch, exact_border))


def _ends(test: Ranges, branch: int, text: Callable[[Fraction], str]) -> tuple[str, str]:
    """The two ends of an interval, with their brackets."""
    opens, closes = ("(", "]") if test.side is Side.AT_MOST else ("[", ")")
    low = f"{opens}{text(test.cuts[branch - 1])}" if branch else "(-oo"
    high = f"{text(test.cuts[branch])}{closes}" if branch < len(test.cuts) else "oo)"
    return low, high


def _sum(terms: tuple[tuple[Attribute, Fraction], ...]) -> str:
    summands = [f"{a.name}" if w == 1 else f"-{a.name}" if w == -1 else f"{readable(w)} {a.name}" for a, w in terms]
    return " + ".join(summands).replace("+ -", "- ")
