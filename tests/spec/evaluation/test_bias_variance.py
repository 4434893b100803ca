"""Bias and variance: every decomposition against the loss that enumeration gives; the error of independent voters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined, of_kind

from dtref.errors import Invalid, Undefined
from dtref.exact.decimals import is_rounding
from dtref.exact.number import Exact, Number
from dtref.spec.ensembles.voting import majority_vote_error
from dtref.spec.evaluation.bias_variance.draws import drawn, predictions
from dtref.spec.evaluation.bias_variance.squared_loss import (
    Terms,
    estimator_bias,
    estimator_mean,
    estimator_squared_error,
    estimator_variance,
    mean_terms,
    squared_loss,
)
from dtref.spec.evaluation.bias_variance.zero_one_loss import domingos, domingos_about, kohavi_wolpert, zero_one_loss
from dtref.strategies.values import fractions

HALF = Fraction(1, 2)

draws_of_numbers = st.lists(fractions(-9, 9, max_denominator=6), min_size=1, max_size=6)
draws_of_classes = st.lists(st.sampled_from("abcd"), min_size=1, max_size=6)
two_classes = st.lists(st.sampled_from("ab"), min_size=1, max_size=6)


@given(draws_of_numbers, fractions(-9, 9, max_denominator=6))
def test_mean_squared_error_is_variance_plus_squared_bias(values: list[Fraction], truth: Fraction) -> None:
    """`evaluation` Problems of estimating error; the left side by listing the draws, the variance by pairs of them."""
    by_listing = sum((x - truth) ** 2 for x in values) / len(values)
    by_pairs = sum((x - z) ** 2 for x, z in product(values, repeat=2)) / (2 * len(values) ** 2)
    estimates: Mapping[Exact, Exact] = {**drawn(values)}
    assert estimator_variance(estimates) == by_pairs
    assert estimator_squared_error(estimates, truth) == by_listing == by_pairs + of_kind(Fraction, estimator_bias(estimates, truth)) ** 2


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), HALF, Fraction(1)])
@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_sample_error_is_unbiased_and_has_variance_p_q_over_n(n: int, p: Fraction) -> None:
    """`evaluation` Problems of estimating error, Binomial probability distribution; by enumerating all 2^n samples."""
    error: dict[Exact, Fraction] = defaultdict(Fraction)
    for sample in product((0, 1), repeat=n):
        error[Fraction(sum(sample), n)] += p ** sum(sample) * (1 - p) ** (n - sum(sample))
    assert (estimator_mean(error), estimator_bias(error, p), estimator_variance(error), estimator_squared_error(error, p)) == (
        p,
        0,
        p * (1 - p) / n,
        p * (1 - p) / n,
    )


@given(draws_of_numbers, draws_of_numbers)
def test_squared_loss_adds_up(targets: list[Fraction], predicted: list[Fraction]) -> None:
    by_listing = sum((t - y) ** 2 for t, y in product(targets, predicted)) / (len(targets) * len(predicted))
    assert squared_loss(drawn(targets), drawn(predicted)).loss == by_listing


@given(draws_of_classes, draws_of_classes)
def test_both_decompositions_of_the_zero_one_loss_add_up(targets: list[str], predicted: list[str]) -> None:
    by_listing = Fraction(sum(t != y for t, y in product(targets, predicted)), len(targets) * len(predicted))
    of_t, of_y = drawn(targets), drawn(predicted)
    assert zero_one_loss(of_t, of_y) == kohavi_wolpert(of_t, of_y).loss == by_listing
    found = domingos(of_t, of_y)
    assert {one.terms.loss for one in found} == {by_listing}
    modes = [{c for c in values if values.count(c) == max(map(values.count, values))} for values in (targets, predicted)]
    assert {(one.optimal, one.main) for one in found} == set(product(*modes))


@given(draws_of_classes, draws_of_classes)
def test_domingos_factors_are_those_of_the_theorem(targets: list[str], predicted: list[str]) -> None:
    """c_1 = P(y = y*) - P(y != y*) P(y = t | y* != t), c_2 = 1 or -P(y = y* | y != y_m): by listing pairs of draws."""
    for one in domingos(drawn(targets), drawn(predicted)):
        hits = Fraction(predicted.count(one.optimal), len(predicted))
        noisy = [(t, y) for t, y in product(targets, predicted) if one.optimal not in {t, y}]
        lucky = Fraction(sum(t == y for t, y in noisy), len(noisy)) if noisy else 0
        assert one.noise == Fraction(sum(t != one.optimal for t in targets), len(targets))
        assert one.variance == Fraction(sum(y != one.main for y in predicted), len(predicted))
        assert one.bias == (one.main != one.optimal)
        assert one.c_1 == (hits - (1 - hits) * lucky if one.noise else Undefined("no noise"))
        off = [y for y in predicted if y != one.main]
        right = 1 if one.main == one.optimal else -Fraction(off.count(one.optimal), len(off)) if off else 0
        assert one.c_2 == (right if off else Undefined("no variance"))


@given(two_classes, two_classes)
def test_of_two_classes_domingos_has_simple_factors(targets: list[str], predicted: list[str]) -> None:
    for one in domingos(drawn(targets), drawn(predicted)):
        hits = Fraction(predicted.count(one.optimal), len(predicted))
        if one.noise:
            assert one.c_1 == 2 * hits - 1
        if one.variance:
            assert one.c_2 == (1 if one.main == one.optimal else -1)


@given(draws_of_classes, draws_of_classes)
def test_kohavi_wolpert_by_two_draws(targets: list[str], predicted: list[str]) -> None:
    """Half the chance that two independent draws differ is the noise, and the variance; the bias is what is left of a sum of squares."""
    found = kohavi_wolpert(drawn(targets), drawn(predicted))
    for part, values in ((found.noise, targets), (found.variance, predicted)):
        assert part == Fraction(sum(a != b for a, b in product(values, repeat=2)), 2 * len(values) ** 2)
    both = [Fraction(targets.count(c), len(targets)) - Fraction(predicted.count(c), len(predicted)) for c in "abcd"]
    assert found.bias == sum(gap**2 for gap in both) / 2


def test_the_two_decompositions_are_different_things() -> None:
    """No noise, and the right class is predicted by 1 of 3 training sets: a bias of 1 or 4/9, a variance that helps or hurts."""
    certain, predicted = {"a": Fraction(1)}, {"a": Fraction(1, 3), "b": Fraction(2, 3)}
    (one,) = domingos(certain, predicted)
    assert one.terms == Terms(Fraction(0), Fraction(1), Fraction(-1, 3))
    assert kohavi_wolpert(certain, predicted) == Terms(Fraction(0), Fraction(4, 9), Fraction(2, 9))
    assert one.terms.loss == kohavi_wolpert(certain, predicted).loss == Fraction(2, 3)


def test_a_majority_learner_over_all_bootstrap_samples() -> None:
    """The learner that predicts the majority (ties: "a"), on all 27 samples with replacement from a, a, b."""

    def learn(training: tuple[str, ...]) -> Callable[[object], str]:
        return lambda _: "a" if 2 * training.count("a") >= len(training) else "b"

    samples = [(sample, Fraction(1, 27)) for sample in product("aab", repeat=3)]
    found = predictions(learn, samples, x=None)
    wrong = sum(comb(3, k) * 2 ** (3 - k) for k in (2, 3))  # samples with two or three times b
    assert found == {"a": 1 - Fraction(wrong, 27), "b": Fraction(wrong, 27)}
    (one,) = domingos({"a": Fraction(1)}, found)
    assert (one.bias, one.variance, one.terms.loss) == (0, Fraction(7, 27), Fraction(7, 27))


def test_flexible_and_rigid_learners() -> None:
    """`cs422`: many attributes, low bias and high variance; few, low variance and bias. Here the last value seen, or the constant 0."""
    ys: dict[Exact, Fraction] = drawn((0, 0, 3))
    training = [((y,), p) for y, p in ys.items()]
    flexible: dict[Exact, Number] = predictions(lambda seen: lambda _: seen[0], training, x=None)
    rigid: dict[Exact, Number] = predictions(lambda _: lambda _: 0, training, x=None)
    assert squared_loss(ys, flexible) == Terms(Fraction(2), Fraction(0), Fraction(2))
    assert squared_loss(ys, rigid) == Terms(Fraction(2), Fraction(1), Fraction(0))


@given(st.lists(st.tuples(st.integers(0, 5), draws_of_classes, draws_of_classes), min_size=1, max_size=4))
def test_terms_over_points_add_up_to_the_mean_loss(points: list[tuple[int, list[str], list[str]]]) -> None:
    weights = [w for w, _, _ in points]
    parts = [(w, kohavi_wolpert(drawn(t), drawn(y))) for w, t, y in points]
    if not any(weights):
        assert mean_terms(parts) == Undefined("no weight")
        return
    loss = sum(w * zero_one_loss(drawn(t), drawn(y)) for w, t, y in points) / Fraction(sum(weights))
    assert defined(mean_terms(parts)).loss == loss


def test_no_points() -> None:
    assert mean_terms(()) == Undefined("no weight")


def test_the_figure_of_cs422_for_25_voters() -> None:
    """`cs422`, Ensemble methods: 25 independent classifiers of error rate 0.35 err together with 0.06; one voter more at a time."""
    e = Fraction(35, 100)
    wrong = {0: Fraction(1)}
    for _ in range(25):
        wrong = {k: wrong.get(k, 0) * (1 - e) + wrong.get(k - 1, 0) * e for k in range(len(wrong) + 1)}
    of_majority = sum(p for k, p in wrong.items() if k >= 13)
    assert majority_vote_error(25, e) == of_majority == Fraction(5070486855076167279350900593723, 83886080000000000000000000000000)
    assert is_rounding("0.06", of_majority)


@pytest.mark.parametrize(
    ("distribution", "message"),
    [
        ({"a": HALF}, "targets: expected probabilities that add up to 1 (got Fraction(1, 2))"),
        ({}, "targets: expected probabilities that add up to 1 (got Fraction(0, 1))"),
        ({"a": 0.5, "b": 0.5}, "targets, probability of 'a': expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),
        ({"a": -HALF, "b": 3 * HALF}, "targets, probability of 'a': expected an exact number from 0 to 1 (got Fraction(-1, 2))"),
    ],
)
def test_bad_distributions(distribution: Any, message: str) -> None:
    for decompose in (zero_one_loss, domingos, kohavi_wolpert):
        with pytest.raises(Invalid) as refused:
            decompose(distribution, {"a": Fraction(1)})
        assert str(refused.value) == message


def test_nothing_to_draw_from() -> None:
    with pytest.raises(Invalid) as refused:
        drawn(())
    assert str(refused.value) == "distribution: expected at least one value (got ())"
    with pytest.raises(Invalid) as refused:
        predictions(lambda _: lambda _: 0, (), x=None)
    assert str(refused.value) == "training sets: expected probabilities that add up to 1 (got Fraction(0, 1))"


def test_decompositions_hold_for_symbols() -> None:
    """`evaluation`: E[(X - theta)^2] = Var(X) + b^2, of any two-point variable; and the 0-1 decompositions of any two classes."""
    import sympy

    p, q, x, z, theta = sympy.symbols("p q x z theta", real=True)
    estimates = {x: p, z: 1 - p}
    assert (
        sympy.expand(
            estimator_squared_error(estimates, theta)
            - estimator_variance(estimates)
            - of_kind(sympy.Basic, estimator_bias(estimates, theta)) ** 2
        )
        == 0
    )
    of_t, of_y = {"a": p, "b": 1 - p}, {"a": q, "b": 1 - q}
    loss = zero_one_loss(of_t, of_y)
    assert sympy.expand(kohavi_wolpert(of_t, of_y).loss - loss) == 0
    for optimal, main in product("ab", repeat=2):
        assert sympy.expand(domingos_about(of_t, of_y, optimal, main).terms.loss - loss) == 0
