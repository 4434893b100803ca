"""
The area under the precision-recall curve, by rules that give different numbers; the mean of steps is `average_precision`.

Two choices stand behind each tool's number. Between two thresholds: a straight line (trapezoids), which promises what no classifier
gives, or what choosing between the two classifiers at random gives (Davis and Goadrich), where FP grows in proportion to TP. And at recall
0, where nothing is predicted positive and precision has no value: 1 (`from_one`, scikit-learn), or that of the greatest score
(`from_first`), which is also what the second rule has there. Ties are a third: `roc` has one threshold for equal scores, `roc_per_record`
one for each record.
Notation: P positives; TP_i, FP_i, R_i = TP_i/P, P_i at threshold i, greatest score first; between two of them x more true positives than at
the first, and FP_i + s x, s = (FP_{i+1} - FP_i) / (TP_{i+1} - TP_i).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from attrs import frozen

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.definition import defined
from dtref.exact.enclosure import LN_2
from dtref.exact.functions import log2
from dtref.exact.inputs import whole
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.evaluation.ranking.roc import Roc

MOST_POSITIVES = 10**6
"""The most positives for which a point is made at each."""


@frozen
class _Stretch:
    """What lies between two thresholds: TP and FP at the first, and how much they grow. TP grows."""

    tp: Exact
    fp: Exact
    more_tp: Exact
    more_fp: Exact

    def precision(self, x: Exact) -> Number:
        """The precision at x more true positives. Where nothing is predicted positive yet, its limit."""
        if is_zero(self.tp) and is_zero(self.fp):
            return number(self.more_tp) / (self.more_tp + self.more_fp)
        tp, fp = number(self.tp) + x, self.fp + number(x) * self.more_fp / self.more_tp
        return tp / (tp + fp)


@defined(
    formula="sum_i (R_i - R_{i-1}) (P_i + P_{i-1}) / 2, P_0 = 1",
    range="From 0 to 1",
    undefined="no positives",
    sources=("scikit-learn's auc of precision_recall_curve, whose convention the start is",),
)
def precision_recall_area_from_one(curve: Roc) -> Number | Undefined:
    """
    The area under straight lines between the points of the precision-recall curve, which starts at recall 0 with precision 1.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> precision_recall_area_from_one(roc([3, 2, 1], "-++", "+")), precision_recall_area_from_one(roc([1], "-", "+", classes="+-"))
    (Fraction(5, 12), Undefined(why='no positives'))
    """
    return _mean(curve, [_trapezoid(s, first=number(1)) for s in _stretches(curve)])


@defined(
    formula="sum_i (R_i - R_{i-1}) (P_i + P_{i-1}) / 2, P_0 = P_1",
    range="From 0 to 1",
    undefined="no positives",
    sources=("Davis and Goadrich 2006, The relationship between precision-recall and ROC curves, whose interpolation starts so",),
)
def precision_recall_area_from_first(curve: Roc) -> Number | Undefined:
    """
    The area under straight lines between the points of the precision-recall curve, which is level from recall 0 to the first of them.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> precision_recall_area_from_first(roc([2, 2, 1], "-++", "+")), precision_recall_area_from_first(roc([3, 2, 1], "-++", "+"))
    (Fraction(13, 24), Fraction(5, 12))
    """
    return _mean(curve, [_trapezoid(s, first=s.precision(0)) for s in _stretches(curve)])


@defined(
    formula="1/P sum of (p(x) + p(x+1))/2 over all steps of one true positive, p(x) = (TP_i + x) / (TP_i + x + FP_i + s x)",
    undefined="no positives",
    errors="Invalid where weights make the true positives no whole number; Undecided for more than 10^6",
    sources=("Davis and Goadrich 2006, section 4",),
)
def davis_goadrich_area(curve: Roc) -> Number | Undefined:
    """
    The area under the precision-recall curve that Davis and Goadrich draw: lines between points at every true positive.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> davis_goadrich_area(roc([2, 2, 1], "-++", "+")), davis_goadrich_area(roc([3, 2, 2, 2], "-++-", "+"))
    (Fraction(13, 24), Fraction(13, 40))
    """
    if any(Fraction(tp).denominator != 1 for tp in curve.tp):
        raise Invalid("curve", "whole numbers of positives at each threshold", curve.tp)
    if curve.positives > MOST_POSITIVES:
        raise Undecided("the area with a point at every true positive", f"{MOST_POSITIVES} positives", 0, 1)
    steps = ((s, x) for s in _stretches(curve) for x in range(whole("true positives", s.more_tp)))
    return _mean(curve, [(s.precision(x) + s.precision(x + 1)) / 2 for s, x in steps])


@defined(
    formula=(
        "1/P sum_i of the integral of (TP_i + x) / (TP_i + x + FP_i + s x) for x from 0 to TP_{i+1} - TP_i: with k "
        "= 1 + s and n_i = TP_i + FP_i, (TP_{i+1} - TP_i)/k + (TP_i - n_i/k)/k ln(n_{i+1} / n_i)"
    ),
    undefined="no positives",
    sources=("Davis and Goadrich 2006", "integrated: Keilwagen, Grosse and Grau 2014, as PRROC does"),
)
def davis_goadrich_integral(curve: Roc) -> Number | Undefined:
    """
    The area under the precision-recall curve of all classifiers between two thresholds, integrated.   A Fraction, or certified bounds.

    Weights may be fractions.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> davis_goadrich_integral(roc([2, 2, 1], "-++", "+")), davis_goadrich_integral(roc([2, 2, 1], "++-", "+"))
    (Enclosure((((3/2) + ((1 - log2(3)) * ln(2))) / 2)), Fraction(1, 1))
    """
    parts = [_integral(s) for s in _stretches(curve)]
    rational, bits = total(r for r, _ in parts), total(b for _, b in parts)
    return _mean(curve, [rational] if is_zero(bits) else [rational + bits * LN_2])


def _stretches(curve: Roc) -> Iterator[_Stretch]:
    """What lies between thresholds where true positives come; false positives alone change the recall by nothing."""
    for (tp, fp), (next_tp, next_fp) in pairwise(zip(curve.tp, curve.fp, strict=True)):
        if not is_zero(next_tp - tp):
            yield _Stretch(tp, fp, next_tp - tp, next_fp - fp)


def _trapezoid(s: _Stretch, first: Number) -> Number:
    """The area of a stretch under a straight line, P times; first: the precision at its beginning where nothing is predicted positive."""
    before = first if is_zero(s.tp) and is_zero(s.fp) else s.precision(0)
    return s.more_tp * (before + s.precision(s.more_tp)) / 2


def _integral(s: _Stretch) -> tuple[Number, Number]:
    """The integral of a stretch: what is rational, and what is to be multiplied by ln 2, in bits."""
    k, n = 1 + number(s.more_fp) / s.more_tp, number(s.tp) + s.fp
    slope = s.tp - n / k
    bits = number(0) if is_zero(n) or is_zero(slope) else slope / k * log2((n + s.more_tp + s.more_fp) / n)
    return s.more_tp / k, bits


def _mean(curve: Roc, parts: list[Number]) -> Number | Undefined:
    return Undefined("no positives") if is_zero(curve.positives) else total(parts) / curve.positives
