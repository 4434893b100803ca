"""The bootstrap: against all n^n samples, closed forms, numpy, scipy and mlxtend."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from statistics import median, stdev
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.decimals import decimal
from dtref.exact.functions import sqrt
from dtref.spec.evaluation.estimation.bootstrap import (
    bias,
    bias_corrected,
    bootstrap_variance,
    distribution_variance,
    empirical,
    expectation,
    interpolated_percentile_interval,
    interpolated_quantile,
    inverse_distribution,
    percentile_interval,
    relative_bias,
    replicates,
)
from dtref.spec.evaluation.estimation.bootstrap_error import (
    EXACTLY_UP_TO,
    LIMIT_632,
    bootstrap_partitions,
    dot632,
    drawn_formula,
    leave_one_out_bootstrap,
    probability_drawn,
)
from dtref.spec.evaluation.estimation.cross_validation import FoldResults, cross_validate
from dtref.spec.evaluation.estimation.ideal_bootstrap import count_multisets, ideal_bootstrap, multisets
from dtref.spec.evaluation.estimation.moments import mean, population_variance, sample_variance, standard_deviation
from dtref.spec.model.positions import Indices
from dtref.strategies.values import fractions

numbers = st.integers(-9, 9)
few = st.lists(numbers, min_size=1, max_size=4)
shares = fractions(Fraction(1, 50), Fraction(24, 50), max_denominator=50)
STATISTICS = {"mean": mean, "max": max, "median": lambda z: Fraction(median(map(Fraction, z))), "variance": population_variance}


def merged(distribution: Any) -> dict[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = defaultdict(Fraction)
    for value, probability in distribution:
        found[value] += probability
    return dict(found)


def all_samples(n: int) -> list[Indices]:
    return list(product(range(n), repeat=n))


# the ideal bootstrap


@pytest.mark.parametrize("statistic", STATISTICS.values(), ids=STATISTICS)
@given(z=few)
def test_ideal_is_the_share_of_all_samples(statistic: Callable[[tuple[int, ...]], Fraction], z: list[int]) -> None:
    """Every one of the n^n samples, counted; and the Monte Carlo bootstrap that is given all of them."""
    thetas = [statistic(tuple(z[i] for i in sample)) for sample in all_samples(len(z))]
    ideal = ideal_bootstrap(z, statistic)
    assert dict(defined(ideal)) == {value: Fraction(times, len(thetas)) for value, times in Counter(thetas).items()}
    assert len(dict(defined(ideal))) == len(defined(ideal))
    assert merged(empirical(defined(replicates(z, all_samples(len(z)), statistic)))) == dict(defined(ideal))
    assert expectation(defined(ideal)) == sum(thetas) / Fraction(len(thetas))
    assert distribution_variance(defined(ideal)) == population_variance(thetas)
    for alpha in (Fraction(1, 20), Fraction(1, 3)):
        assert percentile_interval(defined(ideal), alpha) == percentile_interval(empirical(thetas), alpha)


@given(st.lists(numbers, min_size=1, max_size=6))
def test_ideal_variance_of_the_mean_has_a_closed_form(z: list[int]) -> None:
    ideal = ideal_bootstrap(z, mean)
    assert expectation(defined(ideal)) == mean(z)
    assert distribution_variance(defined(ideal)) == defined(population_variance(z)) / len(z)


@given(st.lists(numbers, min_size=1, max_size=5))
def test_ideal_bias_of_the_variance_has_a_closed_form(z: list[int]) -> None:
    """The variance with n below is biased by -1/n of itself, under F^ as everywhere; the correction gives back that much."""
    expected, theta, n = expectation(defined(ideal_bootstrap(z, population_variance))), population_variance(z), len(z)
    assert bias(expected, defined(theta)) == -defined(theta) / n
    assert bias_corrected(expected, defined(theta)) == defined(theta) * (1 + Fraction(1, n))


def test_ideal_median_and_maximum_have_closed_forms() -> None:
    """Efron 1979: P(median* = z_(k)) from binomials; P(max* <= z_(k)) = (k/n)^n."""
    n, z = 5, (1, 2, 4, 8, 16)

    def at_most(k: int) -> Fraction:  # at least 3 of 5 draws among the k smallest
        return sum((comb(n, j) * Fraction(k, n) ** j * Fraction(n - k, n) ** (n - j) for j in range(3, n + 1)), Fraction(0))

    def middle(sample: tuple[int, ...]) -> int:
        return int(median(sample))

    assert dict(defined(ideal_bootstrap(z, middle))) == {z[k]: at_most(k + 1) - at_most(k) for k in range(n)}
    assert dict(defined(ideal_bootstrap(z, max))) == {z[k]: Fraction(k + 1, n) ** n - Fraction(k, n) ** n for k in range(n)}


@given(st.integers(1, 6))
def test_multisets_are_all_there_is(n: int) -> None:
    found = list(multisets(n))
    assert len(found) == len({sample for sample, _ in found}) == count_multisets(n)
    assert sum(probability for _, probability in found) == 1
    if n <= 5:
        times = Counter(tuple(sorted(sample)) for sample in all_samples(n))
        assert dict(found) == {sample: Fraction(k, n**n) for sample, k in times.items()}


def test_monte_carlo_variance_is_that_of_all_samples_but_for_its_divisor() -> None:
    """`evaluation`, Bootstrap method: Var^ has B - 1 below; over all n^n samples it is B/(B - 1) times the ideal variance."""
    z = (3, 1, 4, 1)
    thetas = replicates(z, all_samples(4), mean)
    b = len(defined(thetas))
    assert b == 256
    assert bootstrap_variance(defined(thetas)) == distribution_variance(defined(ideal_bootstrap(z, mean))) * Fraction(b, b - 1)


def test_an_undefined_statistic_makes_the_bootstrap_undefined() -> None:
    short = Undefined("a variance with n - 1 below needs two results")
    assert ideal_bootstrap((1,), sample_variance) == replicates((1,), [(0,)], sample_variance) == short


# percentile intervals


def test_evaluation_example_of_a_percentile_interval() -> None:
    """`evaluation`, Bootstrap method, confidence interval: with alpha = 0.05 and B = 1000, the 50th and the 950th in ascending order."""
    thetas = [1000 - b for b in range(1000)]
    assert percentile_interval(empirical(thetas), Fraction("0.05")) == (50, 950)


@given(st.lists(numbers, min_size=1, max_size=20), fractions(Fraction(1, 64), 1, max_denominator=64))
def test_inverse_distribution_is_its_definition(thetas: list[int], p: Fraction) -> None:
    enough = [v for v in thetas if sum(theta <= v for theta in thetas) >= p * len(thetas)]
    assert inverse_distribution(empirical(thetas), p) == min(enough) == sorted(thetas)[-((-p * len(thetas)) // 1) - 1]


@given(st.lists(numbers, min_size=1, max_size=20), st.integers(1, 64))
def test_quantiles_are_those_of_numpy(thetas: list[int], sixty_fourths: int) -> None:
    numpy = pytest.importorskip("numpy")
    p = Fraction(sixty_fourths, 64)
    assert numpy.quantile(thetas, float(p), method="inverted_cdf") == inverse_distribution(empirical(thetas), p)
    assert numpy.quantile(thetas, float(p), method="linear") == pytest.approx(float(interpolated_quantile(thetas, p)), abs=1e-12)


@given(st.lists(numbers, min_size=3, max_size=9, unique=True), shares, st.integers(0, 10**6))
def test_interval_and_variance_are_those_of_scipy(z: list[int], alpha: Fraction, seed: int) -> None:
    """scipy interpolates: a named convention, not the documents'. Its standard error has B - 1 below, as they have."""
    numpy, stats = pytest.importorskip("numpy"), pytest.importorskip("scipy.stats")
    found = stats.bootstrap(
        (z,), numpy.mean, n_resamples=40, confidence_level=float(1 - 2 * alpha), method="percentile", rng=numpy.random.default_rng(seed)
    )
    thetas = [Fraction(theta) for theta in found.bootstrap_distribution.tolist()]
    low, high = interpolated_percentile_interval(thetas, alpha)
    assert (float(low), float(high)) == pytest.approx(tuple(map(float, found.confidence_interval)), abs=1e-9)
    assert float(defined(bootstrap_variance(thetas))) == pytest.approx(float(found.standard_error) ** 2, abs=1e-9)
    assert float(defined(bootstrap_variance(thetas))) == pytest.approx(stdev(map(float, thetas)) ** 2, abs=1e-9)


