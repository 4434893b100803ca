"""
Measures of a binary classifier, each a function of the four counts; accuracy and error rate of any number of classes.

Notation: a = TP, b = FN, c = FP, d = TN; P = TP + FN positives, N = FP + TN negatives, P' = TP + FP predicted positive, N' = FN + TN
predicted negative; CM_ij as in `dtref.spec.evaluation.confusion.matrix`. A rate is a share, without unit, and `Undefined` where its
denominator is 0.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Metrics for Performance Evaluation…, Cost-Sensitive Measures"),
    ("evaluation", "Metrics for Performance Evaluation…, Cost-Sensitive Measures"),
    ("cs6220", "Classifier Evaluation Metrics"),
    ("iaml", "2.5"),
    ("cs422", "Model evaluation metrics"),
)

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.number import Number, quotient, total
from dtref.spec.evaluation.confusion.if_undefined import where_defined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Matrix, actual_counts, correct_counts


@defined(
    formula="sum_i CM_ii / sum_ij CM_ij; of two classes (a + d) / (a + b + c + d)",
    letters="a = TP, b = FN, c = FP, d = TN",
    undefined="no records",
    sources=(
        ("tan", "Metrics for Performance Evaluation…"),
        ("cs6220", "Classifier Evaluation Metrics: Accuracy, Error Rate, Sensitivity and Specificity"),
        ("iaml", "2.5.2 Classification Error and Accuracy"),
        ("cs422", "Model evaluation metrics"),
    ),
    parts=lambda: (actual_counts,),
    synonyms=("recognition rate",),
)
def accuracy(m: Matrix) -> Number | Undefined:
    """
    The share of records that are predicted rightly: accuracy, recognition rate.

    >>> accuracy(BinaryCounts(tp=150, fn=40, fp=60, tn=250)), accuracy(BinaryCounts(0, 0, 0, 0))
    (Fraction(4, 5), Undefined(why='no records'))
    """
    return quotient(total(correct_counts(m)), total(actual_counts(m)), "no records")


@defined(
    formula="sum_(i != j) CM_ij / sum_ij CM_ij; of two classes (FP + FN) / All",
    undefined="no records",
    sources=(
        ("cs6220", "Classifier Evaluation Metrics: Accuracy, Error Rate, Sensitivity and Specificity"),
        ("iaml", "2.5.2 Classification Error and Accuracy"),
        ("cs422", "Model evaluation metrics"),
        ("evaluation", "Two definitions of error"),
    ),
    parts=lambda: (actual_counts,),
    synonyms=(
        "classification error",
        "misclassification rate",
    ),
)
def error_rate(m: Matrix) -> Number | Undefined:
    """
    The share of records that are predicted wrongly: error rate, classification error, sample error.

    >>> error_rate(BinaryCounts(tp=150, fn=40, fp=60, tn=250))
    Fraction(1, 5)
    """
    wrong = total(n for i, row in enumerate(m.rows) for j, n in enumerate(row) if i != j)
    return quotient(wrong, total(actual_counts(m)), "no records")


@defined(
    formula="r = a / (a + b) = TP / (TP + FN) = TP / P",
    letter="r",
    letters="a = TP, b = FN",
    undefined="no positives",
    sources=(
        ("tan", "Cost-Sensitive Measures"),
        ("cs6220", "Precision and Recall, and F-measures"),
        ("iaml", "2.5.3 Recall, Precision, Miss and False Alarm"),
        ("cs422", "Model evaluation metrics"),
    ),
    synonyms=(
        "sensitivity",
        "true positive rate",
        "TPR",
        "hit rate",
    ),
)
def recall(n: BinaryCounts) -> Number | Undefined:
    """
    The share of positives that are predicted positive: recall, sensitivity, true positive rate (TPR), hit rate.

    >>> recall(BinaryCounts(tp=90, fn=210, fp=140, tn=9560)), recall(BinaryCounts(0, 0, 1, 2))
    (Fraction(3, 10), Undefined(why='no positives'))
    """
    return quotient(n.tp, n.tp + n.fn, "no positives")


@defined(
    formula="TN / (TN + FP) = TN / N",
    undefined="no negatives",
    sources=(
        ("cs6220", "Classifier Evaluation Metrics: Accuracy, Error Rate, Sensitivity and Specificity"),
        ("cs422", "Model evaluation metrics"),
    ),
    synonyms=(
        "true negative rate",
        "TNR",
    ),
)
def specificity(n: BinaryCounts) -> Number | Undefined:
    """
    The share of negatives that are predicted negative: specificity, true negative rate (TNR).

    >>> specificity(BinaryCounts(tp=90, fn=210, fp=140, tn=9560))
    Fraction(478, 485)
    """
    return quotient(n.tn, n.tn + n.fp, "no negatives")


@defined(
    formula="p = a / (a + c) = TP / (TP + FP) = TP / P'",
    letter="p",
    letters="a = TP, c = FP",
    undefined="nothing predicted positive",
    sources=(
        ("tan", "Cost-Sensitive Measures"),
        ("cs6220", "Precision and Recall, and F-measures"),
        ("iaml", "2.5.3 Recall, Precision, Miss and False Alarm"),
        ("cs422", "Model evaluation metrics"),
    ),
    synonyms=(
        "positive predictive value",
        "PPV",
    ),
)
def precision(n: BinaryCounts) -> Number | Undefined:
    """
    The share of records predicted positive that are positive: precision, positive predictive value (PPV).

    >>> precision(BinaryCounts(tp=90, fn=210, fp=140, tn=9560)), precision(BinaryCounts(0, 5, 0, 5))
    (Fraction(9, 23), Undefined(why='nothing predicted positive'))
    """
    return quotient(n.tp, n.tp + n.fp, "nothing predicted positive")


@defined(formula="TN / (TN + FN) = TN / N'", undefined="nothing predicted negative", synonyms=("NPV",))
def negative_predictive_value(n: BinaryCounts) -> Number | Undefined:
    """
    The share of records predicted negative that are negative: negative predictive value (NPV); the precision of the other class.

    >>> negative_predictive_value(BinaryCounts(tp=90, fn=210, fp=140, tn=9560))
    Fraction(956, 977)
    """
    return quotient(n.tn, n.tn + n.fn, "nothing predicted negative")


@defined(
    formula="FP / (FP + TN) = FP / N",
    undefined="no negatives",
    sources=(
        ("iaml", "2.5.3 Recall, Precision, Miss and False Alarm"),
        ("cs6220", "Plotting an ROC Curve"),
        ("evaluation", "How to Construct an ROC curve"),
    ),
    synonyms=(
        "FPR",
        "false alarm rate",
        "fall-out",
    ),
)
def false_positive_rate(n: BinaryCounts) -> Number | Undefined:
    """
    The share of negatives that are predicted positive: false positive rate (FPR), false alarm rate, 1 - specificity.

    >>> false_positive_rate(BinaryCounts(tp=90, fn=210, fp=140, tn=9560))
    Fraction(7, 485)
    """
    return quotient(n.fp, n.fp + n.tn, "no negatives")


@defined(
    formula="FN / (FN + TP) = FN / P",
    undefined="no positives",
    sources=(("iaml", "2.5.3 Recall, Precision, Miss and False Alarm"),),
    synonyms=(
        "false negative rate",
        "FNR",
    ),
)
def miss_rate(n: BinaryCounts) -> Number | Undefined:
    """
    The share of positives that are predicted negative: miss rate, false negative rate (FNR), 1 - recall.

    >>> miss_rate(BinaryCounts(tp=90, fn=210, fp=140, tn=9560))
    Fraction(7, 10)
    """
    return quotient(n.fn, n.fn + n.tp, "no positives")


@defined(formula="P / All = (TP + FN) / (TP + FN + FP + TN)", undefined="no records")
def prevalence(n: BinaryCounts) -> Number | Undefined:
    """
    The share of records that are positive.

    >>> prevalence(BinaryCounts(tp=90, fn=210, fp=140, tn=9560))
    Fraction(3, 100)
    """
    return quotient(n.tp + n.fn, total((n.tp, n.fn, n.fp, n.tn)), "no records")


@defined(
    formula="J = sensitivity + specificity - 1",
    letter="J",
    undefined="no positives, or no negatives",
    sources=("Youden 1950, Index for rating diagnostic tests (Cancer 3, 32-35)",),
    parts=lambda: (recall, specificity),
    synonyms=(
        "Youden's index",
        "informedness",
    ),
)
def youden_j(n: BinaryCounts) -> Number | Undefined:
    """
    Youden's J, the informedness: 1 for a perfect classifier, 0 for one that ignores the record, -1 for one that is always wrong.

    >>> youden_j(BinaryCounts(tp=3, fn=1, fp=1, tn=1)), youden_j(BinaryCounts(3, 1, 0, 0))
    (Fraction(1, 4), Undefined(why='no negatives'))
    """
    return where_defined(lambda tpr, tnr: tpr + tnr - 1, recall(n), specificity(n))


@defined(
    formula="PPV + NPV - 1",
    undefined="nothing predicted positive, or nothing predicted negative",
    sources=("Powers 2011, Evaluation: from precision, recall and F-measure to ROC, informedness, markedness and correlation",),
    parts=lambda: (precision, negative_predictive_value),
)
def markedness(n: BinaryCounts) -> Number | Undefined:
    """
    Markedness: how far the predicted class tells the actual one; the counterpart of `youden_j` with the two classes exchanged.

    >>> markedness(BinaryCounts(tp=3, fn=1, fp=1, tn=1))
    Fraction(1, 4)
    """
    return where_defined(lambda ppv, npv: ppv + npv - 1, precision(n), negative_predictive_value(n))


@defined(
    formula="TPR / FPR",
    undefined="no positives, no negatives, no false positives (where it is called infinite if TP > 0)",
    parts=lambda: (recall, false_positive_rate),
    synonyms=("LR+",),
)
def positive_likelihood_ratio(n: BinaryCounts) -> Number | Undefined:
    """
    The positive likelihood ratio, LR+: the factor by which positives are predicted positive more often than negatives.

    >>> positive_likelihood_ratio(BinaryCounts(tp=3, fn=1, fp=1, tn=1)), positive_likelihood_ratio(BinaryCounts(3, 1, 0, 1))
    (Fraction(3, 2), Undefined(why='no false positives'))
    """
    return where_defined(lambda tpr, fpr: quotient(tpr, fpr, "no false positives"), recall(n), false_positive_rate(n))


@defined(
    formula="FNR / TNR",
    undefined="no positives, no negatives, no true negatives (where it is called infinite if FN > 0)",
    parts=lambda: (specificity, miss_rate),
    synonyms=("LR-",),
)
def negative_likelihood_ratio(n: BinaryCounts) -> Number | Undefined:
    """
    The negative likelihood ratio, LR-: the factor by which positives are predicted negative more often than negatives.

    >>> negative_likelihood_ratio(BinaryCounts(tp=3, fn=1, fp=1, tn=1)), negative_likelihood_ratio(BinaryCounts(3, 1, 1, 0))
    (Fraction(1, 2), Undefined(why='no true negatives'))
    """
    return where_defined(lambda fnr, tnr: quotient(fnr, tnr, "no true negatives"), miss_rate(n), specificity(n))


MATRIX_RATES = (accuracy, error_rate)
"""The rates of any number of classes that take nothing besides the matrix."""

BINARY_RATES = (
    recall,
    specificity,
    precision,
    negative_predictive_value,
    false_positive_rate,
    miss_rate,
    prevalence,
    youden_j,
    markedness,
    positive_likelihood_ratio,
    negative_likelihood_ratio,
)
"""The rates of four counts that take nothing besides."""
