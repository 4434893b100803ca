"""
DeLong's variance of the area under an ROC curve, its interval, and the comparison of two classifiers on the same records.

Notation: m positives with scores X_i, n negatives with scores Y_j; psi(x, y) = 1 where x > y, 1/2 where x = y, else 0. The area is the mean
of psi over all pairs; V10_i is its mean over the negatives for positive i, V01_j over the positives for negative j: the structural
components, here placements. Variances are Fractions: no root is taken before it must be.
"""

from __future__ import annotations

__sources__ = (
    (
        "DeLong, DeLong and Clarke-Pearson 1988, Comparing the areas under two or more correlated receiver "
        "operating characteristic curves: a nonparametric approach"
    ),
)

from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.inputs import items
from dtref.exact.number import Exact, Number, total
from dtref.exact.root_quotient import RootQuotient, root_quotient
from dtref.spec.evaluation.comparison.p_values import Probability, normal_two_sided_p
from dtref.spec.evaluation.intervals.deviates import z_or_confidence
from dtref.spec.evaluation.intervals.interval import Interval, about
from dtref.spec.evaluation.ranking.scores import scored
from dtref.spec.evaluation.ranking.tie_blocks import blocks

_NO_SPREAD = "the areas differ by the same for every positive and every negative: the variance is 0"


@frozen
class Placements:
    """For each positive the share of the negatives that score below it (V10), for each negative that of the positives above it (V01)."""

    positives: tuple[Number, ...]
    negatives: tuple[Number, ...]

    @property
    def area(self) -> Number:
        """The area under the curve: the mean of either."""
        return total(self.positives) / len(self.positives)


@defined(
    formula="V10_i = 1/n sum_j psi(X_i, Y_j); V01_j = 1/m sum_i psi(X_i, Y_j)",
    letter="V10_i",
    undefined="no positives, or no negatives",
    errors="as for `dtref.spec.evaluation.ranking.tie_blocks.rank`",
)
def placements(
    scores: Iterable[object], labels: Iterable[object], positive: object, classes: Iterable[Hashable] | None = None
) -> Placements | Undefined:
    """
    The placements of the positives and of the negatives, in the order of the records, equal scores counting one half.

    >>> placements([3, 2, 2, 1], "+-+-", "+")
    Placements(positives=(Fraction(1, 1), Fraction(3, 4)), negatives=(Fraction(3, 4), Fraction(1, 1)))
    """
    records = scored(scores, labels, positive, (), classes)
    ranking = blocks(records)
    m, n = Fraction(ranking.positives), Fraction(ranking.negatives)
    if not m or not n:
        return Undefined("no negatives" if m else "no positives")
    # From the greatest score down: the positives above a block, the negatives below it.
    v10, v01, above, below = {}, {}, Fraction(0), n
    for score, a, b in zip(ranking.scores, ranking.positives_at, ranking.negatives_at, strict=True):
        below -= b
        v10[score], v01[score] = (below + Fraction(b) / 2) / n, (above + Fraction(a) / 2) / m
        above += a
    pairs = tuple(zip(records.scores, records.is_positive, strict=True))
    return Placements(tuple(v10[s] for s, good in pairs if good), tuple(v01[s] for s, good in pairs if not good))


@defined(
    formula="S10/m + S01/n, S10 = 1/(m - 1) sum_i (V10_i - A)^2, S01 = 1/(n - 1) sum_j (V01_j - A)^2",
    undefined="fewer than two positives, or fewer than two negatives: a variance of one number",
    errors=placements,
)
def delong_variance(
    scores: Iterable[object], labels: Iterable[object], positive: object, *, classes: Iterable[Hashable] | None = None
) -> Number | Undefined:
    """
    DeLong's estimate of the variance of the area under the ROC curve.

    At least 0.

    >>> delong_variance([3, 2, 2, 1], "+-+-", "+"), delong_variance([3, 2, 1], "+--", "+")
    (Fraction(1, 32), Undefined(why='one positive only'))
    """
    own = placements(scores, labels, positive, classes)
    return own if isinstance(own, Undefined) else _covariance(own, own)


@defined(
    formula="A - z sqrt(variance), A + z sqrt(variance)",
    undefined=delong_variance,
    errors="as for `placements`, and Invalid for a z that is not exact or below 0",
)
def delong_interval(  # noqa: PLR0913 - the scores, and a deviate
    scores: Iterable[object],
    labels: Iterable[object],
    positive: object,
    z: Exact | None = None,
    *,
    confidence: Fraction | None = None,
    classes: Iterable[Hashable] | None = None,
) -> Interval | Undefined:
    """
    The interval for the true area; z is the deviate: a table's, or the certified one of a `confidence`.

    An end may be below 0 or above 1, which no area is: `clipped`, as pROC has it, is the part from 0 to 1. An area of 1 has the variance 0,
    and an interval without width.

    >>> from dtref.exact.decimals import decimal
    >>> wide = delong_interval([3, 2, 2, 1], "+-+-", "+", confidence=Fraction(95, 100))
    >>> decimal(wide.low, 3), decimal(wide.high, 3), wide.clipped.high
    ('0.529', '1.221', Fraction(1, 1))
    """
    own = placements(scores, labels, positive, classes)
    if isinstance(own, Undefined):
        return own
    variance = _covariance(own, own)
    return variance if isinstance(variance, Undefined) else about(own.area, z_or_confidence(z, confidence) * sqrt(variance))


