"""The symbols of the proofs, typed as the numbers that dtref's formulas take."""

from __future__ import annotations

from typing import cast

import sympy

from dtref.exact.number import Number


def positive(names: str) -> tuple[Number, ...]:
    """Positive real symbols, by a list of names or a range such as n1:4."""
    return cast(tuple[Number, ...], tuple(sympy.symbols(names, positive=True, seq=True)))


def not_negative(names: str) -> tuple[Number, ...]:
    """Real symbols that may be 0."""
    return cast(tuple[Number, ...], tuple(sympy.symbols(names, nonnegative=True, seq=True)))


def real(names: str) -> tuple[Number, ...]:
    """Real symbols of any sign."""
    return cast(tuple[Number, ...], tuple(sympy.symbols(names, real=True, seq=True)))


def rational(p: int, q: int = 1) -> Number:
    """The number p/q as SymPy has it."""
    return cast(Number, sympy.Rational(p, q))


def log2(x: object) -> Number:
    """The logarithm to base 2 as SymPy has it."""
    return cast(Number, sympy.log(x, 2))
