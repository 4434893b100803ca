"""
Operations that test presets on records outside the training set: cross-validation, learning curves, selection among presets.

A model is the tree of a preset on the training records; its error on a record is 1 where the first label of the record's leaf isn't the
class. Partitions are those of k folds; `order` is a random order of the records (without it, the order of the data).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Never, TypeAlias

from attrs import evolve

from dtref.engines.filter.filtered import grow
from dtref.errors import Invalid, Undefined
from dtref.exact.number import number
from dtref.oracle.operations.answer_kinds import AS_IT_IS, LABELS_ANSWER, NUMBERS_ANSWER, POSITIONS_ANSWER, list_answer, parts_answer
from dtref.oracle.operations.answers import Answer
from dtref.oracle.operations.data_kinds import A_DATA_SET, NAMES_OF_PRESETS, POSITIONS, PRESET_ON_DATA
from dtref.oracle.operations.kinds import A_WHOLE, LABELS, list_kind
from dtref.oracle.operations.operation import NUMBER_ANSWER, AnswerKind, InputKind, Operation, asks, declarations, each, optional
from dtref.spec.evaluation.estimation.cross_validation import Error, FoldResults, Learn, cross_validate
from dtref.spec.evaluation.estimation.learning_curve import CurvePoint, learning_curve
from dtref.spec.evaluation.estimation.partitions import (
    Partition,
    k_fold,
    predefined_folds,
    training_validation_test,
)
from dtref.spec.evaluation.estimation.selection import Selection, select_by_cross_validation, select_by_validation
from dtref.spec.evaluation.estimation.tested_trees import TestedTrees, cross_validate_trees
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import Indices
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.presets import PRESETS

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


def _folds(data: DataSet, folds: int, order: Indices | None) -> Sequence[Partition]:
    return k_fold(_ordered(data, order), folds)


def _ordered(data: DataSet, order: Indices | None) -> Sequence[int]:
    """A random order of the records, or that of the data."""
    return range(len(data)) if order is None else order


def _cross_validation(data: DataSet, policy: Policy, folds: int, order: Indices | None) -> FoldResults:
    return cross_validate(_folds(data, folds, order), _learner(data, policy), _error(data))


def _learning_curve(data: DataSet, policy: Policy, folds: int, order: Indices | None, sizes: Sequence[int]) -> Sequence[CurvePoint]:
    return learning_curve(sizes, _folds(data, folds, order), _learner(data, policy), _error(data))


def _cross_validate_trees(data: DataSet, policy: Policy, names: Sequence[str]) -> TestedTrees:
    """What the tree of each fold says of its records, every label of a leaf, and the errors by first labels, at least, at most."""
    if len(names) != len(data):
        raise Invalid("cross_validate_trees, given, names", f"{len(data)}, one for each record", len(names))
    return cross_validate_trees(data, lambda fold: grow(fold, policy), predefined_folds(names))


def _folds_answer(tested: TestedTrees) -> Answer:
    return tuple(
        {
            "records": POSITIONS_ANSWER.write(fold),
            "labels": tuple(LABELS_ANSWER.write(record.labels) for record in fold.values()),
            "tied_tests": number(nodes),
        }
        for fold, nodes in zip(tested.folds, tested.tied_nodes, strict=True)
    )


def _learners(data: DataSet, names: Sequence[str]) -> list[Learn[Predictor]]:
    return [_learner(data, PRESETS[name]) for name in names]


def _chosen(names: Sequence[str], selection: Selection[Predictor] | Undefined) -> Answer:
    if isinstance(selection, Undefined):
        return selection
    best = tuple({"preset": names[choice.learner], "test": NUMBER_ANSWER.written(choice.test)} for choice in selection.best)
    return {"estimates": selection.estimates, "best": best}


def _select_by_cross_validation(data: DataSet, names: Sequence[str], folds: int, order: Indices | None) -> Answer:
    return _chosen(names, select_by_cross_validation(_folds(data, folds, order), _learners(data, names), _error(data)))


def _select_by_validation(data: DataSet, names: Sequence[str], validation: int, test: int, order: Indices | None) -> Answer:
    parts = training_validation_test(_ordered(data, order), validation, test)
    return _chosen(names, select_by_validation(parts, _learners(data, names), _error(data)))


_NAMES = InputKind("presets, each counted once", lambda given, name: tuple(dict.fromkeys(NAMES_OF_PRESETS.read(given, name))))
_PRESETS_ON_DATA = each(data=A_DATA_SET, presets=_NAMES)
_ORDER = optional(POSITIONS, None)
_IN_FOLDS = each(folds=A_WHOLE, order=_ORDER)
_SIZES = list_kind(A_WHOLE, "numbers of training records")
_RESULTS: Mapping[str, AnswerKind[Never]] = {
    "wrong": NUMBERS_ANSWER,
    "records": NUMBERS_ANSWER,
    "mean_of_folds": NUMBER_ANSWER,
    "pooled": NUMBER_ANSWER,
}
_TESTED = parts_answer("of each fold the errors and the records; the two error rates", **_RESULTS)
_TREES = parts_answer("the folds, the results", folds=(AS_IT_IS, _folds_answer), first=_TESTED, least=_TESTED, greatest=_TESTED)
_POINT = parts_answer("a point", "size", **{name: (kind, attrgetter(f"tested.{name}")) for name, kind in _RESULTS.items()})
_SELECTION = AS_IT_IS.named("the `estimates` of the presets, and the `best`: `preset`, `test`")

VALIDATING: Mapping[str, Operation] = declarations(
    asks("cross_validation", _cross_validation, PRESET_ON_DATA, _IN_FOLDS, answer=_TESTED),
    asks("cross_validate_trees", _cross_validate_trees, PRESET_ON_DATA, answer=_TREES, names=LABELS.named("the fold of each record")),
    asks("learning_curve", _learning_curve, PRESET_ON_DATA, _IN_FOLDS, answer=list_answer(_POINT), sizes=_SIZES),
    asks("select_by_cross_validation", _select_by_cross_validation, _PRESETS_ON_DATA, _IN_FOLDS, answer=_SELECTION),
    asks(
        "select_by_validation", _select_by_validation, _PRESETS_ON_DATA, answer=_SELECTION, validation=A_WHOLE, test=A_WHOLE, order=_ORDER
    ),
)
"""Tests of presets on other records, by name."""