def test_the_two_conventions_differ() -> None:
    thetas = list(range(1, 11))
    assert percentile_interval(empirical(thetas), Fraction(1, 10)) == (1, 9)
    assert interpolated_percentile_interval(thetas, Fraction(1, 10)) == (Fraction(19, 10), Fraction(91, 10))


def test_an_interval_of_roots_is_the_root_of_that_of_the_squares() -> None:
    """Equal roots are equal, and unequal ones are sorted: the samples of {0, 1} have deviations 0 and 1/sqrt(2)."""
    assert percentile_interval(empirical([sqrt(2), sqrt(8) / 2]), Fraction(1, 4)) == (sqrt(2), sqrt(2))
    assert percentile_interval(empirical([1 + sqrt(2), 1 + sqrt(8) / 2]), Fraction(1, 4)) == (1 + sqrt(2), 1 + sqrt(2))
    assert [decimal(end, 6) for end in percentile_interval(empirical([sqrt(3), 0, sqrt(2)]), Fraction(2, 5))] == ["1.414214"] * 2
    low, high = percentile_interval(defined(ideal_bootstrap((0, 1, 3), sample_variance)), Fraction(1, 10))
    deviations = sorted(float(stdev((0, 1, 3)[i] for i in sample)) for sample in all_samples(3))
    assert (float(low) ** 0.5, float(high) ** 0.5) == pytest.approx((deviations[2], deviations[24]))


