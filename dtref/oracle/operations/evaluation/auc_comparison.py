"""
Operations on the areas under ROC curves as estimates: DeLong's variance, interval, and the comparison of two on the same records.

`scores` are those of one classifier, `first` and `second` those of two. An interval has a `z` from a table, or the one of a `confidence`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.errors import Undefined
from dtref.exact.number import Exact, Number
from dtref.oracle.operations.answers import Answer, root_answer
from dtref.oracle.operations.evaluation.distributions import number_answer
from dtref.oracle.operations.evaluation.intervals import interval_answer, normal_deviate
from dtref.oracle.operations.inputs import Given, Operation
from dtref.spec.evaluation.comparison.delong import delong_covariance, delong_interval, delong_p, delong_variance, delong_z
from dtref.spec.model.numerals import numeral


def _scores(inputs: Given, name: str) -> tuple[Number, ...]:
    return tuple(map(numeral, inputs.texts(name)))


def _variance(inputs: Given) -> Answer:
    inputs.only("scores", "labels", "positive")
    positive = inputs.text("positive")
    return delong_variance(_scores(inputs, "scores"), inputs.texts("labels"), positive, classes=(positive,))


def _interval(inputs: Given) -> Answer:
    inputs.only("scores", "labels", "positive", "z", "confidence")
    positive, z = inputs.text("positive"), normal_deviate(inputs)
    return interval_answer(delong_interval(_scores(inputs, "scores"), inputs.texts("labels"), positive, z, classes=(positive,)))


def _of_two(value: Callable[..., Exact | Undefined]) -> Operation:
    """An operation that compares the scores of two classifiers."""

    def answer(inputs: Given) -> Answer:
        positive = inputs.only("first", "second", "labels", "positive").text("positive")
        first, second = _scores(inputs, "first"), _scores(inputs, "second")
        return number_answer(value(first, second, inputs.texts("labels"), positive, classes=(positive,)))

    return answer


def _z(inputs: Given) -> Answer:
    positive = inputs.only("first", "second", "labels", "positive").text("positive")
    first, second = _scores(inputs, "first"), _scores(inputs, "second")
    return root_answer(delong_z(first, second, inputs.texts("labels"), positive, classes=(positive,)))


AREAS: Mapping[str, Operation] = {
    "delong_variance": _variance,
    "delong_interval": _interval,
    "delong_covariance": _of_two(delong_covariance),
    "delong_z": _z,
    "delong_p": _of_two(delong_p),
}
"""Areas under ROC curves as estimates, by name."""
