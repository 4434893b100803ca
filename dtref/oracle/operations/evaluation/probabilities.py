"""
Operations on predicted class shares: Brier score, logarithmic loss, their decompositions.

`shares` has a row for each record, with a share for each of the `classes`; of two classes they are the `probabilities` of the positive one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.spec.evaluation.probabilities.brier import binary_brier_decomposition, binary_brier_score, brier_decomposition, brier_score
from dtref.spec.evaluation.probabilities.forecasts import Decomposition, normalised_shares
from dtref.spec.evaluation.probabilities.log_loss import clipped_log_loss, log_loss, log_loss_decomposition

_SHARES, _BINARY = ("shares", "actual", "classes"), ("probabilities", "labels", "positive")


def _rows(inputs: Given) -> list[tuple[object, ...]]:
    return [as_rationals(row, f"{inputs.where}, shares, row {i}") for i, row in enumerate(inputs.list("shares"), 1)]


def _answer(value: Number | Decomposition | Undefined) -> Answer:
    if not isinstance(value, Decomposition):
        return value
    return {"reliability": value.reliability, "resolution": value.resolution, "uncertainty": value.uncertainty}


def _of_shares(loss: Callable[..., Number | Decomposition | Undefined], *more: str) -> Operation:
    """An operation for a loss of class shares and of further named numbers."""
    return lambda inputs: _answer(
        loss(_rows(inputs.only(*_SHARES, *more)), inputs.texts("actual"), inputs.texts("classes"), *map(inputs.number, more))
    )


def _of_probabilities(loss: Callable[..., Number | Decomposition | Undefined]) -> Operation:
    """An operation for a loss of probabilities of the positive class."""

    def answer(inputs: Given) -> Answer:
        positive = inputs.only(*_BINARY).text("positive")
        probabilities = as_rationals(inputs.part("probabilities"), f"{inputs.where}, probabilities")
        return _answer(loss(probabilities, inputs.texts("labels"), positive, classes=(positive,)))

    return answer


PROBABILITIES: Mapping[str, Operation] = {
    "brier_score": _of_shares(brier_score),
    "brier_decomposition": _of_shares(brier_decomposition),
    "binary_brier_score": _of_probabilities(binary_brier_score),
    "binary_brier_decomposition": _of_probabilities(binary_brier_decomposition),
    "log_loss": _of_shares(log_loss),
    "clipped_log_loss": _of_shares(clipped_log_loss, "epsilon"),
    "log_loss_decomposition": _of_shares(log_loss_decomposition),
    "normalised_shares": lambda inputs: normalised_shares(_rows(inputs.only("shares"))),
}
"""Losses of class shares, by name."""
