"""
Balls around the regularised incomplete beta function, in a time that stays small for large parameters and high precision.

flint's own `beta_lower` may run for minutes where x is near 1, so it is used only where it is known to be quick: where both parameters are
above `_ENOUGH` and x is so near the mean that the series is long; before a long series where the parameters are within `_APART`.
Notation: I_x(a, b), 0 < x < 1; its mean is a / (a + b).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from dtref.exact.definition import defined

if TYPE_CHECKING:
    from flint import arb

STRIDE = 16
"""The number of terms added between two bounds of the rest."""

_MANY = 2**20
"""The most terms that are added."""

_FEW = 2**12
"""The number of terms after which it is decided whether more than MANY would be needed, and whether flint is quicker."""

_ENOUGH = 1000
"""Above it both parameters have to be for flint's own function."""

_APART = 1000
"""Where one parameter is more than so many times the other, flint takes longer than a long series."""

_BITS = 512
"""The highest precision at which flint's own function takes less than a second."""


@defined(
    formula="I_x(a, b) = 1 - I_y(b, a); the series of one of the two: the one that is short near 0, or whose x is below the mean",
    parts=lambda: (_series,),  # type: ignore[has-type]  # it is defined below
)
def incomplete_beta(x: arb, y: arb, a: arb, b: arb) -> arb:
    """
    A ball around I_x(a, b), y = 1 - x, at the working precision of `flint.ctx`; nan where that does not suffice.

    >>> import flint
    >>> incomplete_beta(flint.arb(1) / 3, flint.arb(2) / 3, flint.arb(2), flint.arb(1)).str(10, radius=False)
    '0.1111111111'
    """
    import flint

    direct = _near_0(x, b) or (not _near_0(y, a) and x * (a + b) < a)
    large = flint.ctx.prec <= _BITS and a > _ENOUGH and b > _ENOUGH
    most = _FEW if large and a < _APART * b and b < _APART * a else _MANY
    ball = _series(x, y, a, b, most) if direct else 1 - _series(y, x, b, a, most)
    return x.beta_lower(a, b, regularized=1) if large and not ball.is_finite() else ball


def _near_0(x: arb, b: arb) -> bool:
    """Whether the series is short even above the mean: its terms grow while j < b x or so, in the other one they fall as (1 - x)^j."""
    import flint

    return bool(16 * x < 1 and 2 * b * x * x < flint.ctx.prec)


@defined(formula="I_x(a, b) = x^a y^b / (a B(a, b)) sum_j (a + b) ... (a + b + j - 1) / ((a + 1) ... (a + j)) x^j")
def _series(x: arb, y: arb, a: arb, b: arb, most: int) -> arb:
    """
    I_x(a, b) as a sum of at most so many positive terms with a bound on the rest; nan where they don't suffice.

    The ratio of neighbouring terms, x (a + b + j) / (a + 1 + j), tends to x from one side: the larger of the two bounds all that follow.
    """
    import flint

    top, bottom = a + b, a + 1
    term = total = flint.arb(1)
    small = flint.arb(2) ** -flint.ctx.prec
    for start in range(0, most, STRIDE):
        for j in range(start, start + STRIDE):
            term = term * (x * (top + j) / (bottom + j))
            total = total + term
        # The rest is at most a geometric series.
        ratio = (x * (top + start + STRIDE) / (bottom + start + STRIDE)).max(x)
        rest = term * ratio / (1 - ratio)
        if ratio < 1 and rest < total * small:
            front = a * x.log() + b * y.log() + top.lgamma() - bottom.lgamma() - b.lgamma()
            return front.exp() * total.union(total + rest)
        # Give up early where the last term allowed would still be too large.
        if start == _FEW and not _term(x, top, bottom, most) < small:
            break
    return flint.arb.nan()


def _term(x: arb, top: arb, bottom: arb, j: int) -> arb:
    """The term with x^j."""
    return ((top + j).lgamma() - top.lgamma() - (bottom + j).lgamma() + bottom.lgamma() + j * x.log()).exp()
