"""
The bootstrap of a statistic: replicates from samples drawn with replacement, and their estimates of variance, interval and bias.

Notation: Z = (z_1 … z_N) the data, S(Z) or theta^ the statistic, Z*b the b-th of B bootstrap samples, theta*b = S(Z*b) its replicate, G^
the distribution function of the replicates. Chance is an argument: the samples are index tuples. A distribution is a tuple of (value,
probability), so that the same functions serve B replicates and the ideal bootstrap.
"""

from __future__ import annotations

__sources__ = (("evaluation", "Bootstrap method (after Efron and Tibshirani 1993)"),)

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import accumulate
from math import floor
from operator import add
from typing import TypeAlias, TypeVar

from dtref.errors import Invalid, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.functions import absolute, sqrt
from dtref.exact.inputs import exact, exacts, share
from dtref.exact.number import Exact, Number, quotient, total
from dtref.spec.evaluation.estimation.moments import results_or_undefined, sample_variance
from dtref.spec.model.positions import check_positions

Z = TypeVar("Z")

Statistic: TypeAlias = Callable[[tuple[Z, ...]], Exact | Undefined]
"""S: a function from a sample to a number; it may be Undefined on a sample."""

by_value = cmp_to_key(compare)
"""A sort key for exact numbers of any kind."""

WeightedValues: TypeAlias = Sequence[tuple[Exact, Exact]]
"""Values and their probabilities; the same value may come several times."""


@defined(
    formula="theta*b = S(Z*b)",
    errors="Invalid for a sample with another number of positions than of data, or a position that no datum has",
    sources=(("evaluation", "Bootstrap method"),),
)
def replicates(z: Sequence[Z], samples: Iterable[Sequence[int]], statistic: Statistic[Z]) -> tuple[Number, ...] | Undefined:
    """
    The statistic of each bootstrap sample.   Undefined where it is so on one of them.

    >>> replicates((10, 20, 60), [(0, 0, 1), (2, 2, 2)], max)
    (Fraction(20, 1), Fraction(60, 1))
    """
    return results_or_undefined(statistic(_drawn(z, sample)) for sample in samples)


def _drawn(z: Sequence[Z], sample: Sequence[int]) -> tuple[Z, ...]:
    if len(sample) != len(z):
        raise Invalid("bootstrap sample", f"{len(z)} positions, as many as data", len(sample))
    check_positions("bootstrap sample, position", sample, len(z))
    return tuple(z[i] for i in sample)


def empirical(thetas: Sequence[Exact]) -> WeightedValues:
    """
    The distribution that gives each of B replicates the probability 1/B.

    >>> empirical((20, 60)), empirical(())
    (((Fraction(20, 1), Fraction(1, 2)), (Fraction(60, 1), Fraction(1, 2))), ())
    """
    return tuple((theta, Fraction(1, len(thetas))) for theta in exacts("replicate", thetas))


@defined(
    formula="sum_v v P(v)",
    errors="Invalid where it has no value",
    sources=(("evaluation", "Bootstrap method (variance estimation, S-bar*)"),),
)
def expectation(distribution: WeightedValues) -> Number:
    """
    The mean of a distribution. Of B replicates: 1/B sum_b theta*b.

    >>> expectation(empirical((20, 60)))
    Fraction(40, 1)
    """
    return total(v * p for v, p in _checked(distribution))


@defined(
    formula="sum_v (v - E)^2 P(v)",
    errors="Invalid where it has no value",
    sources=(("evaluation", "Bootstrap method (Var(S(Z)) under F^)"),),
    parts=lambda: (expectation,),
)
def distribution_variance(distribution: WeightedValues) -> Number:
    """
    The variance of a distribution. For B replicates it divides by B, not B - 1; both tend to that of the ideal bootstrap.

    >>> distribution_variance(empirical((20, 60)))
    Fraction(400, 1)
    """
    pairs = _checked(distribution)
    centre = expectation(pairs)
    return total((v - centre) * (v - centre) * p for v, p in pairs)


@defined(formula="1/(B - 1) sum_b (S(Z*b) - S-bar*)^2", sources=(("evaluation", "Bootstrap method (variance estimation)"),))
def bootstrap_variance(thetas: Sequence[Exact]) -> Number | Undefined:
    """
    The documents' estimate of the variance of a statistic from B replicates.   Undefined of fewer than two.

    >>> bootstrap_variance((20, 60)), bootstrap_variance((20,))
    (Fraction(800, 1), Undefined(why='a variance with n - 1 below needs two results'))
    """
    return sample_variance(thetas)


@defined(
    formula="G^-1(p) = min {v : G(v) >= p}, 0 < p <= 1: of B sorted replicates the one number ceil(p B)",
    letter="G^-1(p)",
    errors="Invalid for no Fraction in (0, 1], or no values",
    sources=(("evaluation", "Bootstrap method (confidence interval: with B = 1000, the 50th for 0.05 and the 950th for 0.95)"),),
)
def inverse_distribution(distribution: WeightedValues, p: Fraction) -> Exact:
    """
    The least value that the distribution does not exceed with probability p or more.

    >>> inverse_distribution(empirical((5, 1, 3)), Fraction(1, 3)), inverse_distribution(empirical((5, 1, 3)), Fraction(2, 5))
    (Fraction(1, 1), Fraction(3, 1))
    """
    pairs = _checked(distribution)
    _check_share("probability of a quantile", p, Fraction(1), pairs)
    # The first value, ascending, at which the cumulative probability reaches p.
    ascending = sorted(pairs, key=lambda pair: by_value(pair[0]))
    reached = accumulate((probability for _, probability in ascending), add)
    for (value, _), cumulative in zip(ascending, reached, strict=True):
        if compare(cumulative, p) >= 0:
            return value
    raise Invalid("distribution", "probabilities that sum to 1", total(probability for _, probability in pairs))


