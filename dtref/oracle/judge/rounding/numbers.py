"""Judges numbers in answers against exact ones: fractions in text exactly, JSON numbers as doubles, within rounding."""

from __future__ import annotations

import re
from fractions import Fraction
from math import isfinite
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal
from dtref.exact.number import Exact
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import certified_text, exact_number, narrow, why_undefined
from dtref.oracle.judge.outcomes import FAILED, ROUNDED, Judgement, Outcome
from dtref.oracle.judge.rounding.scales import LEAST, UNIT
from dtref.spec.model.numerals import numeral

ANSWER_ULPS = 1024
"""The units in the last place of the largest term that a double may be off; a strict run allows 4."""
Foreign: TypeAlias = object
"""A JSON value of a program, in which numbers may be JSON numbers."""


@frozen
class Room:
    """
    The tolerance for a double: `ulps` units in the last place of the number or of the largest term of its sum (scale), whichever is larger.
    positive: whether it is a sum of positive terms, which must be right at least in size.

    >>> Room().allows(Fraction(1, 10**14), Fraction(0)), Room(positive=True).allows(Fraction(1, 10**14), Fraction(1, 10**14))
    (True, False)
    """

    ulps: int = ANSWER_ULPS
    scale: Fraction = Fraction(1)
    positive: bool = False

    def allows(self, gap: Fraction, size: Fraction) -> bool:
        """Whether a gap to a number of the given size is within rounding."""
        within = gap <= self.ulps * max(self.scale, size) * UNIT
        return within and (not self.positive or gap <= max(size / 4, LEAST))


def no_value(exact: Json) -> bool:
    """
    Whether an exact answer has no value: it is undefined, or a list of undefined answers only.

    >>> no_value({"undefined": "0/0"}), no_value([{"undefined": "0/0"}]), no_value([{"undefined": "0/0"}, "1"]), no_value([])
    (True, True, False, False)
    """
    if isinstance(exact, list):
        return bool(exact) and all(map(no_value, exact))
    return why_undefined(exact) is not None


ROOM = Room()
"""The tolerance without knowledge of the terms."""


def of_integer(answer: int, exact: Json, room: Room = ROOM) -> Judgement:
    """
    The judgement of a JSON integer: exact, or else taken as a double, since many programs print 1 for 1.0.

    >>> of_integer(1, "1").outcome.value, of_integer(1, "18014398509481984/18014398509481985").outcome.value
    ('passed', 'acceptable')
    """
    judgement = of_text(str(answer), exact)
    if judgement.outcome is not Outcome.FAILED:
        return judgement
    try:
        return of_double(float(answer), exact, room)
    except OverflowError:
        return FAILED


def of_double(answer: float, exact: Json, room: Room = ROOM) -> Judgement:
    """
    The judgement of a double: exact, or within rounding; NaN and infinities are acceptable where there is no value.

    >>> [of_double(x, exact).outcome.value for x, exact in ((0.5, "1/2"), (1e-17, "0"), (float("nan"), {"undefined": "0/0"}))]
    ['passed', 'acceptable', 'acceptable']
    """
    if not isfinite(answer):
        return Judgement(Outcome.ACCEPTABLE, f"{answer} where the definition gives no value") if no_value(exact) else FAILED
    x = Fraction(answer)
    # against a certified decimal
    if digits := certified_text(exact):
        true, rounding = _decimal(digits)
        gap = abs(x - true) - rounding
        return ROUNDED if room.allows(gap, abs(true)) else FAILED
    # against an exact number
    try:
        number: Exact = exact_number(exact)
    except Invalid:
        return FAILED
    near = plain_number(number)
    if x == near and compare(number, near) == 0:
        return Judgement(Outcome.PASSED)
    return ROUNDED if room.allows(abs(x - near), abs(near)) else FAILED


def plain_number(x: Exact) -> Fraction:
    """
    A number as a fraction, rounded to 40 digits after the point where it isn't rational.

    >>> plain_number(Fraction(1, 3))
    Fraction(1, 3)
    """
    q: object = x
    return q if isinstance(q, Fraction) else Fraction(decimal(x, 40))


def of_text(answer: str, exact: Json) -> Judgement:
    """
    The judgement of a text: the same text, or the same number in another form.

    >>> of_text("2/4", "1/2").outcome.value, of_text("0.3333", {"decimal": "0.333333333333"}).outcome.value
    ('passed', 'failed')
    """
    if answer == exact:
        return Judgement(Outcome.PASSED)
    x = said_number(answer)
    if x is None:
        return FAILED
    if digits := certified_text(exact):
        true, rounding = _decimal(digits)
        return Judgement(Outcome.PASSED) if abs(x - true) <= rounding else FAILED
    return of_written(answer, exact)


def of_written(answer: Foreign, exact: Json) -> Judgement:
    """
    The judgement of a number that is written exactly: a fraction, a sum of logarithms, a quotient, a certified decimal.

    >>> of_written({"log2": {"9": "1/2"}}, {"log2": {"3": "1"}}).outcome.value
    'passed'
    """
    if answer == exact:
        return Judgement(Outcome.PASSED)
    try:
        written = narrow(answer) if not isinstance(answer, str) else str(said_number(answer))
        same = compare(exact_number(written), exact_number(exact)) == 0
    except ValueError:  # no number: Invalid is one, too
        return FAILED
    except Undecided as problem:
        return Judgement(Outcome.FAILED, str(problem))
    return Judgement(Outcome.PASSED) if same else FAILED


_FRACTION = re.compile(r"[+-]?[0-9]{1,10000}/[0-9]{1,10000}|[+-]?[0-9]{2000,10000}")


def said_number(text: str) -> Fraction | None:
    """
    The number that a text writes, or None; also None for one that takes gigabytes to write out, such as 1e999999999.

    >>> said_number("5/2"), said_number("2.5"), said_number("1/0"), said_number("1e999999999")
    (Fraction(5, 2), Fraction(5, 2), None, None)
    """
    try:
        return Fraction(text) if _FRACTION.fullmatch(text) else numeral(text)
    except (ValueError, ZeroDivisionError):
        return None


def _decimal(text: str) -> tuple[Fraction, Fraction]:
    """The value of a certified decimal, and its largest distance from the number."""
    return Fraction(text), Fraction(1, 2 * 10 ** len(text.partition(".")[2]))
