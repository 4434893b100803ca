"""
Judging one answer: right, acceptable and why, or wrong.

A number may come as a fraction in text, exactly, or as a JSON number: a double, which is right when it is within some units in the last
place of the largest term that had to be summed (a gain of exactly 0 may come out as 1e-17). For measures that are made of shares and
bits that term is about 1; for those of an operation in `TERMS` it is what its inputs say. Where a certified decimal is expected, a fraction
or a longer decimal is right that rounds to it.
Before this: `dtref.oracle.judge.cases`. Next: `dtref.oracle.judge.closure`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from fractions import Fraction
from math import isfinite
from typing import TypeAlias, cast

from attrs import frozen

from dtref.errors import Invalid, Undecided
from dtref.exact.decimals import decimal
from dtref.exact.order import compare
from dtref.io.numbers import Json
from dtref.model.numerals import numeral
from dtref.oracle.arithmetic.written import exact_number, layout, narrow
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.cases import Case, alternatives

ULPS = 1024
"""How many units in the last place of the largest term a double may be off; `strict` asks for 4."""
Foreign: TypeAlias = object
"""A value of JSON as a program gives it: numbers may be numbers."""


class Outcome(Enum):
    """How an answer is judged."""

    PASSED = "passed"
    ACCEPTABLE = "acceptable"
    FAILED = "failed"
    SKIPPED = "skipped"


@frozen
class Judgement:
    """How an answer is judged, and why where it isn't simply right."""

    outcome: Outcome
    why: str = ""


def judge_value(case: Case, answer: Foreign, ulps: int = ULPS) -> Judgement:
    """
    How an answer is judged that a program gave, by what is expected alone (`dtref.oracle.judge.closure.trees` knows what is equally right).

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> third = Case("x", "", Call("gini", {}), ExactAnswer("1/3"), "", ())
    >>> [judge_value(third, answer).outcome.value for answer in ("1/3", "2/6", 0.3333333333333333, 0.333, None)]
    ['passed', 'passed', 'acceptable', 'failed', 'failed']
    """
    if isinstance(case.expected, Refused):
        return Judgement(Outcome.FAILED, f"an answer where the input must be refused: {case.expected.why}")
    right = alternatives(case.expected)
    found = [agreement(answer, exact, scale_of(case), ulps) for exact in right]
    best = min(found, key=lambda one: ORDER.index(one.outcome), default=Judgement(Outcome.FAILED, "nothing expected"))
    if best.outcome is Outcome.PASSED and len(right) > 1:
        return Judgement(Outcome.ACCEPTABLE, f"one of {len(right)} that are equally right")
    return best


ORDER = (Outcome.PASSED, Outcome.ACCEPTABLE, Outcome.FAILED)
ROUNDED = Judgement(Outcome.ACCEPTABLE, "a double within rounding")
FAILED = Judgement(Outcome.FAILED)


def judge_refusal(case: Case, why: str) -> Judgement:
    """How a refusal is judged: right where the input isn't one; an undefined value may be refused, too."""
    if isinstance(case.expected, Refused):
        return Judgement(Outcome.PASSED)
    if all(isinstance(exact, dict) and "undefined" in exact for exact in alternatives(case.expected)):
        return Judgement(Outcome.ACCEPTABLE, "refused where the definition gives no value")
    return Judgement(Outcome.FAILED, f"refused: {why}"[:200])


def agreement(answer: Foreign, exact: Json, scale: Fraction = Fraction(1), ulps: int = ULPS) -> Judgement:
    """
    How an answer agrees with what is exact; of parts the least good of theirs.

    >>> agreement([0.5, "1/3"], ["1/2", "1/3"]).outcome.value
    'passed'
    """
    match answer, exact:
        case ((bool() | None), _):
            return _no_value(answer, exact)
        case int(), _:
            return agreement(str(answer), exact, scale, ulps)
        case float(), _:
            return _double(answer, exact, scale, ulps)
        case str(), _:
            return _text(answer, exact)
        case list(), list():
            pairs = zip(answer, exact, strict=False)
            return worst(agreement(a, e, scale, ulps) for a, e in pairs) if len(answer) == len(exact) else FAILED
        case dict(), dict() if "test" in answer and "optima" in exact and "optima" not in answer:  # a tree's other tests may be left out
            return agreement(answer, {name: part for name, part in exact.items() if name != "optima"}, scale, ulps)
        case dict(), dict() if answer.keys() == exact.keys() and not answer.keys() & {"undefined", "log2", "quotient", "decimal"}:
            return worst([agreement(answer[key], exact[key], scale, ulps) for key in exact])
        case dict(), dict() if "undefined" in exact:
            return Judgement(Outcome.PASSED) if "undefined" in answer else FAILED
        case {"decimal": str(text), **rest}, _ if not rest:
            return _text(text, exact)
        case dict(), _:
            return _written(answer, exact)
        case _:
            return FAILED


def worst(parts: Iterable[Judgement]) -> Judgement:
    """
    The least good judgement, the first of several; right where there is none.

    >>> worst([Judgement(Outcome.PASSED), ROUNDED]) is ROUNDED, worst([]).outcome.value
    (True, 'passed')
    """
    return max(parts, key=lambda part: ORDER.index(part.outcome), default=Judgement(Outcome.PASSED))


