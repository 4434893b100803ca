"""
The ideal bootstrap: the distribution of a statistic over all samples with replacement, by enumeration, for few data.

Notation: n data, m_i how often datum i is in a sample. A statistic that does not look at the order of its sample has one value for all n! /
prod_i m_i! orders of a multiset, so that C(2n - 1, n) multisets stand for n^n samples.
"""

from __future__ import annotations

__sources__ = (("evaluation", "Bootstrap method: the limit of B replicates as B grows"),)

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, factorial, prod

from toolz import reduceby

from dtref.errors import Invalid, Undecided, Undefined, said
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure
from dtref.exact.inputs import items, whole
from dtref.exact.number import Number
from dtref.spec.evaluation.estimation.bootstrap import Statistic, WeightedValues, Z, replicates
from dtref.spec.model.positions import Indices

_BUDGET = 200_000
"""The most multisets that are enumerated: 10 data have 92,378, 11 data 352,716."""


@defined(formula="C(2n - 1, n)", sources=("Efron and Tibshirani 1993, number of distinct bootstrap samples",))
def count_multisets(n: int) -> int:
    """
    The number of samples of n out of n with replacement, whatever their order.

    >>> count_multisets(2), count_multisets(3), count_multisets(10)
    (3, 10, 92378)
    """
    n = whole("data", n, 1)
    return comb(2 * n - 1, n)


@defined(formula="n! / prod_i m_i! / n^n")
def multisets(n: int) -> Iterator[tuple[Indices, Fraction]]:
    """
    Every sample of n out of n with replacement, as ascending positions, and its probability.

    >>> list(multisets(2))
    [((0, 0), Fraction(1, 4)), ((0, 1), Fraction(1, 2)), ((1, 1), Fraction(1, 4))]
    """
    n = whole("data", n, 1)
    for sample in combinations_with_replacement(range(n), n):
        orders = factorial(n) // prod(map(factorial, Counter(sample).values()))
        yield sample, Fraction(orders, n**n)


@defined(
    errors="Invalid without data. Undecided for more multisets than the budget: draw samples instead",
    sources=(("evaluation", "Bootstrap method (Var(S(Z)) under F^)"), "Efron and Tibshirani 1993, ideal bootstrap"),
)
def ideal_bootstrap(z: Sequence[Z], statistic: Statistic[Z], *, budget: int = _BUDGET) -> WeightedValues | Undefined:
    """
    The distribution of a statistic over all bootstrap samples of the data: each value and its probability (an Enclosure once for each
    multiset). Undefined where the statistic is so on a sample.

    The statistic must not depend on the order of its sample.

    >>> from dtref.spec.evaluation.estimation.bootstrap import distribution_variance, expectation
    >>> ideal = ideal_bootstrap((0, 1), max)
    >>> ideal, expectation(ideal), distribution_variance(ideal)
    (((Fraction(0, 1), Fraction(1, 4)), (Fraction(1, 1), Fraction(3, 4))), Fraction(3, 4), Fraction(3, 16))
    >>> ideal_bootstrap(range(20), max)
    Traceback (most recent call last):
    dtref.errors.Undecided: ideal bootstrap of 20 data, 68923264410 multisets: not decided within 200000 multisets
    """
    z = items("data", z)
    if not z:
        raise Invalid("ideal bootstrap", "at least one datum", "none")
    if count_multisets(len(z)) > budget:
        raise Undecided(f"ideal bootstrap of {len(z)} data, {said(count_multisets(len(z)))} multisets", f"{budget} multisets")
    samples, probabilities = zip(*multisets(len(z)), strict=True)
    thetas = replicates(z, samples, statistic)
    return thetas if isinstance(thetas, Undefined) else _merged(list(zip(thetas, probabilities, strict=True)))


def _merged(pairs: Sequence[tuple[Number, Fraction]]) -> WeightedValues:
    """The same distribution, with equal values merged, except enclosures, whose equality may be undecided."""
    enclosures = tuple(pair for pair in pairs if isinstance(pair[0], Enclosure))
    merged = reduceby(0, lambda p, pair: p + pair[1], (pair for pair in pairs if not isinstance(pair[0], Enclosure)), Fraction(0))
    return (*merged.items(), *enclosures)
