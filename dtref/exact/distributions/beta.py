"""
The beta distribution: probabilities, exact where they are rational, and quantiles. The binomial, t and F tails are values of it.

Notation: I_x(a, b) is the regularised incomplete beta function, the probability that a beta(a, b) variable is at most x.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial, reduce
from math import exp
from typing import TYPE_CHECKING

from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import comparable, compare
from dtref.exact.definition import defined
from dtref.exact.distributions.beta_bounds import is_safe, log_odds_guess
from dtref.exact.distributions.incomplete_beta import incomplete_beta
from dtref.exact.distributions.inversion import inverse, probability, rational_where
from dtref.exact.enclosure import Enclosure, enclose, formula_or_text
from dtref.exact.functions import sqrt
from dtref.exact.inputs import rational
from dtref.exact.number import Exact, number

if TYPE_CHECKING:
    from flint import arb, fmpq

_LARGE = 10**15
"""The largest value of the smaller parameter for which a quantile is computed."""

LARGEST_PARAMETER = 1000
"""The largest parameter for which rational values are computed as fractions, by a sum of that many terms."""

LARGEST_TERM_BITS = 50_000
"""The most bits, approximately, that the last term of such a sum may have."""

ARCSINE = {Fraction(1, 4): Fraction(1, 3), Fraction(3, 4): Fraction(2, 3)}
"""The x at which I_x(1/2, 1/2) = (2/pi) arcsin sqrt x is rational, apart from 0, 1/2 and 1 (Niven's theorem), with its value."""


@defined(formula="I_x(a, b)", errors="Invalid (x is not from 0 to 1, or a parameter is not above 0)", parts=lambda: (rational_beta,))  # type: ignore[has-type]  # it is defined below
def beta_at_most(x: Exact, a: int | Fraction, b: int | Fraction) -> Enclosure | Fraction:
    """
    The probability that a beta(a, b) variable is at most x. A Fraction at x = 0, at x = 1 and where `rational_beta` has one.

    >>> from dtref.exact.decimals import decimal
    >>> beta_at_most(Fraction(1, 3), 2, 1), decimal(beta_at_most(Fraction(1, 3), Fraction(1, 2), Fraction(1, 2)), 6)
    (Fraction(1, 9), '0.391827')
    """
    a, b = _above_0(a, b)
    probability("beta distribution", x, proper=False)
    value = comparable(x)
    exact = rational_beta(Fraction(value), a, b) if isinstance(value, (int, Fraction)) else None
    if exact is not None:
        return exact
    return Enclosure(
        f"I_{formula_or_text(x)}({formula_or_text(a)}, {formula_or_text(b)})",
        partial(_beta, a=a, b=b),
        (enclose(value), enclose(comparable(1 - number(value)))),
    )


@defined(formula="I_x(a, b) = p", errors="Invalid (p is not from 0 to 1, or a parameter is not above 0)")
def beta_quantile(p: Exact, a: int | Fraction, b: int | Fraction) -> Enclosure | Fraction:
    """
    The quantile: the x with I_x(a, b) = p.   Exactly 0 and 1 at p = 0 and p = 1.

    Undecided: both are above `_LARGE`.

    >>> from dtref.exact.decimals import decimal
    >>> beta_quantile(Fraction(1, 9), 2, 1), decimal(beta_quantile(Fraction(1, 2), 2, 1), 6), beta_quantile(1, 2, 1)
    (Fraction(1, 3), '0.707107', Fraction(1, 1))
    """
    a, b = _above_0(a, b)
    probability("beta quantile", p, proper=False)
    # Fixed points and closed forms first.
    for value in (Fraction(0), Fraction(1), *([Fraction(1, 2)] if a == b else [])):
        if compare(p, value) == 0:
            return value
    if 1 in (a, b):
        return _closed_form(p, a, b)
    if min(a, b) > _LARGE:
        raise Undecided(_name(p, a, b), f"parameters of {_LARGE}, one at least", 0, 1)
    # Solve for the smaller of the two tails.
    lower = compare(p, Fraction(1, 2)) <= 0
    share = enclose(comparable(p if lower else 1 - p))
    quantile = Enclosure(_name(p, a, b), partial(_quantile, a=a, b=b, lower=lower), (share,))
    return rational_where(quantile, lambda x: rational_beta(x, a, b), p) if isinstance(p, Fraction) else quantile


def _name(p: Exact, a: Fraction, b: Fraction) -> str:
    return f"beta quantile({formula_or_text(p)}, {formula_or_text(a)}, {formula_or_text(b)})"


def _closed_form(p: Exact, a: Fraction, b: Fraction) -> Enclosure | Fraction:
    """The quantile where a = 1, 1 - (1 - p)^(1/b), or b = 1, p^(1/a); a Fraction where the root is one, and not too long."""
    import flint

    base, degree = comparable(1 - number(p) if a == 1 else number(p)), b if a == 1 else a
    root = _rational_root(Fraction(base), degree) if isinstance(base, (int, Fraction)) else None
    if root is not None:
        return 1 - root if a == 1 else root
    # The root is irrational: as a ball, exp(log(base) / degree).
    q = flint.fmpq(degree.numerator, degree.denominator)
    name = _name(p, a, b)
    if a == 1:
        return Enclosure(name, partial(_one_less_root, degree=q), (enclose(base),))
    return Enclosure(name, partial(_root, degree=q), (enclose(base),))


def _root(ball: arb, degree: fmpq) -> arb:
    return (ball.log() / degree).exp()


def _one_less_root(ball: arb, degree: fmpq) -> arb:
    return -(ball.log() / degree).expm1()


def _rational_root(x: Fraction, degree: Fraction) -> Fraction | None:
    """x^(1/degree) where it is rational."""
    import flint

    if max(degree.numerator, degree.denominator) > LARGEST_PARAMETER:
        return None
    root = Fraction(*(int(flint.fmpz(part).root(degree.numerator)) for part in (x.numerator, x.denominator)))
    return root**degree.denominator if root**degree.numerator == x else None


@defined(formula="I_x(a, b) = 1 - (1 - x)^b sum_{j < a} b (b + 1) ... (b + j - 1) / j! x^j for a whole a; I_x(a, b) = 1 - I_{1-x}(b, a)")
def rational_beta(x: Fraction, a: Fraction, b: Fraction) -> Fraction | None:
    """
    I_x(a, b) where it is known to be rational, else None: one parameter whole and the other whole or a half, none of them too large.

    >>> rational_beta(Fraction(3, 4), Fraction(1), Fraction(1, 2)), rational_beta(Fraction(1, 2), Fraction(1), Fraction(1, 2))
    (Fraction(1, 2), None)
    """
    # Values that are known for special arguments.
    if x in {0, 1}:
        return x
    if a == b and x == Fraction(1, 2):
        return x
    if a == b == Fraction(1, 2):
        return ARCSINE.get(x)
    # A finite sum for a whole parameter, the smaller of two, unless it is too long.
    terms = min((int(q) for q in (a, b) if q.denominator == 1), default=None)
    if terms is None or max(a, b) > LARGEST_PARAMETER or terms * x.denominator.bit_length() > LARGEST_TERM_BITS:
        return None
    if terms == a:
        return _whole_beta(x, terms, b)
    complement = _whole_beta(1 - x, terms, a)
    return None if complement is None else 1 - complement


def _whole_beta(x: Fraction, a: int, b: Fraction) -> Fraction | None:
    root = {1: Fraction(1), 2: sqrt(1 - x)}.get(b.denominator)
    if not isinstance(root, Fraction):
        return None
    return _series(x, a, b, (1 - x) ** int(b) * root)


@defined(formula="1 - (1 - x)^b sum_{j < a} b (b + 1) ... (b + j - 1) / j! x^j, by Horner's rule")
def _series(x: Fraction, a: int, b: Fraction, power: Fraction) -> Fraction:
    """The formula of `rational_beta`, for (1 - x)^b given, and also for SymPy's x and b."""
    return 1 - power * reduce(lambda rest, j: 1 + rest * x * (b + j - 1) / j, range(a - 1, 0, -1), Fraction(1))


def _above_0(a: int | Fraction, b: int | Fraction) -> tuple[Fraction, Fraction]:
    for name, parameter in (("a", a), ("b", b)):
        if rational(name, parameter) <= 0:
            raise Invalid(name, "a number above 0", parameter)
    return rational("a", a), rational("b", b)


def _beta(x: arb, y: arb, a: Fraction, b: Fraction) -> arb:
    return incomplete_beta(x, y, _ball(a), _ball(b))


def _ball(q: Fraction) -> arb:
    import flint

    return flint.arb(flint.fmpq(q.numerator, q.denominator))


def _quantile(p: arb, a: Fraction, b: Fraction, lower: bool) -> arb:
    """The quantile as u/(1 + u), where u > 0, as both u/(1 + u) and 1/(1 + u) keep their precision."""
    tail = (lambda u: _beta(u / (1 + u), 1 / (1 + u), a, b)) if lower else (lambda u: _beta(1 / (1 + u), u / (1 + u), b, a))
    u = inverse(tail, lambda u: _odds_density(u, _ball(a), _ball(b)), p, rising=lower, guess=_odds_guess(p, a, b, lower))
    return u / (1 + u)


def _odds_guess(p: arb, a: Fraction, b: Fraction, lower: bool) -> float:
    """About u = x/(1 - x), whose lower or upper tail is p; 0 where doubles can't tell."""
    middle = p.mid().fmpq()
    share = Fraction(int(middle.p), int(middle.q))
    if not is_safe(share, a, b):
        return 0
    return exp(log_odds_guess(share, float(a), float(b)) if lower else -log_odds_guess(share, float(b), float(a)))


def _odds_density(u: arb, a: arb, b: arb) -> arb:
    """The density of u = x/(1 - x): u^(a - 1) / ((1 + u)^(a + b) B(a, b))."""
    return ((a - 1) * u.log() - (a + b) * u.log1p() + (a + b).lgamma() - a.lgamma() - b.lgamma()).exp()
