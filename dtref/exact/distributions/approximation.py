"""
The normal approximation of the binomial distribution, and its error.

Notation: as in `dtref.exact.distributions.binomial`; Phi is the standard normal distribution function.
"""

from __future__ import annotations

__sources__ = (("evaluation", "Normal distribution approximates Binomial"), ("tan", "Confidence Interval for Accuracy"))

from collections.abc import Callable
from fractions import Fraction
from functools import reduce
from itertools import accumulate
from typing import TYPE_CHECKING, TypeAlias, cast

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import comparable
from dtref.exact.definition import defined
from dtref.exact.distributions.binomial import binomial_mean, binomial_probability, binomial_variance
from dtref.exact.distributions.normal import normal_at_most
from dtref.exact.enclosure import Enclosure, enclose, formula_or_text
from dtref.exact.functions import sqrt
from dtref.exact.inputs import exact
from dtref.exact.number import Exact, Number, quotient

if TYPE_CHECKING:
    from flint import arb

Approximation: TypeAlias = Callable[[int, int, Fraction], Enclosure | Fraction | Undefined]


@defined(
    formula="Z = (k - n p) / sqrt(n p (1 - p)), also of SymPy expressions",
    letter="Z",
    undefined="the variance is 0",
    errors="Invalid for a k that is not exact, and as for `binomial_mean`",
    sources=(("evaluation", "Calculating confidence intervals"),),
    parts=lambda: (binomial_mean, binomial_variance),
)
def standard_score(k: Exact, n: Exact, p: Exact) -> Number | Undefined:
    """
    The number of standard deviations by which the number of errors k exceeds its mean.

    >>> standard_score(30, 100, Fraction(1, 5)), standard_score(3, 3, 1)
    (Fraction(5, 2), Undefined(why='the variance is 0'))
    """
    return quotient(exact("k", k) - binomial_mean(n, p), sqrt(binomial_variance(n, p)), "the variance is 0")


@defined(
    formula="Phi((k - n p) / sqrt(n p (1 - p)))",
    undefined="p is 0 or 1, or n is 0",
    sources=(("evaluation", "Normal distribution approximates Binomial"),),
    parts=lambda: (binomial_mean, binomial_variance, standard_score),
)
def normal_approximation(k: Exact, n: int, p: Exact) -> Enclosure | Fraction | Undefined:
    """
    The probability of at most k errors in the normal approximation.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(normal_approximation(24, 50, Fraction(1, 2)), 6), normal_approximation(25, 50, Fraction(1, 2))
    ('0.388649', Fraction(1, 2))
    """
    z = standard_score(k, n, p)
    return z if isinstance(z, Undefined) else normal_at_most(z)


@defined(
    formula="Phi((k + 1/2 - n p) / sqrt(n p (1 - p)))",
    undefined="p is 0 or 1, or n is 0",
    sources=("De Moivre 1738", "not in the documents"),
    parts=lambda: (binomial_mean, binomial_variance, standard_score, normal_approximation),
)
def normal_approximation_corrected(k: int, n: int, p: Exact) -> Enclosure | Fraction | Undefined:
    """
    `normal_approximation` with the continuity correction, that is at k + 1/2.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(normal_approximation_corrected(24, 50, Fraction(1, 2)), 6)
    '0.443769'
    """
    return normal_approximation(k + Fraction(1, 2), n, p)


@defined(undefined="p is 0 or 1, or n is 0", errors="Invalid (n < 0)")
def approximation_errors(approximation: Approximation, n: int, p: Fraction) -> tuple[Enclosure | Fraction, ...] | Undefined:
    """
    Approximate minus exact probability of at most k errors, for k = 0..n.

    >>> from dtref.exact.decimals import decimal
    >>> errors = approximation_errors(normal_approximation, 3, Fraction(1, 2))
    >>> [decimal(error, 3) for error in errors]
    ['-0.083', '-0.218', '-0.157', '-0.042']
    """
    if n < 0:
        raise Invalid("n", "a number of records", n)
    cumulative = accumulate(binomial_probability(k, n, p) for k in range(n + 1))
    errors: list[Enclosure | Fraction] = []
    for k, at_most in enumerate(cumulative):
        approximate = approximation(k, n, p)
        if isinstance(approximate, Undefined):
            return approximate
        errors.append(cast(Enclosure, approximate - at_most))
    return tuple(errors)


@defined(formula="max_k |approximation(k, n, p) - P(X <= k)|", undefined="p is 0 or 1, or n is 0")
def largest_approximation_error(approximation: Approximation, n: int, p: Fraction) -> Enclosure | Undefined:
    """
    The largest absolute error of an approximation over k = 0..n.

    >>> from dtref.exact.decimals import decimal
    >>> [decimal(largest_approximation_error(normal_approximation, 30, Fraction(1, q)), 3) for q in (2, 10, 100)]
    ['0.072', '0.147', '0.449']
    >>> [decimal(largest_approximation_error(normal_approximation_corrected, 30, Fraction(1, q)), 3) for q in (2, 10, 100)]
    ['0.001', '0.031', '0.097']
    """
    errors = approximation_errors(approximation, n, p)
    if isinstance(errors, Undefined):
        return errors
    name = f"largest error of {getattr(approximation, '__name__', 'the approximation')}({formula_or_text(n)}, {formula_or_text(p)})"
    return Enclosure(name, _largest, tuple(enclose(comparable(error)) for error in errors))


def _largest(*errors: arb) -> arb:
    return reduce(lambda a, b: a.max(b), map(abs, errors))
