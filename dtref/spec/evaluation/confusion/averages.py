"""
Averages over the classes of any measure of four counts: macro, micro, weighted.

Notation: c classes, n_i records of class i, n all; M_i the measure where class i is positive and the others are negative. A measure is a
function of `BinaryCounts`; conventions are part of it: `compose(zero_if_undefined, recall)`. Definitions: Sokolova and Lapalme 2009, A
systematic analysis of performance measures for classification tasks.
"""

from __future__ import annotations

__sources__ = ("Sokolova and Lapalme 2009, A systematic analysis of performance measures for classification tasks",)

from collections.abc import Callable, Sequence
from functools import reduce
from operator import mul
from typing import TypeAlias

from dtref.errors import Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.functions import root
from dtref.exact.number import Exact, Number, is_zero, number, quotient, total
from dtref.spec.evaluation.confusion.if_undefined import where_defined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Matrix, actual_counts, binary_views
from dtref.spec.evaluation.confusion.rates import recall

Measure: TypeAlias = Callable[[BinaryCounts], Number | Undefined]
"""A measure of four counts, to be averaged over classes."""


@refuses_other_kinds
def per_class(measure: Measure, m: Matrix) -> tuple[Number | Undefined, ...]:
    """
    The measure of each class against the rest; an Undefined says which class it is of.

    >>> per_class(recall, BinaryCounts(3, 1, 0, 0))
    (Fraction(3, 4), Undefined(why='class negative: no positives'))
    """
    return tuple(
        Undefined(f"class {label}: {x.why}") if isinstance(x, Undefined) else x
        for label, x in zip(m.classes, map(measure, binary_views(m)), strict=True)
    )


@defined(formula="1/c sum_i M_i", undefined="a class has no value, or there are no classes", parts=lambda: (actual_counts,))
def macro_average(measure: Measure, m: Matrix) -> Number | Undefined:
    """
    The mean of a measure over the classes, whatever their size.

    >>> from toolz import compose
    >>> from dtref.spec.evaluation.confusion.if_undefined import zero_if_undefined
    >>> macro_average(recall, BinaryCounts(3, 1, 1, 1)), macro_average(recall, BinaryCounts(3, 1, 0, 0))
    (Fraction(5, 8), Undefined(why='class negative: no positives'))
    >>> macro_average(compose(zero_if_undefined, recall), BinaryCounts(3, 1, 0, 0))
    Fraction(3, 8)
    """
    return _mean(per_class(measure, m), (1,) * len(m.classes), "no classes")


@defined(undefined="none has one")
def macro_average_of_defined(measure: Measure, m: Matrix) -> Number | Undefined:
    """
    The mean of a measure over the classes that have a value: those that have none are skipped.

    >>> macro_average_of_defined(recall, BinaryCounts(3, 1, 0, 0))
    Fraction(3, 4)
    """
    values = per_class(measure, m)
    return _mean(values, [int(not isinstance(x, Undefined)) for x in values], "no class has a value")


@defined(formula="sum_i n_i/n M_i", undefined="a class with records has no value, or there are no records", parts=lambda: (actual_counts,))
def weighted_average(measure: Measure, m: Matrix) -> Number | Undefined:
    """
    The mean of a measure over the records, each standing for its actual class; a class without records counts nothing.

    >>> weighted_average(recall, BinaryCounts(3, 1, 1, 1)), weighted_average(recall, BinaryCounts(3, 1, 0, 0))
    (Fraction(2, 3), Fraction(3, 4))
    """
    return _mean(per_class(measure, m), actual_counts(m), "no records")


@defined(undefined="no such records")
def weighted_average_of_defined(measure: Measure, m: Matrix) -> Number | Undefined:
    """
    The mean of a measure over the records whose actual class has a value; the others are skipped.

    >>> from dtref.spec.evaluation.confusion.rates import precision
    >>> weighted_average(precision, BinaryCounts(3, 0, 1, 0)), weighted_average_of_defined(precision, BinaryCounts(3, 0, 1, 0))
    (Undefined(why='class negative: nothing predicted positive'), Fraction(3, 4))
    """
    values = per_class(measure, m)
    weights = [0 if isinstance(x, Undefined) else n_i for x, n_i in zip(values, actual_counts(m), strict=True)]
    return _mean(values, weights, "no record's class has a value")


