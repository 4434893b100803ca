"""
Single numbers that weigh the four counts against each other: the F measures, Jaccard index, weighted accuracy, detection cost.

Notation: as in `dtref.spec.evaluation.confusion.rates`, p precision, r recall.
"""

from __future__ import annotations

__sources__ = (("tan", "Cost-Sensitive Measures"), ("cs6220", "Precision and Recall, and F-measures"), ("iaml", "2.5.4"))

from functools import partial

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.inputs import exact, share
from dtref.exact.number import Exact, Number, number, quotient
from dtref.spec.evaluation.confusion.if_undefined import where_defined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import false_positive_rate, miss_rate, precision, recall


@defined(
    formula="F = 2a / (2a + b + c)",
    letter="F",
    letters="a = TP, b = FN, c = FP",
    undefined="no positives, and nothing predicted positive",
    sources=(("tan", "Cost-Sensitive Measures"),),
    synonyms=(
        "F-score",
        "F-measure",
    ),
)
def f1(n: BinaryCounts) -> Number | Undefined:
    """
    The F measure of the counts: F1, F-score. 0 where there is no true positive, but a positive or a predicted one.

    Of p and r: `f_harmonic`.

    >>> f1(BinaryCounts(tp=90, fn=210, fp=140, tn=9560)), f1(BinaryCounts(0, 1, 2, 9)), f1(BinaryCounts(0, 0, 0, 9))
    (Fraction(18, 53), Fraction(0, 1), Undefined(why='no positives, and nothing predicted positive'))
    """
    return quotient(2 * n.tp, 2 * n.tp + n.fn + n.fp, "no positives, and nothing predicted positive")


@defined(
    formula="J = TP / (TP + FN + FP), so F1 = 2J / (1 + J): both order classifiers alike",
    letter="J",
    undefined="no positives, and nothing predicted positive (0/0; scikit-learn says 0, which is `zero_if_undefined`)",
    sources=("Jaccard 1912, The distribution of the flora in the alpine zone",),
)
def jaccard(n: BinaryCounts) -> Number | Undefined:
    """
    The Jaccard index: the records that are positive and predicted positive, among those that are one of the two.   From 0 to 1.

    >>> jaccard(BinaryCounts(tp=90, fn=210, fp=140, tn=9560)), jaccard(BinaryCounts(0, 1, 2, 9)), jaccard(BinaryCounts(0, 0, 0, 9))
    (Fraction(9, 44), Fraction(0, 1), Undefined(why='no positives, and nothing predicted positive'))
    """
    return quotient(n.tp, number(n.tp) + n.fn + n.fp, "no positives, and nothing predicted positive")


@defined(
    formula="(1 + beta^2) TP / ((1 + beta^2) TP + beta^2 FN + FP)",
    undefined="the denominator is 0",
    errors="Invalid for a beta that is a float or below 0",
    sources=("van Rijsbergen 1979, Information Retrieval",),
    synonyms=("F-beta",),
)
def f_beta(n: BinaryCounts, beta: Exact) -> Number | Undefined:
    """
    The F_beta measure of the counts; precision at beta = 0, `f1` at 1, and towards recall as beta grows.

    >>> f_beta(BinaryCounts(tp=90, fn=210, fp=140, tn=9560), 2)
    Fraction(45, 143)
    """
    square = _square(beta)
    return quotient(
        (1 + square) * n.tp, (1 + square) * n.tp + square * n.fn + n.fp, "no positives that count, and nothing predicted positive"
    )


