"""
The F measure: its forms and where they differ, F_beta, weighted accuracy.   Documents: `tan` Cost-Sensitive Measures; `cs6220` Precision
and Recall, and F-measures. Notation: as in `dtref.spec.evaluation.confusion.scores`; p precision, r recall.;
`dtref.spec.evaluation.confusion.scores`, whose functions are run.
"""

from __future__ import annotations

from itertools import product

import sympy

from dtref.errors import Undefined
from dtref.exact.number import Number, is_zero
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import accuracy, precision, recall, specificity
from dtref.spec.evaluation.confusion.scores import f1, f_beta, f_harmonic, f_of, weighted_accuracy
from proofs.steps import above_zero, all_equal, defined, derivative, differ, equal, same, tends_to, weighted_squares
from proofs.symbols import positive
from proofs.tables import COUNTS, A, B, C, D
from proofs.theorem import Method, Outcome, theorem

MEASURES, F_MEASURES = "tan: Cost-Sensitive Measures", "cs6220: Classifier Evaluation Metrics:"
P, R, BETA = positive("p r beta")
INFINITY: Number = sympy.oo
RATES = "all precisions p, recalls r and betas above 0"


def harmonic_mean(p: Number | Undefined, r: Number | Undefined) -> Number | Undefined:
    """2/(1/r + 1/p), by its words: it has no value where one of the two has none, or no reciprocal."""
    for x in (p, r):
        if isinstance(x, Undefined) or is_zero(x):
            return Undefined("no reciprocal")
    return 2 / (1 / defined(r) + 1 / defined(p))


NO_P, NO_R, BOTH_0 = "nothing predicted positive", "no positives", "precision and recall are both 0"
DIFFER = {
    # (b, c) where a = 0: 2a/(2a + b + c), and why 2rp/(r + p) has no value; nothing depends on d
    (False, False): (Undefined("no positives, and nothing predicted positive"), NO_P),
    (True, False): (0, NO_P),
    (False, True): (0, NO_R),
    (True, True): (0, BOTH_0),
}


@theorem(
    "2rp/(r + p) = 2/(1/r + 1/p) = 2a/(2a + b + c) where a > 0, that is where p and r exist and aren't 0. Where a = 0 the first two have "
    "no value: p has none if c = 0, else r has none if b = 0, else both are 0; the third is 0 if b > 0 or c > 0, and has none if b = c = 0",
    source=MEASURES,
    runs=(f1, f_harmonic, f_of, precision, recall),
    reach="all non-negative real counts: each of the 16 patterns of which of a, b, c, d are 0, the others being positive symbols",
    method=Method.EXHAUSTION,
)
def theorem_forms_of_f_agree_where_there_are_true_positives_and_only_there() -> None:
    """Pattern by pattern."""
    for pattern in product((False, True), repeat=4):
        a, b, c, _ = pattern
        n = BinaryCounts(*(x if there else 0 for x, there in zip((A, B, C, D), pattern, strict=True)))
        by_reciprocals = harmonic_mean(precision(n), recall(n))
        if a:
            all_equal(f1(n), f_harmonic(n), by_reciprocals)
        else:
            of_counts, why = DIFFER[b, c]
            same(f1(n), of_counts, f"F of the counts in the case {pattern}")
            same(f_harmonic(n), Undefined(why), f"F of p and r in the case {pattern}")
            same(by_reciprocals, Undefined("no reciprocal"), f"the harmonic mean in the case {pattern}")


@theorem(
    "F is the harmonic mean of precision and recall: at most the arithmetic mean, equal where p = r only",
    source="iaml: 2.5.4 Classification Cost and Utility",
    runs=(f_of,),
    reach="all p, r above 0",
    method=Method.SQUARES,
)
def theorem_f_is_at_most_the_arithmetic_mean() -> None:
    """(p + r)/2 - F = (p - r)²/(2(p + r))."""
    f = defined(f_of(P, R))
    equal(f, harmonic_mean(P, R))
    weighted_squares((P + R) / 2 - f, [(1 / (2 * (P + R)), P - R)])


@theorem(
    "F_beta of the counts is that of precision and recall: the harmonic mean with weights 1/(1 + beta²) of p and beta²/(1 + beta²) of r",
    source="rijsbergen1979",
    runs=(f_beta, f_harmonic, f_of),
    reach="all positive real counts and betas",
    method=Method.IDENTITY,
)
def theorem_f_beta_is_a_weighted_harmonic_mean() -> None:
    """1/F = (1/p + beta²/r)/(1 + beta²)."""
    square = BETA * BETA
    equal(f_beta(COUNTS, BETA), f_harmonic(COUNTS, BETA))
    equal(f_beta(COUNTS, BETA), f_of(defined(precision(COUNTS)), defined(recall(COUNTS)), BETA))
    equal(1 / defined(f_of(P, R, BETA)), (1 / (1 + square)) / P + (square / (1 + square)) / R)


@theorem(
    "F_beta is precision at beta = 0, F at beta = 1, and tends to recall as beta grows",
    source=F_MEASURES,
    runs=(f_beta, f_harmonic, f_of, f1, precision, recall),
    reach="all positive real counts",
    method=Method.LIMIT,
)
def theorem_f_beta_goes_from_precision_to_recall() -> None:
    """Two values and a limit, of each form."""
    p, r = precision(COUNTS), recall(COUNTS)
    for form in (f_beta, f_harmonic):
        equal(form(COUNTS, 0), p)
        equal(form(COUNTS, 1), f1(COUNTS))
        tends_to(form(COUNTS, BETA), BETA, INFINITY, defined(r), side="-")
    equal(f_of(P, R, 0), P)
    tends_to(f_of(P, R, BETA), BETA, INFINITY, R, side="-")