@defined(
    formula="S10/m + S01/n, S10 = 1/(m - 1) sum_i (V10_i - A)(V10'_i - A'), S01 likewise",
    undefined=delong_variance,
    errors=delong_variance,
)
def delong_covariance(
    first: Iterable[object],
    second: Iterable[object],
    labels: Iterable[object],
    positive: object,
    *,
    classes: Iterable[Hashable] | None = None,
) -> Number | Undefined:
    """
    DeLong's estimate of the covariance of the areas of two classifiers that score the same records.

    >>> delong_covariance([3, 2, 2, 1], [3, 1, 2, 2], "+-+-", "+"), delong_covariance([1, 2], [2, 1], "+-", "+")
    (Fraction(0, 1), Undefined(why='one positive only'))
    """
    both = _both(first, second, labels, positive, classes)
    return both if isinstance(both, Undefined) else _covariance(*both)


@defined(
    formula="z = (A - A') / sqrt(var A + var A' - 2 cov(A, A')), above 0 where the first has the greater area",
    letter="z",
    undefined="as for `delong_variance`; the variance is 0, as where both rank all records alike",
    errors=placements,
)
def delong_z(
    first: Iterable[object],
    second: Iterable[object],
    labels: Iterable[object],
    positive: object,
    *,
    classes: Iterable[Hashable] | None = None,
) -> RootQuotient | Undefined:
    """
    The difference of the areas of two classifiers on the same records over its standard error: standard normal if the true areas are equal.

    >>> z = delong_z([4, 3, 2, 1], [4, 1, 3, 2], "++--", "+")
    >>> z.signed_square, delong_z([4, 3, 2, 1], [8, 6, 5, 0], "++--", "+")
    (Fraction(1, 1), Undefined(why='the areas differ by the same for every positive and every negative: the variance is 0'))
    """
    both = _both(first, second, labels, positive, classes)
    if isinstance(both, Undefined):
        return both
    gap = _difference(*both)
    variance = _covariance(gap, gap)
    return variance if isinstance(variance, Undefined) else root_quotient(gap.area, variance, _NO_SPREAD)


@defined(
    formula="(A - A') - z sigma, (A - A') + z sigma, sigma^2 = var A + var A' - 2 cov(A, A')",
    undefined=delong_variance,
    errors=delong_interval,
)
def delong_difference_interval(  # noqa: PLR0913 - the scores of two, and a deviate
    first: Iterable[object],
    second: Iterable[object],
    labels: Iterable[object],
    positive: object,
    z: Exact | None = None,
    *,
    confidence: Fraction | None = None,
    classes: Iterable[Hashable] | None = None,
) -> Interval | Undefined:
    """
    The interval for the difference of the true areas of two classifiers on the same records; z is the deviate, or that of a `confidence`.

    It has 0 within where the absolute value of `delong_z` is below z. An end may be beyond -1 or 1, which no difference is.

    >>> delong_difference_interval([4, 3, 2, 1], [4, 1, 3, 2], "++--", "+", 2)
    Interval(low=Fraction(-1, 2), high=Fraction(3, 2))
    """
    both = _both(first, second, labels, positive, classes)
    if isinstance(both, Undefined):
        return both
    gap = _difference(*both)
    variance = _covariance(gap, gap)
    return variance if isinstance(variance, Undefined) else about(gap.area, z_or_confidence(z, confidence) * sqrt(variance))


@defined(unit="p-value", formula="P(|Z| >= |z|), z = `delong_z`", undefined=delong_z, errors=delong_z)
def delong_p(
    first: Iterable[object],
    second: Iterable[object],
    labels: Iterable[object],
    positive: object,
    *,
    classes: Iterable[Hashable] | None = None,
) -> Probability | Undefined:
    """
    The probability of areas at least as different, if the true areas are equal.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(delong_p([4, 3, 2, 1], [4, 1, 3, 2], "++--", "+"), 4)
    '0.3173'
    """
    return normal_two_sided_p(delong_z(first, second, labels, positive, classes=classes))


def _both(
    first: Iterable[object], second: Iterable[object], labels: Iterable[object], positive: object, classes: Iterable[Hashable] | None
) -> tuple[Placements, Placements] | Undefined:
    names = items("labels", labels)
    kinds = None if classes is None else items("classes", classes)
    one, other = placements(first, names, positive, kinds), placements(second, names, positive, kinds)
    if isinstance(one, Undefined):
        return one
    return other if isinstance(other, Undefined) else (one, other)


def _difference(first: Placements, second: Placements) -> Placements:
    """The differences of the placements: their mean is that of the areas, their variance that of the difference of the areas."""
    return Placements(_minus(first.positives, second.positives), _minus(first.negatives, second.negatives))


def _minus(a: Sequence[Number], b: Sequence[Number]) -> tuple[Number, ...]:
    return tuple(x - y for x, y in zip(a, b, strict=True))


def _covariance(first: Placements, second: Placements) -> Number | Undefined:
    """S10/m + S01/n."""
    m, n = len(first.positives), len(first.negatives)
    if m < 2 or n < 2:
        return Undefined("one positive only" if m < 2 else "one negative only")
    return _sample_covariance(first.positives, second.positives) / m + _sample_covariance(first.negatives, second.negatives) / n


def _sample_covariance(a: Sequence[Number], b: Sequence[Number]) -> Number:
    """1/(k - 1) sum_i (a_i - mean a)(b_i - mean b)"""
    k = len(a)
    a_mean, b_mean = total(a) / k, total(b) / k
    return total((x - a_mean) * (y - b_mean) for x, y in zip(a, b, strict=True)) / (k - 1)
