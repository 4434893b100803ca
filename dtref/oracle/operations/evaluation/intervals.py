"""
Operations that answer intervals, for an error rate, a difference of two, or a mean of folds; and the coverage of an interval.

A deviate is the input `z` or `t`, a number from a table, or the certified two-sided deviate of the input `confidence`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number
from dtref.oracle.operations.answer_kinds import INTERVAL_ANSWER, YES_NO_ANSWER
from dtref.oracle.operations.draws import one_from, probabilities
from dtref.oracle.operations.evaluation.comparison import ERRORS, ERRORS_OF_TWO, TWO_MODELS
from dtref.oracle.operations.evaluation.distributions import A_CONFIDENCE
from dtref.oracle.operations.kinds import A_NUMBER, A_PROBABILITY, A_SHARE, A_SIZE, A_WHOLE, choice, ranging
from dtref.oracle.operations.operation import Inputs, Operation, ask_last, asks, by_keyword, declarations, each, either
from dtref.oracle.operations.rate_inputs import RATE, SOME_RATE, SOME_WHOLE_RATE
from dtref.spec.evaluation.comparison.folds import mean_difference_interval
from dtref.spec.evaluation.comparison.independent import difference_interval
from dtref.spec.evaluation.intervals.by_name import BINOMIAL_INTERVALS, NORMAL_INTERVALS
from dtref.spec.evaluation.intervals.coverage import coverage
from dtref.spec.evaluation.intervals.deviates import large_by_evaluation, large_by_tan
from dtref.spec.evaluation.intervals.interval import Interval
from dtref.spec.evaluation.intervals.mean import fold_mean_interval, mean_interval
from dtref.spec.evaluation.intervals.proportion import standard_error_of_rate


def deviate_inputs(name: str, *numbers: str) -> Inputs:
    """
    The inputs for a deviate: its number, of which some are drawn, or its confidence.

    >>> from dtref.oracle.operations.inputs import Given
    >>> deviate_inputs("z", "2").arguments(Given({"z": "2"}))
    (Fraction(2, 1), None)
    """
    number, confidence = each(**{name: A_NUMBER.drawn(lambda: one_from(numbers))}), each(confidence=A_CONFIDENCE)
    return either(
        evolve(number, arguments=lambda given: (*number.arguments(given), None)),
        evolve(confidence, arguments=lambda given: (None, *confidence.arguments(given))),
    )


_Z, _T = deviate_inputs("z", "2"), deviate_inputs("t", "2", "9/4")


def _coverage(method: str, n: int, p: Fraction, z: Number | None, confidence: Fraction | None) -> Number | Undefined:
    """The probability that the interval computed from the errors contains the true error rate."""
    # the interval for each number of errors
    intervals: list[Interval] = []
    for k in range(n + 1):
        if method in NORMAL_INTERVALS:
            interval = NORMAL_INTERVALS[method](k, n, z, confidence=confidence)
        elif confidence is not None:
            interval = BINOMIAL_INTERVALS[method](k, n, confidence)
        else:
            raise Invalid("coverage, given", f"a confidence for {method}", "none")
        if isinstance(interval, Undefined):
            return interval
        intervals.append(interval)
    return coverage(intervals, p)


_METHODS = {name: name for name in (*NORMAL_INTERVALS, *BINOMIAL_INTERVALS)}
_COVERED = each(
    method=choice(_METHODS, "an interval of an error rate"), records=A_SIZE, p=A_SHARE.drawn(lambda: probabilities(inside=True))
)
_MEAN = each(mean=A_PROBABILITY, s=A_PROBABILITY, folds=ranging(A_WHOLE, 2, 6))
_LARGE = {"evaluation": large_by_evaluation, "tan": large_by_tan}

INTERVALS: Mapping[str, Operation] = {
    **declarations(
        *(asks(name, by_keyword(interval, "confidence"), RATE, _Z, answer=INTERVAL_ANSWER) for name, interval in NORMAL_INTERVALS.items())
    ),
    **declarations(
        *(
            asks(name, interval, SOME_WHOLE_RATE, answer=INTERVAL_ANSWER, confidence=A_CONFIDENCE)
            for name, interval in BINOMIAL_INTERVALS.items()
        )
    ),
    **declarations(
        asks("standard_error", standard_error_of_rate, SOME_RATE),
        asks("difference_interval", by_keyword(difference_interval, "confidence"), TWO_MODELS, _Z, answer=INTERVAL_ANSWER),
        asks("mean_interval", by_keyword(mean_interval, "confidence"), _MEAN, _T, answer=INTERVAL_ANSWER),
        asks("fold_mean_interval", by_keyword(fold_mean_interval, "confidence"), each(errors=ERRORS), _T, answer=INTERVAL_ANSWER),
        asks("mean_difference_interval", by_keyword(mean_difference_interval, "confidence"), ERRORS_OF_TWO, _T, answer=INTERVAL_ANSWER),
        asks("coverage", _coverage, _COVERED, _Z),
        asks(
            "large_enough",
            ask_last,
            answer=YES_NO_ANSWER,
            records=ranging(A_WHOLE, 28, 32),
            rule=choice(_LARGE),
        ),
    ),
}
"""Intervals, by name."""
