"""
The binomial distribution of the number of errors on n test records, for a true error rate p.

Notation: X records of n are misclassified, each with probability p, independently.
"""

from __future__ import annotations

__sources__ = (
    ("evaluation", "Binomial probability distribution"),
    ("tan", "Confidence Interval for Accuracy"),
    ("iaml", "2.3.2 Estimating Generalisation Error"),
    ("cs422", "25 base classifiers"),
)

from collections.abc import Callable
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate
from math import comb
from numbers import Integral
from typing import TYPE_CHECKING, cast

from dtref.errors import Invalid
from dtref.exact.comparison import KINDS, comparable
from dtref.exact.definition import defined
from dtref.exact.distributions.beta import beta_at_most
from dtref.exact.enclosure import Enclosure, enclose, formula_or_text
from dtref.exact.inputs import count, share, whole
from dtref.exact.number import Exact, Number, is_zero, number

if TYPE_CHECKING:
    from flint import arb

MOST_TRIALS = 10_000
"""The largest number of trials for which probabilities are computed as fractions; of more trials they are enclosures."""


@defined(
    formula="Pr(k) = C(n, k) p^k (1 - p)^(n - k), also of a SymPy expression p",
    letter="Pr(k)",
    errors="Invalid (n < 0, p not from 0 to 1, a float)",
    sources=(("evaluation", "Binomial probability distribution"),),
)
def binomial_probability(k: int, n: int, p: Exact) -> Number:
    """
    The probability of exactly k errors in n trials; 0 for k outside 0..n.   A Fraction for a rational p and n <= LONGEST.

    >>> binomial_probability(1, 3, Fraction(1, 4)), binomial_probability(0, 0, 0), binomial_probability(4, 3, Fraction(1, 4))
    (Fraction(27, 64), Fraction(1, 1), Fraction(0, 1))
    """
    k, n, p = _checked(k, n, p)
    if not 0 <= k <= n:
        return number(0)
    if is_zero(p) or is_zero(1 - p):
        return number(int(is_zero(k - n * p)))
    enclosed = n > MOST_TRIALS and isinstance(p, KINDS)
    return _term(_ways(n, k), _enclosed_power, k, n, p) if enclosed else _term(number(comb(n, k)), _power, k, n, p)


@defined(
    formula="sum_{i <= k} C(n, i) p^i (1 - p)^(n - i) = I_{1-p}(n - k, k + 1)",
    errors="Invalid (n < 0, p not from 0 to 1, no exact number)",
    sources=(("evaluation", "Binomial probability distribution"),),
)
def binomial_at_most(k: int, n: int, p: Exact) -> Enclosure | Fraction:
    """
    The probability of at most k errors in n trials.   A Fraction for a rational p and n <= LONGEST, and where it is 0 or 1.

    >>> from dtref.exact.decimals import decimal
    >>> binomial_at_most(1, 3, Fraction(1, 4)), binomial_at_most(-1, 3, Fraction(1, 4)), binomial_at_most(3, 3, Fraction(1, 4))
    (Fraction(27, 32), Fraction(0, 1), Fraction(1, 1))
    >>> decimal(binomial_at_most(299_500, 1_000_000, Fraction(3, 10)), 6)
    '0.137851'
    """
    k, n, p = _checked(k, n, p)
    rate = comparable(p)
    if not 0 <= k < n:
        return Fraction(int(k >= n))
    if not isinstance(rate, Fraction) or n > MOST_TRIALS:
        return beta_at_most(1 - p, n - k, k + 1)
    # Add up the shorter tail.
    return _share_at_most(k, n, rate) if 2 * k < n else 1 - _share_at_most(n - k - 1, n, 1 - rate)