@theorem(
    "F_beta lies between precision and recall; as beta grows it goes from p towards r, whichever is greater",
    source="rijsbergen1979",
    runs=(f_of,),
    reach=RATES,
    method=Method.SQUARES,
)
def theorem_f_beta_is_between_precision_and_recall() -> None:
    """(F - p)(r - F) is a square with a positive weight; so is (r - p) dF/dbeta."""
    f, below = defined(f_of(P, R, BETA)), BETA * BETA * P + R
    weighted_squares((f - P) * (R - f), [(P * R, BETA * (R - P) / below)])
    weighted_squares((R - P) * derivative(f, BETA), [(2 * BETA * P * R, (R - P) / below)])


@theorem(
    "F_beta grows with precision and with recall; a little recall is worth beta² (p/r)² times a little precision: as much at r = beta p",
    source="rijsbergen1979",
    runs=(f_of,),
    reach=RATES,
    method=Method.DERIVATIVES,
)
def theorem_beta_is_the_recall_per_precision_at_which_both_matter_equally() -> None:
    """The quotient of the two derivatives."""
    f = f_of(P, R, BETA)
    by_p, by_r = derivative(f, P), derivative(f, R)
    above_zero(by_p)
    above_zero(by_r)
    equal(by_r / by_p, BETA * BETA * P * P / (R * R))


@theorem(
    "F_beta gives beta times as much weight to recall as to precision",
    source=F_MEASURES,
    runs=(f_of,),
    reach="false for every beta but 1: beta² times, in the harmonic mean; told apart at beta = 2",
    method=Method.COUNTEREXAMPLE,
    ends=Outcome.REFUTED,
)
def theorem_f_beta_does_not_weigh_recall_beta_times() -> None:
    """1/F_beta is linear in 1/p and 1/r; the quotient of its derivatives by them, wherever taken, is beta²."""
    u, v = positive("u v")  # 1/p, 1/r
    inverse = 1 / defined(f_of(1 / u, 1 / v, BETA))
    weights = derivative(inverse, v) / derivative(inverse, u)
    equal(weights, BETA * BETA)
    differ(weights, BETA, {BETA: 2})


@theorem(
    "F does not see true negatives, accuracy does; one more of a raises F, of b and of c lower it alike",
    source=MEASURES,
    runs=(f1, f_beta, accuracy),
    reach="all positive real counts",
    method=Method.DERIVATIVES,
)
def theorem_f_does_not_see_true_negatives() -> None:
    """Derivatives by the four counts."""
    for f in (f1(COUNTS), f_beta(COUNTS, BETA)):
        equal(derivative(f, D), 0)
        above_zero(derivative(f, A))
        above_zero(-derivative(f, B))
    equal(derivative(f1(COUNTS), B), derivative(f1(COUNTS), C))
    equal(derivative(f_beta(COUNTS, BETA), B), BETA * BETA * derivative(f_beta(COUNTS, BETA), C))
    above_zero(derivative(accuracy(COUNTS), D))


@theorem(
    "Weighted accuracy is accuracy, precision, recall, F for the weights that the slide lists; specificity, F_beta for others",
    source=MEASURES,
    runs=(weighted_accuracy, accuracy, precision, recall, specificity, f1, f_beta),
    reach="all positive real counts and betas",
    method=Method.IDENTITY,
)
def theorem_weighted_accuracy_becomes_each_measure() -> None:
    """(w1, w2, w3, w4) by (w1, w2, w3, w4)."""
    square = BETA * BETA
    equal(weighted_accuracy(COUNTS, 1, 1, 1, 1), accuracy(COUNTS))
    equal(weighted_accuracy(COUNTS, 1, 0, 1, 0), precision(COUNTS))
    equal(weighted_accuracy(COUNTS, 1, 1, 0, 0), recall(COUNTS))
    equal(weighted_accuracy(COUNTS, 2, 1, 1, 0), f1(COUNTS))
    equal(weighted_accuracy(COUNTS, 0, 0, 1, 1), specificity(COUNTS))
    equal(weighted_accuracy(COUNTS, 1 + square, square, 1, 0), f_beta(COUNTS, BETA))


@theorem(
    "Weighted accuracy is the accuracy of the records counted with their weights",
    source=MEASURES,
    runs=(weighted_accuracy, accuracy),
    reach="all positive real counts and weights",
    method=Method.IDENTITY,
)
def theorem_weighted_accuracy_is_the_accuracy_of_weighted_records() -> None:
    """Count by count."""
    w = positive("w1:5")
    weighed = BinaryCounts(*(w_i * n for w_i, n in zip(w, (A, B, C, D), strict=True)))
    equal(weighted_accuracy(COUNTS, *w), accuracy(weighed))


@theorem(
    "F = 2J/(1 + J), J the share of true positives among the records that are positive or predicted so (Jaccard's coefficient)",
    source="rijsbergen1979",
    runs=(f1, weighted_accuracy),
    reach="all positive real counts",
    method=Method.IDENTITY,
)
def theorem_f_is_a_function_of_jaccards_coefficient() -> None:
    """J is the weighted accuracy of (1, 1, 1, 0)."""
    jaccard = defined(weighted_accuracy(COUNTS, 1, 1, 1, 0))
    equal(f1(COUNTS), 2 * jaccard / (1 + jaccard))
