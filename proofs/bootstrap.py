"""
The bootstrap: what samples drawn with replacement say of a statistic, and of a learner's error.

Document: `evaluation` Bootstrap method. Notation: z the n data, S a statistic with the value theta on them; theta*_b its B
replicates, E their mean. The ideal bootstrap has all n^n samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from math import ceil

from dtref.exact.number import Number, number, total
from dtref.spec.evaluation.bias_variance.squared_loss import estimator_squared_error
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
from dtref.spec.evaluation.estimation.ideal_bootstrap import count_multisets, ideal_bootstrap, multisets
from dtref.spec.evaluation.estimation.moments import mean, population_variance, sample_variance
from proofs.steps import above_zero, defined, equal, holds
from proofs.symbols import positive, real
from proofs.theorem import Method, theorem

BOOTSTRAP = "evaluation: Bootstrap method"
SHARES = tuple(Fraction(i, 12) for i in range(1, 13))
SORTED = ((5,), (1, 4), (2, 2), (1, 3, 9), (1, 1, 6), (0, 1, 5, 7), (0, 3, 3, 4))
"""Replicates of 1 to 4 samples, with ties and without."""


@theorem(
    "The bias-corrected estimate is 2 theta - E",
    source=BOOTSTRAP,
    runs=(bias_corrected, bias, expectation, empirical),
    reach="all real theta and replicates, B = 1..5",
    method=Method.IDENTITY,
)
def theorem_bias_corrected_estimate_is_twice_theta_less_the_mean() -> None:
    """theta less E - theta."""
    theta, *thetas = real("theta theta1:6")
    for b in range(1, 6):
        mean_of = expectation(empirical(thetas[:b]))
        equal(bias_corrected(mean_of, theta), 2 * theta - total(thetas[:b]) / b)
        equal(bias(mean_of, theta), total(x - theta for x in thetas[:b]) / b)


@theorem(
    "The bootstrap bias of the mean is 0: the correction leaves it as it is",
    source=BOOTSTRAP,
    runs=(bias, bias_corrected, ideal_bootstrap, expectation, mean),
    reach="all real data, n = 1..4, all samples",
    method=Method.IDENTITY,
)
def theorem_bootstrap_bias_of_the_mean_is_0() -> None:
    """The mean of the means of all samples is the mean of the data."""
    for n in range(1, 5):
        z = real(f"z1:{n + 1}")
        expected, theta = expectation(defined(ideal_bootstrap(z, mean))), defined(mean(z))
        equal(bias(expected, theta), 0)
        equal(bias_corrected(expected, theta), theta)


@theorem(
    "The variance of the mean over all samples is the variance of the data over n",
    source=BOOTSTRAP,
    runs=(ideal_bootstrap, distribution_variance, mean, population_variance, multisets, replicates),
    reach="all real data, n = 1..4, all samples",
    method=Method.IDENTITY,
)
def theorem_ideal_bootstrap_variance_of_the_mean() -> None:
    """The C(2n - 1, n) multisets with their probabilities."""
    for n in range(1, 5):
        z = real(f"z1:{n + 1}")
        equal(distribution_variance(defined(ideal_bootstrap(z, mean))), defined(population_variance(z)) / n)


@theorem(
    "The sample variance is unbiased: over all samples its mean is the variance of what is drawn from",
    source=BOOTSTRAP,
    runs=(sample_variance, population_variance, ideal_bootstrap, expectation),
    reach="all real data, n = 2..4, all samples",
    method=Method.IDENTITY,
)
def theorem_sample_variance_is_unbiased() -> None:
    """With n - 1 below; with n below the mean is (n - 1)/n of it."""
    for n in range(2, 5):
        z = real(f"z1:{n + 1}")
        whole = defined(population_variance(z))
        equal(expectation(defined(ideal_bootstrap(z, sample_variance))), whole)
        equal(expectation(defined(ideal_bootstrap(z, population_variance))), whole * (n - 1) / n)


@theorem(
    "The variance of B replicates with B - 1 below is B/(B - 1) times that of their distribution, which is E of squares less E²",
    source=BOOTSTRAP,
    runs=(bootstrap_variance, distribution_variance, expectation, empirical),
    reach="all real replicates, B = 2..6",
    method=Method.IDENTITY,
)
def theorem_bootstrap_variance_is_b_over_b_minus_1_of_the_distribution() -> None:
    """Both are sums of squares about the mean."""
    for b in range(2, 7):
        thetas = real(f"theta1:{b + 1}")
        spread, centre = distribution_variance(empirical(thetas)), expectation(empirical(thetas))
        equal(defined(bootstrap_variance(thetas)) * (b - 1) / b, spread)
        equal(spread, expectation(empirical([x * x for x in thetas])) - centre * centre)


@theorem(
    "Replicates are the statistic of the data drawn",
    source=BOOTSTRAP,
    runs=(replicates,),
    reach="all data, every one of the 27 samples of 3",
    method=Method.EXHAUSTION,
)
def theorem_replicates_are_the_statistic_of_the_data_drawn() -> None:
    """With a statistic that tells the order: z1 + 2 z2 + 4 z3."""
    z = real("z1:4")

    def coded(sample: Sequence[Number]) -> Number:
        return total(2**i * x for i, x in enumerate(sample))

    samples = tuple(product(range(3), repeat=3))
    for sample, theta in zip(samples, defined(replicates(z, samples, coded)), strict=True):
        equal(theta, z[sample[0]] + 2 * z[sample[1]] + 4 * z[sample[2]])


@theorem(
    "Of n data there are C(2n - 1, n) multisets; each has the probability of its orders, and all sum to 1",
    source="efron1993",
    runs=(count_multisets, multisets),
    reach="n = 1..5",
    method=Method.EXHAUSTION,
)
def theorem_multisets_stand_for_all_samples() -> None:
    """The n^n samples one by one, sorted."""
    for n in range(1, 6):
        samples = [tuple(sorted(sample)) for sample in product(range(n), repeat=n)]
        found = dict(multisets(n))
        holds(len(found) == count_multisets(n) == len(set(samples)), f"number of multisets of {n}")
        holds(all(Fraction(samples.count(one), n**n) == p for one, p in found.items()), f"probabilities of {n}")


@theorem(
    "The relative bias, squared, is what the mean squared error of the replicates has beyond their variance, over their variance",
    source=BOOTSTRAP,
    runs=(relative_bias, distribution_variance, expectation),
    reach="two replicates, either side of theta or both on one side; every probability in (0, 1)",
    method=Method.IDENTITY,
)
def theorem_relative_bias_is_bias_over_the_standard_error() -> None:
    """The distribution p, 1 - p of theta + x, theta + y; not negative where theta lies above or below."""
    theta, x, y, p = positive("theta x y p")
    for one, other in ((theta + x, theta + x + y), (theta - x, theta - x - y), (theta - x, theta + y)):
        pairs = ((one, p), (other, 1 - p))
        spread = distribution_variance(pairs)
        ratio = defined(relative_bias(expectation(pairs), theta, spread))
        equal(ratio * ratio, (estimator_squared_error(dict(pairs), theta) - spread) / spread)
    for centre in (theta + x, theta - x):
        above_zero(relative_bias(centre, theta, y))


@theorem(
    "G^-1(p) is the least replicate with G(v) >= p: of B sorted ones the number ceil(p B)",
    source=BOOTSTRAP,
    runs=(inverse_distribution, percentile_interval, empirical),
    reach="all orders of the lists of `SORTED`, p = 1/12 .. 1; alpha = 1/12 .. 5/12; and the document's 50th and 950th of 1000",
    method=Method.EXHAUSTION,
)
def theorem_percentile_is_the_sorted_replicate_of_its_rank() -> None:
    """Rank by rank; the interval has the ends of alpha and 1 - alpha."""
    for thetas in SORTED:
        ranked = {p: number(thetas[ceil(p * len(thetas)) - 1]) for p in SHARES}
        for order in permutations(thetas):
            given = empirical(order)
            holds(all(inverse_distribution(given, p) == v for p, v in ranked.items()), f"percentiles of {order}")
            holds(all(percentile_interval(given, p) == (ranked[p], ranked[1 - p]) for p in SHARES[:5]), f"intervals of {order}")
    weighted = ((2, Fraction(1, 6)), (1, Fraction(1, 3)), (3, Fraction(1, 2)))
    holds([inverse_distribution(weighted, Fraction(i, 6)) for i in range(1, 7)] == [1, 1, 2, 3, 3, 3], "unequal probabilities")
    holds(percentile_interval(empirical(range(1, 1001)), Fraction(5, 100)) == (50, 950), "the document's ranks")


@theorem(
    "The interpolated quantile is the j-th sorted replicate at p = j/(B - 1), and linear between",
    source="hyndman1996",
    runs=(interpolated_quantile, interpolated_percentile_interval),
    reach="all orders of the lists of `SORTED`, steps of p of 1/4 of a cell",
    method=Method.EXHAUSTION,
)
def theorem_interpolated_quantile_is_linear_between_order_statistics() -> None:
    """Cell by cell; the interval has the ends of alpha and 1 - alpha."""
    for thetas in SORTED:
        steps = [(j, Fraction(q, 4)) for j in range(len(thetas) - 1) for q in range(1, 5)]
        wanted = {(j + part) / (len(thetas) - 1): number((1 - part) * thetas[j] + part * thetas[j + 1]) for j, part in steps}
        for order in permutations(thetas):
            holds(interpolated_quantile(order, Fraction(1)) == number(thetas[-1]), "the greatest")
            holds(all(interpolated_quantile(order, p) == v for p, v in wanted.items()), f"quantiles of {order}")
            inner = [p for p in wanted if p < Fraction(1, 2)]
            holds(all(interpolated_percentile_interval(order, p) == (wanted[p], wanted[1 - p]) for p in inner), f"intervals of {order}")
