"""
Operations that answer intervals: for an error rate, for a difference of two, for a mean of folds; and what an interval is worth.

An interval is its `low`, its `high` and its `half_width`. A deviate is given as a table's number, `z` or `t`, or as a `confidence`, of
which it is the certified two-sided one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.evaluation.distributions import given_whole
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.oracle.operations.part_inputs import given_choice
from dtref.spec.evaluation.comparison.folds import mean_difference_interval
from dtref.spec.evaluation.comparison.independent import difference_interval
from dtref.spec.evaluation.intervals.binomial_intervals import clopper_pearson, clopper_pearson_at_least, clopper_pearson_at_most, jeffreys
from dtref.spec.evaluation.intervals.coverage import coverage
from dtref.spec.evaluation.intervals.deviates import large_by_evaluation, large_by_tan, two_sided_deviate, two_sided_t
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.intervals.mean import fold_mean_interval, mean_interval
from dtref.spec.evaluation.intervals.proportion import agresti_coull, standard_error_of_rate, wald, wilson

_NORMAL: Mapping[str, Callable[[Number, int, Number], Interval | Undefined]] = {
    "wald": wald,
    "wilson": wilson,
    "agresti_coull": agresti_coull,
}
"""The intervals that rest on the normal distribution, by the names that records use."""

_BINOMIAL: Mapping[str, Callable[[int, int, Fraction], Interval]] = {
    "clopper_pearson": clopper_pearson,
    "clopper_pearson_at_most": clopper_pearson_at_most,
    "clopper_pearson_at_least": clopper_pearson_at_least,
    "jeffreys": jeffreys,
}
"""The intervals that rest on the binomial distribution."""


def interval_answer(found: Interval | Undefined) -> Answer:
    """
    An interval by its ends and half of its width.

    >>> interval_answer(Interval(number(0), number(1)))
    {'low': Fraction(0, 1), 'high': Fraction(1, 1), 'half_width': Fraction(1, 2)}
    """
    return found if isinstance(found, Undefined) else {"low": found.low, "high": found.high, "half_width": found.half_width}


def _confidence(given: Given) -> Fraction:
    return rational_of_text(given.part("confidence"), f"{given.where}, confidence")


def _z(given: Given) -> Number:
    """The deviate: a table's, or that of a confidence."""
    _either(given, "z")
    return given.number("z") if "z" in given.parts else number(two_sided_deviate(_confidence(given)))


def _t(given: Given, results: int) -> Number | Undefined:
    """The deviate with one degree of freedom less than there are results: a table's, or that of a confidence."""
    _either(given, "t")
    if "t" in given.parts:
        return given.number("t")
    found = two_sided_t(_confidence(given), results - 1)
    return found if isinstance(found, Undefined) else number(found)


def _either(given: Given, deviate: str) -> None:
    if deviate in given.parts and "confidence" in given.parts:
        raise Invalid(given.where, f"one of {deviate!r} and 'confidence'", "both")


def _normal(name: str) -> Operation:
    def answer(given: Given) -> Answer:
        given.only("errors", "records", "z", "confidence")
        return interval_answer(_NORMAL[name](given.number("errors"), given_whole(given, "records"), _z(given)))

    return answer


def _binomial(name: str) -> Operation:
    def answer(given: Given) -> Answer:
        given.only("errors", "records", "confidence")
        return interval_answer(_BINOMIAL[name](given_whole(given, "errors"), given_whole(given, "records"), _confidence(given)))

    return answer


def _standard_error(given: Given) -> Answer:
    return standard_error_of_rate(given.only("errors", "records").number("errors"), given_whole(given, "records"))


def _difference_interval(given: Given) -> Answer:
    names = ("e_1", "n_1", "e_2", "n_2")
    e_1, e_2 = (rational_of_text(given.only(*names, "z", "confidence").part(name), f"{given.where}, {name}") for name in ("e_1", "e_2"))
    return interval_answer(difference_interval(e_1, given_whole(given, "n_1"), e_2, given_whole(given, "n_2"), _z(given)))


def _mean_interval(given: Given) -> Answer:
    given.only("mean", "s", "folds", "t", "confidence")
    t = _t(given, given_whole(given, "folds"))
    found = t if isinstance(t, Undefined) else mean_interval(given.number("mean"), given.number("s"), given_whole(given, "folds"), t)
    return interval_answer(found)


def _fold_mean_interval(given: Given) -> Answer:
    errors = as_rationals(given.only("errors", "t", "confidence").part("errors"), f"{given.where}, errors")
    t = _t(given, len(errors))
    return t if isinstance(t, Undefined) else interval_answer(fold_mean_interval(errors, t))


def _mean_difference_interval(given: Given) -> Answer:
    given.only("first", "second", "t", "confidence")
    first, second = (as_rationals(given.part(name), f"{given.where}, {name}") for name in ("first", "second"))
    t = _t(given, len(first))
    return t if isinstance(t, Undefined) else interval_answer(mean_difference_interval(first, second, t))


def _coverage(given: Given) -> Answer:
    """How likely it is that the interval made of the errors contains the true error rate."""
    method = given_choice(
        given.only("method", "records", "p", "z", "confidence"), "method", {name: name for name in (*_NORMAL, *_BINOMIAL)}
    )
    n, p = given_whole(given, "records"), rational_of_text(given.part("p"), f"{given.where}, p")
    intervals: list[Interval] = []
    for k in range(n + 1):
        found = _NORMAL[method](number(k), n, _z(given)) if method in _NORMAL else _BINOMIAL[method](k, n, _confidence(given))
        if isinstance(found, Undefined):
            return found
        intervals.append(found)
    return coverage(intervals, p)


def _large_enough(given: Given) -> Answer:
    rule = given_choice(given.only("records", "rule"), "rule", {"evaluation": large_by_evaluation, "tan": large_by_tan})
    return "yes" if rule(given_whole(given, "records")) else "no"


INTERVALS: Mapping[str, Operation] = {
    "standard_error": _standard_error,
    **{name: _normal(name) for name in _NORMAL},
    **{name: _binomial(name) for name in _BINOMIAL},
    "difference_interval": _difference_interval,
    "mean_interval": _mean_interval,
    "fold_mean_interval": _fold_mean_interval,
    "mean_difference_interval": _mean_difference_interval,
    "coverage": _coverage,
    "large_enough": _large_enough,
}
"""Intervals, by name."""
