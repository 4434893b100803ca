"""
Operations that answer intervals, for an error rate, a difference of two, or a mean of folds; and the coverage of an interval.

An interval is its `low`, its `high` and its `half_width`. A deviate is the input `z` or `t`, a number from a table, or the certified
two-sided deviate of the input `confidence`.
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
"""The intervals based on the normal distribution, by the names that records use."""

_BINOMIAL: Mapping[str, Callable[[int, int, Fraction], Interval]] = {
    "clopper_pearson": clopper_pearson,
    "clopper_pearson_at_most": clopper_pearson_at_most,
    "clopper_pearson_at_least": clopper_pearson_at_least,
    "jeffreys": jeffreys,
}
"""The intervals based on the binomial distribution."""


def interval_answer(interval: Interval | Undefined) -> Answer:
    """
    An interval as its ends and half of its width.

    >>> interval_answer(Interval(number(0), number(1)))
    {'low': Fraction(0, 1), 'high': Fraction(1, 1), 'half_width': Fraction(1, 2)}
    """
    return interval if isinstance(interval, Undefined) else {"low": interval.low, "high": interval.high, "half_width": interval.half_width}


def _confidence(inputs: Given) -> Fraction:
    return rational_of_text(inputs.part("confidence"), f"{inputs.where}, confidence")


def normal_deviate(inputs: Given) -> Number:
    """
    The normal deviate: from a table, or of a confidence.

    >>> normal_deviate(Given({"z": "2"}))
    Fraction(2, 1)
    """
    _either(inputs, "z")
    return inputs.number("z") if "z" in inputs.parts else number(two_sided_deviate(_confidence(inputs)))


def _t(inputs: Given, results: int) -> Number | Undefined:
    """The t deviate with one degree of freedom less than there are results: from a table, or of a confidence."""
    _either(inputs, "t")
    if "t" in inputs.parts:
        return inputs.number("t")
    t = two_sided_t(_confidence(inputs), results - 1)
    return t if isinstance(t, Undefined) else number(t)


def _either(inputs: Given, deviate: str) -> None:
    if deviate in inputs.parts and "confidence" in inputs.parts:
        raise Invalid(inputs.where, f"one of {deviate!r} and 'confidence'", "both")


def _normal(name: str) -> Operation:
    def answer(inputs: Given) -> Answer:
        inputs.only("errors", "records", "z", "confidence")
        return interval_answer(_NORMAL[name](inputs.number("errors"), given_whole(inputs, "records"), normal_deviate(inputs)))

    return answer


def _binomial(name: str) -> Operation:
    def answer(inputs: Given) -> Answer:
        inputs.only("errors", "records", "confidence")
        return interval_answer(_BINOMIAL[name](given_whole(inputs, "errors"), given_whole(inputs, "records"), _confidence(inputs)))

    return answer


def _standard_error(inputs: Given) -> Answer:
    return standard_error_of_rate(inputs.only("errors", "records").number("errors"), given_whole(inputs, "records"))


def _difference_interval(inputs: Given) -> Answer:
    names = ("e_1", "n_1", "e_2", "n_2")
    e_1, e_2 = (rational_of_text(inputs.only(*names, "z", "confidence").part(name), f"{inputs.where}, {name}") for name in ("e_1", "e_2"))
    return interval_answer(difference_interval(e_1, given_whole(inputs, "n_1"), e_2, given_whole(inputs, "n_2"), normal_deviate(inputs)))


def _mean_interval(inputs: Given) -> Answer:
    inputs.only("mean", "s", "folds", "t", "confidence")
    t = _t(inputs, given_whole(inputs, "folds"))
    interval = t if isinstance(t, Undefined) else mean_interval(inputs.number("mean"), inputs.number("s"), given_whole(inputs, "folds"), t)
    return interval_answer(interval)


def _fold_mean_interval(inputs: Given) -> Answer:
    errors = as_rationals(inputs.only("errors", "t", "confidence").part("errors"), f"{inputs.where}, errors")
    t = _t(inputs, len(errors))
    return t if isinstance(t, Undefined) else interval_answer(fold_mean_interval(errors, t))


def _mean_difference_interval(inputs: Given) -> Answer:
    inputs.only("first", "second", "t", "confidence")
    first, second = (as_rationals(inputs.part(name), f"{inputs.where}, {name}") for name in ("first", "second"))
    t = _t(inputs, len(first))
    return t if isinstance(t, Undefined) else interval_answer(mean_difference_interval(first, second, t))


def _coverage(inputs: Given) -> Answer:
    """The probability that the interval computed from the errors contains the true error rate."""
    method = given_choice(
        inputs.only("method", "records", "p", "z", "confidence"), "method", {name: name for name in (*_NORMAL, *_BINOMIAL)}
    )
    n, p = given_whole(inputs, "records"), rational_of_text(inputs.part("p"), f"{inputs.where}, p")
    # the interval for each number of errors
    intervals: list[Interval] = []
    for k in range(n + 1):
        interval = (
            _NORMAL[method](number(k), n, normal_deviate(inputs)) if method in _NORMAL else _BINOMIAL[method](k, n, _confidence(inputs))
        )
        if isinstance(interval, Undefined):
            return interval
        intervals.append(interval)
    return coverage(intervals, p)


def _large_enough(inputs: Given) -> Answer:
    rule = given_choice(inputs.only("records", "rule"), "rule", {"evaluation": large_by_evaluation, "tan": large_by_tan})
    return "yes" if rule(given_whole(inputs, "records")) else "no"


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