@defined(
    formula="F_beta = (1 + beta^2) p r / (beta^2 p + r); F = 2rp / (r + p) = 2 / (1/r + 1/p) at beta = 1",
    letter="F_beta",
    undefined="both are 0",
    errors="Invalid for a float, a precision or a recall that is not from 0 to 1, a beta below 0",
    sources=(
        ("cs6220", "Precision and Recall, and F-measures"),
        ("tan", "Cost-Sensitive Measures"),
        ("iaml", "2.5.4 Classification Cost and Utility"),
    ),
)
def f_of(p: Exact, r: Exact, beta: Exact = 1) -> Number | Undefined:
    """
    The weighted harmonic mean of a precision and a recall.

    >>> f_of(1, 1, 2), f_of(0, 0)
    (Fraction(1, 1), Undefined(why='precision and recall are both 0'))
    """
    p, r, square = share("precision", p), share("recall", r), _square(beta)
    return quotient((1 + square) * p * r, square * p + r, "precision and recall are both 0")


@defined(
    formula="F_beta = (1 + beta^2) p r / (beta^2 p + r)",
    letter="F_beta",
    undefined="precision or recall is, or both are 0 (no true positives)",
    errors="Invalid for a beta that is a float or below 0",
    sources=f_of,
    parts=lambda: (precision, recall),
)
def f_harmonic(n: BinaryCounts, beta: Exact = 1) -> Number | Undefined:
    """
    The F_beta measure as the documents define it, from precision and recall; equal to `f_beta` where it is defined.

    >>> f_harmonic(BinaryCounts(tp=90, fn=210, fp=140, tn=9560)), f_harmonic(BinaryCounts(0, 1, 2, 9))
    (Fraction(18, 53), Undefined(why='precision and recall are both 0'))
    """
    return where_defined(partial(f_of, beta=exact("beta", beta, least=0)), precision(n), recall(n))


@defined(
    formula="(w1 a + w4 d) / (w1 a + w2 b + w3 c + w4 d)",
    letters="a = TP, b = FN, c = FP, d = TN",
    undefined="the weighted counts are all 0",
    errors="Invalid for a weight that is a float or below 0",
    sources=(("tan", "Cost-Sensitive Measures"),),
)
def weighted_accuracy(n: BinaryCounts, w1: Exact, w2: Exact, w3: Exact, w4: Exact) -> Number | Undefined:
    """
    Accuracy with a weight for each of the four counts. Recall is (1, 1, 0, 0), precision (1, 0, 1, 0), F (2, 1, 1, 0), accuracy (1, 1, 1,
    1).

    >>> weighted_accuracy(BinaryCounts(tp=90, fn=210, fp=140, tn=9560), 1, 1, 0, 0)
    Fraction(3, 10)
    """
    w1, w2, w3, w4 = (exact(f"w{i}", w, least=0) for i, w in enumerate((w1, w2, w3, w4), 1))
    return quotient(w1 * n.tp + w4 * n.tn, w1 * n.tp + w2 * n.fn + w3 * n.fp + w4 * n.tn, "no record counts")


@defined(
    formula="C_FP x FP rate + C_FN x FN rate",
    unit="that of the costs",
    undefined="no positives, or no negatives",
    errors="Invalid for a cost that is a float",
    sources=(("iaml", "2.5.4 Classification Cost and Utility"),),
    parts=lambda: (false_positive_rate, miss_rate),
)
def detection_cost(n: BinaryCounts, cost_fp: Exact, cost_fn: Exact) -> Number | Undefined:
    """
    The detection cost: the cost of false alarms and misses, from their rates. Factors for the share of positives go into the costs.

    >>> detection_cost(BinaryCounts(tp=3, fn=1, fp=1, tn=3), cost_fp=1, cost_fn=10), detection_cost(BinaryCounts(3, 1, 0, 0), 1, 10)
    (Fraction(11, 4), Undefined(why='no negatives'))
    """
    c_fp, c_fn = exact("cost_fp", cost_fp), exact("cost_fn", cost_fn)
    return where_defined(lambda fpr, fnr: c_fp * fpr + c_fn * fnr, false_positive_rate(n), miss_rate(n))


def _square(beta: Exact) -> Number:
    b = exact("beta", beta, least=0)
    return b * b


BINARY_SCORES = (f1, f_harmonic, jaccard)
"""The scores of four counts that take nothing besides, or may."""
