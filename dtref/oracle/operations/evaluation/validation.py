"""
Operations that test presets on records outside the training set: cross-validation, learning curves, selection among presets.

A model is the tree of a preset on the training records; its error on a record is 1 where the first label of the record's leaf isn't the
class. Partitions are those of k folds; `order` is a random order of the records (without it, the order of the data).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.errors import Invalid, Undefined
from dtref.exact.number import number
from dtref.oracle.arithmetic.json_numbers import rational_of_text
from dtref.oracle.operations.answer_kinds import number_answer
from dtref.oracle.operations.answers import Answer, labels_answer
from dtref.oracle.operations.data_inputs import data_of
from dtref.oracle.operations.evaluation.estimation import given_order, partition_answer
from dtref.oracle.operations.inputs import Answering, Given
from dtref.oracle.operations.part_inputs import given_preset, given_whole, positions, whole_number
from dtref.spec.evaluation.estimation.bootstrap_error import bootstrap_partitions
from dtref.spec.evaluation.estimation.cross_validation import Error, FoldResults, Learn, cross_validate
from dtref.spec.evaluation.estimation.learning_curve import learning_curve
from dtref.spec.evaluation.estimation.partitions import (
    TWO_THIRDS,
    Partition,
    k_fold,
    predefined_folds,
    random_subsampling,
    repeated_k_fold,
    training_validation_test,
)
from dtref.spec.evaluation.estimation.selection import Selection, select_by_cross_validation, select_by_validation
from dtref.spec.evaluation.estimation.tested_trees import cross_validate_trees
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import Indices
from dtref.spec.model.prediction import Prediction, predictor

Predictor: TypeAlias = Callable[[Record], Prediction]


def _learner(data: DataSet, policy: Policy) -> Learn[Predictor]:
    def learn(training: Indices) -> Predictor:
        records = tuple(data.records[i] for i in training)
        return predictor(grow(evolve(data, records=records), policy), data.attributes)

    return learn


def _error(data: DataSet) -> Error[Predictor]:
    """The error of a model on the i-th record, 0 or 1; weights count in growing only. Errors: Invalid for a numeric target."""
    if isinstance(data.target, Continuous):
        raise Invalid(f"target {data.target.name}", "a nominal target", "continuous")
    return lambda model, i: int(model(data.records[i]).labels[0] != data.records[i].label)


def _orders(inputs: Given, name: str) -> tuple[Indices, ...]:
    return tuple(positions(order, len(inputs.list(name)[0]), f"{inputs.where}, {name}[{i}]") for i, order in enumerate(inputs.list(name)))


def _folds(data: DataSet, inputs: Given) -> Sequence[Partition]:
    return k_fold(given_order(inputs, len(data.records)), given_whole(inputs, "folds"))


def _results(tested: FoldResults) -> Mapping[str, Answer]:
    return {
        "wrong": tested.wrong,
        "records": tuple(map(number, tested.records)),
        "mean_of_folds": number_answer(tested.mean_of_folds),
        "pooled": number_answer(tested.pooled),
    }


def _random_subsampling(inputs: Given) -> Answer:
    inputs.only("orders", "share")
    share = rational_of_text(inputs.part("share"), f"{inputs.where}, share") if "share" in inputs.parts else TWO_THIRDS
    return tuple(map(partition_answer, random_subsampling(_orders(inputs, "orders"), share)))


def _repeated_k_fold(inputs: Given) -> Answer:
    return tuple(map(partition_answer, repeated_k_fold(_orders(inputs.only("orders", "folds"), "orders"), given_whole(inputs, "folds"))))


def _bootstrap_partitions(inputs: Given) -> Answer:
    return tuple(map(partition_answer, bootstrap_partitions(_orders(inputs.only("samples"), "samples"))))


def _cross_validation(inputs: Given) -> Answer:
    data = data_of(inputs.only("data", "preset", "folds", "order"))
    return _results(cross_validate(_folds(data, inputs), _learner(data, given_preset(inputs)), _error(data)))


def _cross_validate_trees(inputs: Given) -> Answer:
    """What the tree of each fold says of its records, every label of a leaf, and the errors by first labels, at least, at most."""
    data, policy = data_of(inputs.only("data", "preset", "names")), given_preset(inputs)
    names = inputs.texts("names")
    if len(names) != len(data):
        raise Invalid(f"{inputs.where}, names", f"{len(data)}, one for each record", len(names))
    tested = cross_validate_trees(data, lambda fold: grow(fold, policy), predefined_folds(names))
    ties = zip(tested.folds, tested.tied_nodes, strict=True)
    return {
        "folds": tuple(
            {
                "records": tuple(number(i + 1) for i in fold),
                "labels": tuple(labels_answer(record.labels) for record in fold.values()),
                "tied_tests": number(nodes),
            }
            for fold, nodes in ties
        ),
        "first": _results(tested.first),
        "least": _results(tested.least),
        "greatest": _results(tested.greatest),
    }


def _learning_curve(inputs: Given) -> Answer:
    data = data_of(inputs.only("data", "preset", "folds", "order", "sizes"))
    sizes = [whole_number(size, f"{inputs.where}, sizes") for size in inputs.texts("sizes")]
    curve = learning_curve(sizes, _folds(data, inputs), _learner(data, given_preset(inputs)), _error(data))
    return tuple({"size": number(point.size), **_results(point.tested)} for point in curve)


def _presets(inputs: Given) -> Mapping[str, Policy]:
    return {name: given_preset(Given({"preset": name}, inputs.where)) for name in inputs.texts("presets")}


def _chosen(names: Sequence[str], selection: Selection[Predictor] | Undefined) -> Answer:
    if isinstance(selection, Undefined):
        return selection
    best = tuple({"preset": names[choice.learner], "test": number_answer(choice.test)} for choice in selection.best)
    return {"estimates": selection.estimates, "best": best}


def _select_by_cross_validation(inputs: Given) -> Answer:
    data = data_of(inputs.only("data", "presets", "folds", "order"))
    presets = _presets(inputs)
    learners = [_learner(data, policy) for policy in presets.values()]
    return _chosen(tuple(presets), select_by_cross_validation(_folds(data, inputs), learners, _error(data)))


def _select_by_validation(inputs: Given) -> Answer:
    data = data_of(inputs.only("data", "presets", "order", "validation", "test"))
    presets = _presets(inputs)
    sizes = given_whole(inputs, "validation"), given_whole(inputs, "test")
    parts = training_validation_test(given_order(inputs, len(data.records)), *sizes)
    learners = [_learner(data, policy) for policy in presets.values()]
    return _chosen(tuple(presets), select_by_validation(parts, learners, _error(data)))


VALIDATING: Mapping[str, Answering] = {
    "random_subsampling": _random_subsampling,
    "repeated_k_fold": _repeated_k_fold,
    "bootstrap_partitions": _bootstrap_partitions,
    "cross_validation": _cross_validation,
    "cross_validate_trees": _cross_validate_trees,
    "learning_curve": _learning_curve,
    "select_by_cross_validation": _select_by_cross_validation,
    "select_by_validation": _select_by_validation,
}
"""Tests of presets on other records, by name."""
