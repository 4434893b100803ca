"""
Operations that estimate an error rate: partitions, folds, sizes of learning curves, over- and underfitting.

Positions are counted from 1. A partition is its `training` and its `test` positions. Random choices are inputs: `order`, the records in a
random order; or `records`, their number, for the order of the data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial, wraps
from typing import TYPE_CHECKING, cast

from attrs import evolve

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number
from dtref.oracle.operations.answer_kinds import NUMBERS_ANSWER, POSITIONS_ANSWER, YES_NO_ANSWER, list_answer, parts_answer
from dtref.oracle.operations.draws import (
    GivenJson,
    drawn_columns,
    drawn_rows,
    inputs_by_name,
    label,
    lists_of,
    one_from,
    position_lists,
    whole_numbers,
)
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.kinds import A_RATIONAL, A_SHARE, A_SIZE, A_WHOLE, LABELS, RATIONALS, list_kind, one_of, positions_in, ranging
from dtref.oracle.operations.operation import (
    Inputs,
    Operation,
    asks,
    declarations,
    each,
    jointly,
    optional,
    side_by_side,
)
from dtref.oracle.operations.split_inputs import NODE_COUNTS
from dtref.spec.evaluation.estimation import moments
from dtref.spec.evaluation.estimation.bootstrap_error import bootstrap_partitions
from dtref.spec.evaluation.estimation.cross_validation import leave_one_out_of_majority, mean_of_folds, pooled
from dtref.spec.evaluation.estimation.learning_curve import arithmetic_schedule, geometric_schedule
from dtref.spec.evaluation.estimation.overfitting import Fit, mean_error, overfits, true_error, underfits
from dtref.spec.evaluation.estimation.partitions import (
    TWO_THIRDS,
    Partition,
    holdout,
    k_fold,
    leave_one_out,
    predefined_folds,
    random_subsampling,
    repeated_k_fold,
    stratified_k_fold,
    training_validation_test,
)
from dtref.spec.model.positions import Indices

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy


PARTITION_ANSWER = parts_answer("a partition", training=POSITIONS_ANSWER, test=POSITIONS_ANSWER)
PARTITIONS_ANSWER = list_answer(PARTITION_ANSWER, "partitions: `training` and `test` positions")
_THREE_PARTS = parts_answer("positions", training=POSITIONS_ANSWER, validation=POSITIONS_ANSWER, test=POSITIONS_ANSWER)


def _order(given: Given) -> tuple[object, ...]:
    """The order that is given, or that of the data, whose number of records is given."""
    return (_AN_ORDER.read(given, "order") if "order" in given.parts else tuple(range(A_WHOLE.read(given, "records"))),)


def _partitioned(*sizes: str, least: tuple[int, ...] = (2, 0)) -> SearchStrategy[GivenJson]:
    """A number of records, all of which are in parts of some sizes."""
    parts = drawn_rows(*(one_from(range(first, first + 4)) for first in least), most=1)
    return parts.map(lambda rows: {"records": str(sum(rows[0])), **{name: str(n) for name, n in zip(sizes, rows[0], strict=False)}})


def an_order(records: int = 5) -> SearchStrategy[list[str]]:
    """The positions of records in a random order."""
    from hypothesis import strategies as st

    return st.permutations([str(i) for i in range(1, records + 1)]).map(list)


def _folds_of_labels(*, ordered: bool = False) -> SearchStrategy[GivenJson]:
    """Labels, and perhaps an order of them, with a number of folds."""

    def of(labels: list[str]) -> SearchStrategy[GivenJson]:
        order = {"order": an_order(len(labels))} if ordered else {}
        return inputs_by_name(labels=one_from([labels]), folds=whole_numbers(2, 3), **order)

    return lists_of(one_from("ab"), 3, 8).flatmap(of)


def _likely_labels() -> SearchStrategy[GivenJson]:
    """Labels by a target function and a hypothesis, of instances that are equally likely."""

    def of(labels: GivenJson) -> GivenJson:
        n = len(cast("list[str]", labels["target"]))
        return {**labels, "probabilities": [str(Fraction(1, n))] * n}

    return _two_labels().map(of)


def _two_labels() -> SearchStrategy[GivenJson]:
    return drawn_columns(1, 6, target=label(), hypothesis=label())


def _drawn_folds() -> SearchStrategy[GivenJson]:
    rows = drawn_rows(one_from(range(4)), one_from(range(1, 4)), most=4)
    return rows.map(lambda rows: {"wrong": [str(w) for w, _ in rows], "records": [str(w + right) for w, right in rows]})


_AN_ORDER = positions_in("order")
_ORDER = Inputs(
    {"records": A_WHOLE, "order": _AN_ORDER},
    _order,
    {"": lambda: inputs_by_name(records=whole_numbers(2, 8)), "order": lambda: inputs_by_name(order=an_order())},
    (None,),
    ways=(("records",), ("order",)),
)
"""The positions of the records in an order: that of `order`, or of `records` records as they come."""

_FOLDS = jointly(
    side_by_side(_ORDER, each(folds=A_WHOLE)),
    partial(_partitioned, "folds"),
    order=lambda: inputs_by_name(order=an_order(), folds=whole_numbers(2, 5)),
)
_THREE = jointly(side_by_side(_ORDER, each(validation=A_WHOLE, test=A_WHOLE)), partial(_partitioned, "validation", "test", least=(1, 1, 1)))
_FOLDS_OF_LABELS = jointly(
    each(labels=LABELS, order=optional(positions_in("labels"), None), folds=A_WHOLE),
    _folds_of_labels,
    order=partial(_folds_of_labels, ordered=True),
)
_SHARE_THAT_TRAINS = optional(one_of(A_SHARE, "2/3", "1/2", "1/4"), TWO_THIRDS)


def _of_instances(inputs: Inputs) -> Inputs:
    """Lists with a part for each instance. Errors: Invalid where one is longer or shorter than the labels of the target function."""

    def arguments(given: Given) -> tuple[object, ...]:
        n = len(given.list("target"))
        for name in inputs.kinds:
            if len(given.list(name)) != n:
                raise Invalid(f"{given.where}, {name}", f"{n}, as many as labels of the target function", len(given.list(name)))
        return inputs.arguments(given)

    return evolve(inputs, arguments=arguments)


_TWO_LABELS = jointly(_of_instances(each(target=LABELS, hypothesis=LABELS)), _two_labels)
_LIKELY_LABELS = jointly(
    _of_instances(each(target=LABELS, hypothesis=LABELS, probabilities=RATIONALS)),
    _likely_labels,
)
_OF_FOLDS = jointly(each(wrong=RATIONALS, records=RATIONALS), _drawn_folds)
_RATIO = one_of(A_RATIONAL, "2", "3/2")
_FITS = each(training=A_SHARE, test=A_SHARE, other_training=A_SHARE, other_test=A_SHARE)
_WHOLES = list_kind(A_WHOLE, "whole numbers", NODE_COUNTS.draw)
_ORDERS = list_kind(positions_in("orders[0]"), "orders of the records", lambda: lists_of(an_order(), 1, 2))
_SAMPLES = list_kind(positions_in("samples[0]"), "positions of each sample", lambda: lists_of(position_lists(4, 4, 4), 1, 2))


def _stratified(labels: Sequence[str], order: Indices | None, folds: int) -> Sequence[Partition]:
    """The partitions of stratified k-fold; `labels` are those of the records in the order of the data."""
    return stratified_k_fold(tuple(range(len(labels))) if order is None else order, labels, folds)


def _sample_error(target: Sequence[str], hypothesis: Sequence[str]) -> Number | Undefined:
    """The share of examples whose label by the hypothesis isn't that of the target function."""
    return mean_error(hypothesis.__getitem__, tuple(enumerate(target)))


