"""
Judges answers that say "undecided, between two bounds", and answers where dtref itself knows no more than that.

An answer is undecided as a whole: {"undecided": why, "lower": number, "upper": number}; a bound that isn't known is left out, or has no
value. It is no answer, and so skipped, unless its bounds leave the right one out, or every number, or are no numbers. Where only bounds are
known, a number within them is acceptable.
"""

from __future__ import annotations

import inspect
from fractions import Fraction
from math import isfinite, isnan
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
from dtref.oracle.operations.registry import OPERATIONS

WITHIN = Judgement(Outcome.ACCEPTABLE, "within the bounds, and no more is known")
UNDECIDED_TOO = Judgement(Outcome.ACCEPTABLE, "undecided, as it is here")
SLACK = Fraction(1, 2**40)
"""By how much of its size, or of 1, a bound that is a double may be beyond the number."""

_OUTWARDS = {"lower": -1, "upper": 1}
"""The ends of a range, each with the sign of what lies beyond it."""

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
    written = answer if isinstance(answer, dict) and is_undecided(answer) else None
    if isinstance(case.expected, Between) and written is None:
        return _within(case.expected, answer, whole=_counts(case.call.operation))
    if written is None or isinstance(case.expected, Refused):
        return None
    said = _bounds(written)
    if (wrong := _no_bounds(written, said)) is not None:
        return wrong
    if isinstance(case.expected, Between):
        return UNDECIDED_TOO if _meet(said, _known(case.expected)) else Judgement(Outcome.FAILED, f"not {case.expected.words}")
    numbers = [x for right in right_answers(case.expected) if (x := _number(right)) is not None]
    if numbers and not any(_meet(said, (x, x)) for x in numbers):
        return Judgement(Outcome.FAILED, f"undecided{_words(written, said)}, but it isn't there")
    return Judgement(Outcome.SKIPPED, f"undecided{_words(written, said)}")


def _counts(operation: str) -> bool:
    """Whether the answer of an operation is a whole number, as its function says."""
    known = OPERATIONS.get(operation)
    return known is not None and inspect.unwrap(known.function).__annotations__.get("return") == "int"


def _within(bounds: Between, answer: Foreign, *, whole: bool) -> Judgement:
    """The judgement of an answer that is to be a number, of which only bounds are known."""
    number = _number(answer)
    if number is not None and whole and not (isinstance(number, int | Fraction) and Fraction(number).denominator == 1):
        return Judgement(Outcome.FAILED, f"no whole number; it is {bounds.words}")
    if number is None:
        return Judgement(Outcome.FAILED, f"no number; it is {bounds.words}")
    return WITHIN if _meet((number, number), _known(bounds)) else Judgement(Outcome.FAILED, f"not {bounds.words}")


def _known(bounds: Between) -> AnswerRange:
    return _number(bounds.lower), _number(bounds.upper)


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
    return _end(answer, "lower"), _end(answer, "upper")


def _end(answer: dict[str, Foreign], end: str) -> Exact | None:
    written = answer.get(end)
    x = _number(written)
    if not isinstance(written, float) or not isinstance(x, Fraction):
        return x
    return x + _OUTWARDS[end] * SLACK * max(Fraction(1), abs(x))


def _no_bounds(answer: dict[str, Foreign], said: AnswerRange) -> Judgement | None:
    """The judgement of bounds between which no number can be, or that are none; None for others."""
    for end, known in zip(_OUTWARDS, said, strict=True):
        if known is None and end in answer and not _is_unknown(answer[end], _OUTWARDS[end]):
            return Judgement(Outcome.FAILED, f"undecided, but {end!r} is no number: {answer[end]!r}"[:200])
    if not _meet(said, said):
        return Judgement(Outcome.FAILED, f"undecided{_words(answer, said)}: no number is")
    return None


def _is_unknown(written: Foreign, outwards: int) -> bool:
    """Whether a bound that is no number says that none is known: it has no value, or is beyond all numbers."""
    match written:
        case None:
            return True
        case float():
            return isnan(written) or written * outwards > 0
        case {"undefined": str(), **others}:
            return not others
        case _:
            return False


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


def _words(answer: dict[str, Foreign], said: AnswerRange) -> str:
    """The bounds that are known, as the answer writes them."""
    ends = zip(("at least", "at most"), map(answer.get, _OUTWARDS), said, strict=True)
    told = [(word, written if isinstance(written, int | float | str) else known) for word, written, known in ends if known is not None]
    return "".join(f", {word} {end}"[:80] for word, end in told)
