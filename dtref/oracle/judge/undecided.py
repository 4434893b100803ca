"""
Judges answers that say "undecided, between two bounds", and answers where dtref itself knows no more than that.

An answer is undecided as a whole: {"undecided": why, "lower": number, "upper": number}; a bound that isn't known is left out, or undefined.
It is no answer, and so skipped, unless its bounds leave the right one out. Where only bounds are known, a number within them is acceptable.
"""

from __future__ import annotations

from fractions import Fraction
from math import isfinite
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.exact.comparison import compare
from dtref.exact.number import Exact
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import certified_text, exact_number, narrow
from dtref.oracle.golden.vectors import Between, Refused
from dtref.oracle.judge.cases import Case, right_answers
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.rounding.numbers import Foreign, said_number

WITHIN = Judgement(Outcome.ACCEPTABLE, "within the bounds, and no more is known")
UNDECIDED_TOO = Judgement(Outcome.ACCEPTABLE, "undecided, as it is here")
SLACK = Fraction(1, 2**40)
"""By how much of its size, or of 1, a bound that is a double may be beyond the number."""

AnswerRange: TypeAlias = "tuple[Exact | None, Exact | None]"
"""A number is not below the first, and not above the second; None where no bound is known."""


def judge_undecided(case: Case, answer: Foreign) -> Judgement | None:
    """
    The judgement of an answer that is undecided, or of any where only bounds are known; None for others.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> five = Case("x", "", Call("count_trees", {}), ExactAnswer("5"), "", ())
    >>> [judge_undecided(five, {"undecided": "too many", "lower": 3, "upper": upper}).outcome.value for upper in ("8", 8.0, "4")]
    ['skipped', 'skipped', 'failed']
    >>> judge_undecided(five, "5") is None
    True
    """
    said = _bounds(answer) if isinstance(answer, dict) and is_undecided(answer) else None
    if isinstance(case.expected, Between):
        return _where_bounds_are_known(case.expected, answer, said)
    if said is None or isinstance(case.expected, Refused):
        return None
    numbers = [x for right in right_answers(case.expected) if (x := _number(right)) is not None]
    if numbers and not any(_meet(said, (x, x)) for x in numbers):
        return Judgement(Outcome.FAILED, f"undecided{_words(said)}, but it isn't there")
    return Judgement(Outcome.SKIPPED, f"undecided{_words(said)}")


def _where_bounds_are_known(known: Between, answer: Foreign, said: AnswerRange | None) -> Judgement:
    number = _number(answer) if said is None else None
    if said is None and number is None:
        return Judgement(Outcome.FAILED, f"no number; it is {known.words}")
    if not _meet(said or (number, number), (_number(known.lower), _number(known.upper))):
        return Judgement(Outcome.FAILED, f"not {known.words}")
    return WITHIN if said is None else UNDECIDED_TOO


def is_undecided(answer: dict[str, Foreign]) -> bool:
    """
    Whether an answer says that it is undecided. The reason is never a number, by which it is told from parts named by classes.

    >>> is_undecided({"undecided": "no time"}), is_undecided({"undecided": "1", "decided": "2"})
    (True, False)
    """
    why = answer.get("undecided")
    return isinstance(why, str) and said_number(why) is None and answer.keys() <= {"undecided", "lower", "upper"}


def _bounds(answer: dict[str, Foreign]) -> AnswerRange:
    """The bounds of an answer, those that are doubles with room for their rounding."""
    return _end(answer.get("lower"), -1), _end(answer.get("upper"), 1)


def _end(written: Foreign | None, sign: int) -> Exact | None:
    x = _number(written)
    if not isinstance(written, float) or not isinstance(x, Fraction):
        return x
    return x + sign * SLACK * max(Fraction(1), abs(x))


def _number(written: Foreign | Json) -> Exact | None:
    """A number, however it is written; None for anything else."""
    match written:
        case bool() | None:
            return None
        case int() | float():
            return Fraction(written) if isfinite(written) else None
        case str():
            return said_number(written)
        case _:
            try:
                value = narrow(written)
                return Fraction(text) if (text := certified_text(value)) else exact_number(value)
            except Invalid:
                return None


def _meet(a: AnswerRange, b: AnswerRange) -> bool:
    """Whether two ranges have a number in common."""
    return not any(low is not None and high is not None and compare(low, high) > 0 for low, high in ((a[0], b[1]), (b[0], a[1])))


def _words(said: AnswerRange) -> str:
    return "".join(f", {word} {end}"[:80] for word, end in zip(("at least", "at most"), said, strict=True) if end is not None)
