"""
Criteria of a continuous target other than variance: absolute error about the median, and Poisson deviance.

They need more of the records than their moments: the weight w_i of each value y_i. Their counts are n, the sum of y and the sum of y^2,
then w_i and w_i y_i for each value of y in the training set, from low to high (`dtref.spec.model.counts.value_counts`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from typing import cast

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.exact.functions import log2, plogp
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.spec.split.criteria import criterion, reduction
from dtref.spec.split.impurity import Children, Shares, impurity


@defined(sources=("Breiman, Friedman, Olshen and Stone 1984", "scikit-learn 1.9.1, `sklearn/tree/_criterion.pyx`"))
def medians(counts: Sequence[Exact]) -> tuple[Fraction, ...]:
    """
    The weighted medians of y: its values with at most half the weight below them and at most half above. One; or two neighbours, where half
    of all weight lies up to the first, and all numbers between them are medians, too (scikit-learn takes the middle).

    >>> from dtref.spec.model.counts import value_counts
    >>> medians(value_counts((0, 1, 1, 3))), medians(value_counts((0, 1, 3, 7)))
    ((Fraction(1, 1),), (Fraction(1, 1), Fraction(3, 1)))
    """
    n, weights, sums = _parts(counts)
    first = _middle(n, weights)
    # where half the weight lies up to the first, the next value that records have is one, too
    after = next((i for i in range(first + 1, len(weights)) if weights[i]), first) if 2 * sum(weights[: first + 1]) == n else first
    return tuple(Fraction(sums[i]) / weights[i] for i in dict.fromkeys((first, after)))


def _middle(n: Fraction, weights: Sequence[Fraction]) -> int:
    """The position of the first value that brings the weight up to half of all."""
    return next(i for i, below in enumerate(accumulate(weights)) if 2 * below >= n and weights[i])


def _parts(counts: Sequence[Exact]) -> tuple[Fraction, Sequence[Fraction], Sequence[Fraction]]:
    """The weight of all records, then for each value of y the weight and the sum: rational numbers, as a median needs an order."""
    rational = cast("Sequence[Fraction]", counts)
    return rational[0], rational[3::2], rational[4::2]


@impurity(unit="units of y", strictly_concave=False, moments=True, values=True, centre=medians, typed="absolute_error")
@defined(
    formula="1/n sum_i w_i |y_i - med y|",
    sources=(
        "Breiman, Friedman, Olshen and Stone 1984, section on least absolute deviation regression",
        "scikit-learn 1.9.1, `sklearn/tree/_criterion.pyx`",
    ),
    synonyms=("mean absolute error of a node", "MAE of a node"),
)
def absolute_error(counts: Shares) -> Number:
    """
    The mean absolute distance of a continuous target from its median; every median gives the same, and no number less.

    >>> from dtref.spec.model.counts import value_counts
    >>> absolute_error(value_counts((0, 1, 1, 3)))
    Fraction(3, 4)
    """
    n, weights, sums = _parts(counts)
    m = _middle(n, weights)
    median = Fraction(sums[m]) / weights[m]
    # the distances above it, and those below
    above = sum(sums[m + 1 :]) - median * sum(weights[m + 1 :])
    below = median * sum(weights[:m]) - sum(sums[:m])
    return number((above + below) / n)


@impurity(unit="bits times y; in nats ln 2 times as much", strictly_concave=False, moments=True, values=True, counts=True, typed="poisson")
@defined(
    formula="1/n sum_i w_i y_i log2(y_i / mean y), with 0 log2 0 = 0",
    sources=("McCullagh and Nelder 1989, Generalized Linear Models", "scikit-learn 1.9.1, `sklearn/tree/_criterion.pyx`"),
    synonyms=("half Poisson deviance of a node",),
)
def poisson_deviance(counts: Shares) -> Number:
    """
    Half the mean Poisson deviance of a continuous target of at least 0 from its mean, in bits. scikit-learn has it in nats.

    >>> from dtref.exact.decimals import decimal
    >>> from dtref.spec.model.counts import value_counts
    >>> decimal(poisson_deviance(value_counts((1, 1, 3, 3))), 6)
    '0.377444'
    """
    n, weights, sums = _parts(counts)
    own = total(wy * log2(Fraction(wy) / w) for w, wy in zip(weights, sums, strict=True) if wy)
    return own / n - plogp(counts[1] / n)


@criterion(absolute_error, reduces=True, typed="absolute_error")
@defined(
    formula="AE(D) - sum_i n_i/n AE(D_i), with AE = 1/n sum_j w_j |y_j - med y|",
    sources=(
        "Breiman, Friedman, Olshen and Stone 1984, section on least absolute deviation regression",
        "scikit-learn 1.9.1, `sklearn/tree/_criterion.pyx`",
    ),
    parts=lambda: (absolute_error,),
)
def absolute_error_reduction(node: Sequence[Exact], children: Children) -> Number:
    """
    The reduction in absolute error about the median that a test achieves.   At least 0.

    >>> from dtref.spec.model.counts import value_counts
    >>> levels = (0, 1, 3)
    >>> absolute_error_reduction(value_counts((0, 1, 3, 1), levels), [value_counts(part, levels) for part in ((0,), (1, 3, 1))])
    Fraction(1, 4)
    """
    return reduction(absolute_error, node, children)


@criterion(poisson_deviance, reduces=True, typed="poisson")
@defined(
    formula="1/n (sum_i S_i log2(S_i/n_i) - S log2(S/n)), S the sum of y",
    unit="bits times y; in nats ln 2 times as much",
    undefined="a child whose sum of y is 0",
    sources=("McCullagh and Nelder 1989, Generalized Linear Models", "scikit-learn 1.9.1, `sklearn/tree/_criterion.pyx`"),
)
def poisson_reduction(node: Sequence[Exact], children: Children) -> Number | Undefined:
    """
    The reduction in half the mean Poisson deviance that a test achieves, in bits: what each y contributes by itself is the same before and
    after, so that sums are enough. At least 0.

    >>> from dtref.exact.decimals import decimal
    >>> from dtref.spec.model.counts import value_counts
    >>> node, left, right = (value_counts(part, (0, 1, 3)) for part in ((1, 1, 3, 3), (1, 1), (3, 3)))
    >>> decimal(poisson_reduction(node, (left, right)), 6), poisson_reduction(node, (left, right)) == poisson_deviance(node)
    ('0.377444', True)
    >>> poisson_reduction(value_counts((0, 1)), (value_counts((0,), (0, 1)), value_counts((1,), (0, 1))))
    Undefined(why='a child whose sum of y is 0')
    """
    if any(is_zero(child[1]) for child in children):
        return Undefined("a child whose sum of y is 0")
    after = total(_sum_times_log_of_mean(child) for child in children)
    return (after - _sum_times_log_of_mean(node)) / number(node[0])


def _sum_times_log_of_mean(counts: Sequence[Exact]) -> Number:
    n, y = number(counts[0]), number(counts[1])
    return y * log2(y / n)


IMPURITIES_OF_VALUES = (absolute_error, poisson_deviance)
"""The impurities of this module."""

CRITERIA_OF_VALUES = (absolute_error_reduction, poisson_reduction)
"""The criteria of this module."""