@defined(
    formula="P(X >= k) = P(n - X <= n - k), where n - X is binomial with 1 - p",
    sources=(("cs422", "25 base classifiers"),),
    parts=lambda: (binomial_at_most,),
)
def binomial_at_least(k: int, n: int, p: Exact) -> Enclosure | Fraction:
    """
    The probability of at least k errors in n trials.   A Fraction as for `binomial_at_most`.

    >>> binomial_at_least(1, 3, Fraction(1, 4)), binomial_at_least(0, 0, 0)
    (Fraction(37, 64), Fraction(1, 1))
    >>> from dtref.exact.decimals import decimal
    >>> decimal(binomial_at_least(13, 25, Fraction(35, 100)), 6)
    '0.060445'
    """
    k, n, p = _checked(k, n, p)
    return binomial_at_most(n - k, n, 1 - p)


@defined(
    formula="E[X] = n p",
    errors="Invalid for an n that is no count, a p that is not exact or not from 0 to 1",
    sources=(("evaluation", "Binomial probability distribution"),),
)
def binomial_mean(n: Exact, p: Exact) -> Number:
    """
    The expected number of errors.

    >>> binomial_mean(50, Fraction(1, 2))
    Fraction(25, 1)
    """
    return count("n", n) * share("p", p)


@defined(
    formula="Var(X) = n p (1 - p)",
    letter="Var(X)",
    errors=binomial_mean,
    sources=(("evaluation", "Binomial probability distribution"),),
    parts=lambda: (binomial_mean,),
)
def binomial_variance(n: Exact, p: Exact) -> Number:
    """
    The variance of the number of errors; that of the error rate X/n is this divided by n^2.

    >>> binomial_variance(50, Fraction(1, 2))
    Fraction(25, 2)
    """
    q = share("p", p)
    return count("n", n) * q * (1 - q)


def _checked(k: object, n: object, p: object) -> tuple[int, int, Number]:
    if isinstance(k, bool) or not isinstance(k, Integral):
        raise Invalid("k", "a whole number", k)
    return int(k), whole("n", n), share("p", p)


@defined(formula="C(n, k) p^k (1 - p)^(n - k), for C(n, k) given; also of SymPy symbols k, n, p")
def _term(ways: Number, power: Callable[[Number, int], Number], k: int, n: int, p: Number) -> Number:
    return ways * power(p, k) * power(1 - p, n - k)


def _share_at_most(k: int, n: int, p: Fraction) -> Fraction:
    """The sum over one denominator: for p = u/v and w = v - u, its numerator over v^n is w^(n - k) times the sum of `_terms`."""
    u, v = p.numerator, p.denominator
    return Fraction(_terms(k, n, u, v - u) * (v - u) ** (n - k), v**n)


@defined(
    formula="sum_{i <= k} C(n, i) u^i w^(k - i), in halves: sum_{i < m} times w^(k + 1 - m), u^m times the others; also of SymPy symbols"
)
def _terms(k: int, n: int, u: int, w: int) -> int:
    ways = list(accumulate(range(k), lambda c, i: c * (n - i) // (i + 1), initial=1))
    power = cache(pow)

    def between(start: int, stop: int) -> int:
        if stop == start + 1:
            return ways[start]
        middle = (start + stop) // 2
        return between(start, middle) * power(w, stop - middle) + power(u, middle - start) * between(middle, stop)

    return between(0, k + 1)


def _power(x: Exact, k: int) -> Number:
    if not isinstance(x, KINDS) or isinstance(x, (int, Fraction)):  # symbols, and rational numbers
        return cast(Number, cast(Fraction, number(x)) ** k)
    return _enclosed_power(x, k)


def _whole_power(ball: arb, k: int) -> arb:
    return ball**k


def _enclosed_power(x: Number, k: int) -> Number:
    base = enclose(comparable(x))
    return Enclosure(f"({formula_or_text(base)})^{formula_or_text(k)}", partial(_whole_power, k=k), (base,))


def _ways(n: int, k: int) -> Enclosure:
    """C(n, k) by the gamma function."""
    return Enclosure(f"C({formula_or_text(n)}, {formula_or_text(k)})", partial(_gamma_ways, n, k))


def _gamma_ways(n: int, k: int) -> arb:
    import flint

    of_n, of_k, of_rest = (flint.arb(m + 1).lgamma() for m in (n, k, n - k))
    return (of_n - of_k - of_rest).exp()
