"""The operators, relations and functions of the arithmetic language, and the size limits of its numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from fractions import Fraction

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.functions import absolute, maximum, minimum
from dtref.exact.number import Number
from dtref.oracle.arithmetic.rounding import round_half_up, truncate

RELATIONS: Mapping[type[ast.cmpop], tuple[int, ...]] = {
    ast.Lt: (-1,),
    ast.LtE: (-1, 0),
    ast.Gt: (1,),
    ast.GtE: (0, 1),
    ast.Eq: (0,),
    ast.NotEq: (-1, 1),
}

OPERATORS: Mapping[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}


@frozen
class Function:
    """A function of the language: the least and most arguments it takes, and its value at them."""

    least: int
    most: int
    apply: Callable[[list[Number]], Number]


FUNCTIONS: Mapping[str, Function] = {
    "abs": Function(1, 1, lambda x: absolute(x[0])),
    "min": Function(1, 100, minimum),
    "max": Function(1, 100, maximum),
    "round": Function(2, 2, lambda x: round_half_up(x[0], int_between(x[1], 0, 40))),
    "trunc": Function(2, 2, lambda x: truncate(x[0], int_between(x[1], 0, 40))),
}


def required_fraction(x: object) -> Fraction | None:
    """
    The number if it is a Fraction, else None.

    >>> required_fraction(Fraction(1, 2)), required_fraction(None)
    (Fraction(1, 2), None)
    """
    return x if isinstance(x, Fraction) else None


def int_between(x: Number, low: int, high: int) -> int:
    """
    A number as an int. Errors: Invalid where it isn't an integer between the bounds.

    >>> int_between(Fraction(3), 0, 40)
    3
    """
    q = required_fraction(x)
    if q is None or q.denominator != 1 or not low <= q <= high:
        raise Invalid("arithmetic", f"a whole number from {low} to {high}", str(x))
    return q.numerator


def bits(x: Fraction) -> int:
    """
    The bits of the numerator or of the denominator, whichever are more.

    >>> bits(Fraction(1, 8))
    4
    """
    return max(x.numerator.bit_length(), x.denominator.bit_length())
