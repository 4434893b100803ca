"""
The relations: each says what may not change when the records are given in another way, and finds the first record for which it does.

References: Xie et al. 2011, Testing and validating machine learning classifiers by metamorphic testing; Saha and Kanewala 2019, Fault
detection effectiveness of metamorphic relations.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from attrs import evolve, frozen

from dtref.oracle.relations.learners import PredictedClasses, UnfittedLearner, as_column, table_of_rows
from dtref.oracle.relations.samples import LabelledRows


@frozen(eq=False)
class Relation:
    """
    A relation. name: how it is chosen. says: what holds. differs: the first difference of a learner on records, or the empty text.
    ties: whether it holds where tests tie, too. weighted: whether records are drawn with weights. uses_weights: whether it needs a learner
    that takes them.
    """

    name: str
    says: str
    differs: Callable[[UnfittedLearner, LabelledRows], str]
    ties: bool = False
    weighted: bool = False
    uses_weights: bool = False


def _difference(sample: LabelledRows, first: PredictedClasses, second: PredictedClasses) -> str:
    """The first record whose two predictions differ; the empty text where none does."""
    for row, one, other in zip(sample.rows, first, second, strict=True):
        if one is not None and other is not None and one != other:
            return f"{list(row)} is {one}, then {other}"
    return ""


def _changed(sample: LabelledRows, learner: UnfittedLearner, changed: LabelledRows, rows: Sequence[Sequence[float]]) -> str:
    """The difference between the predictions for records, and those of a learner of changed records for the changed ones."""
    return _difference(sample, learner.fitted(sample).predict(sample.rows), learner.fitted(changed).predict(rows))


def _fit_twice(learner: UnfittedLearner, sample: LabelledRows) -> str:
    return _changed(sample, learner, sample, sample.rows)


def _fit_again(learner: UnfittedLearner, sample: LabelledRows) -> str:
    fitted = learner.fitted(sample)
    again = UnfittedLearner(fitted.model).fitted(sample)
    return _difference(sample, fitted.predict(sample.rows), again.predict(sample.rows))


def _one_by_one(learner: UnfittedLearner, sample: LabelledRows) -> str:
    fitted = learner.fitted(sample)
    return _difference(sample, fitted.predict(sample.rows), [label for row in sample.rows for label in fitted.predict([row])])


def _cells(table: object) -> list[list[float]]:
    return [list(map(float, row)) for row in cast("Sequence[Sequence[float]]", table)]


def _inputs_kept(learner: UnfittedLearner, sample: LabelledRows) -> str:
    table, column = table_of_rows(sample.rows), as_column(sample.labels)
    model = learner.fitted(sample).model
    model.fit(table, column)  # type: ignore[attr-defined]
    model.predict(table)  # type: ignore[attr-defined]
    kept = _cells(table) == _cells(sample.rows) and list(map(int, cast("Sequence[int]", column))) == list(sample.labels)
    return "" if kept else "the records are other ones after fit and predict"


def _order_of_records(learner: UnfittedLearner, sample: LabelledRows) -> str:
    changed = LabelledRows(sample.rows[::-1], sample.labels[::-1], sample.weights[::-1])
    return _changed(sample, learner, changed, sample.rows)


def _order_of_columns(learner: UnfittedLearner, sample: LabelledRows) -> str:
    rows = tuple(row[::-1] for row in sample.rows)
    return _changed(sample, learner, evolve(sample, rows=rows), rows)


def _names_of_classes(learner: UnfittedLearner, sample: LabelledRows) -> str:
    most = max(sample.labels)
    changed = evolve(sample, labels=tuple(most - label for label in sample.labels))
    renamed = learner.fitted(changed).predict(sample.rows)
    back = [most - label if isinstance(label, int) else label for label in renamed]
    return _difference(sample, learner.fitted(sample).predict(sample.rows), back)


def _monotone_numbers(learner: UnfittedLearner, sample: LabelledRows) -> str:
    rows = tuple(tuple(x**3 + 2 * x for x in row) for row in sample.rows)
    return _changed(sample, learner, evolve(sample, rows=rows), rows)


def _constant_column(learner: UnfittedLearner, sample: LabelledRows) -> str:
    rows = tuple((*row, 7.0) for row in sample.rows)
    return _changed(sample, learner, evolve(sample, rows=rows), rows)


def _every_record_twice(learner: UnfittedLearner, sample: LabelledRows) -> str:
    changed = LabelledRows(sample.rows * 2, sample.labels * 2, sample.weights * 2)
    return _changed(sample, learner, changed, sample.rows)


def _weights_are_copies(learner: UnfittedLearner, sample: LabelledRows) -> str:
    of_each = [range(weight) for weight in sample.weights]
    rows = tuple(row for row, copies in zip(sample.rows, of_each, strict=True) for _ in copies)
    labels = tuple(label for label, copies in zip(sample.labels, of_each, strict=True) for _ in copies)
    copied = learner.fitted(LabelledRows(rows, labels, (1,) * len(rows)))
    return _difference(sample, learner.fitted(sample, weighted=True).predict(sample.rows), copied.predict(sample.rows))


def _weight_zero_is_absence(learner: UnfittedLearner, sample: LabelledRows) -> str:
    stranger, most = (99.0,) * len(sample.rows[0]), max(sample.labels)
    with_it = LabelledRows((*sample.rows, stranger), (*sample.labels, most), (*sample.weights, 0))
    fitted = learner.fitted(sample, weighted=True), learner.fitted(with_it, weighted=True)
    first, second = ([*model.predict(sample.rows)] for model in fitted)
    return _difference(sample, first, second)


def _all_weights_alike(learner: UnfittedLearner, sample: LabelledRows) -> str:
    thrice = evolve(sample, weights=(3,) * len(sample.rows))
    return _difference(sample, learner.fitted(sample).predict(sample.rows), learner.fitted(thrice, weighted=True).predict(sample.rows))


LEARNER_RELATIONS = (
    Relation("fit_twice", "two learners that are fitted alike predict alike", _fit_twice, ties=True),
    Relation("fit_again", "a learner that is fitted again to the same records forgets what it was", _fit_again, ties=True),
    Relation("one_by_one", "records are predicted alone as they are together", _one_by_one, ties=True),
    Relation("inputs_kept", "fit and predict leave the records as they are", _inputs_kept, ties=True),
    Relation("order_of_records", "the order of the records doesn't matter", _order_of_records),
    Relation("order_of_columns", "the order of the columns doesn't matter", _order_of_columns),
    Relation("names_of_classes", "other names of the classes are other names of the predictions, and no more", _names_of_classes),
    Relation("monotone_numbers", "numbers that keep their order keep the predictions", _monotone_numbers),
    Relation("constant_column", "a column with one value changes nothing", _constant_column),
    Relation("every_record_twice", "twice every record is the same", _every_record_twice),
    Relation("weights_are_copies", "a weight of k is k copies", _weights_are_copies, weighted=True, uses_weights=True),
    Relation("weight_zero_is_absence", "a record of weight 0 isn't there", _weight_zero_is_absence, weighted=True, uses_weights=True),
    Relation("all_weights_alike", "the same weight for all is none", _all_weights_alike, uses_weights=True),
)
"""The relations, those that hold with ties, too, first."""
