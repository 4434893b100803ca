"""
What a proof may do: the steps, each of which is taken or raises `NotEstablished`.

Expressions are SymPy's, as dtref's functions return them on symbols. A step never samples: that a difference simplifies to 0, or has a
form whose sign can be read off, is all that counts.
Before this: `proofs.theorem`, `proofs.symbols`. Next: the subjects, such as `proofs.impurity`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

import sympy

from dtref.errors import Undefined
from dtref.exact.number import Number
from proofs.theorem import NotEstablished

Expression = Number | Undefined | int
"""What a function of dtref returns: a step refuses Undefined."""


def expression(x: Expression) -> sympy.Expr:
    """The value as SymPy's. NotEstablished: Undefined."""
    if isinstance(x, Undefined):
        raise NotEstablished(f"a value is wanted; the function says: {x.why}")
    return sympy.sympify(x)


def simplified(x: Expression) -> sympy.Expr:
    """Logarithms taken apart, over one denominator, cancelled."""
    return sympy.cancel(sympy.together(sympy.expand_log(expression(x))))


def equal(left: Expression, right: Expression) -> None:
    """Both are one expression: their difference cancels to 0."""
    rest = simplified(cast(Number, expression(left) - expression(right)))
    if rest != 0:
        raise NotEstablished(f"that {left} = {right}; the difference is written {rest}")


def all_equal(*expressions: Expression) -> None:
    """All are one expression."""
    for other in expressions[1:]:
        equal(expressions[0], other)


def differ(left: Expression, right: Expression, at: Mapping[Number, Expression]) -> None:
    """The two are not one: at these exact numbers they are unequal."""
    values = {expression(name): expression(value) for name, value in at.items()}
    gap = simplified(cast(Number, (expression(left) - expression(right)).subs(values)))
    if gap.free_symbols or not (gap.is_positive or gap.is_negative):
        raise NotEstablished(f"that {left} and {right} differ at {at}; the difference is written {gap}")


def holds(claim: object, what: str) -> None:
    """A claim that is decided already (by exact arithmetic, or SymPy's own inference): it must be true, not merely not false."""
    if claim is not True and claim != sympy.true:
        raise NotEstablished(what)


def not_negative(x: Expression) -> None:
    """At least 0, by the signs of factors and terms (positive symbols, squares) once it is factored."""
    _sign(x, "is_nonnegative", "at least 0")


def above_zero(x: Expression) -> None:
    """Above 0, by the signs of factors and terms once it is factored."""
    _sign(x, "is_positive", "above 0")


def _sign(x: Expression, question: str, words: str) -> None:
    found = expression(x)
    forms: Sequence[Callable[[sympy.Expr], sympy.Expr]] = (lambda e: e, sympy.factor, sympy.expand, simplified)
    if not any(getattr(form(found), question) for form in forms):
        raise NotEstablished(f"that {found} is {words}")


def weighted_squares(x: Expression, squares: Iterable[tuple[Expression, Expression]]) -> None:
    """The expression is the sum of w·s² over the pairs (w, s), every w at least 0: so it is at least 0, and 0 only where each w·s is."""
    pairs = [(expression(w), expression(s)) for w, s in squares]
    for w, s in pairs:
        not_negative(cast(Number, w))
        holds(s.is_extended_real, f"that {s} is real")
    equal(x, cast(Number, sympy.Add(*(w * s**2 for w, s in pairs))))


def derivative(x: Expression, by: Number, times: int = 1) -> Number:
    """The derivative of an expression by a symbol."""
    return cast(Number, sympy.diff(expression(x), expression(by), times))


def tends_to(x: Expression, by: Number, point: Expression, limit: Expression, side: str = "+") -> None:
    """The limit of the expression where a symbol goes to a point."""
    found = sympy.limit(expression(x), expression(by), expression(point), side)
    if sympy.simplify(found - expression(limit)) != 0:
        raise NotEstablished(f"that {x} tends to {limit} where {by} -> {point}; SymPy says {found}")
