"""
Measures with scikit-learn's arguments, `(y_true, y_pred)`, and exact answers: fractions, or other numbers that `float()` rounds once.

A measure of one class is asked of `pos_label`, or averaged over all classes. What has no value (0/0) is `Undefined`, unless zero_division
says otherwise, by name: "zero", "one" (or 0 and 1, as scikit-learn has them); an average takes that for each class.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypeAlias, TypedDict, Unpack

from dtref.engines.confusion import confusion
from dtref.errors import Invalid, Undefined
from dtref.exact.number import Exact, Number
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import balanced_accuracy, macro_average, micro_average, per_class, weighted_average
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.rates import accuracy, precision, recall
from dtref.spec.evaluation.confusion.scores import f1, f_beta, jaccard
from dtref.spec.evaluation.probabilities.brier import brier_score
from dtref.spec.evaluation.probabilities.forecasts import normalised_shares
from dtref.spec.evaluation.probabilities.log_loss import log_loss
from dtref.spec.evaluation.ranking.auc import auc
from dtref.spec.evaluation.ranking.precision_recall import average_precision
from dtref.spec.evaluation.regression.errors import mean_absolute_error, mean_squared_error, root_mean_squared_error
from dtref.spec.evaluation.regression.relative import r_squared
from dtref.spec.model.labels import class_name

__all__ = [
    "accuracy_score",
    "average_precision_score",
    "balanced_accuracy_score",
    "brier_score_loss",
    "cohen_kappa_score",
    "confusion_of_labels",
    "f1_score",
    "fbeta_score",
    "jaccard_score",
    "log_loss_score",
    "matthews_corrcoef",
    "mean_absolute_error",
    "mean_squared_error",
    "precision_score",
    "r2_score",
    "recall_score",
    "roc_auc_score",
    "root_mean_squared_error",
]

RecordLabels: TypeAlias = Iterable[Any]
"""A label for each record: a list, an array, a series."""

Measured: TypeAlias = Number | Undefined
"""An exact number, or that there is none."""


class Averaging(TypedDict, total=False):
    """
    Options of measures of one class. pos_label: the class that is asked of two (1). average: "binary" (the default), "macro", "micro",
    "weighted", or None for each class. zero_division: "undefined" (the default), "zero" or "one". sample_weight: exact numbers, or doubles.
    """

    pos_label: Hashable
    average: str | None
    zero_division: Hashable
    sample_weight: Sequence[Any] | None


_FILLED: Mapping[Hashable, Callable[[Measured], Measured]] = {
    "undefined": lambda answer: answer,
    "zero": zero_if_undefined,
    "one": one_if_undefined,
    0: zero_if_undefined,
    1: one_if_undefined,
}
_AVERAGES = {"macro": macro_average, "micro": micro_average, "weighted": weighted_average, None: per_class}


def confusion_of_labels(y_true: RecordLabels, y_pred: RecordLabels, sample_weight: Sequence[Any] | None = None) -> Confusion:
    """
    The confusion matrix of records, its classes sorted (`dtref.confusion`). sample_weight: of each record, floats exactly.

    >>> confusion_of_labels([0, 1, 1], [0, 0, 1]).rows
    ((1, 0), (1, 1))
    """
    return confusion(_plain(y_true), _plain(y_pred), weights=None if sample_weight is None else _exact(sample_weight))


def averaged(measure: Callable[[BinaryCounts], Measured], m: Confusion, options: Averaging) -> Any:
    """
    A measure of one class, of a matrix: of the class asked for, of each, or an average.

    Errors: Invalid for another average or zero_division, for a pos_label that no record has, for "binary" with more than two classes.

    >>> averaged(recall, confusion_of_labels([0, 1, 1], [0, 0, 1]), {"average": "macro"})
    Fraction(3, 4)
    """
    zero_division, average = options.get("zero_division", "undefined"), options.get("average", "binary")
    fill = _FILLED.get(zero_division)
    if fill is None:
        raise Invalid("zero_division", "'undefined', 'zero' or 'one'", zero_division)

    def filled(counts: BinaryCounts) -> Measured:
        return fill(measure(counts))

    if average in _AVERAGES:
        return _AVERAGES[average](filled, m)
    if average != "binary":
        raise Invalid("average", "'binary', 'macro', 'micro', 'weighted' or None", average)
    name = class_name(options.get("pos_label", 1))
    if len(m.classes) > 2:
        raise Invalid("average", "'macro', 'micro', 'weighted' or None, as there are more than two classes", average)
    if name not in m.classes:
        raise Invalid("pos_label", f"one of the classes {', '.join(map(str, m.classes))}", options.get("pos_label", 1))
    return filled(m.one_vs_rest(str(name)))


def _plain(labels: RecordLabels) -> Any:
    """RecordLabels as they are, a series or a column of another library as a list."""
    listed = getattr(labels, "to_list", None)
    return listed() if callable(listed) else labels


def _exact(numbers: Sequence[Any]) -> list[Exact]:
    """Numbers, floats as the fractions that they are."""
    return [x if isinstance(x, int | Fraction) else Fraction(x.item() if hasattr(x, "item") else x) for x in numbers]


def accuracy_score(y_true: RecordLabels, y_pred: RecordLabels, *, sample_weight: Sequence[Any] | None = None) -> Measured:
    """
    The share of records that are predicted right, by weight (`dtref.accuracy`).

    >>> accuracy_score([0, 1, 1], [0, 0, 1])
    Fraction(2, 3)
    """
    return accuracy(confusion_of_labels(y_true, y_pred, sample_weight))


def balanced_accuracy_score(y_true: RecordLabels, y_pred: RecordLabels, *, sample_weight: Sequence[Any] | None = None) -> Measured:
    """
    The mean recall of the classes (`dtref.balanced_accuracy`). Undefined where a predicted class has no records.

    >>> balanced_accuracy_score([0, 1, 1], [0, 0, 1])
    Fraction(3, 4)
    """
    return balanced_accuracy(confusion_of_labels(y_true, y_pred, sample_weight))


def cohen_kappa_score(y_true: RecordLabels, y_pred: RecordLabels, *, sample_weight: Sequence[Any] | None = None) -> Measured:
    """
    Agreement beyond chance (`dtref.cohen_kappa`).

    >>> cohen_kappa_score([0, 1, 1], [0, 0, 1])
    Fraction(2, 5)
    """
    return cohen_kappa(confusion_of_labels(y_true, y_pred, sample_weight))


def matthews_corrcoef(y_true: RecordLabels, y_pred: RecordLabels, *, sample_weight: Sequence[Any] | None = None) -> Any:
    """
    Matthews' correlation, of two classes or more (`dtref.multiclass_matthews`).

    >>> float(matthews_corrcoef([0, 1, 1], [0, 0, 1]))
    0.5
    """
    return multiclass_matthews(confusion_of_labels(y_true, y_pred, sample_weight))


def _asked(measure: Callable[[BinaryCounts], Measured], y_true: RecordLabels, y_pred: RecordLabels, options: Averaging) -> Any:
    return averaged(measure, confusion_of_labels(y_true, y_pred, options.get("sample_weight")), options)


def precision_score(y_true: RecordLabels, y_pred: RecordLabels, **options: Unpack[Averaging]) -> Any:
    """
    The share of records predicted positive that are (`dtref.precision`); options: `Averaging`.

    >>> precision_score([0, 1, 1], [0, 0, 1]), precision_score([0, 1], [0, 0]), precision_score([0, 1], [0, 0], zero_division="zero")
    (Fraction(1, 1), Undefined(why='nothing predicted positive'), Fraction(0, 1))
    """
    return _asked(precision, y_true, y_pred, options)


def recall_score(y_true: RecordLabels, y_pred: RecordLabels, **options: Unpack[Averaging]) -> Any:
    """
    The share of positive records that are predicted so (`dtref.recall`); options: `Averaging`.

    >>> recall_score("abb", "aab", pos_label="b"), recall_score("abb", "aab", average=None)
    (Fraction(1, 2), (Fraction(1, 1), Fraction(1, 2)))
    """
    return _asked(recall, y_true, y_pred, options)


def f1_score(y_true: RecordLabels, y_pred: RecordLabels, **options: Unpack[Averaging]) -> Any:
    """
    The harmonic mean of precision and recall (`dtref.f1`); options: `Averaging`.

    >>> f1_score([0, 1, 1], [0, 0, 1]), f1_score([0, 1, 1], [0, 0, 1], sample_weight=[1, 0.5, 0.5])
    (Fraction(2, 3), Fraction(2, 3))
    """
    return _asked(f1, y_true, y_pred, options)


def fbeta_score(y_true: RecordLabels, y_pred: RecordLabels, *, beta: Exact, **options: Unpack[Averaging]) -> Any:
    """
    The weighted harmonic mean of precision and recall (`dtref.f_beta`). beta: an exact number; options: `Averaging`.

    >>> fbeta_score([0, 1, 1], [0, 0, 1], beta=2)
    Fraction(5, 9)
    """
    return _asked(lambda counts: f_beta(counts, beta), y_true, y_pred, options)


def jaccard_score(y_true: RecordLabels, y_pred: RecordLabels, **options: Unpack[Averaging]) -> Any:
    """
    Of the records that are positive, or predicted so, the share that is both (`dtref.jaccard`); options: `Averaging`.

    >>> jaccard_score([0, 1, 1], [0, 0, 1])
    Fraction(1, 2)
    """
    return _asked(jaccard, y_true, y_pred, options)


def roc_auc_score(y_true: RecordLabels, y_score: Iterable[Any], *, pos_label: Hashable = 1) -> Measured:
    """
    The area under the ROC curve of two classes: the share of pairs that the scores order rightly, a tied pair one half (`dtref.auc`).

    >>> roc_auc_score([0, 1, 1], [0.5, 0.5, 0.75])
    Fraction(3, 4)
    """
    return auc(_plain(y_score), _plain(y_true), positive=pos_label)


def average_precision_score(y_true: RecordLabels, y_score: Iterable[Any], *, pos_label: Hashable = 1) -> Measured:
    """
    The mean precision over the steps of recall (`dtref.average_precision`).

    >>> average_precision_score([0, 1, 1], [0.5, 0.5, 0.75])
    Fraction(5, 6)
    """
    return average_precision(_plain(y_score), _plain(y_true), positive=pos_label)


def log_loss_score(y_true: RecordLabels, y_proba: Iterable[Any], *, labels: Sequence[Hashable]) -> Measured:
    """
    The mean surprise at the records' classes, in bits (`dtref.log_loss`; scikit-learn's is in nats, and clips). labels: the classes, by
    column; shares of a record are divided by their sum, which doubles may miss. Infinite answers are Undefined there.

    >>> float(log_loss_score([0, 1], [[0.5, 0.5], [0.75, 0.25]], labels=[0, 1]))
    1.5
    """
    return log_loss(normalised_shares(_plain(y_proba)), _plain(y_true), labels)


def brier_score_loss(y_true: RecordLabels, y_proba: Iterable[Any], *, labels: Sequence[Hashable]) -> Measured:
    """
    The mean squared distance of the shares from what came (`dtref.brier_score`), summed over all classes. labels: the classes, by column.

    >>> brier_score_loss([0, 1], [[0.5, 0.5], [0.75, 0.25]], labels=[0, 1])
    Fraction(13, 16)
    """
    return brier_score(normalised_shares(_plain(y_proba)), _plain(y_true), labels)


def r2_score(y_true: Sequence[Any], y_pred: Sequence[Any]) -> Measured:
    """
    The share of the target's variance that predictions explain (`dtref.r_squared`).

    >>> r2_score([1, 2, 3], [1, 2, 2])
    Fraction(1, 2)
    """
    return r_squared(y_true, y_pred)
