"""What every proof needs: positive symbols, and the question whether two expressions are one."""

from __future__ import annotations

from typing import cast

import sympy

from dtref.errors import Undefined
from dtref.exact.number import Number


def positive(names: str) -> tuple[Number, ...]:
    """Positive real symbols, by a list of names or a range such as n1:4."""
    return cast(tuple[Number, ...], tuple(sympy.symbols(names, positive=True, seq=True)))


def rational(p: int, q: int) -> Number:
    """The number p/q as SymPy has it."""
    return cast(Number, sympy.Rational(p, q))


def log2(x: object) -> Number:
    """The logarithm to base 2 as SymPy has it."""
    return cast(Number, sympy.log(x, 2))


def same(left: Number | Undefined, right: Number | Undefined) -> bool:
    """Whether SymPy brings the difference to 0. False means *not established*, not *different*."""
    assert not isinstance(left, Undefined)
    assert not isinstance(right, Undefined)
    logs_apart = sympy.expand_log(left - right)
    return bool(sympy.cancel(sympy.together(logs_apart)) == 0)
