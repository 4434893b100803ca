"""
Operations on the areas under ROC curves: DeLong's variance, interval, and the comparison of two on the same records; several classes.

`scores` are those of one classifier, `first` and `second` those of two. An interval has a `z` from a table, or the one of a `confidence`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from dtref.errors import Undefined
from dtref.exact.number import Exact, Number
from dtref.oracle.operations.answers import Answer, root_answer
from dtref.oracle.operations.evaluation.distributions import number_answer
from dtref.oracle.operations.evaluation.intervals import interval_answer, normal_deviate
from dtref.oracle.operations.inputs import Given, Operation, as_texts
from dtref.spec.evaluation.comparison.delong import delong_covariance, delong_interval, delong_p, delong_variance, delong_z
from dtref.spec.evaluation.ranking.multiclass_auc import (
    hand_till,
    hand_till_of_present,
    macro_auc,
    macro_auc_of_defined,
    one_vs_rest_auc,
    weighted_auc,
)
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


def _of_classes(value: Callable[..., Answer]) -> Operation:
    """An operation for scores of each class: a row for each record."""

    def answer(inputs: Given) -> Answer:
        inputs.only("scores", "labels", "classes")
        rows = [tuple(map(numeral, as_texts(row, f"{inputs.where}, scores, row {i}"))) for i, row in enumerate(inputs.list("scores"), 1)]
        return value(rows, inputs.texts("labels"), inputs.texts("classes"))

    return answer


AREAS: Mapping[str, Operation] = {
    "delong_variance": _variance,
    "delong_interval": _interval,
    "delong_covariance": _of_two(delong_covariance),
    "delong_z": _z,
    "delong_p": _of_two(delong_p),
    "one_vs_rest_auc": _of_classes(lambda *given: tuple(cast("Number | Undefined", area) for area in one_vs_rest_auc(*given))),
    "macro_auc": _of_classes(macro_auc),
    "macro_auc_of_defined": _of_classes(macro_auc_of_defined),
    "weighted_auc": _of_classes(weighted_auc),
    "hand_till": _of_classes(hand_till),
    "hand_till_of_present": _of_classes(hand_till_of_present),
}
"""Areas under ROC curves, as estimates and of several classes, by name."""
