"""
Balls around the regularised incomplete beta function, in a time that stays small for large parameters and high precision.

flint's own `beta_lower` may run for minutes where x is near 1 or a parameter is large, so that it is not the one asked here.
Notation: I_x(a, b), 0 < x < 1; its mean is a / (a + b).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flint import arb

STRIDE = 16
"""How many terms are added before the rest is bounded."""

_MANY = 2**20
"""How many terms are too many."""

_FEW = 2**12
"""After how many terms it is asked whether there will be too many."""


def incomplete_beta(x: arb, y: arb, a: arb, b: arb) -> arb:
    """
    A ball around I_x(a, b), y = 1 - x, at the working precision of `flint.ctx`; it says nothing (nan) where that does not suffice.

    Formula: I_x(a, b) = 1 - I_y(b, a); one of the two by its series: the one that is short at an end, or is below the mean.

    >>> import flint
    >>> incomplete_beta(flint.arb(1) / 3, flint.arb(2) / 3, flint.arb(2), flint.arb(1)).str(10, radius=False)
    '0.1111111111'
    """
    import flint

    below = _near_0(x, b) or (not _near_0(y, a) and x * (a + b) < a)
    found = _series(x, y, a, b) if below else 1 - _series(y, x, b, a)
    if not found.is_finite() and flint.ctx.prec <= 512 and a > 1000 and b > 1000:
        return x.beta_lower(a, b, regularized=1)  # past a million trials near the mean: quick enough at this precision
    return found


def _near_0(x: arb, b: arb) -> bool:
    """Whether the series is short even above the mean: its terms grow while j < b x or so, in the other one they fall as (1 - x)^j."""
    import flint

    return bool(16 * x < 1 and 2 * b * x * x < flint.ctx.prec)


def _series(x: arb, y: arb, a: arb, b: arb) -> arb:
    """
    The sum of positive terms, and a bound on the rest of it.

    Formula: I_x(a, b) = x^a y^b / (a B(a, b)) sum_j (a + b) ... (a + b + j - 1) / ((a + 1) ... (a + j)) x^j. The ratio of
    neighbouring terms, x (a + b + j) / (a + 1 + j), tends to x from one side: the larger of the two bounds all that follow.
    """
    import flint

    whole, over = a + b, a + 1
    term = total = flint.arb(1)
    small = flint.arb(2) ** -flint.ctx.prec
    for start in range(0, _MANY, STRIDE):
        for j in range(start, start + STRIDE):
            term = term * (x * (whole + j) / (over + j))
            total = total + term
        ratio = (x * (whole + start + STRIDE) / (over + start + STRIDE)).max(x)
        rest = term * ratio / (1 - ratio)
        if ratio < 1 and rest < total * small:
            front = a * x.log() + b * y.log() + whole.lgamma() - over.lgamma() - b.lgamma()
            return front.exp() * total.union(total + rest)
        if start == _FEW and not _term(x, whole, over, _MANY) < small:
            break
    return flint.arb.nan()


def _term(x: arb, whole: arb, over: arb, j: int) -> arb:
    """The term with x^j."""
    return ((whole + j).lgamma() - whole.lgamma() - (over + j).lgamma() + over.lgamma() + j * x.log()).exp()
