"""
Certified inversion of monotone functions: from a distribution's tails to its quantiles.

A quantile is the x at which a tail takes a given value. The search may use any method; its result is proved: a tail is
strictly monotone, so a value certainly below the target on one side and certainly above it on the other has the quantile between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, TypeAlias

from toolz import last

from dtref.errors import Invalid
from dtref.exact.comparison import compare, precisions
from dtref.exact.definition import defined
from dtref.exact.enclosure import Enclosure
from dtref.exact.inputs import exact
from dtref.exact.number import Exact

if TYPE_CHECKING:
    from flint import arb

    Look: TypeAlias = Callable[[arb], tuple[int, arb]]

_GUARD = 32
"""Bits of precision beyond those asked for."""

_MOST = 64
"""The most times the working precision at which a value is computed to make it accurate."""

_STEPS = 8
"""The most Newton steps from a guess."""

FARTHEST = 2**24
"""Quantiles are searched between 2**-FARTHEST and 2**FARTHEST."""


def probability(where: str, p: Exact, *, proper: bool = True) -> None:
    """Checks a probability. Invalid: p is not exact, or not strictly between 0 and 1; where `proper` is False, 0 and 1 pass, too."""
    value = exact(where, p)
    least, most = compare(value, 0), compare(value, 1)
    if least < 0 or most > 0 or (proper and 0 in {least, most}):
        raise Invalid(where, f"a probability {'strictly between 0 and' if proper else 'from 0 to'} 1", p)


@defined(
    formula=(
        "x in [c - r, c + r] as value(c - r) < target < value(c + r), both certainly (or the reverse, for a "
        "falling function); then x in c - (value(c) - target) / value'([c - r, c + r]), the interval Newton step, "
        "again and again"
    ),
)
def inverse(value: Callable[[arb], arb], density: Callable[[arb], arb], target: arb, *, rising: bool, guess: float = 0) -> arb:
    """
    A ball around the x > 0 at which a strictly monotone function takes the target value, at the working precision of `flint.ctx`.

    The density is the absolute value of the function's derivative. The ball is nan where the precision does not suffice. guess: a number
    near x, which saves most of the search; nothing depends on it. 0: none.

    >>> import flint
    >>> inverse(lambda x: x * x, lambda x: 2 * x, flint.arb(2), rising=True).str(12, radius=False)
    '1.41421356237'
    """
    import flint

    slope = density if rising else lambda x: -density(x)
    near = partial(_newton, value, slope, target, guess=guess) if guess > 0 else flint.arb.nan
    balls = (_first_ball(value, target, rising, bits, near) for bits in precisions(flint.ctx.prec))
    ball = next((ball for ball in balls if ball.is_finite()), flint.arb.nan())
    return _narrowed(ball, value, slope, target)


def rational_where(enclosure: Enclosure, function: Callable[[Fraction], object], value: Fraction) -> Enclosure | Fraction:
    """The number as a fraction, if one of small denominator lies within its bounds and the function takes the value there exactly."""
    low, high = enclosure.bounds(96)
    candidate = ((low + high) / 2).limit_denominator(2**32)
    if not low <= candidate <= high:
        return enclosure
    result = function(candidate)
    return candidate if isinstance(result, Fraction) and result == value else enclosure


def _power(e: int) -> arb:
    import flint

    return flint.arb(2) ** e


def _first_ball(value: Callable[[arb], arb], target: arb, rising: bool, bits: int, near: Callable[[], arb]) -> arb:
    """A ball around the quantile that is found and proved at so many bits; nan where none is. near: a point to try first, or nan."""
    import flint

    with flint.ctx.workprec(bits + _GUARD):
        look, point = _looker(value, target, rising), near()
        ball = _proved(look, point, bits) if point.is_finite() else point
        if ball.is_finite():
            return ball
        bracket = _bracket(look)
        return flint.arb.nan() if bracket is None else _proved(look, _near(look, *map(_power, bracket)), bits)


def _newton(value: Callable[[arb], arb], slope: Callable[[arb], arb], target: arb, guess: float) -> arb:
    """A point near the quantile, by Newton steps from a guess, until one is short; nan where none is, or they lead to 0."""
    import flint

    c: arb = flint.arb(guess)
    for _ in range(_STEPS):
        step = ((last(_values(value, c)) - target) / slope(c)).mid()
        c = (c - step).mid()
        if not (step.is_finite() and c > 0):
            break
        # The next step would be about the square of this one.
        if abs(step) < c * _power(-_GUARD):
            return c
    return flint.arb.nan()


def _narrowed(ball: arb, value: Callable[[arb], arb], slope: Callable[[arb], arb], target: arb) -> arb:
    """The ball after interval Newton steps, until it is as small as the working precision allows or a step gains nothing."""
    import flint

    bits, have, before = flint.ctx.prec, ball.rel_accuracy_bits(), 0
    while before < have < bits - _GUARD // 4:
        # A Newton step doubles the accurate bits at most: more working precision would be wasted.
        with flint.ctx.workprec(min(2 * have, bits) + _GUARD):
            c = ball.mid()
            step = (last(_values(value, c)) - target) / slope(ball)
            ball = ball.intersection(c - step) if step.is_finite() else ball
        have, before = ball.rel_accuracy_bits(), have
    return ball


def _values(value: Callable[[arb], arb], x: arb) -> Iterator[arb]:
    """The value at an exact x at growing precisions, until it is as accurate as the working precision: a complement needs more."""
    import flint

    bits = precision = flint.ctx.prec
    lack = bits
    while lack > 0 and precision < _MOST * bits:
        with flint.ctx.workprec(precision):
            y = value(x)
        yield y
        # Ask for the missing bits, or for twice the precision where no bit is accurate.
        accuracy = y.rel_accuracy_bits()
        lack = bits - _GUARD - accuracy
        precision += lack + _GUARD if accuracy > 0 else precision


def _looker(value: Callable[[arb], arb], target: arb, rising: bool) -> Look:
    """A function from x to the side of the quantile on which x certainly lies (-1, 1; 0 where undecided), and how far, as a log ratio."""
    import flint

    def look(x: arb) -> tuple[int, arb]:
        way = 1 if rising else -1
        decided = (y for y in _values(value, x) if y < target or y > target)
        y = next(decided, None)
        if y is None:
            return 0, flint.arb(0)
        return way if y > target else -way, way * (y / target).log().mid()

    return look


def _bracket(look: Look) -> tuple[int, int] | None:
    """Exponents, one or two apart, of powers of two with the quantile between; None where there are none up to FARTHEST."""
    # Double the exponent until both sides are certain, then bisect the exponents.
    reach = tuple(2**i for i in range(FARTHEST.bit_length()))
    low = next((-e for e in reach if look(_power(-e))[0] < 0), None)
    high = next((e for e in reach if look(_power(e))[0] > 0), None)
    if low is None or high is None:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        side, _ = look(_power(middle))
        if side == 0:
            return middle - 1, middle + 1
        low, high = (middle, high) if side < 0 else (low, middle)
    return low, high


def _near(look: Look, a: arb, b: arb) -> arb:
    """A point near the quantile: the regula falsi of Illinois on log ratios, with a bisection every fourth time."""
    import flint

    (_, f_a), (_, f_b), previous, c = look(a), look(b), 0, a
    for step in count():
        secant = (a + (b - a) * f_a / (f_a - f_b)).mid()
        before, c = c, secant if step % 4 < 3 and a < secant < b else ((a + b) / 2).mid()
        side, f_c = look(c)
        if side == 0 or not abs(c - before) > c * _power(_GUARD - flint.ctx.prec):
            break
        # Illinois: halve the weight of an end that stays twice.
        if side < 0:
            a, f_a, f_b = c, f_c, f_b / 2 if previous < 0 else f_b
        else:
            b, f_b, f_a = c, f_c, f_a / 2 if previous > 0 else f_a
        previous = side
    return c


def _proved(look: Look, c: arb, bits: int) -> arb:
    """The ball around c, as small as the precision allows, whose ends are certainly on either side of the quantile."""
    import flint

    for e in range(-3 * bits // 4, -1, 4):
        r = (c * _power(e)).mid()
        low, high = (c - r).mid(), (c + r).mid()
        if look(low)[0] < 0 < look(high)[0]:
            return low.union(high)
    return flint.arb.nan()
