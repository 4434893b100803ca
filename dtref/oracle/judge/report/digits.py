"""
The correct digits of a program's numbers, by operation, in the manner of NIST's Statistical Reference Datasets: the log relative error.

References: McCullough 1998, Assessing the reliability of statistical software: Part I.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from math import isfinite, log10
from statistics import median

from attrs import frozen

from dtref.errors import Invalid, Undecided
from dtref.oracle.arithmetic.json_numbers import certified_text, exact_number
from dtref.oracle.judge.cases import right_answers
from dtref.oracle.judge.excuses.views import number_answered
from dtref.oracle.judge.results import Result
from dtref.oracle.judge.rounding.numbers import plain_number

MOST_DIGITS = 15
"""The digits that are told of a number that is right to the last: a double has no more for certain, and certified decimals have 12."""
_LEAST = Fraction(1, 10**20)


@frozen
class CorrectDigits:
    """Of the numbers of an operation: how many there are, the least and the median number of correct digits, the id of the worst."""

    numbers: int
    least: float
    median: float
    worst: str


def correct_digits(answered: float, right: Fraction) -> float:
    """
    -log10(|x - c| / |c|), or -log10|x| where c is 0: from 0 (no digit is right) to `MOST_DIGITS`.

    >>> correct_digits(0.333, Fraction(1, 3)) > 2.9, correct_digits(0.5, Fraction(1, 2)), correct_digits(7.0, Fraction(1, 2))
    (True, 15.0, 0.0)
    """
    if not isfinite(answered):
        return 0.0
    gap = abs(Fraction(answered) - right) / (abs(right) or Fraction(1))
    return float(MOST_DIGITS) if gap < _LEAST else min(float(MOST_DIGITS), max(0.0, -log10(gap)))


def _digits(result: Result) -> float | None:
    """The correct digits of an answer; None where either side is no number."""
    answered = number_answered(result.reply.value) if result.reply.kind == "answer" else None
    right = right_answers(result.case.expected)
    if answered is None or len(right) != 1:
        return None
    try:
        decimal = certified_text(right[0])
        return correct_digits(answered, Fraction(decimal) if decimal else plain_number(exact_number(right[0])))
    except (Invalid, Undecided, OverflowError):
        return None


def digits_by_operation(results: Iterable[Result]) -> Mapping[str, CorrectDigits]:
    """
    The correct digits of the numbers that were answered, by operation.

    >>> digits_by_operation([])
    {}
    """
    found: dict[str, list[tuple[float, str]]] = {}
    for result in results:
        if (digits := _digits(result)) is not None:
            found.setdefault(result.case.call.operation, []).append((digits, result.case.id))
    return {
        name: CorrectDigits(len(each), min(each)[0], median(digits for digits, _ in each), min(each)[1])
        for name, each in sorted(found.items())
    }


def digits_lines(results: Iterable[Result]) -> Iterator[str]:
    """
    The table of correct digits, in lines.

    >>> list(digits_lines([]))
    ['correct digits                                numbers    least   median  worst']
    """
    yield f"{'correct digits':44} {'numbers':>8} {'least':>8} {'median':>8}  worst"
    for name, row in digits_by_operation(results).items():
        yield f"{name:44} {row.numbers:>8} {row.least:>8.1f} {row.median:>8.1f}  {row.worst}"
