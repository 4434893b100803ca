"""
Operations that estimate an error rate: partitions, folds, sizes of learning curves, over- and underfitting.

Positions are counted from 1. A partition is its `training` and its `test` positions. Random choices are inputs: `order`, the records in a
random order; or `records`, their number, for the order of the data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import number_answer
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.inputs import Answering, Given, as_rationals
from dtref.oracle.operations.part_inputs import given_whole, positions, whole_number
from dtref.spec.evaluation.estimation import moments
from dtref.spec.evaluation.estimation.cross_validation import leave_one_out_of_majority, mean_of_folds, pooled
from dtref.spec.evaluation.estimation.learning_curve import arithmetic_schedule, geometric_schedule
from dtref.spec.evaluation.estimation.overfitting import Fit, mean_error, overfits, true_error, underfits
from dtref.spec.evaluation.estimation.partitions import (
    TWO_THIRDS,
    Partition,
    holdout,
    k_fold,
    leave_one_out,
    stratified_k_fold,
    training_validation_test,
)
from dtref.spec.model.positions import Indices

_Numbers = tuple[Fraction, ...]


def _numbers(inputs: Given, name: str) -> _Numbers:
    return as_rationals(inputs.part(name), f"{inputs.where}, {name}")


def _of_numbers(value: Callable[[_Numbers], Number | Undefined], name: str) -> Answering:
    return lambda inputs: number_answer(value(_numbers(inputs.only(name), name)))


def given_order(inputs: Given, records: int) -> Indices:
    """
    The positions of records, from 0, in the order of the input `order`, or of the data.

    >>> given_order(Given({"order": ["2", "1"]}), 2), given_order(Given({}), 3)
    ((1, 0), (0, 1, 2))
    """
    return positions(inputs.part("order"), records, f"{inputs.where}, order") if "order" in inputs.parts else tuple(range(records))


def _order(inputs: Given) -> Indices:
    """As `given_order`, with the number of records from `order` itself or from the input `records`."""
    return given_order(inputs, len(inputs.list("order")) if "order" in inputs.parts else given_whole(inputs, "records"))


def _counted(part: Sequence[int]) -> Answer:
    return tuple(number(i + 1) for i in part)


def partition_answer(parts: Partition) -> Answer:
    """
    A partition as its training and test positions, from 1.

    >>> partition_answer(Partition((0, 2), (1,)))
    {'training': (Fraction(1, 1), Fraction(3, 1)), 'test': (Fraction(2, 1),)}
    """
    return {"training": _counted(parts.training), "test": _counted(parts.test)}


def _holdout(inputs: Given) -> Answer:
    inputs.only("records", "order", "share")
    share = rational_of_text(inputs.part("share"), f"{inputs.where}, share") if "share" in inputs.parts else TWO_THIRDS
    return partition_answer(holdout(_order(inputs), share))


def _k_fold(inputs: Given) -> Answer:
    inputs.only("records", "order", "folds")
    return tuple(map(partition_answer, k_fold(_order(inputs), given_whole(inputs, "folds"))))


def _stratified_k_fold(inputs: Given) -> Answer:
    """The partitions of stratified k-fold; `labels` are those of the records in the order of the data."""
    inputs.only("labels", "order", "folds")
    labels = inputs.texts("labels")
    order = given_order(inputs, len(labels))
    return tuple(map(partition_answer, stratified_k_fold(order, labels, given_whole(inputs, "folds"))))


def _leave_one_out(inputs: Given) -> Answer:
    return tuple(map(partition_answer, leave_one_out(given_whole(inputs.only("records"), "records"))))


def _three_parts(inputs: Given) -> Answer:
    inputs.only("records", "order", "validation", "test")
    parts = training_validation_test(_order(inputs), given_whole(inputs, "validation"), given_whole(inputs, "test"))
    return {"training": _counted(parts.training), "validation": _counted(parts.validation), "test": _counted(parts.test)}


def _of_folds(value: Callable[[_Numbers, _Numbers], Number | Undefined]) -> Answering:
    return lambda inputs: number_answer(value(_numbers(inputs.only("wrong", "records"), "wrong"), _numbers(inputs, "records")))


def _leave_one_out_of_majority(inputs: Given) -> Answer:
    counts = inputs.only("counts").texts("counts")
    errors = leave_one_out_of_majority([whole_number(n, f"{inputs.where}, counts") for n in counts])
    return errors if isinstance(errors, Undefined) else tuple(map(number, errors))


def _arithmetic_schedule(inputs: Given) -> Answer:
    sizes = (given_whole(inputs.only("first", "step", "largest"), name) for name in ("first", "step", "largest"))
    return tuple(map(number, arithmetic_schedule(*sizes)))


def _geometric_schedule(inputs: Given) -> Answer:
    ratio = rational_of_text(inputs.only("first", "ratio", "largest").part("ratio"), f"{inputs.where}, ratio")
    return tuple(map(number, geometric_schedule(given_whole(inputs, "first"), ratio, given_whole(inputs, "largest"))))


def _labels(inputs: Given) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The label of each instance by the target function, and by the hypothesis."""
    target, hypothesis = inputs.texts("target"), inputs.texts("hypothesis")
    if len(target) != len(hypothesis):
        where = f"{inputs.where}, hypothesis"
        raise Invalid(where, f"{len(target)} labels, as many as the target function gives", len(hypothesis))
    return target, hypothesis


def _sample_error(inputs: Given) -> Answer:
    """The share of examples whose label by the hypothesis isn't that of the target function."""
    target, hypothesis = _labels(inputs.only("target", "hypothesis"))
    return number_answer(mean_error(hypothesis.__getitem__, tuple(enumerate(target))))


def _true_error(inputs: Given) -> Answer:
    target, hypothesis = _labels(inputs.only("probabilities", "target", "hypothesis"))
    probabilities = _numbers(inputs, "probabilities")
    if len(probabilities) != len(target):
        raise Invalid(f"{inputs.where}, probabilities", f"{len(target)} numbers, one for each instance", len(probabilities))
    return true_error(hypothesis.__getitem__, target.__getitem__, dict(enumerate(probabilities)))


def _compared(relation: Callable[[Fit, Fit], bool]) -> Answering:
    def answer(inputs: Given) -> Answer:
        names = ("training", "test", "other_training", "other_test")
        a, b, c, d = (rational_of_text(inputs.only(*names).part(name), f"{inputs.where}, {name}") for name in names)
        return "yes" if relation(Fit(a, b), Fit(c, d)) else "no"

    return answer


ESTIMATING: Mapping[str, Answering] = {
    "sample_error": _sample_error,
    "true_error": _true_error,
    "holdout": _holdout,
    "k_fold": _k_fold,
    "stratified_k_fold": _stratified_k_fold,
    "leave_one_out": _leave_one_out,
    "training_validation_test": _three_parts,
    "mean": _of_numbers(moments.mean, "values"),
    "sample_variance": _of_numbers(moments.sample_variance, "values"),
    "standard_deviation": _of_numbers(moments.standard_deviation, "values"),
    "standard_error_of_mean": _of_numbers(moments.standard_error, "values"),
    "mean_of_folds": _of_folds(mean_of_folds),
    "pooled_error": _of_folds(pooled),
    "leave_one_out_of_majority": _leave_one_out_of_majority,
    "arithmetic_schedule": _arithmetic_schedule,
    "geometric_schedule": _geometric_schedule,
    "overfits": _compared(overfits),
    "underfits": _compared(underfits),
}
"""Estimates of an error rate, by name."""