def _no_value(answer: Foreign, exact: Json) -> Judgement:
    if answer is None and isinstance(exact, dict) and "undefined" in exact:
        return Judgement(Outcome.ACCEPTABLE, "null where the definition gives no value")
    return FAILED


def _double(answer: float, exact: Json, scale: Fraction, ulps: int) -> Judgement:
    if not isfinite(answer):
        undefined = isinstance(exact, dict) and "undefined" in exact
        return Judgement(Outcome.ACCEPTABLE, f"{answer} where the definition gives no value") if undefined else FAILED
    x = Fraction(answer)
    if isinstance(exact, dict) and "decimal" in exact:
        true, rounding = _decimal(str(exact["decimal"]))
        gap = abs(x - true) - rounding
        return ROUNDED if gap <= ulps * max(scale, abs(true)) / 2**53 else FAILED
    try:
        number = exact_number(exact)
    except Invalid:
        return FAILED
    near = Fraction(decimal(number, 40))
    if x == near and compare(number, near) == 0:
        return Judgement(Outcome.PASSED)
    return ROUNDED if abs(x - near) <= ulps * max(scale, abs(near)) / 2**53 else FAILED


def _text(answer: str, exact: Json) -> Judgement:
    if answer == exact:
        return Judgement(Outcome.PASSED)
    x = said_number(answer)
    if x is None:
        return FAILED
    if isinstance(exact, dict) and "decimal" in exact:
        true, rounding = _decimal(str(exact["decimal"]))
        return Judgement(Outcome.PASSED) if abs(x - true) <= rounding else FAILED
    return _written(answer, exact)


def _written(answer: Foreign, exact: Json) -> Judgement:
    """Numbers that are written, exactly: fractions, sums of logarithms, quotients, certified decimals."""
    if answer == exact:
        return Judgement(Outcome.PASSED)
    try:
        given = narrow(answer) if not isinstance(answer, str) else str(said_number(answer))
        same = compare(exact_number(given), exact_number(exact)) == 0
    except ValueError:  # no number: Invalid is one, too
        return FAILED
    except Undecided as problem:
        return Judgement(Outcome.FAILED, str(problem))
    return Judgement(Outcome.PASSED) if same else FAILED


_FRACTION = re.compile(r"[+-]?[0-9]{1,10000}/[0-9]{1,10000}|[+-]?[0-9]{2000,10000}")


def said_number(text: str) -> Fraction | None:
    """
    The number that a text says, if it says one; never one that takes gigabytes to write out, as 1e999999999 does.

    >>> said_number("5/2"), said_number("2.5"), said_number("1/0"), said_number("1e999999999")
    (Fraction(5, 2), Fraction(5, 2), None, None)
    """
    try:
        return Fraction(text) if _FRACTION.fullmatch(text) else numeral(text)
    except (ValueError, ZeroDivisionError):
        return None


def _decimal(text: str) -> tuple[Fraction, Fraction]:
    """A certified decimal, and how far it may be from the number."""
    return Fraction(text), Fraction(1, 2 * 10 ** len(text.partition(".")[2]))


Term: TypeAlias = Callable[[Mapping[str, Json]], Fraction]


def _sum_of(*names: str) -> Term:
    """The sum of the numbers that inputs hold."""
    return lambda given: sum((n for name in names for n in _numbers(given.get(name, []))), Fraction(0))


def _square_of(*names: str) -> Term:
    """The square of the largest number that inputs hold."""
    return lambda given: max((n * n for name in names for n in _numbers(given.get(name, []))), default=Fraction(1))


def _numbers(value: Json) -> list[Fraction]:
    match value:
        case str():
            try:
                return [abs(Fraction(value))]
            except (ValueError, ZeroDivisionError):
                return []
        case list():
            return [n for part in value for n in _numbers(part)]
        case _:
            return []


TERMS: Mapping[str, Term] = {
    "chi_square": _sum_of("node"),
    "g_statistic": _sum_of("node"),
    "variance": _square_of("values"),
    "variance_reduction": _square_of("children"),
    "sample_variance": _square_of("values"),
    "bootstrap_variance": _square_of("replicates"),
    "mean_squared_error": _square_of("actual", "predicted"),
    "mean": _sum_of("values"),
    "total_cost": lambda given: _sum_of("rows")(cast(Mapping[str, Json], given.get("costs", {}))) * 100,
    "midpoint": _sum_of("lower", "upper"),
}
"""The largest term that an operation sums, where it is not about 1."""


def scale_of(case: Case) -> Fraction:
    """
    The largest term that had to be summed, at least 1.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> scale_of(Case("x", "", Call("mean", {"values": ["3", "-4"]}), ExactAnswer("0"), "", ()))
    Fraction(7, 1)
    """
    term = TERMS.get(case.call.operation)
    return Fraction(1) if term is None else max(Fraction(1), term(case.call.given))


def expected_text(case: Case) -> str:
    """
    What is right, in a line.

    >>> from dtref.oracle.golden.records import Call
    >>> expected_text(Case("x", "", Call("gini", {}), Refused("a negative count"), "", ()))
    'a refusal (a negative count)'
    """
    if isinstance(case.expected, Refused):
        return f"a refusal ({case.expected.why})"
    return " or ".join(layout(exact) for exact in alternatives(case.expected)[:3])
