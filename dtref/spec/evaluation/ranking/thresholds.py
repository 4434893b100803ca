"""
The best thresholds of an ROC curve, all that tie, by a measure of the confusion matrix or by cost.

Notation: C_FP and C_FN, the costs of a false positive and of a false negative, where being right costs nothing; pi, the share of positives
where the classifier will be used.
"""

from __future__ import annotations

__sources__ = (("iaml", "How do thresholds affect error rates?, What is detection cost?"),)

from collections.abc import Callable
from functools import partial

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import argmin_set
from dtref.exact.definition import defined
from dtref.exact.inputs import exact, rational, share
from dtref.exact.number import Exact, Number, is_zero, number, quotient
from dtref.spec.evaluation.confusion.averages import Measure
from dtref.spec.evaluation.confusion.cost import CostMatrix, expected_cost
from dtref.spec.evaluation.confusion.scores import detection_cost
from dtref.spec.evaluation.ranking.hull import on_hull
from dtref.spec.evaluation.ranking.roc import Roc, Vertex
from dtref.spec.model.display import Reported


@frozen
class Optimum(Reported):
    """The best value of a measure, and every vertex that has it, the greatest threshold first."""

    value: Number
    vertices: tuple[Vertex, ...]

    __repr__ = brief_repr


def least(curve: Roc, measure: Measure) -> Optimum | Undefined:
    """
    The vertices where a measure is least, of those where it is defined.   Undefined, as the measure says, where it is nowhere.

    >>> from fractions import Fraction
    >>> from dtref.spec.evaluation.confusion.rates import error_rate
    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> found = least(roc([0.9, 0.8, 0.7, 0.1], "+-+-", "+"), error_rate)
    >>> found.value, [v.threshold for v in found.vertices] == [Fraction(0.9), Fraction(0.7)]
    (Fraction(1, 4), True)
    >>> least(roc([0.9], "+", "+"), partial(detection_cost, cost_fp=1, cost_fn=1))
    Undefined(why='no negatives')
    """
    return _best(curve, measure, number)


def greatest(curve: Roc, measure: Measure) -> Optimum | Undefined:
    """
    The vertices where a measure is greatest, of those where it is defined.   Undefined, as the measure says, where it is nowhere.

    >>> from dtref.spec.evaluation.confusion.rates import youden_j
    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> greatest(roc([4, 3, 2, 1], "+-+-", "+"), youden_j).value
    Fraction(1, 2)
    """
    return _best(curve, measure, lambda x: -x)


@defined(
    formula="minimise (C_FP FP + C_FN FN) / (P + N)",
    undefined="no records",
    errors="Invalid for a cost that isn't exact or is below 0",
)
def cheapest(curve: Roc, c_fp: Exact, c_fn: Exact) -> Optimum | Undefined:
    """
    The vertices of least cost per record, for the share of positives that the records themselves have.

    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> found = cheapest(roc([4, 3, 2, 1], "+-+-", "+"), 1, 3)
    >>> found.value, [v.threshold for v in found.vertices]
    (Fraction(1, 4), [Fraction(2, 1)])
    """
    fp, fn = _costs(c_fp, c_fn)
    costs = CostMatrix(("positive", "negative"), ((0, fn), (fp, 0)))
    return least(_candidates(curve, fp, fn), partial(expected_cost, costs))


@defined(
    formula="minimise C_FP (1 - pi) FPR + C_FN pi FNR",
    undefined="a class is missing",
    errors="Invalid for a cost that isn't exact or is below 0, a share that isn't exact or is not from 0 to 1",
    sources=("Provost and Fawcett 2001",),
)
def cheapest_at(curve: Roc, c_fp: Exact, c_fn: Exact, pi: Exact) -> Optimum | Undefined:
    """
    The vertices of least cost per record where a share pi of the records is positive.

    >>> from fractions import Fraction
    >>> from dtref.spec.evaluation.ranking.roc import roc
    >>> found = cheapest_at(roc([4, 3, 2, 1], "+-+-", "+"), 1, 1, Fraction(1, 3))
    >>> found.value, [v.threshold for v in found.vertices]
    (Fraction(1, 6), [Fraction(4, 1)])
    """
    positive, (fp, fn) = rational("pi", pi, least=0, most=1), _costs(c_fp, c_fn)
    fp, fn = fp * (1 - positive), fn * positive
    return least(_candidates(curve, fp, fn), partial(detection_cost, cost_fp=fp, cost_fn=fn))


@defined(formula="C_FP (1 - pi) / (C_FN pi)", errors=cheapest_at, sources=("Provost and Fawcett 2001",))
def iso_cost_slope(c_fp: Exact, c_fn: Exact, pi: Exact) -> Number | Undefined:
    """
    The slope of the lines of equal cost in the ROC plane: a cheapest vertex is where such a line touches the convex hull.

    Undefined where misses cost nothing, by themselves or as no record is positive.

    >>> from fractions import Fraction
    >>> iso_cost_slope(1, 10, Fraction(1, 3)), iso_cost_slope(1, 0, Fraction(1, 3))
    (Fraction(1, 5), Undefined(why='lines of equal cost are vertical'))
    """
    positive, (fp, fn) = share("pi", pi), _costs(c_fp, c_fn)
    return quotient(fp * (1 - positive), fn * positive, "lines of equal cost are vertical")


def _best(curve: Roc, measure: Measure, rising: Callable[[Number], Number]) -> Optimum | Undefined:
    """The vertices where `rising` of the measure is least."""
    values = [(vertex, measure(vertex.counts)) for vertex in curve.vertices]
    tied = argmin_set([(v, x) for v, x in values if not isinstance(x, Undefined)], lambda pair: rising(pair[1]))
    why = next((x for _, x in values if isinstance(x, Undefined)), Undefined("no vertices"))
    return Optimum(tied[0][1], tuple(v for v, _ in tied)) if tied else why


def _candidates(curve: Roc, fp: Number, fn: Number) -> Roc:
    """The vertices that can be cheapest: those on the convex hull, unless nothing costs anything."""
    return curve if is_zero(fp) and is_zero(fn) else on_hull(curve)


def _costs(c_fp: Exact, c_fn: Exact) -> tuple[Number, Number]:
    return exact("C_FP", c_fp, least=0), exact("C_FN", c_fn, least=0)