@defined(
    formula="[G^-1(alpha), G^-1(1 - alpha)]",
    errors=(
        "Invalid for an alpha that is no Fraction in (0, 1/2), or no values. Undecided where replicates are equal "
        "roots: take the interval of their squares, whose ends' roots are the ends wanted, since quantiles keep "
        "the order"
    ),
    sources=(("evaluation", "Bootstrap method (confidence interval)"),),
)
def percentile_interval(distribution: WeightedValues, alpha: Fraction) -> tuple[Exact, Exact]:
    """
    The 1 - 2 alpha percentile interval of a statistic from the distribution of its replicates.

    >>> percentile_interval(empirical(range(1, 1001)), Fraction(5, 100))
    (Fraction(50, 1), Fraction(950, 1))
    """
    _check_share("alpha", alpha, Fraction(1, 2), distribution)
    return inverse_distribution(distribution, alpha), inverse_distribution(distribution, 1 - alpha)


@defined(
    formula="theta_(j) + (h - j)(theta_(j+1) - theta_(j)), h = 1 + (B - 1) p, j = floor(h)",
    errors=inverse_distribution,
    sources=("Hyndman and Fan 1996, definition 7", "the default of numpy and R"),
)
def interpolated_quantile(thetas: Sequence[Exact], p: Fraction) -> Number:
    """
    The quantile of B sorted replicates by linear interpolation between neighbours.

    >>> interpolated_quantile((1, 3, 5), Fraction(1, 3)), interpolated_quantile((1, 3, 5), Fraction(1))
    (Fraction(7, 3), Fraction(5, 1))
    """
    ordered = sorted(exacts("replicate", thetas), key=by_value)
    _check_share("probability of a quantile", p, Fraction(1), ordered)
    h = (len(ordered) - 1) * p
    j = floor(h)
    low, high = ordered[j], ordered[min(j + 1, len(ordered) - 1)]
    return low + (h - j) * (high - low)


@refuses_other_kinds
def interpolated_percentile_interval(thetas: Sequence[Exact], alpha: Fraction) -> tuple[Number, Number]:
    """
    The percentile interval with interpolated quantiles, as scipy.stats.bootstrap has it (method "percentile").

    Errors: as for `percentile_interval`.

    >>> interpolated_percentile_interval(range(1, 1001), Fraction(5, 100))
    (Fraction(1019, 20), Fraction(19001, 20))
    """
    _check_share("alpha", alpha, Fraction(1, 2), thetas)
    return interpolated_quantile(thetas, alpha), interpolated_quantile(thetas, 1 - alpha)


@defined(
    formula="1/B sum_b theta*b - theta^",
    sources=(
        "Efron and Tibshirani 1993, bootstrap estimate of bias",
        ("evaluation", "Bootstrap method, prints it without theta^: the ideal bootstrap would then correct the mean of any data to 0"),
    ),
)
def bias(expected: Exact, theta: Exact) -> Number:
    """
    The bootstrap estimate of bias: how far the replicates' mean lies above the statistic of the data.

    >>> bias(Fraction(7, 2), 4)
    Fraction(-1, 2)
    """
    return exact("mean of the replicates", expected) - exact("statistic", theta)


@defined(
    formula="theta^ - bias = 2 theta^ - 1/B sum_b theta*b",
    sources=(("evaluation", "Bootstrap method (bias corrected estimator)"),),
    parts=lambda: (bias,),
)
def bias_corrected(expected: Exact, theta: Exact) -> Number:
    """
    The statistic less its estimated bias.

    >>> bias_corrected(Fraction(7, 2), 4)
    Fraction(9, 2)
    """
    return exact("statistic", theta) - bias(expected, theta)


@defined(
    formula="|bias| / Var^(1/2)",
    sources=(("evaluation", "Bootstrap method (bias)"), "Efron and Tibshirani 1993 ignore it up to 1/4"),
    parts=lambda: (bias,),
)
def relative_bias(expected: Exact, theta: Exact, squared_error: Exact) -> Number | Undefined:
    """
    The absolute bias in standard errors, which should be much smaller than 1.   Undefined where the variance is 0.

    >>> relative_bias(Fraction(7, 2), 4, 4), relative_bias(4, 4, 0)
    (Fraction(1, 4), Undefined(why='the replicates have no variance'))
    """
    variance = exact("squared error", squared_error, least=0)
    return quotient(absolute(bias(expected, theta)), sqrt(variance), "the replicates have no variance")


def _checked(distribution: WeightedValues) -> tuple[tuple[Number, Number], ...]:
    if not len(distribution):
        raise Invalid("distribution", "at least one value", "none")
    return tuple((exact("value", v), share("probability", p)) for v, p in distribution)


def _check_share(what: str, p: object, most: Fraction, values: Sequence[object]) -> None:
    if not (isinstance(p, Fraction) and p > 0 and (p < most or p == 1 == most)):
        raise Invalid(what, "a Fraction in (0, 1]" if most == 1 else "a Fraction in (0, 1/2)", p)
    if not len(values):
        raise Invalid("replicates", "at least one", "none")