def _true_error(target: Sequence[str], hypothesis: Sequence[str], probabilities: Sequence[Fraction]) -> Number:
    return true_error(hypothesis.__getitem__, target.__getitem__, dict(enumerate(probabilities)))


def _shows(relation: Callable[[Fit, Fit], bool]) -> Callable[..., bool]:
    @wraps(relation)
    def of(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> bool:
        return relation(Fit(a, b), Fit(c, d))

    return of


ESTIMATING: Mapping[str, Operation] = declarations(
    asks("sample_error", _sample_error, _TWO_LABELS),
    asks("true_error", _true_error, _LIKELY_LABELS),
    asks("holdout", holdout, _ORDER, answer=PARTITION_ANSWER, share=_SHARE_THAT_TRAINS),
    asks("k_fold", k_fold, _FOLDS, answer=PARTITIONS_ANSWER),
    asks("stratified_k_fold", _stratified, _FOLDS_OF_LABELS, answer=PARTITIONS_ANSWER),
    asks("predefined_folds", predefined_folds, names=LABELS, answer=PARTITIONS_ANSWER),
    asks("leave_one_out", leave_one_out, answer=PARTITIONS_ANSWER, records=ranging(A_WHOLE, 2, 6)),
    asks("training_validation_test", training_validation_test, _THREE, answer=_THREE_PARTS),
    asks("mean", moments.mean, values=RATIONALS),
    asks("sample_variance", moments.sample_variance, values=RATIONALS),
    asks("standard_deviation", moments.standard_deviation, values=RATIONALS),
    asks("standard_error_of_mean", moments.standard_error, values=RATIONALS),
    asks("mean_of_folds", mean_of_folds, _OF_FOLDS),
    asks("pooled_error", pooled, _OF_FOLDS),
    asks("leave_one_out_of_majority", leave_one_out_of_majority, answer=NUMBERS_ANSWER, counts=_WHOLES),
    asks("arithmetic_schedule", arithmetic_schedule, answer=NUMBERS_ANSWER, first=A_SIZE, step=A_SIZE, largest=ranging(A_WHOLE, 6, 12)),
    asks("geometric_schedule", geometric_schedule, answer=NUMBERS_ANSWER, first=A_SIZE, ratio=_RATIO, largest=ranging(A_WHOLE, 6, 20)),
    asks("overfits", _shows(overfits), _FITS, answer=YES_NO_ANSWER),
    asks("underfits", _shows(underfits), _FITS, answer=YES_NO_ANSWER),
    asks("random_subsampling", random_subsampling, answer=PARTITIONS_ANSWER, orders=_ORDERS, share=_SHARE_THAT_TRAINS),
    asks("repeated_k_fold", repeated_k_fold, answer=PARTITIONS_ANSWER, orders=_ORDERS, folds=ranging(A_WHOLE, 2, 4)),
    asks("bootstrap_partitions", bootstrap_partitions, answer=PARTITIONS_ANSWER, samples=_SAMPLES),
)
"""Estimates of an error rate, by name."""
