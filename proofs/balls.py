"""
SymPy expressions in the place of flint's balls: the formulas of enclosures, run on symbols.

What an `Enclosure` computes with is a rule that takes balls; a rule is given a `Ball` here, so that it returns an expression.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, cast

import sympy
from attrs import frozen

from dtref.exact.enclosure import Enclosure
from dtref.exact.logs import LogForm
from dtref.exact.number import Number
from proofs.theorem import NotEstablished

if TYPE_CHECKING:
    from flint import arb


@frozen
class Ball:
    """A SymPy expression that has the functions of a flint ball, where a formula asks for those."""

    x: sympy.Expr

    def __add__(self, other: object) -> Ball:
        return Ball(self.x + _of(other))

    def __sub__(self, other: object) -> Ball:
        return Ball(self.x - _of(other))

    def __neg__(self) -> Ball:
        return Ball(-self.x)

    def __mul__(self, other: object) -> Ball:
        return Ball(self.x * _of(other))

    def __truediv__(self, other: object) -> Ball:
        return Ball(self.x / _of(other))

    __radd__, __rmul__ = __add__, __mul__

    def lgamma(self) -> Ball:
        """The logarithm of the gamma function."""
        return Ball(sympy.loggamma(self.x))

    def log1p(self) -> Ball:
        """The logarithm of 1 + x."""
        return Ball(sympy.log(1 + self.x))

    def exp(self) -> Ball:
        """The exponential, term by term, so that logarithms disappear."""
        return Ball(sympy.Mul(*map(sympy.exp, sympy.Add.make_args(self.x))))

    def sqrt(self) -> Ball:
        """The square root."""
        return Ball(sympy.sqrt(self.x))

    def gamma_upper(self, a: arb, *, regularized: int) -> Ball:
        """The upper incomplete gamma function of a whole or half parameter, over the gamma function where regularised."""
        twice = (2 * a).unique_fmpz()
        if twice is None or regularized != 1:
            raise NotEstablished(f"that {a} is whole or a half")
        half = sympy.Rational(int(twice), 2)
        return Ball(sympy.uppergamma(half, self.x) / sympy.gamma(half))


def _of(x: object) -> sympy.Expr:
    return x.x if isinstance(x, Ball) else sympy.sympify(x)


def written(x: Enclosure) -> Number:
    """What an enclosure is, as an expression: its rules run on those of its parts."""
    return cast(Number, _written(x).x)


def _written(x: Enclosure) -> Ball:
    import flint

    match x.exact:
        case int() | Fraction() as exact:
            return Ball(sympy.Rational(Fraction(exact)))
        case None if x.rule == flint.arb.const_log2:
            return Ball(sympy.log(2))
        case None:
            return cast(Ball, x.rule(*map(_written, x.parts)))
        case LogForm() as exact:
            return Ball(sympy.Add(*(sympy.Rational(q) * sympy.expand_log(sympy.log(n, 2), factor=True) for n, q in exact.terms)))
        case exact:
            raise NotEstablished(f"how {exact} is written")
