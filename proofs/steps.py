"""
What a proof may do: the steps, each of which is taken or raises `NotEstablished`.

Expressions are SymPy's, as dtref's functions return them on symbols. A step never samples: that a difference simplifies to 0, or has a
form whose sign can be read off, is all that counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Never, TypeVar, cast, overload

import sympy
from sympy.polys.rings import PolyRing

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.number import Exact, Number
from proofs.theorem import NotEstablished

T = TypeVar("T")

WATCHERS: list[Callable[[str, tuple[sympy.Expr, ...]], None]] = []
"""What is told of each identity ("equal") and sign ("positive", "not negative") that a proof takes, with its expressions."""

Expression = Number | Undefined | int
"""What a function of dtref returns: a step refuses Undefined."""


@overload
def defined(x: Undefined) -> Never: ...
@overload
def defined(x: T) -> T: ...
def defined(x: T | Undefined) -> T:
    """What a function returns, where it is not Undefined. NotEstablished: it is."""
    if isinstance(x, Undefined):
        raise NotEstablished(f"a value is wanted; the function says: {x.why}")
    return x


def expression(x: Expression) -> sympy.Expr:
    """The value as SymPy's. NotEstablished: Undefined."""
    return sympy.sympify(defined(x))


def simplified(x: Expression) -> sympy.Expr:
    """Logarithms taken apart, over one denominator, cancelled."""
    found = sympy.cancel(sympy.together(sympy.expand_log(expression(x))))
    return found.func(*found.args) if found.args else found  # SymPy 1.14 leaves -1/2 + 1/2 as it is


def multiplied_out(x: Expression) -> Number:
    """Products of sums as sums of products, in which squares of roots are what is under the root."""
    return cast(Number, sympy.expand(expression(x)))


def at(x: Expression, symbol: Number, value: Expression) -> Number:
    """The expression with a value in a symbol's place."""
    return cast(Number, expression(x).subs(expression(symbol), expression(value)))


def power(x: Expression, exponent: Expression) -> Number:
    """One expression to the power of another."""
    return cast(Number, expression(x) ** expression(exponent))


def equal(left: Expression, right: Expression) -> None:
    """Both are one expression: their difference cancels to 0."""
    difference = cast(Number, expression(left) - expression(right))
    if not vanishes(difference) and (rest := simplified(difference)) != 0:
        raise NotEstablished(f"that {left} = {right}; the difference is written {rest}")
    _tell("equal", expression(left), expression(right))


def _tell(what: str, *expressions: sympy.Expr) -> None:
    for watcher in WATCHERS:
        watcher(what, expressions)


def vanishes(x: Expression) -> bool:
    """Whether it is a quotient of polynomials whose top has no term: that is told without the greatest common divisors of cancelling."""
    top, bottom = sympy.fraction(sympy.together(expression(x)))
    symbols = sorted(top.free_symbols | bottom.free_symbols, key=str)
    if not all(symbol.is_commutative for symbol in symbols):  # polynomials would swap their factors
        return False
    if not symbols or not top.is_polynomial(*symbols) or not bottom.is_polynomial(*symbols):
        return False
    polynomials = PolyRing(symbols, sympy.QQ)
    try:
        return not polynomials.from_expr(top) and bool(polynomials.from_expr(bottom))
    except ValueError:  # coefficients that are not rational
        return False


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


def same(left: object, right: object, what: str) -> None:
    """Two exact values (numbers, tuples of numbers, sets) are equal; what is told says what they are of."""
    holds(left == right, f"that {what}: {left} is not {right}")


def ascending(*xs: Exact | Undefined) -> None:
    """Of exact numbers, enclosures among them: each is certainly below the next one."""
    for low, high in pairwise([defined(x) for x in xs]):
        if compare(low, high) >= 0:
            raise NotEstablished(f"that {low} < {high}")


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
    _tell({"is_nonnegative": "not negative", "is_positive": "positive"}[question], found)


def weighted_squares(x: Expression, squares: Iterable[tuple[Expression, Expression]]) -> None:
    """The expression is the sum of w·s² over the pairs (w, s), every w at least 0: so it is at least 0, and 0 only where each w·s is."""
    pairs = [(expression(w), expression(s)) for w, s in squares]
    for w, s in pairs:
        not_negative(cast(Number, w))
        holds(s.is_extended_real, f"that {s} is real")
    equal(x, cast(Number, sympy.Add(*(w * s**2 for w, s in pairs))))


def derivative(x: Expression, by: Number, times: int = 1) -> Number:
    """The derivative of an expression by a symbol."""
    found = expression(x)
    for _ in range(times):  # one at a time: SymPy factors what it derives more than once
        found = sympy.diff(found, expression(by))
    return cast(Number, found)


def tends_to(x: Expression, by: Number, point: Expression, limit: Expression, side: str = "+") -> None:
    """The limit of the expression where a symbol goes to a point."""
    found = sympy.limit(expression(x), expression(by), expression(point), side)
    if sympy.simplify(found - expression(limit)) != 0:
        raise NotEstablished(f"that {x} tends to {limit} where {by} -> {point}; SymPy says {found}")


def least_only_at(x: Expression, by: Number, lowest: Expression, at_0: Expression) -> None:
    """From 0 on, where it has this limit, the expression falls up to one place, is 0 there, and rises: so it is above 0 elsewhere."""
    more, place = cast(Number, sympy.Dummy("more", positive=True)), cast(Number, expression(lowest))
    slope = derivative(x, by)
    equal(at(x, by, place), 0)
    above_zero(at(slope, by, place * (1 + more)))
    above_zero(-at(slope, by, place / (1 + more)))
    tends_to(x, by, 0, at_0)
    above_zero(at_0)