def pooled_counts(m: Matrix) -> BinaryCounts:
    """
    The four counts of all classes, each against the rest, added up.

    >>> pooled_counts(BinaryCounts(3, 1, 1, 1))
    BinaryCounts(tp=4, fn=2, fp=2, tn=4)
    """
    views = binary_views(m)
    return BinaryCounts(*(total(getattr(view, name) for view in views) for name in ("tp", "fn", "fp", "tn")))


@refuses_other_kinds
def micro_average(measure: Measure, m: Matrix) -> Number | Undefined:
    """
    The measure of the pooled counts. Micro precision, recall and F1 are the accuracy: each wrong record is one FN and one FP.

    >>> from dtref.spec.evaluation.confusion.scores import f1
    >>> micro_average(f1, BinaryCounts(3, 1, 1, 1))
    Fraction(2, 3)
    """
    return measure(pooled_counts(m))


@defined(
    formula="1/c sum_i CM_ii / n_i; of two classes (TPR + TNR) / 2",
    undefined="a class has no records",
    sources=(("cs422", "Class Imbalance"),),
    parts=lambda: (actual_counts,),
)
def balanced_accuracy(m: Matrix) -> Number | Undefined:
    """
    The mean recall of the classes.

    >>> balanced_accuracy(BinaryCounts(tp=90, fn=210, fp=140, tn=9560))
    Fraction(1247, 1940)
    """
    return macro_average(recall, m)


@defined(
    formula="(b - 1/c) / (1 - 1/c), b the balanced accuracy of c classes; from -1/(c - 1) to 1",
    undefined="a class has no records, or there is one class only (0/0)",
    sources=("scikit-learn's balanced_accuracy_score(adjusted=True), which leaves classes without records out, of the mean and of c",),
    parts=lambda: (actual_counts, balanced_accuracy),
)
def adjusted_balanced_accuracy(m: Matrix) -> Number | Undefined:
    """
    The balanced accuracy on a scale where a classifier that doesn't look at the record has 0, and one that is always right 1.

    Of two classes it is Youden's J.

    >>> adjusted_balanced_accuracy(BinaryCounts(3, 1, 1, 3)), adjusted_balanced_accuracy(BinaryCounts(3, 1, 0, 0))
    (Fraction(1, 2), Undefined(why='class negative: no positives'))
    """
    c = number(len(m.classes))
    return where_defined(lambda b: quotient(c * b - 1, c - 1, "one class only"), balanced_accuracy(m))


@defined(
    formula="(prod_i CM_ii / n_i)^(1/c); of two classes sqrt(TPR TNR)",
    range="From 0 (a class with no record right) to 1",
    undefined="a class has no records",
    sources=(
        "Kubat and Matwin 1997, Addressing the curse of imbalanced training sets (two classes)",
        "Sun, Kamel and Wang 2006, Boosting for learning multiple classes with imbalanced class distribution (c classes)",
        "imbalanced-learn's geometric_mean_score(correction=0), where a class without records counts as if none were right: 0",
    ),
    parts=lambda: (actual_counts,),
    synonyms=("geometric mean of the recalls", "geometric mean score"),
)
def g_mean(m: Matrix) -> Number | Undefined:
    """
    The geometric mean of the recalls of the classes: 0 where a class has no record that is predicted rightly.

    >>> g_mean(BinaryCounts(3, 1, 1, 3)), g_mean(BinaryCounts(1, 1, 0, 4)), g_mean(BinaryCounts(0, 2, 1, 3))
    (Fraction(3, 4), RootSum(1/2*sqrt(2)), Fraction(0, 1))
    >>> g_mean(BinaryCounts(3, 1, 0, 0))
    Undefined(why='class negative: no positives')
    """
    if not m.classes:
        return Undefined("no classes")
    return where_defined(lambda *recalls: root(reduce(mul, recalls), len(recalls)), *per_class(recall, m))


def _mean(values: Sequence[Number | Undefined], weights: Sequence[Exact], why: str) -> Number | Undefined:
    """The weighted mean of the values whose weight is not 0."""
    pairs = [(w, x) for w, x in zip(weights, values, strict=True) if not is_zero(w)]
    return where_defined(
        lambda *xs: quotient(total(w * x for (w, _), x in zip(pairs, xs, strict=True)), total(w for w, _ in pairs), why),
        *(x for _, x in pairs),
    )


MATRIX_AVERAGES = (balanced_accuracy, adjusted_balanced_accuracy, g_mean)
"""The averages over the classes of a matrix that take nothing besides."""
