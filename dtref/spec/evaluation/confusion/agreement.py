"""
Agreement of actual and predicted classes beyond chance: Cohen's kappa, and the Matthews correlation.

The correlation is a quotient by a root: its `value` is a Fraction or a RootSum, and two are compared exactly by their `signed_square`.
Notation: s records, c of them right, t_k of actual class k, p_k predicted as k; P, P', N, N' as in `dtref.spec.evaluation.confusion.rates`.
"""

from __future__ import annotations

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.number import Number, is_zero, number, quotient, total
from dtref.exact.root_quotient import RootQuotient, root_quotient
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Matrix, actual_counts, correct_counts, predicted_counts


@defined(
    formula="(p_o - p_e) / (1 - p_e), with p_o = c/s and p_e = sum_k t_k p_k / s^2",
    undefined="no records, or all are of one class and predicted as that class (p_e = 1)",
    sources=("Cohen 1960, A coefficient of agreement for nominal scales (Educational and Psychological Measurement 20, 37-46)",),
    parts=lambda: (actual_counts, predicted_counts),
    synonyms=("kappa",),
)
def cohen_kappa(m: Matrix) -> Number | Undefined:
    """
    Cohen's kappa: the agreement beyond chance, as a share of the most possible.   From below 0 to 1.

    >>> cohen_kappa(BinaryCounts(20, 5, 10, 15)), cohen_kappa(BinaryCounts(5, 0, 0, 0))
    (Fraction(2, 5), Undefined(why='one class only: agreement by chance is 1'))
    """
    s = total(actual_counts(m))
    if is_zero(s):
        return Undefined("no records")
    p_o = total(correct_counts(m)) / s
    p_e = total(t_k * p_k for t_k, p_k in zip(actual_counts(m), predicted_counts(m), strict=True)) / (s * s)
    return quotient(p_o - p_e, 1 - p_e, "one class only: agreement by chance is 1")


@defined(
    formula="(TP TN - FP FN) / sqrt(P P' N N')",
    undefined="no records, no positives, no negatives, nothing predicted positive, or nothing predicted negative",
    sources=("Matthews 1975, Comparison of the predicted and observed secondary structure of T4 phage lysozyme",),
    synonyms=(
        "Matthews correlation coefficient",
        "MCC",
        "phi coefficient",
    ),
)
def matthews(n: BinaryCounts) -> RootQuotient | Undefined:
    """
    The Matthews correlation of two classes (phi): 1 for a perfect classifier, 0 for chance, -1 for one that is always wrong.

    >>> matthews(BinaryCounts(3, 1, 1, 3)).value, matthews(BinaryCounts(1, 2, 3, 1)).signed_square
    (Fraction(1, 2), Fraction(-25, 144))
    >>> matthews(BinaryCounts(3, 1, 0, 0))
    Undefined(why='one class only, actual or predicted')
    """
    positives, negatives = number(n.tp) + n.fn, number(n.fp) + n.tn
    predicted_positive, predicted_negative = number(n.tp) + n.fp, number(n.fn) + n.tn
    return root_quotient(
        number(n.tp) * n.tn - number(n.fp) * n.fn,
        positives * predicted_positive * negatives * predicted_negative,
        _why(positives + negatives),
    )


@defined(
    formula="(c s - sum_k t_k p_k) / sqrt((s^2 - sum_k p_k^2) (s^2 - sum_k t_k^2))",
    undefined="no records, or one class only, actual or predicted",
    sources=("Gorodkin 2004, Comparing two K-category assignments by a K-category correlation coefficient",),
    parts=lambda: (actual_counts, predicted_counts),
)
def multiclass_matthews(m: Matrix) -> RootQuotient | Undefined:
    """
    The Matthews correlation of any number of classes (R_K): 1 for a perfect classifier, 0 for chance. Of two classes it is `matthews`.

    >>> from dtref.spec.evaluation.confusion.matrix import Confusion
    >>> r = multiclass_matthews(Confusion("abc", [[2, 0, 0], [0, 0, 1], [1, 0, 2]]))
    >>> r.value, r.signed_square
    (RootSum(3/22*sqrt(11)), Fraction(9, 44))
    """
    t, p = actual_counts(m), predicted_counts(m)
    c, s = total(correct_counts(m)), total(t)
    return root_quotient(
        c * s - total(t_k * p_k for t_k, p_k in zip(t, p, strict=True)),
        (s * s - total(p_k * p_k for p_k in p)) * (s * s - total(t_k * t_k for t_k in t)),
        _why(s),
    )


def _why(records: Number) -> str:
    return "no records" if is_zero(records) else "one class only, actual or predicted"


MATRIX_AGREEMENT = (cohen_kappa,)
"""The measures of agreement of a matrix that take nothing besides, and are a number."""