# bias


def test_bias_as_printed_would_correct_every_mean_to_0() -> None:
    """`evaluation`, Bootstrap method, prints bias_B = 1/B sum theta*b, without - theta^."""
    z = (2, 3, 7)
    expected, theta = expectation(defined(ideal_bootstrap(z, mean))), mean(z)
    as_printed = expected
    assert (defined(theta) - defined(as_printed), bias(expected, defined(theta)), bias_corrected(expected, defined(theta))) == (0, 0, 4)


def test_bias_of_symbols() -> None:
    sympy = pytest.importorskip("sympy")
    t, a, b = sympy.symbols("theta a b")
    assert sympy.expand(bias(expectation(empirical((a, b))), t) - ((a + b) / 2 - t)) == 0
    assert sympy.expand(bias_corrected(expectation(empirical((a, b))), t) - (2 * t - (a + b) / 2)) == 0
    assert sympy.expand(distribution_variance(empirical((a, b))) - (a - b) ** 2 / 4) == 0


def test_bias_in_standard_errors() -> None:
    assert relative_bias(3, 5, 16) == relative_bias(7, 5, 16) == Fraction(1, 2)
    assert decimal(defined(relative_bias(3, 5, 2)), 6) == "1.414214"
    assert relative_bias(3, 5, 0) == Undefined("the replicates have no variance")


# the error of a learner


@given(st.integers(1, 5))
def test_probability_of_being_drawn_is_the_share_of_samples(n: int) -> None:
    samples = all_samples(n)
    assert probability_drawn(n) == Fraction(sum(0 in sample for sample in samples), len(samples))


