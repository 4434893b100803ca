"""Measures of scores, of shares, and of predicted numbers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, TypedDict, Unpack

from dtref.errors import Invalid, Undefined
from dtref.metrics.of_labels import Measured, RecordLabels, as_fractions, listed_column
from dtref.spec.evaluation.probabilities.brier import brier_score
from dtref.spec.evaluation.probabilities.forecasts import ClassShares, normalised_shares
from dtref.spec.evaluation.probabilities.log_loss import log_loss as log_loss_in_bits
from dtref.spec.evaluation.ranking.auc import auc, standardised_partial_auc
from dtref.spec.evaluation.ranking.multiclass_auc import hand_till, macro_auc, one_vs_rest_auc, weighted_auc
from dtref.spec.evaluation.ranking.precision_recall import average_precision
from dtref.spec.evaluation.ranking.roc import roc
from dtref.spec.evaluation.regression.relative import r_squared


class AreaOptions(TypedDict, total=False):
    """
    Options of `roc_auc_score`. average: "macro" (the default), "weighted" or None for each class. multi_class: "ovr", each class against
    the rest, or "ovo", each pair (Hand and Till). labels: the classes, by column; as sorted, if not given. max_fpr: of two classes up to
    this false positive rate, standardised. sample_weight: of two classes.
    """

    average: str | None
    multi_class: str
    labels: Sequence[Hashable] | None
    max_fpr: int | Fraction | float | None
    sample_weight: Sequence[Any] | None


_AREAS: Mapping[tuple[str, str | None], Callable[..., Any]] = {
    ("ovr", "macro"): macro_auc,
    ("ovr", "weighted"): weighted_auc,
    ("ovr", None): one_vs_rest_auc,
    ("ovo", "macro"): hand_till,
}


def roc_auc_score(y_true: RecordLabels, y_score: Iterable[Any], **options: Unpack[AreaOptions]) -> Any:
    """
    The area under the ROC curve: the share of pairs that the scores order rightly, a tied pair one half (`dtref.auc`).

    Of two classes y_score is the score of the greater label, one a record; of more it has a column a class. options: `AreaOptions`. Errors:
    Invalid for another average or multi_class, and for more than two classes without multi_class.

    >>> roc_auc_score([0, 1, 1], [0.5, 0.5, 0.75]), roc_auc_score("abb", [1, 1, 3])
    (Fraction(3, 4), Fraction(3, 4))
    >>> roc_auc_score("abc", [[3, 1, 1], [1, 1, 0], [0, 1, 2]], multi_class="ovr")
    Fraction(5, 6)
    """
    actual, scores = list(listed_column(y_true)), listed_column(y_score)
    named = options.get("labels")
    labels = sorted(set(actual)) if named is None else list(named)
    if len(labels) <= 2:
        weights = options.get("sample_weight")
        exactly, most = () if weights is None else as_fractions(weights), options.get("max_fpr")
        if most is None:
            return auc(scores, actual, labels[-1], weights=exactly, classes=labels)
        return standardised_partial_auc(roc(scores, actual, labels[-1], weights=exactly, classes=labels), 0, Fraction(most))
    for name in ("max_fpr", "sample_weight"):
        if options.get(name) is not None:
            raise Invalid(name, "None, where there are more than two classes", options[name])
    asked = options.get("multi_class", "raise"), options.get("average", "macro")
    if asked not in _AREAS:
        raise Invalid("multi_class, average", f"one of {', '.join(map(str, _AREAS))}, as there are more than two classes", asked)
    return _AREAS[asked](scores, actual, labels)


def average_precision_score(y_true: RecordLabels, y_score: Iterable[Any], *, pos_label: Hashable = 1) -> Measured:
    """
    The mean precision over the steps of recall (`dtref.average_precision`), of two classes.

    >>> average_precision_score([0, 1, 1], [0.5, 0.5, 0.75])
    Fraction(5, 6)
    """
    actual = list(listed_column(y_true))
    classes = {*actual, pos_label} if len(set(actual)) == 1 else set(actual)
    return average_precision(listed_column(y_score), actual, pos_label, classes=sorted(classes))


def log_loss_score(y_true: RecordLabels, y_proba: Iterable[Any], *, labels: Sequence[Hashable] | None = None) -> Measured:
    """
    The mean surprise at the records' classes, in bits (`dtref.log_loss`; scikit-learn's `log_loss` is in nats, and clips): ln 2 times as
    much in nats. y_proba, labels: as `brier_score_loss` has them. Infinite answers are Undefined.

    >>> float(log_loss_score([0, 1], [[0.5, 0.5], [0.75, 0.25]])), float(log_loss_score([0, 1], [0.5, 0.25]))
    (1.5, 1.5)
    """
    shares, actual, classes = _forecasts(y_true, y_proba, labels)
    return log_loss_in_bits(shares, actual, classes)


def brier_score_loss(
    y_true: RecordLabels, y_proba: Iterable[Any], *, labels: Sequence[Hashable] | None = None, scale_by_half: bool | str = "auto"
) -> Measured:
    """
    The mean squared distance of the shares from what came, summed over the classes (`dtref.brier_score`), of two classes halved, as
    scikit-learn has it; scale_by_half: whether it is. y_proba: a column a class, or of two classes the share of the greater label.

    labels: the classes, by column; as sorted, if not given. A record's shares are divided by their sum, which doubles may miss.

    >>> brier_score_loss([0, 1], [[0.5, 0.5], [0.75, 0.25]]), brier_score_loss([0, 1], [0.5, 0.25])
    (Fraction(13, 32), Fraction(13, 32))
    >>> brier_score_loss("abc", [[1, 0, 0], [1, 0, 0], [1, 0, 0]])
    Fraction(4, 3)
    """
    if scale_by_half not in (True, False, "auto"):
        raise Invalid("scale_by_half", "True, False or 'auto'", scale_by_half)
    shares, actual, classes = _forecasts(y_true, y_proba, labels)
    score = brier_score(shares, actual, classes)
    half = len(classes) <= 2 if scale_by_half == "auto" else scale_by_half
    return score if isinstance(score, Undefined) or not half else score / 2


def _forecasts(
    y_true: RecordLabels, y_proba: Iterable[Any], labels: Sequence[Hashable] | None
) -> tuple[Sequence[ClassShares], Sequence[Hashable], Sequence[Hashable]]:
    """Shares by class, the classes that came, and the classes."""
    actual = list(listed_column(y_true))
    classes = list(labels) if labels is not None else sorted(set(actual))
    if len(classes) == 1:
        raise Invalid("labels", "all classes, as the records have only one", classes)
    return normalised_shares(map(_row_of_shares, listed_column(y_proba))), actual, classes


def _row_of_shares(forecast: Any) -> Iterable[Any]:
    """The shares of the classes; of two classes that of the greater may stand alone."""
    if isinstance(forecast, Iterable):
        return forecast
    (share,) = as_fractions([forecast])
    return 1 - share, share


def r2_score(y_true: Sequence[Any], y_pred: Sequence[Any]) -> Measured:
    """
    The share of the target's variance that predictions explain (`dtref.r_squared`).

    >>> r2_score([1, 2, 3], [1, 2, 2])
    Fraction(1, 2)
    """
    return r_squared(y_true, y_pred)
