"""
Operations that estimate an error rate: partitions, folds, sizes of learning curves, over- and underfitting.

Positions are counted from 1. A partition is its `training` and its `test` positions. Chance is given: `order`, the records in a random
order, or `records`, how many there are, for the order in which they come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.evaluation.distributions import given_whole, number_answer
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.oracle.operations.part_inputs import positions, whole_number
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


def _numbers(given: Given, name: str) -> _Numbers:
    return as_rationals(given.part(name), f"{given.where}, {name}")


def _of_numbers(value: Callable[[_Numbers], Number | Undefined], name: str) -> Operation:
    return lambda given: number_answer(value(_numbers(given.only(name), name)))


def given_order(given: Given, records: int) -> Indices:
    """
    So many records in the order given, or as they come.

    >>> given_order(Given({"order": ["2", "1"]}), 2), given_order(Given({}), 3)
    ((1, 0), (0, 1, 2))
    """
    return positions(given.part("order"), records, f"{given.where}, order") if "order" in given.parts else tuple(range(records))


def _order(given: Given) -> Indices:
    """The records in the order given, or as they come."""
    return given_order(given, len(given.list("order")) if "order" in given.parts else given_whole(given, "records"))


def _counted(part: Sequence[int]) -> Answer:
    return tuple(number(i + 1) for i in part)


def partition_answer(parts: Partition) -> Answer:
    """
    A partition by the positions that train and those that test, from 1.

    >>> partition_answer(Partition((0, 2), (1,)))
    {'training': (Fraction(1, 1), Fraction(3, 1)), 'test': (Fraction(2, 1),)}
    """
    return {"training": _counted(parts.training), "test": _counted(parts.test)}


def _holdout(given: Given) -> Answer:
    given.only("records", "order", "share")
    share = rational_of_text(given.part("share"), f"{given.where}, share") if "share" in given.parts else TWO_THIRDS
    return partition_answer(holdout(_order(given), share))


def _k_fold(given: Given) -> Answer:
    given.only("records", "order", "folds")
    return tuple(map(partition_answer, k_fold(_order(given), given_whole(given, "folds"))))


def _stratified_k_fold(given: Given) -> Answer:
    """`labels` are those of the records as they come."""
    given.only("labels", "order", "folds")
    labels = given.texts("labels")
    order = given_order(given, len(labels))
    return tuple(map(partition_answer, stratified_k_fold(order, labels, given_whole(given, "folds"))))


def _leave_one_out(given: Given) -> Answer:
    return tuple(map(partition_answer, leave_one_out(given_whole(given.only("records"), "records"))))


def _three_parts(given: Given) -> Answer:
    given.only("records", "order", "validation", "test")
    parts = training_validation_test(_order(given), given_whole(given, "validation"), given_whole(given, "test"))
    return {"training": _counted(parts.training), "validation": _counted(parts.validation), "test": _counted(parts.test)}


def _of_folds(value: Callable[[_Numbers, _Numbers], Number | Undefined]) -> Operation:
    return lambda given: number_answer(value(_numbers(given.only("wrong", "records"), "wrong"), _numbers(given, "records")))


def _leave_one_out_of_majority(given: Given) -> Answer:
    counts = given.only("counts").texts("counts")
    found = leave_one_out_of_majority([whole_number(n, f"{given.where}, counts") for n in counts])
    return found if isinstance(found, Undefined) else tuple(map(number, found))


def _arithmetic_schedule(given: Given) -> Answer:
    sizes = (given_whole(given.only("first", "step", "largest"), name) for name in ("first", "step", "largest"))
    return tuple(map(number, arithmetic_schedule(*sizes)))


def _geometric_schedule(given: Given) -> Answer:
    ratio = rational_of_text(given.only("first", "ratio", "largest").part("ratio"), f"{given.where}, ratio")
    return tuple(map(number, geometric_schedule(given_whole(given, "first"), ratio, given_whole(given, "largest"))))


def _labels(given: Given) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What the target function says of each instance, and what the hypothesis says."""
    target, hypothesis = given.texts("target"), given.texts("hypothesis")
    if len(target) != len(hypothesis):
        where = f"{given.where}, hypothesis"
        raise Invalid(where, f"{len(target)} labels, as many as the target function gives", len(hypothesis))
    return target, hypothesis


def _sample_error(given: Given) -> Answer:
    """The share of examples whose label by the hypothesis isn't that of the target function."""
    target, hypothesis = _labels(given.only("target", "hypothesis"))
    return number_answer(mean_error(hypothesis.__getitem__, tuple(enumerate(target))))


def _true_error(given: Given) -> Answer:
    target, hypothesis = _labels(given.only("probabilities", "target", "hypothesis"))
    probabilities = _numbers(given, "probabilities")
    if len(probabilities) != len(target):
        raise Invalid(f"{given.where}, probabilities", f"{len(target)} numbers, one for each instance", len(probabilities))
    return true_error(hypothesis.__getitem__, target.__getitem__, dict(enumerate(probabilities)))


def _compared(relation: Callable[[Fit, Fit], bool]) -> Operation:
    def answer(given: Given) -> Answer:
        names = ("training", "test", "other_training", "other_test")
        a, b, c, d = (rational_of_text(given.only(*names).part(name), f"{given.where}, {name}") for name in names)
        return "yes" if relation(Fit(a, b), Fit(c, d)) else "no"

    return answer


ESTIMATING: Mapping[str, Operation] = {
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