def test_probability_of_being_drawn_falls_to_its_limit() -> None:
    mpmath, sympy = pytest.importorskip("mpmath"), pytest.importorskip("sympy")
    n = sympy.symbols("n", positive=True)
    assert sympy.limit(drawn_formula(n), n, sympy.oo) == 1 - sympy.exp(-1)
    with mpmath.workdps(80):
        assert decimal(LIMIT_632, 60) == mpmath.nstr(1 - mpmath.exp(-1), 60, strip_zeros=False)
        assert decimal(probability_drawn(10**30), 60) == mpmath.nstr(-mpmath.expm1(10**30 * mpmath.log1p(-(mpmath.mpf(10) ** -30))), 60)
    assert decimal(LIMIT_632, 3) == "0.632"
    falling = [probability_drawn(k) for k in (1, 2, 3, 10, 100, EXACTLY_UP_TO, EXACTLY_UP_TO + 1, 10**6, 10**30)]
    assert all(a > b for a, b in pairwise(falling))
    assert all(p > LIMIT_632 for p in falling)


@given(st.lists(st.lists(st.integers(0, 5), min_size=6, max_size=6).map(tuple), max_size=4))
def test_records_out_of_a_sample_test_it(samples: list[Indices]) -> None:
    for sample, parts in zip(samples, bootstrap_partitions(samples), strict=True):
        assert parts.training == sample
        assert parts.test == tuple(i for i in range(6) if i not in sample)


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=6), st.fractions(0, 1))
def test_dot632_of_accuracies_and_of_errors_agree(out: list[Fraction], resubstituted: Fraction) -> None:
    accuracy = dot632(out, resubstituted)
    assert accuracy == Fraction("0.632") * sum(out) / len(out) + Fraction("0.368") * resubstituted
    assert 1 - defined(accuracy) == dot632([1 - e for e in out], 1 - resubstituted)


def test_dot632_with_other_weights() -> None:
    sympy = pytest.importorskip("sympy")
    w, e, f, a = sympy.symbols("w e f a")
    assert sympy.expand(dot632((e, f), a, w) - (w * (e + f) / 2 + (1 - w) * a)) == 0
    assert dot632((1,), 0, probability_drawn(2)) == Fraction(3, 4)
    assert decimal(defined(dot632((1,), 0, LIMIT_632)), 10) == "0.6321205588"
    assert dot632((), 1) == Undefined("nothing to take the mean of")


def commonest(y: list[int], training: Indices) -> int:
    counts = Counter(y[i] for i in training)
    return min(label for label, times in counts.items() if times == max(counts.values()))


@given(st.lists(st.integers(0, 2), min_size=4, max_size=10), st.integers(1, 10**6))
def test_estimates_agree_with_mlxtend(y: list[int], seed: int) -> None:
    """mlxtend's acc_s is that of each sample's model on all records: the documents' formula, given the mean of those."""
    numpy, dummy = pytest.importorskip("numpy"), pytest.importorskip("sklearn.dummy")
    evaluate = pytest.importorskip("mlxtend.evaluate")
    x, target = numpy.zeros((len(y), 1)), numpy.array(y)
    samples = [tuple(training.tolist()) for training, _ in evaluate.BootstrapOutOfBag(n_splits=5, random_seed=seed).split(x)]
    partitions = bootstrap_partitions(samples)
    if not all(parts.test for parts in partitions):
        return  # mlxtend has no answer to a sample of all records
    right = cross_validate(partitions, lambda t: commonest(y, t), lambda label, i: y[i] == label)
    theirs = {
        method: evaluate.bootstrap_point632_score(
            dummy.DummyClassifier(strategy="most_frequent"), x, target, n_splits=5, method=method, random_seed=seed
        ).tolist()
        for method in ("oob", ".632")
    }
    assert [float(accuracy) for accuracy in defined(right.fold_errors)] == pytest.approx(theirs["oob"], abs=1e-12)
    own = mean([mean([int(y_i == commonest(y, sample)) for y_i in y]) for sample in samples])
    assert float(defined(dot632(defined(right.fold_errors), defined(own)))) == pytest.approx(sum(theirs[".632"]) / 5, abs=1e-12)


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4).map(tuple), min_size=1, max_size=6),
    st.lists(st.integers(0, 1), min_size=4, max_size=4),
)
def test_leave_one_out_bootstrap_goes_record_by_record(samples: list[Indices], y: list[int]) -> None:
    tested = cross_validate(bootstrap_partitions(samples), lambda t: commonest(y, t), lambda label, i: y[i] != label)
    rates = []
    for i in range(4):
        wrong = [y[i] != commonest(y, sample) for sample in samples if i not in sample]
        rates += [Fraction(sum(wrong), len(wrong))] if wrong else []
    assert leave_one_out_bootstrap(tested) == (sum(rates) / len(rates) if rates else Undefined("no record is out of a sample"))


