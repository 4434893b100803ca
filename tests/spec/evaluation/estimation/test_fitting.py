"""Errors on records and over distributions: against weighted sums, samples enumerated, and the documents' figures."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined

from dtref.errors import Invalid, Undefined
from dtref.exact.functions import sqrt
from dtref.exact.number import Number
from dtref.spec.evaluation.estimation.overfitting import (
    Fit,
    generalisation_error,
    mean_error,
    overfits,
    overfitting_shown_by,
    true_error,
    underfits,
    underfitting_shown_by,
    zero_one,
)

joint = st.dictionaries(st.tuples(st.integers(0, 2), st.sampled_from("ab")), st.integers(1, 9), min_size=1)
fits = st.builds(Fit, st.integers(0, 3), st.integers(0, 3))


def answer(x: int) -> str:
    return "ab"[x % 2]


@given(joint)
def test_risk_is_the_error_on_records_in_these_proportions(counts: dict[tuple[int, str], int]) -> None:
    n = sum(counts.values())
    records = [pair for pair, times in counts.items() for _ in range(times)]
    p = {pair: Fraction(times, n) for pair, times in counts.items()}
    assert generalisation_error(answer, p) == mean_error(answer, records)


@given(joint, st.integers(1, 3))
def test_testing_error_is_unbiased(counts: dict[tuple[int, str], int], m: int) -> None:
    """`iaml` 2.3.2, `evaluation`, Problems of estimating error: over all samples of m records, the mean of the error is the risk."""
    p = {pair: Fraction(times, sum(counts.values())) for pair, times in counts.items()}
    expected: Number = Fraction(0)
    for sample in product(p, repeat=m):
        probability = Fraction(1)
        for pair in sample:
            probability *= p[pair]
        expected += probability * defined(mean_error(answer, sample))
    assert expected == generalisation_error(answer, p)


@given(st.lists(st.integers(0, 5), min_size=4, max_size=4).filter(any))
def test_true_error_is_the_weight_of_where_they_differ(weights: list[int]) -> None:
    d = {x: Fraction(w, sum(weights)) for x, w in enumerate(weights)}
    assert true_error(lambda x: x > 1, lambda x: x % 2 == 1, d) == d[1] + d[2]
    assert true_error(answer, answer, d) == 0


def test_printed_sample_errors() -> None:
    """`evaluation`, example: h misclassifies 50 of 100: 0.50. `tan`, Estimating Generalization Errors: 10 of 1000: 1%."""
    assert mean_error(lambda x: x < 50, [(x, True) for x in range(100)]) == Fraction("0.50")
    assert mean_error(lambda x: x >= 10, [(x, True) for x in range(1000)]) == Fraction("0.01")


def test_other_losses_and_symbols() -> None:
    sympy = pytest.importorskip("sympy")
    q = sympy.symbols("q")
    assert mean_error(lambda x: 2 * x, [(1, 3), (2, 1)], lambda f, y: (f - y) ** 2) == 5
    assert sympy.expand(generalisation_error(lambda _: "a", {(0, "a"): q, (0, "b"): 1 - q}) - (1 - q)) == 0
    assert mean_error(answer, []) == Undefined("nothing to take the mean of")
    assert [zero_one(1, 2), zero_one("a", "a")] == [1, 0]


@given(fits, st.lists(fits, max_size=5))
def test_over_and_underfitting_are_orders(f: Fit, others: list[Fit]) -> None:
    over, under = overfitting_shown_by(f, others), underfitting_shown_by(f, others)
    assert list(over) == [o for o in others if f.training - o.training < 0 < f.test - o.test]
    assert list(under) == [o for o in others if min(f.training - o.training, f.test - o.test) > 0]
    assert not any(overfits(o, f) or underfits(o, f) for o in over + under)
    assert not set(over) & set(under)
    least = [o for o in [f, *others] if o.test == min(o.test for o in [f, *others])]
    assert not any(overfitting_shown_by(o, others) or underfitting_shown_by(o, others) for o in least if f in least)


def test_irrational_errors_are_compared_exactly() -> None:
    assert overfits(Fit(Fraction(14142135, 10**7), sqrt(3)), Fit(sqrt(2), Fraction(17320508, 10**7)))
    assert underfits(Fit(sqrt(2), 10**30 + 1), Fit(1, 10**30))


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (
            lambda: generalisation_error(answer, {(0, "a"): Fraction(1, 2)}),
            "distribution: expected probabilities that add up to 1 (got Fraction(1, 2))",
        ),
        (lambda: generalisation_error(answer, {}), "distribution: expected probabilities that add up to 1 (got Fraction(0, 1))"),
        (
            lambda: true_error(answer, answer, {0: Fraction(-1), 1: Fraction(2)}),
            "distribution, probability of (0, 'a'): expected an exact number from 0 to 1 (got Fraction(-1, 1))",
        ),
        (lambda: mean_error(answer, [(0, "a")], lambda *_: 0.5), "result 1: expected an exact number, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: generalisation_error(answer, {(0, "a"): 1}, lambda *_: 0.5), "error: expected an exact number, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: overfits(Fit(0.5, 1), Fit(1, 0)), "comparison: expected an exact number (got 0.5)"),  # type: ignore[arg-type]
    ],
)
def test_what_is_refused(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt()
    assert str(refusal.value) == message
