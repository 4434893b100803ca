"""Factors that are the same in all failures of an operation, which name the mistake: ln 2, n/(n - 1), a half, a sign."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import e, isclose, isfinite, log, log2, log10, sqrt

from attrs import frozen

from dtref.errors import Invalid, Undecided
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import certified_text, exact_number
from dtref.oracle.judge.cases import right_answers
from dtref.oracle.judge.excuses.excuses import Judging, excuses_of
from dtref.oracle.judge.excuses.views import number_answered
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.results import Result
from dtref.oracle.judge.rounding.numbers import plain_number

LEAST_FAILURES = 3
"""The fewest failures with numbers on both sides, of different inputs, from which a factor is told."""
_CLOSE = 1e-9

_FACTORS: Mapping[str, float] = {
    "ln 2: natural logarithms, where the definition has those of base 2": log(2),
    "1/ln 2: logarithms of base 2, where the definition has natural ones": 1 / log(2),
    "log10 2: logarithms of base 10, where the definition has those of base 2": log10(2),
    "log10 e: logarithms of base 10, where the definition has natural ones": log10(e),
    "100: percent": 100.0,
    "1/100: a share, where percent are meant": 0.01,
    "-1: the other sign": -1.0,
}
_FACTORS_OF_N: Mapping[str, Callable[[float], float]] = {
    "n/(n - 1): divided by n - 1, where the definition divides by n": lambda n: n / (n - 1),
    "(n - 1)/n: divided by n, where the definition divides by n - 1": lambda n: (n - 1) / n,
    "sqrt((n - 1)/n): a deviation divided by n, where the definition divides by n - 1": lambda n: sqrt((n - 1) / n),
    "sqrt(n/(n - 1)): a deviation divided by n - 1, where the definition divides by n": lambda n: sqrt(n / (n - 1)),
    "n: a sum, where the definition has a mean": float,
    "1/n: a mean, where the definition has a sum": lambda n: 1 / n,
    "1/log2 n": lambda n: 1 / log2(n),
}


@frozen
class NumberPair:
    """What was answered and what is right, as doubles, and the number of values or records that a question is of; 0 where it has none."""

    answered: float
    right: float
    n: float


def right_number(exact: Json) -> float | None:
    """
    An exact answer that is a number, as a double; None for any other.

    >>> right_number("1/4"), right_number({"log2": {"2": "3"}}), right_number({"undefined": "0/0"})
    (0.25, 3.0, None)
    """
    try:
        digits = certified_text(exact)
        number = float(Fraction(digits) if digits else plain_number(exact_number(exact)))
    except (Invalid, Undecided, OverflowError):
        return None
    return number if isfinite(number) else None


def _size(given: Mapping[str, Json]) -> float:
    """The number of values, or the sum of counts."""
    for name in ("values", "replicates", "first", "actual"):
        values = given.get(name)
        if isinstance(values, list):
            return len(values)
    counts = given.get("counts", given.get("node"))
    parts = counts if isinstance(counts, list) else [given[name] for name in ("tp", "fn", "fp", "tn") if name in given]
    try:
        return float(sum(Fraction(str(part)) for part in parts))
    except (ValueError, ZeroDivisionError):
        return 0


def _pairs(failures: Iterable[Result]) -> Iterator[NumberPair]:
    for result in failures:
        answered = number_answered(result.reply.value) if result.reply.kind == "answer" else None
        if answered is None or not isfinite(answered):
            continue
        numbers = [x for exact in right_answers(result.case.expected)[:1] if (x := right_number(exact)) is not None]
        if numbers:
            yield NumberPair(answered, numbers[0], _size(result.case.call.given))


def constant_factors(results: Iterable[Result]) -> Iterator[str]:
    """
    For each operation, a line where answered/expected is the same factor in all its failures with numbers, or the two add up to 1.

    >>> list(constant_factors([]))
    []
    """
    failures: dict[str, list[Result]] = {}
    for result in results:
        if result.judgement.outcome is Outcome.FAILED:
            failures.setdefault(result.case.call.operation, []).append(result)
    for operation, of_operation in failures.items():
        pairs = [pair for pair in _pairs(of_operation) if pair.right]
        if len({(pair.answered, pair.right, pair.n) for pair in pairs}) >= LEAST_FAILURES and (factor := _factor(pairs)):
            yield f"{operation}: {factor} ({len(pairs)} of {len(of_operation)} failures){_remedy(of_operation)}"


_BY_A_FACTOR = ("natural-logarithms", "sample-variance", "population-variance")
"""The conventions that make an answer another one by a factor."""


def _remedy(failures: Sequence[Result]) -> str:
    """What excuses failures, if they are a convention: the option, by its name; the empty text where no convention excuses them all."""
    for name in _BY_A_FACTOR:
        judging = Judging(excuses=excuses_of(name))
        if all(judging(result.case, result.reply).judgement.outcome is not Outcome.FAILED for result in failures):
            return f'; meant so: --convention {name}, in Python "{name}", excuses it'
    return ""


def _factor(pairs: Sequence[NumberPair]) -> str:
    """The factor that all pairs have, in words; the empty text where there is none."""
    for words, factor in _FACTORS.items():
        if all(isclose(pair.answered, pair.right * factor, rel_tol=_CLOSE) for pair in pairs):
            return f"answered/expected is always {words}"
    if all(pair.n > 1 for pair in pairs) and len({pair.n for pair in pairs}) > 1:
        for words, of_n in _FACTORS_OF_N.items():
            if all(isclose(pair.answered, pair.right * of_n(pair.n), rel_tol=_CLOSE) for pair in pairs):
                return f"answered/expected is always {words}"
    if all(isclose(pair.answered + pair.right, 1, rel_tol=_CLOSE) for pair in pairs):
        return "answered + expected is always 1: the complement"
    ratio = pairs[0].answered / pairs[0].right
    if ratio in {0, 1} or not all(isclose(pair.answered, pair.right * ratio, rel_tol=_CLOSE) for pair in pairs):
        return ""
    simple = Fraction(ratio).limit_denominator(100)
    return f"answered/expected is always {simple if isclose(float(simple), ratio, rel_tol=_CLOSE) else f'{ratio:.9g}'}"