def test_three_averages_of_what_is_out_of_the_samples() -> None:
    """By sample, by test (Efron 1983) and by record (Efron, Tibshirani 1997) are three numbers."""
    tested = FoldResults(({0: 1, 1: 1}, {0: 0}, {0: 0}))
    assert (tested.mean_of_folds, tested.pooled, leave_one_out_bootstrap(tested)) == (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3))


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: replicates((1, 2), [(0,)], max), "bootstrap sample: expected 2 positions, as many as data (got 1)"),
        (lambda: replicates((1, 2), [(0, 2)], max), "bootstrap sample, position: expected a number from 0 and below 2 (got 2)"),
        (
            lambda: replicates((0.5,), [(0,)], max),  # type: ignore[arg-type]
            "result 1: expected an exact number, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)",
        ),
        (
            lambda: empirical((0.5,)),  # type: ignore[arg-type]
            "replicate 1: expected an exact number, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)",
        ),
        (lambda: percentile_interval(empirical((1,)), Fraction(1, 2)), "alpha: expected a Fraction in (0, 1/2) (got Fraction(1, 2))"),
        (lambda: percentile_interval(empirical((1,)), 0.05), "alpha: expected a Fraction in (0, 1/2) (got 0.05)"),  # type: ignore[arg-type]
        (lambda: percentile_interval((), Fraction(1, 4)), "replicates: expected at least one (got 'none')"),
        (lambda: interpolated_quantile((), Fraction(1, 4)), "replicates: expected at least one (got 'none')"),
        (
            lambda: inverse_distribution(((1, Fraction(1, 2)),), Fraction(3, 4)),
            "distribution: expected probabilities that sum to 1 (got Fraction(1, 2))",
        ),
        (
            lambda: inverse_distribution(empirical((1,)), Fraction(0)),
            "probability of a quantile: expected a Fraction in (0, 1] (got Fraction(0, 1))",
        ),
        (lambda: ideal_bootstrap((), max), "ideal bootstrap: expected at least one datum (got 'none')"),
        (lambda: probability_drawn(0), "records: expected a whole number of at least 1 (got 0)"),
        (
            lambda: dot632((0.5,), 0),  # type: ignore[arg-type]
            "sample 1: expected an exact number, such as '0.5'; list(map(str, column)) has those of a column (got 0.5)",
        ),
        (lambda: bootstrap_partitions([(0, 2)]), "position of a record: expected a number from 0 and below 2 (got 2)"),
    ],
)
def test_what_is_refused(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt()
    assert str(refusal.value) == message


def test_too_many_multisets_are_undecided() -> None:
    with pytest.raises(Undecided) as spent:
        ideal_bootstrap(range(4), max, budget=34)
    assert str(spent.value) == "ideal bootstrap of 4 data, 35 multisets: not decided within 34 multisets"
    assert len(defined(ideal_bootstrap(range(4), max, budget=35))) == 4


def test_equal_numbers_come_once_whatever_their_kind() -> None:
    """Of the 10 multisets of (0, 0, 1), the 4 + 1 of equal numbers deviate by 0, the 3 + 2 others by sqrt(1/3)."""
    found = ideal_bootstrap((0, 0, 1), standard_deviation)
    assert [value for value, _ in defined(found) if value == 0] == [0]
    assert [decimal(value, 6) for value, _ in defined(found)] == ["0.000000", "0.577350"]
    assert [sum(p for _, p in defined(found)[:1]), sum(p for _, p in defined(found))] == [Fraction(8 + 1, 27), 1]
