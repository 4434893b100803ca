"""The measures of four counts: each formula on SymPy symbols, identities between them, invariances, and where they have no value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined, of_kind
from spec.evaluation.confusion.matrices import binary_counts, counts

from dtref.errors import Invalid, Undefined
from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, matthews
from dtref.spec.evaluation.confusion.averages import balanced_accuracy
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import (
    accuracy,
    error_rate,
    false_positive_rate,
    markedness,
    miss_rate,
    negative_likelihood_ratio,
    negative_predictive_value,
    positive_likelihood_ratio,
    precision,
    prevalence,
    recall,
    specificity,
    youden_j,
)
from dtref.spec.evaluation.confusion.scores import detection_cost, f1, f_beta, f_harmonic, f_of, weighted_accuracy
from dtref.strategies.values import fractions

sympy = pytest.importorskip("sympy")
a, b, c, d = sympy.symbols("a b c d", positive=True)
beta, w1, w2, w3, w4 = sympy.symbols("beta w1:5", positive=True)
SYMBOLS = BinaryCounts(a, b, c, d)
P, N, P_, N_ = a + b, c + d, a + c, b + d


def same(x: Any, y: Any) -> bool:
    return sympy.simplify(x - y) == 0


ANOTHER_ROUTE = [
    # the formula on symbols, and the same quantity by another formula of the literature
    (accuracy, P / (P + N) * recall(SYMBOLS) + N / (P + N) * specificity(SYMBOLS)),  # cs6220's book: of sensitivity and specificity
    (error_rate, 1 - defined(accuracy(SYMBOLS))),
    (recall, 1 - defined(miss_rate(SYMBOLS))),
    (specificity, 1 - defined(false_positive_rate(SYMBOLS))),
    (precision, 1 / (1 + c / a)),
    (negative_predictive_value, precision(BinaryCounts(d, c, b, a))),
    (false_positive_rate, miss_rate(BinaryCounts(d, c, b, a))),
    (prevalence, 1 / (1 + N / P)),
    (f1, f_harmonic(SYMBOLS)),
    (f1, 2 / (1 / defined(recall(SYMBOLS)) + 1 / defined(precision(SYMBOLS)))),  # iaml
    (f1, weighted_accuracy(SYMBOLS, 2, 1, 1, 0)),
    (partial(f_beta, beta=beta), f_harmonic(SYMBOLS, beta)),
    (partial(f_beta, beta=beta), weighted_accuracy(SYMBOLS, beta**2 + 1, beta**2, 1, 0)),
    (partial(f_beta, beta=1), f1(SYMBOLS)),
    (partial(f_beta, beta=0), precision(SYMBOLS)),
    (recall, weighted_accuracy(SYMBOLS, 1, 1, 0, 0)),
    (precision, weighted_accuracy(SYMBOLS, 1, 0, 1, 0)),
    (specificity, weighted_accuracy(SYMBOLS, 0, 0, 1, 1)),
    (accuracy, weighted_accuracy(SYMBOLS, 1, 1, 1, 1)),
    (balanced_accuracy, (defined(recall(SYMBOLS)) + defined(specificity(SYMBOLS))) / 2),
    (balanced_accuracy, weighted_accuracy(SYMBOLS, 1 / P, 1 / P, 1 / N, 1 / N)),
    (youden_j, defined(recall(SYMBOLS)) - defined(false_positive_rate(SYMBOLS))),
    (youden_j, 2 * defined(balanced_accuracy(SYMBOLS)) - 1),
    (markedness, youden_j(BinaryCounts(a, c, b, d))),
    (positive_likelihood_ratio, defined(precision(SYMBOLS)) / (1 - defined(precision(SYMBOLS))) / (P / N)),  # posterior odds by prior odds
    (negative_likelihood_ratio, (b / d) / (P / N)),
    (partial(detection_cost, cost_fp=1, cost_fn=1), 1 - defined(youden_j(SYMBOLS))),
    (partial(detection_cost, cost_fp=N / (P + N), cost_fn=P / (P + N)), error_rate(SYMBOLS)),
    (cohen_kappa, 2 * (a * d - b * c) / (P_ * N + P * N_)),
    (lambda n: defined(matthews(n)).square, defined(youden_j(SYMBOLS)) * defined(markedness(SYMBOLS))),
    (lambda n: defined(matthews(n)).value, (a * d - b * c) / sympy.sqrt(P * P_ * N * N_)),
]


@pytest.mark.parametrize(("formula", "other"), ANOTHER_ROUTE)
def test_a_formula_on_symbols_is_another_formula(formula: Any, other: Any) -> None:
    assert same(formula(SYMBOLS), other)


def test_weighted_accuracy_on_symbols_is_as_tan_prints_it() -> None:
    assert same(weighted_accuracy(SYMBOLS, w1, w2, w3, w4), (w1 * a + w4 * d) / (w1 * a + w2 * b + w3 * c + w4 * d))


def test_beta_is_the_recall_per_precision_at_which_both_matter_equally() -> None:
    """`cs6220`: F_beta "assigns β times as much weight to recall as to precision". True of the derivatives where r = beta p."""
    p, r = sympy.symbols("p r", positive=True)
    f = f_of(p, r, beta)
    assert same((of_kind(sympy.Basic, f).diff(p) - of_kind(sympy.Basic, f).diff(r)).subs(r, beta * p), 0)
    assert same(f, 1 / ((1 / p + beta**2 / r) / (1 + beta**2)))  # but the weights of the harmonic mean are 1 and beta^2


ALL = {"TP", "FN", "FP", "TN"}
ACTUAL, PREDICTED, RIGHT = {"TP", "FN"}, {"TP", "FP"}, {"TP", "TN"}


@given(binary_counts())
def test_rates_are_shares_of_records_and_undefined_without_any(n: BinaryCounts) -> None:
    """By its words: the share, among the records with one property, of those with another."""
    sizes = {"TP": n.tp, "FN": n.fn, "FP": n.fp, "TN": n.tn}

    def share(wanted: set[str], among: set[str], why: str) -> Number | Undefined:
        size = total(map(sizes.__getitem__, among))
        return total(map(sizes.__getitem__, among & wanted)) / size if size else Undefined(why)

    assert accuracy(n) == share(RIGHT, ALL, "no records")
    assert error_rate(n) == share(ALL - RIGHT, ALL, "no records")
    assert prevalence(n) == share(ACTUAL, ALL, "no records")
    assert recall(n) == share(PREDICTED, ACTUAL, "no positives")
    assert miss_rate(n) == share(ALL - PREDICTED, ACTUAL, "no positives")
    assert specificity(n) == share(ALL - PREDICTED, ALL - ACTUAL, "no negatives")
    assert false_positive_rate(n) == share(PREDICTED, ALL - ACTUAL, "no negatives")
    assert precision(n) == share(ACTUAL, PREDICTED, "nothing predicted positive")
    assert negative_predictive_value(n) == share(ALL - ACTUAL, ALL - PREDICTED, "nothing predicted negative")


@given(binary_counts(), st.sampled_from([0, Fraction(1, 2), 1, 2, 10**30]))
def test_f_of_counts_and_of_precision_and_recall_differ_in_where_they_are_defined(n: BinaryCounts, beta: Any) -> None:
    by_counts, by_rates = f_beta(n, beta), f_harmonic(n, beta)
    if not isinstance(by_rates, Undefined):
        assert by_counts == by_rates
        assert n.tp
    elif n.tp == 0 and not isinstance(by_counts, Undefined):
        assert by_counts == 0
    assert isinstance(f1(n), Undefined) == (n.tp == n.fn == n.fp == 0)


@given(binary_counts())
def test_precision_and_recall_swap_under_transposition(n: BinaryCounts) -> None:
    transposed = BinaryCounts(n.tp, n.fp, n.fn, n.tn)
    assert zero_if_undefined(precision(n)) == zero_if_undefined(recall(transposed))
    assert zero_if_undefined(negative_predictive_value(n)) == zero_if_undefined(specificity(transposed))
    assert zero_if_undefined(markedness(n)) == zero_if_undefined(youden_j(transposed))
    assert f1(n) == f1(transposed)
    assert accuracy(n) == accuracy(transposed)


MEASURES: Sequence[Callable[[BinaryCounts], Any]] = [
    accuracy, error_rate, recall, specificity, precision, negative_predictive_value, false_positive_rate, miss_rate, prevalence, youden_j,
    markedness, positive_likelihood_ratio, negative_likelihood_ratio, f1, f_harmonic, balanced_accuracy, cohen_kappa, matthews,
    partial(f_beta, beta=2), partial(weighted_accuracy, w1=1, w2=2, w3=3, w4=4), partial(detection_cost, cost_fp=1, cost_fn=3),
]  # fmt: skip


@given(binary_counts(), fractions(Fraction(1, 9), 9, max_denominator=9))
def test_all_counts_times_a_factor_change_nothing(n: BinaryCounts, factor: Fraction) -> None:
    scaled = BinaryCounts(*(factor * x for x in (n.tp, n.fn, n.fp, n.tn)))
    assert [measure(n) for measure in MEASURES] == [measure(scaled) for measure in MEASURES]


@given(binary_counts(), counts.filter(bool))
def test_what_is_said_of_each_actual_class_does_not_depend_on_prevalence(n: BinaryCounts, factor: int | Fraction) -> None:
    more_positives = BinaryCounts(factor * n.tp, factor * n.fn, n.fp, n.tn)
    for measure in (recall, specificity, false_positive_rate, miss_rate, youden_j, positive_likelihood_ratio, negative_likelihood_ratio):
        assert measure(n) == measure(more_positives)
    assert balanced_accuracy(n) == balanced_accuracy(more_positives)


@given(binary_counts())
def test_true_negatives_do_not_enter_precision_recall_and_f(n: BinaryCounts) -> None:
    more = BinaryCounts(n.tp, n.fn, n.fp, n.tn + 10**30)
    assert [measure(n) for measure in (precision, recall, f1, f_harmonic)] == [
        measure(more) for measure in (precision, recall, f1, f_harmonic)
    ]


@given(binary_counts())
def test_f1_lies_between_precision_and_recall(n: BinaryCounts) -> None:
    p, r, f = precision(n), recall(n), f1(n)
    if not isinstance(p, Undefined) and not isinstance(r, Undefined):
        assert defined(min(p, r)) <= defined(f) <= defined(max(p, r))


@pytest.mark.parametrize(
    ("measure", "n", "why"),
    [
        (youden_j, BinaryCounts(0, 0, 1, 1), "no positives"),
        (youden_j, BinaryCounts(1, 1, 0, 0), "no negatives"),
        (markedness, BinaryCounts(0, 1, 0, 1), "nothing predicted positive"),
        (markedness, BinaryCounts(1, 0, 1, 0), "nothing predicted negative"),
        (positive_likelihood_ratio, BinaryCounts(1, 1, 0, 2), "no false positives"),
        (positive_likelihood_ratio, BinaryCounts(0, 0, 1, 2), "no positives"),
        (negative_likelihood_ratio, BinaryCounts(1, 1, 2, 0), "no true negatives"),
        (f_harmonic, BinaryCounts(0, 1, 0, 1), "nothing predicted positive"),
        (f_harmonic, BinaryCounts(0, 0, 1, 1), "no positives"),
        (f_harmonic, BinaryCounts(0, 1, 1, 1), "precision and recall are both 0"),
        (partial(weighted_accuracy, w1=1, w2=1, w3=0, w4=0), BinaryCounts(0, 0, 1, 1), "no record counts"),
        (partial(detection_cost, cost_fp=1, cost_fn=1), BinaryCounts(0, 0, 1, 1), "no positives"),
        (partial(f_beta, beta=0), BinaryCounts(0, 1, 0, 1), "no positives that count, and nothing predicted positive"),
    ],
)
def test_undefined_says_why(measure: Any, n: BinaryCounts, why: str) -> None:
    assert measure(n) == Undefined(why)
    assert (zero_if_undefined(measure(n)), one_if_undefined(measure(n))) == (0, 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda n: f_beta(n, 0.5), "beta: expected an exact number of at least 0, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda _: f_of(0.5, 1), "precision: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda n: f_harmonic(n, -1), "beta: expected an exact number of at least 0 (got -1)"),
        (lambda _: f_harmonic(BinaryCounts(0, 0, 0, 0), -1), "beta: expected an exact number of at least 0 (got -1)"),
        (lambda n: weighted_accuracy(n, 1, 1, -1, 1), "w3: expected an exact number of at least 0 (got -1)"),
        (lambda n: detection_cost(n, 1, 0.5), "cost_fn: expected an exact number, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
    ],
)
def test_refusals(call: Callable[..., Any], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        call(BinaryCounts(1, 2, 3, 4))
    assert str(refused.value) == message


def test_no_float_comes_out() -> None:
    for measure in MEASURES:
        value = measure(BinaryCounts(3, 1, 1, 2))
        assert isinstance(value if measure is not matthews else value.value, Fraction)
    assert isinstance(f_of(number(1), number(1), 2), Fraction)
