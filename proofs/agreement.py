"""
Kappa and the Matthews correlation: forms, bounds, zeros, and what the two say of one another.   Notation: as in
`dtref.spec.evaluation.confusion.agreement`; P, P', N, N' as in `dtref.spec.evaluation.confusion.rates`.

Top and bottom of these measures are quadratic in the cells of a table, and a coefficient is of two cells, which name at most four classes.
A sum over classes has in it no term but those. So what is shown for every coefficient of four classes is so for more classes.;
`dtref.spec.evaluation.confusion.agreement`, `dtref.exact.root_quotient`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import cast

import sympy

from dtref.errors import Undefined
from dtref.exact.number import Number, is_zero, number, total
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, matthews, multiclass_matthews
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion, actual_counts, predicted_counts
from dtref.spec.evaluation.confusion.rates import error_rate, markedness, youden_j
from proofs.steps import (
    above_zero,
    all_equal,
    defined,
    derivative,
    equal,
    expression,
    holds,
    multiplied_out,
    same,
    weighted_squares,
)
from proofs.symbols import positive
from proofs.tables import COUNTS, A, B, C, D, blind, cells, diagonal, exchanged, square, table, transposed, with_empty_class
from proofs.theorem import Method, NotEstablished, theorem

COHEN, MATTHEWS, GORODKIN = "cohen1960", "matthews1975", "gorodkin2004"
UP_TO_4 = range(2, 5)
PATTERNS = tuple(product((False, True), repeat=4))
P, N, P_, N_ = A + B, C + D, A + C, B + D
ALL = "all positive real counts"
SQUARE, SIGNED_SQUARE, VALUE = (
    cast(Callable[[RootQuotient], Number], vars(RootQuotient)[name].fget) for name in ("square", "signed_square", "value")
)


def correlation(m: Confusion) -> RootQuotient:
    """The multiclass correlation, which must be defined."""
    return defined(multiclass_matthews(m))


def phi(n: BinaryCounts) -> RootQuotient:
    """The correlation of two classes, which must be defined."""
    return defined(matthews(n))


def over(x: Number | Undefined) -> tuple[Number, Number]:
    """A quotient as what is above the line and what is below it, each multiplied out."""
    top, below = sympy.fraction(sympy.together(expression(x)))
    return multiplied_out(top), multiplied_out(below)


def spread(counts: Sequence[Number]) -> Number:
    """s² - sum_k n_k², as dtref has it: the top of the correlation of counts with themselves."""
    return correlation(diagonal(counts)).top


@theorem(
    "Kappa = 1 - the error rate over that of a table with the same sums in which predictions don't depend on the class: at most 1, and 1 "
    "only without errors",
    source=COHEN,
    runs=(cohen_kappa, error_rate),
    reach="2 to 4 classes, and so any number; " + ALL,
    method=Method.SIGNS,
)
def theorem_kappa_is_1_minus_a_ratio_of_error_rates() -> None:
    """With kappa = x/y: y is the errors of that table times s, so above 0, and y - x the errors times s. On the diagonal kappa is 1."""
    for c in UP_TO_4:
        m = square(c)
        (top, below), (errors, s) = over(cohen_kappa(m)), over(error_rate(m))
        t, p = actual_counts(m), predicted_counts(m)
        by_chance, all_by_chance = over(error_rate(table([[multiplied_out(t_i * p_j) for p_j in p] for t_i in t])))
        equal(cohen_kappa(with_empty_class(m)), cohen_kappa(m))
        above_zero(errors)
        above_zero(by_chance)
        equal(by_chance, below)
        equal(all_by_chance, multiplied_out(s * s))
        equal(below - top, multiplied_out(errors * s))
        equal(cohen_kappa(diagonal(positive(f"n1:{c + 1}"))), 1)


@theorem(
    "Kappa is 0, and so is the correlation, where predictions don't depend on the class",
    source=COHEN,
    runs=(cohen_kappa, multiclass_matthews),
    reach="2 to 4 classes, all positive real sums of rows and of columns",
    method=Method.IDENTITY,
)
def theorem_agreement_of_a_blind_classifier_is_0() -> None:
    """The cells are t_i p_j/s, so right ones are what chance has."""
    for c in UP_TO_4:
        actual, often = positive(f"t1:{c + 1}"), positive(f"q1:{c + 1}")
        m = blind(actual, [q * total(actual) / total(often) for q in often])
        equal(cohen_kappa(m), 0)
        equal(correlation(m).top, 0)


@theorem(
    "Kappa is at least -1, and -1 for two classes of one size, each always predicted as the other",
    source=COHEN,
    runs=(cohen_kappa,),
    reach="2 to 4 classes, and so any number; " + ALL,
    method=Method.SQUARES,
)
def theorem_kappa_is_at_least_minus_1() -> None:
    """With kappa = x/y, x + y is the sum over i < j of (CM_ij - CM_ji)², and of products of two counts times numbers above 0."""
    for c in UP_TO_4:
        m = square(c)
        top, below = over(cohen_kappa(m))
        above_zero(below)
        gaps = [expression(number(m.rows[i][j]) - m.rows[j][i]) for i, j in combinations(range(c), 2)]
        above_zero(multiplied_out(top + below - sympy.Add(*(gap**2 for gap in gaps))))
    equal(cohen_kappa(BinaryCounts(0, B, B, 0)), -1)


@theorem(
    "Kappa of two classes = 2 (ad - bc)/(P' N + P N')",
    source=COHEN,
    runs=(cohen_kappa,),
    reach=ALL,
    method=Method.IDENTITY,
)
def theorem_kappa_of_two_classes() -> None:
    """p_o - p_e is 2 (ad - bc)/s²."""
    equal(cohen_kappa(COUNTS), 2 * (A * D - B * C) / (P_ * N + P * N_))


@theorem(
    "The correlation squared is informedness times markedness, and it has their sign: theirs is the geometric mean",
    source="powers2011",
    runs=(matthews, youden_j, markedness, SQUARE, VALUE),
    reach=ALL,
    method=Method.IDENTITY,
)
def theorem_matthews_squared_is_informedness_times_markedness() -> None:
    """J = (ad - bc)/(P N), markedness = (ad - bc)/(P' N'); the top of the correlation is ad - bc."""
    r, j, marked = phi(COUNTS), defined(youden_j(COUNTS)), defined(markedness(COUNTS))
    all_equal(r.square, j * marked, r.value * r.value)
    all_equal(r.top, j * P * N, marked * P_ * N_)


@theorem(
    "The correlation of two classes lies between -1 and 1: 1 only without errors, -1 only if all are wrong",
    source=MATTHEWS,
    runs=(matthews,),
    reach="all non-negative real counts where it is defined",
    method=Method.SIGNS,
)
def theorem_matthews_is_between_minus_1_and_1() -> None:
    """P P' N N' - (ad - bc)² is a sum of products of counts, each with an error and a right record: 0 only if b = c = 0 or a = d = 0."""
    r = phi(COUNTS)
    gap = multiplied_out(r.under - r.top * r.top)
    above_zero(gap)
    for term in sympy.Add.make_args(expression(gap)):
        named = term.free_symbols
        holds(bool(named & {A, D}) and bool(named & {B, C}), f"that {term} has a right record and an error")
    equal(phi(BinaryCounts(A, 0, 0, D)).value, 1)
    equal(phi(BinaryCounts(0, B, C, 0)).value, -1)


@theorem(
    "The correlation does not change when the other class is called positive, nor when actual and predicted are exchanged; it changes its "
    "sign when every prediction is turned",
    source=MATTHEWS,
    runs=(matthews, RootQuotient.__neg__, VALUE),
    reach=ALL,
    method=Method.IDENTITY,
)
def theorem_matthews_is_symmetric() -> None:
    """ad - bc and the four sums change places."""
    r = phi(COUNTS)
    for other in (phi(exchanged(COUNTS)), phi(transposed(COUNTS)), -phi(BinaryCounts(B, A, D, C))):
        equal(other.value, r.value)


@theorem(
    "The correlation of many classes is, of two, that of two classes",
    source=GORODKIN,
    runs=(multiclass_matthews, matthews, VALUE),
    reach=ALL + "; an empty class changes nothing",
    method=Method.IDENTITY,
)
def theorem_multiclass_matthews_of_two_classes() -> None:
    """cs - sum t_k p_k = 2 (ad - bc), and what is under the root is 4 P P' N N'."""
    m = square(2)
    (a, b), (c, d) = m.rows
    two, many = phi(BinaryCounts(a, b, c, d)), correlation(m)
    equal(many.top, 2 * two.top)
    equal(many.under, 4 * two.under)
    equal(sympy.simplify(many.value / two.value), 1)
    larger = correlation(with_empty_class(m))
    equal(larger.top, many.top)
    equal(larger.under, many.under)


@theorem(
    "The correlation of many classes lies between -1 and 1, and is 1 for a perfect classifier",
    source=GORODKIN,
    runs=(multiclass_matthews, VALUE),
    reach="2 to 4 classes, and so any number; all non-negative real counts where it is defined",
    method=Method.SQUARES,
)
def theorem_multiclass_matthews_is_between_minus_1_and_1() -> None:
    """With T its top and U V under its root, l² U + 2 l T + V is a sum of products of two counts, each times a quadratic in l that is
    nowhere below 0. So its discriminant T² - U V is not above 0."""
    for c in UP_TO_4:
        m = square(c)
        r, u, v = correlation(m), spread(actual_counts(m)), spread(predicted_counts(m))
        equal(r.under, u * v)
        equal(correlation(with_empty_class(m)).value, r.value)
        names = [x for row in cells(c) for x in row]
        parts = [sympy.Poly(expression(x), *names).as_dict() for x in (u, r.top, v)]
        for monomial in set().union(*parts):
            first, middle, last = (part.get(monomial, 0) for part in parts)
            if not (first >= 0 and last >= 0 and first * last >= middle * middle):
                raise NotEstablished(f"that {first} l² + 2 ({middle}) l + {last} is not below 0")
        equal(correlation(diagonal(positive(f"n1:{c + 1}"))).value, 1)


@theorem(
    "Kappa is at most the correlation in size, has its sign, and is equal to it where as many are predicted positive as are positive",
    source=MATTHEWS,
    runs=(cohen_kappa, matthews),
    reach="two classes, " + ALL,
    method=Method.SQUARES,
)
def theorem_kappa_is_at_most_matthews() -> None:
    """Both have ad - bc on top. Of the squares of what is below, the difference is (P' N - P N')²/4, which is 0 where b = c."""
    kappa, r = defined(cohen_kappa(COUNTS)), phi(COUNTS)
    below = r.top / kappa
    weighted_squares(below * below - r.under, [(sympy.Rational(1, 4), P_ * N - P * N_)])
    above_zero(below)
    balanced = BinaryCounts(A, B, B, D)
    equal(phi(balanced).value, cohen_kappa(balanced))


@theorem(
    "Kappa has no value where all records are of one class and predicted as it; the correlation also where all are of one class, or all "
    "are predicted as one",
    source=COHEN,
    runs=(cohen_kappa, matthews, multiclass_matthews),
    reach="each of the 16 patterns of which of a, b, c, d are 0, the others being positive symbols; and a = c, b = d = 0",
    method=Method.EXHAUSTION,
)
def theorem_where_agreement_has_no_value() -> None:
    """Pattern by pattern."""
    tables = [BinaryCounts(*(x if there else 0 for x, there in zip((A, B, C, D), pattern, strict=True))) for pattern in PATTERNS]
    for n in [*tables, BinaryCounts(A, 0, A, 0)]:
        no_class = any(is_zero(x) for x in (*actual_counts(n), *predicted_counts(n)))
        no_records = n == BinaryCounts(0, 0, 0, 0)
        for r in (matthews(n), multiclass_matthews(n)):
            holds(isinstance(r, Undefined) == no_class, f"the correlation at {n}")
            if isinstance(r, Undefined):
                same(r.why, "no records" if no_records else "one class only, actual or predicted", f"why there is none at {n}")
        one_cell = n.fn == n.fp == 0 and (n.tp == 0 or n.tn == 0)
        holds(isinstance(cohen_kappa(n), Undefined) == one_cell, f"kappa at {n}")


@theorem(
    "Of the numbers x/√y the signed squares x |x|/y are in the order of the numbers, and squares are squares",
    source=MATTHEWS,
    runs=(SQUARE, SIGNED_SQUARE, VALUE, RootQuotient.__neg__),
    reach="all real x, all positive y",
    method=Method.DERIVATIVES,
)
def theorem_signed_squares_are_in_the_order_of_the_numbers() -> None:
    """With v = x/√y > 0 the signed square is v², which grows from 0; of -x it is the opposite; of 0 it is 0."""
    x, y, v = positive("x y v")
    here, at_0 = RootQuotient(x, y), RootQuotient(x * 0, y)
    equal(here.value * here.value, here.square)
    of_v = RootQuotient(v * sympy.sqrt(y), y)
    equal(of_v.value, v)
    all_equal(of_v.signed_square, of_v.square, v * v)
    above_zero(derivative(of_v.signed_square, v))
    equal((-here).value, -here.value)
    equal((-here).signed_square, -here.signed_square)
    equal((-here).square, here.square)
    all_equal(at_0.value, at_0.square, at_0.signed_square, 0)
