"""Measures of predicted labels."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import isnan
from typing import Any, TypeAlias, TypedDict, Unpack

from dtref.engines.confusion import confusion
from dtref.errors import Invalid, Undefined
from dtref.exact.number import Exact, Number, total
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import (
    adjusted_balanced_accuracy,
    balanced_accuracy,
    macro_average,
    macro_average_of_defined,
    micro_average,
    per_class,
    weighted_average,
    weighted_average_of_defined,
)
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.rates import accuracy, precision, recall
from dtref.spec.evaluation.confusion.scores import f1, f_beta, jaccard
from dtref.spec.evaluation.confusion.weighted_agreement import linear_kappa, quadratic_kappa
from dtref.spec.model.labels import class_name

RecordLabels: TypeAlias = Iterable[Any]
"""A label for each record: a list, an array, a series."""

Measured: TypeAlias = Number | Undefined
"""An exact number, or that there is none."""


class Averaging(TypedDict, total=False):
    """
    Options of measures of one class. pos_label: the class that is asked of two (1). average: "binary" (the default), "macro", "micro",
    "weighted", or None for each class. zero_division: "undefined" (the default), "zero", "one" or "left out". sample_weight: exact numbers,
    or doubles.
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
    "left out": lambda answer: answer,
}
_AVERAGES = {"macro": macro_average, "micro": micro_average, "weighted": weighted_average, None: per_class}
_AVERAGES_OF_DEFINED = {**_AVERAGES, "macro": macro_average_of_defined, "weighted": weighted_average_of_defined}


def confusion_of_labels(y_true: RecordLabels, y_pred: RecordLabels, sample_weight: Sequence[Any] | None = None) -> Confusion:
    """
    The confusion matrix of records, its classes sorted (`dtref.confusion`). sample_weight: of each record, floats exactly.

    >>> confusion_of_labels([0, 1, 1], [0, 0, 1]).rows
    ((1, 0), (1, 1))
    """
    return confusion(listed_column(y_true), listed_column(y_pred), weights=None if sample_weight is None else as_fractions(sample_weight))


def averaged(measure: Callable[[BinaryCounts], Measured], m: Confusion, options: Averaging) -> Any:
    """
    A measure of one class, of a matrix: of the class asked for, of each, or an average.

    Errors: Invalid for another average or zero_division, for a pos_label that is none of two classes, for "binary" with more than two.

    >>> averaged(recall, confusion_of_labels([0, 1, 1], [0, 0, 1]), {"average": "macro"})
    Fraction(3, 4)
    """
    zero_division, average = options.get("zero_division", "undefined"), options.get("average", "binary")
    left_out = zero_division == "left out" or (isinstance(zero_division, float) and isnan(zero_division))
    fill = _FILLED.get("left out" if left_out else zero_division)
    if fill is None:
        raise Invalid("zero_division", "'undefined', 'zero' (0), 'one' (1) or 'left out' (nan)", zero_division)

    def filled(counts: BinaryCounts) -> Measured:
        return fill(measure(counts))

    averages = _AVERAGES_OF_DEFINED if left_out else _AVERAGES
    if average in averages:
        return averages[average](filled, m)
    if average != "binary":
        raise Invalid("average", "'binary', 'macro', 'micro', 'weighted' or None", average)
    name = class_name(options.get("pos_label", 1))
    if len(m.classes) > 2:
        raise Invalid("average", "'macro', 'micro', 'weighted' or None, as there are more than two classes", average)
    if name not in m.classes and len(m.classes) == 1:  # all are of the other class, and so are all predictions
        return filled(BinaryCounts(0, 0, 0, m.rows[0][0]))
    if name not in m.classes:
        raise Invalid("pos_label", f"one of the classes {', '.join(map(str, m.classes))}", options.get("pos_label", 1))
    return filled(m.one_vs_rest(str(name)))


def listed_column(labels: RecordLabels) -> Any:
    """RecordLabels as they are, a series or a column of another library as a list."""
    listed = getattr(labels, "to_list", None)
    return listed() if callable(listed) else labels


def as_fractions(numbers: Sequence[Any]) -> list[Exact]:
    """Numbers, floats as the fractions that they are."""
    return [x if isinstance(x, int | Fraction) else Fraction(x.item() if hasattr(x, "item") else x) for x in numbers]


def accuracy_score(
    y_true: RecordLabels, y_pred: RecordLabels, *, normalize: bool = True, sample_weight: Sequence[Any] | None = None
) -> Measured:
    """
    The share of records that are predicted right, by weight (`dtref.accuracy`); without normalize their weight.

    >>> accuracy_score([0, 1, 1], [0, 0, 1]), accuracy_score([0, 1, 1], [0, 0, 1], normalize=False)
    (Fraction(2, 3), Fraction(2, 1))
    """
    m = confusion_of_labels(y_true, y_pred, sample_weight)
    return accuracy(m) if normalize else total(row[i] for i, row in enumerate(m.rows))


def balanced_accuracy_score(
    y_true: RecordLabels, y_pred: RecordLabels, *, sample_weight: Sequence[Any] | None = None, adjusted: bool = False
) -> Measured:
    """
    The mean recall of the classes (`dtref.balanced_accuracy`); adjusted: 0 for guessing. Undefined where a predicted class has no records,
    which scikit-learn leaves out with a warning.

    >>> balanced_accuracy_score([0, 1, 1], [0, 0, 1]), balanced_accuracy_score([0, 1, 1], [0, 0, 1], adjusted=True)
    (Fraction(3, 4), Fraction(1, 2))
    """
    m = confusion_of_labels(y_true, y_pred, sample_weight)
    return adjusted_balanced_accuracy(m) if adjusted else balanced_accuracy(m)


def cohen_kappa_score(
    y_true: RecordLabels, y_pred: RecordLabels, *, weights: str | None = None, sample_weight: Sequence[Any] | None = None
) -> Measured:
    """
    Agreement beyond chance (`dtref.cohen_kappa`). weights: of disagreements, by the distance of the sorted classes: "linear", "quadratic".

    >>> cohen_kappa_score([0, 1, 1], [0, 0, 1]), cohen_kappa_score([0, 1, 2], [0, 2, 2], weights="quadratic")
    (Fraction(2, 5), Fraction(4, 5))
    """
    kappas = {None: cohen_kappa, "linear": linear_kappa, "quadratic": quadratic_kappa}
    if weights not in kappas:
        raise Invalid("weights", "None, 'linear' or 'quadratic'", weights)
    return kappas[weights](confusion_of_labels(y_true, y_pred, sample_weight))


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
