"""
Comparison of numbers of every kind. No float decides, and no precision alone says that two numbers are equal.

Always decided: int, Fraction, LogForm, RootSum, KthRoot and RootQuotient with one another, and a LogRatio with a rational number, a
RootSum, a KthRoot or a like quotient. Within a budget: a LogRatio with others, and an Enclosure (two that are composed alike are equal).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from math import fsum, inf, lcm
from typing import TypeVar, cast

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.exact.double_logarithm import log2_of_whole
from dtref.exact.enclosure import Decidable, Enclosure, enclose, is_same
from dtref.exact.kth_root import KthRoot, power
from dtref.exact.logs import LogForm, coordinates, log_form, proportion
from dtref.exact.number import Exact
from dtref.exact.ratios import LogRatio, as_ratio, same_identically
from dtref.exact.root_quotient import RootQuotient, signed_square
from dtref.exact.roots import RootSum

T = TypeVar("T")

BUDGET = 4096
"""Bits of working precision after which a comparison that need not end is given up as `Undecided`."""

KINDS = (int, Fraction, LogForm, LogRatio, RootSum, KthRoot, RootQuotient, Enclosure)
"""The kinds of number that can be compared, in any mix."""


def sign(x: Exact, *, budget: int = BUDGET) -> int:
    """
    -1, 0 or 1 as x is below, equal to or above zero. Invalid: a float, or no number. Undecided: budget spent.

    >>> from dtref.exact.logs import log2_of
    >>> sign(Fraction(-1, 2)), sign(log2_of(6) - log2_of(3) - 1), sign(log2_of(3) - Fraction(19, 12))
    (-1, 0, 1)
    """
    return compare(x, 0, budget=budget)


@defined(formula="sign(a - b)", errors="Invalid (a float, or no number)")
def compare(a: Exact, b: Exact, *, budget: int = BUDGET) -> int:
    """
    -1, 0 or 1 as a is below, equal to or above b. Undecided: budget spent.

    >>> from dtref.exact.logs import log2_of
    >>> compare(Fraction(1, 3), Fraction(1, 2)), compare(log2_of(9), 2 * log2_of(3)), compare(log2_of(3), 1)
    (-1, 0, 1)
    >>> compare(0.5, 1)
    Traceback (most recent call last):
    dtref.errors.Invalid: comparison: expected an exact number (got 0.5)
    """
    x, y = comparable(a), comparable(b)
    if x is y:
        return 0
    # Rational numbers: by cross products.
    if isinstance(x, (int, Fraction)) and isinstance(y, (int, Fraction)):
        left, right = x.numerator * y.denominator, y.numerator * x.denominator
        return (left > right) - (left < right)
    # Other kinds: the most general of the two kinds says how.
    if isinstance(x, Enclosure) or isinstance(y, Enclosure):
        return 0 if is_same(enclose(x), enclose(y)) else _sign_by_refining(enclose(x) - y, budget)
    if isinstance(x, RootQuotient) or isinstance(y, RootQuotient):
        return _compare_quotients(x, y, budget)
    if isinstance(x, (RootSum, KthRoot)) or isinstance(y, (RootSum, KthRoot)):
        return _compare_roots(x, y)
    if isinstance(x, LogRatio) or isinstance(y, LogRatio):
        return _compare_ratios(as_ratio(x), as_ratio(y), budget)
    return sign_of_form(log_form(x) - y)


@refuses_other_kinds
def argmax_set(items: Iterable[T], key: Callable[[T], Exact]) -> tuple[T, ...]:
    """
    Every item with the greatest key, in the order given; none of no items. Each key is computed once.

    >>> argmax_set(("a", "bb", "cc"), len), argmax_set((), len)
    (('bb', 'cc'), ())
    """
    return _best(items, key, 1)


def argmin_set(items: Iterable[T], key: Callable[[T], Exact]) -> tuple[T, ...]:
    """
    Every item with the least key, in the order given; none of no items. Each key is computed once.

    >>> argmin_set(("a", "bb", "c"), len)
    ('a', 'c')
    """
    return _best(items, key, -1)


def _best(items: Iterable[T], key: Callable[[T], Exact], better: int) -> tuple[T, ...]:
    """The items with the best key: each key is compared with the best so far only."""
    tied: list[T] = []
    best: Exact = 0
    for item in items:
        k = comparable(key(item))
        c = compare(k, best) if tied else better
        # A better key starts the list anew, an equal one joins it.
        if c == better:
            tied, best = [item], k
        elif c == 0:
            tied.append(item)
    return tuple(tied)


def comparable(x: Exact | Undefined) -> Decidable | Enclosure:
    """The number itself, or the exact kind that an enclosure is known to be. Invalid: Undefined, or no exact number."""
    if isinstance(x, (int, Fraction, LogForm, LogRatio, RootSum, KthRoot, RootQuotient)):
        return x
    if isinstance(x, Enclosure):
        return x if x.exact is None else x.exact
    raise Invalid("comparison", "an exact number", x)


def sign_of_form(form: LogForm) -> int:
    """
    The sign of a sum of logarithms, always decided.

    First by a floating-point filter. Where that cannot tell, the sum is zero exactly when its coordinates over a coprime base are.
    Where they are not, the sum is not zero, and balls that shrink towards it leave zero at some precision: no budget is needed.

    >>> from dtref.exact.logs import log2_of
    >>> sign_of_form(log2_of(10**30 + 1) - log2_of(10**30)), sign_of_form(log2_of(36) - 2 * log2_of(6))
    (1, 0)
    """
    value, error = estimate(form)
    if error < abs(value) < inf:
        return 1 if value > 0 else -1
    (point,) = coordinates(form)
    return _sign_by_refining(enclose(form), None) if any(point) else 0


def estimate(form: LogForm) -> tuple[float, float]:
    """
    A double v and a bound e with |v - form| < e, for the filter in front of an exact decision; e = inf where none is known.

    Bound: let u = 2**-53, the relative error of rounding to the nearest double. The double t of a term k*log2(n) has relative
    error at most 7u to first order: u from rounding k, u from the product, and 5u for the logarithm (`double_logarithm.ERROR`, which
    is proved). `fsum` rounds the sum of the t once, u; dividing by `over` costs u for rounding `over` and u for the quotient. Each is
    relative to at most W = (sum of |t|) / over, which makes 10u*W. The bound returned is 32u*W = 2**-48*W: more than three times
    that, which covers the terms of second order and the rounding in W. As k and n are integers, k not 0 and n > 1, a term is at
    least 1 in magnitude; with `over` held below 2**400, neither v nor e nor a product of two of them underflows. A greater `over`, and
    the k, are divided by a power of two first. A k that has become too small for a double is off by at most 2**-1075, which is nothing
    beside the slack of 22u*W, as long as the t are still at least 1 together; else e = inf.

    >>> from dtref.exact.logs import log2_of
    >>> estimate(log2_of(4) + Fraction(1, 2)) == (2.5, 2.5 * 2**-48), estimate(log2_of(3) / 1 * Fraction(1, 2**400))
    (True, (0.0, inf))
    >>> estimate((log2_of(4) + Fraction(1, 2)) * Fraction(2**999 + 1, 2**999)) == (2.5, 2.5 * 2**-48)
    True
    """
    try:
        weights, over = (form.weights, form.over) if form.over < _OVER else _scaled(form)
        terms = [k * log2_of_whole(n) for n, k in weights]
        magnitude = fsum(map(abs, terms))
        if magnitude >= 1 or not terms:
            return fsum(terms) / over, magnitude * 2**-48 / over
    except (OverflowError, ValueError):
        pass  # a number that does not fit a double, or infinities of both signs
    return 0.0, inf


_OVER = 2**400


def _scaled(form: LogForm) -> tuple[list[tuple[int, float]], float]:
    """The weights of a form and what they are over, divided by the power of two that makes the latter less than 2**400."""
    unit = 1 << form.over.bit_length() - 400
    return [(n, k / unit) for n, k in form.weights], form.over / unit


def _compare_ratios(x: LogRatio, y: LogRatio, budget: int) -> int:
    """
    The sign of x - y, which is the sign of x.top*y.bottom - y.top*x.bottom, as both bottoms are positive.

    Where a factor of the first product is a rational multiple of a factor of the second, what is left is a LogForm.
    """
    if guess := _estimated_order(x, y):
        return guess
    if same_identically(x, y):
        return 0
    for f, g, of_f, of_g, s in (
        (x.top, x.bottom, y.bottom, y.top, 1),  # x is rational
        (y.top, y.bottom, x.bottom, x.top, -1),  # y is rational
        (y.bottom, x.bottom, x.top, y.top, 1),  # proportional bottoms
        (x.top, y.top, y.bottom, x.bottom, 1),  # proportional tops
    ):
        q = proportion(f, g)
        if q is not None:  # f*of_f - g*of_g = g * (q*of_f - of_g)
            return s * sign_of_form(g) * sign_of_form(of_f.scaled(q) - of_g)
    return _sign_by_refining(enclose(x) - y, budget)


def _compare_roots(x: Decidable, y: Decidable) -> int:
    """
    The sign of x - y, of which one is a sum of roots or a k-th root, and irrational.

    With a sum or a quotient of logarithms: each is rational or transcendental (Baker; Gelfond and Schneider), a root algebraic. They are
    never equal, so that refining ends without a budget; and so it does for a sum of roots, which is rational or not 0.
    """
    if isinstance(x, KthRoot) or isinstance(y, KthRoot):
        return _compare_powers(x, y)
    if isinstance(x, (LogForm, LogRatio)) or isinstance(y, (LogForm, LogRatio)):
        return _sign_by_refining(enclose(x) - y, None)
    difference = cast("Fraction | RootSum", x - y)
    return _sign_by_refining(enclose(difference), None) if isinstance(difference, RootSum) else compare(difference, 0)


def _compare_powers(x: Decidable, y: Decidable) -> int:
    """The sign of x - y, of which one is a k-th root: by the powers of a common degree, where balls of 64 bits cannot tell."""
    difference = enclose(x) - y
    ball = difference.ball(64)
    if ball > 0 or ball < 0:
        return 1 if ball > 0 else -1
    if isinstance(x, (LogForm, LogRatio)) or isinstance(y, (LogForm, LogRatio)):
        return _sign_by_refining(difference, None)
    # A k-th root is positive; powers of numbers below 0 are not in order.
    if not isinstance(y, KthRoot) and y <= 0:
        return 1
    if not isinstance(x, KthRoot) and x <= 0:
        return -1
    k = lcm(*(z.degree for z in (x, y) if isinstance(z, KthRoot)))
    a, b = (z.raised(k) if isinstance(z, KthRoot) else power(z, k) for z in (x, y))
    return compare(a, b)


def _compare_quotients(x: Decidable, y: Decidable, budget: int) -> int:
    """
    The sign of x - y, of which one is a quotient by a root.

    With another, a rational number or a root: as their squares with their signs. A sum of logarithms is rational or transcendental
    (Baker), a root algebraic: they are never equal where the root is irrational, so that refining ends without a budget.
    """
    if not (isinstance(x, (LogForm, LogRatio)) or isinstance(y, (LogForm, LogRatio))):
        return compare(signed_square(x), signed_square(y))
    a, b = ((z.value if isinstance(z, RootQuotient) else z) for z in (x, y))
    if isinstance(a, Enclosure) or isinstance(b, Enclosure):
        ratio = isinstance(x, LogRatio) or isinstance(y, LogRatio)
        return _sign_by_refining(enclose(cast(Decidable, a)) - b, budget if ratio else None)
    return compare(a, b, budget=budget)


def _estimated_order(x: LogRatio, y: LogRatio) -> int:
    """
    The sign of a*d - c*b for x = a/b and y = c/d where doubles can tell, else 0.

    Bound: with errors A, B, C, D of the four doubles, |a|*D + |d|*A + A*D + |c|*B + |b|*C + C*B, and u = 2**-53 relative for
    each product and the difference. As A >= 16u*|a| and so on, doubling the sum covers the rounding.
    """
    (a, ea), (b, eb), (c, ec), (d, ed) = (estimate(form) for form in (x.top, x.bottom, y.top, y.bottom))
    value = a * d - c * b
    bound = 2 * (abs(a) * ed + abs(d) * ea + ea * ed + abs(c) * eb + abs(b) * ec + ec * eb)
    if bound < abs(value) < inf:
        return 1 if value > 0 else -1
    return 0


def _sign_by_refining(x: Enclosure, budget: int | None) -> int:
    """The sign once a ball leaves zero, or is exactly zero. Undecided: no ball did, up to a working precision of `budget` bits."""
    for bits in precisions(budget):
        ball = x.ball(bits)
        if ball > 0:
            return 1
        if ball < 0:
            return -1
        if ball == 0:
            return 0
    raise Undecided(f"sign of {x.formula}", f"{budget} bits")


def precisions(budget: int | None) -> Iterator[int]:
    """
    Working precisions to try: 64, 128, 256 ... below the budget, and the budget; without end where it is None.

    >>> list(precisions(200)), list(precisions(20)), list(precisions(0))
    ([64, 128, 200], [20], [])
    """
    bits = 64
    while budget is None or bits < budget:
        yield bits
        bits *= 2
    if budget > 0:
        yield budget
