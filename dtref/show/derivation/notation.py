"""
The notation of a formula: letters, known numbers, sums, products, quotients, powers, calls; made from SymPy expressions and exact numbers.

SymPy only carries a formula here, unevaluated and in the order in which it is written; it simplifies nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from typing import TYPE_CHECKING, Literal, TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.logs import LogForm, over_primes
from dtref.exact.number import Exact, number
from dtref.exact.number_text import short_exact
from dtref.exact.ratios import LogRatio
from dtref.exact.roots import RootSum

if TYPE_CHECKING:
    import sympy


@frozen
class Letter:
    """A letter of the document, or a word: p_1, TP, Entropy(t)."""

    text: str


@frozen(eq=False)
class InputNumber:
    """A number that is put in."""

    value: Exact


@frozen(eq=False)
class Sum:
    """Terms to add or subtract, as pairs (whether it is subtracted, the term)."""

    terms: tuple[tuple[bool, Notation], ...]


@frozen(eq=False)
class Product:
    """Factors that are multiplied."""

    factors: tuple[Notation, ...]


@frozen(eq=False)
class Quotient:
    """A quotient, written as a fraction."""

    top: Notation
    bottom: Notation


@frozen(eq=False)
class Power:
    """A base raised to a whole power, or to 1/k: its k-th root."""

    base: Notation
    exponent: int | Fraction


@frozen(eq=False)
class FunctionCall:
    """A function of the field: log2, sqrt, abs, max, min."""

    name: str
    parts: tuple[Notation, ...]


Notation: TypeAlias = Letter | InputNumber | Sum | Product | Quotient | Power | FunctionCall


def notation(expression: sympy.Basic, shown: Mapping[str, Notation]) -> Notation:
    """
    A SymPy expression in notation. shown: what stands for each of its symbols.

    Errors: Invalid for an expression that no formula of dtref makes.

    >>> import sympy
    >>> with sympy.evaluate(False):
    ...     a, b = sympy.symbols("a b")
    ...     quotient = notation(1 - a / (a + b), {"a": Letter("a"), "b": InputNumber(Fraction(3))})
    >>> from dtref.show.derivation.typeset import formula_text
    >>> formula_text(quotient, 3)
    '1 - a / (a + 3)'
    """
    import sympy

    # Symbols and numbers.
    if isinstance(expression, sympy.Symbol):
        return shown[expression.name]
    if isinstance(expression, sympy.Rational):
        return (
            _negative(InputNumber(number(abs(expression.p)) / expression.q))
            if expression.p < 0
            else InputNumber(number(expression.p) / expression.q)
        )
    if isinstance(expression, sympy.Piecewise):  # plogp: 0 at 0, and otherwise what a slide writes
        return notation(expression.args[-1].args[0], shown)
    # Operations, part by part.
    match expression:
        case sympy.Add():
            return Sum(tuple(term for part in expression.args for term in _terms(notation(part, shown))))
        case sympy.Mul():
            return _product(expression.args, shown)
        case sympy.Pow() if expression.exp == -1:
            return Quotient(InputNumber(Fraction(1)), notation(expression.base, shown))
        case sympy.Pow() if expression.exp == sympy.Rational(1, 2):
            return FunctionCall("sqrt", (notation(expression.base, shown),))
        case sympy.Pow() if expression.exp.is_Rational and expression.exp.p == 1:
            return Power(notation(expression.base, shown), Fraction(1, int(expression.exp.q)))
        case sympy.log() | sympy.Max() | sympy.Min() | sympy.Abs():
            name = {sympy.log: "log2", sympy.Max: "max", sympy.Min: "min", sympy.Abs: "abs"}[expression.func]
            parts = expression.args[:1] if name == "log2" else expression.args
            return FunctionCall(name, tuple(notation(part, shown) for part in parts))
        case _:
            raise Invalid("formula", "sums, products, powers, logarithms, roots, extremes", expression)


def exact_notation(value: Exact) -> Notation | None:
    """
    An exact number in notation; None for an enclosure, or for a number that would fill the page.

    >>> from dtref.exact.logs import log2_of
    >>> from dtref.show.derivation.typeset import formula_text
    >>> formula_text(exact_notation(log2_of(Fraction(3, 4)) / 2), 3)
    '1/2 * log2(3) - 1'
    """
    match value:
        case int() | Fraction():
            return InputNumber(Fraction(value)) if 0 < len(short_exact(value)) <= _LONGEST else None
        case LogForm(plain=Fraction() as q):
            return exact_notation(q)
        case LogForm() if len(str(value)) <= _LONGEST:
            return _sum(over_primes(value).terms, "log2")
        case RootSum() if len(str(value)) <= _LONGEST:
            return _sum(value.terms, "sqrt")
        case LogRatio():
            top, bottom = exact_notation(value.top), exact_notation(value.bottom)
            return None if top is None or bottom is None else Quotient(top, bottom)
        case _:
            return None


_LONGEST = 300
"""The most characters of an exact number that is shown."""


def is_rational(value: object) -> bool:
    """
    Whether a number is put in as it is, if that is short; another is rounded for reading.

    >>> from dtref.exact.logs import log2_of
    >>> is_rational(Fraction(1, 2)), is_rational(log2_of(3)), is_rational(log2_of(4))
    (True, False, True)
    """
    return isinstance(value, int | Fraction) or (isinstance(value, LogForm) and value.plain is not None)


def _sum(terms: Iterable[tuple[int, Fraction]], function: Literal["log2", "sqrt"]) -> Notation:
    """The sum of q times the function of n over pairs (n, q), the positive terms first."""
    positive_first = sorted(terms, key=lambda term: term[1] < 0)
    return Sum(tuple((q < 0, _term(function, n, abs(q))) for n, q in positive_first))


def _term(function: Literal["log2", "sqrt"], n: int, q: Fraction) -> Notation:
    """The number q log2(n) or q sqrt(n), q > 0."""
    if n == {"log2": 2, "sqrt": 1}[function]:
        return InputNumber(q)
    call = FunctionCall(function, (InputNumber(Fraction(n)),))
    return call if q == 1 else Product((InputNumber(q), call))


def _terms(part: Notation) -> tuple[tuple[bool, Notation], ...]:
    """The terms of a sum within a sum."""
    return part.terms if isinstance(part, Sum) else ((False, part),)


def _negative(part: Notation) -> Notation:
    return Sum(((True, part),))


def _product(factors: tuple[sympy.Basic, ...], shown: Mapping[str, Notation]) -> Notation:
    """A product in notation: factors raised to -1 go below a line, equal neighbours become a power, a factor of -1 a sign."""
    import sympy

    flat = tuple(_flat(factors))
    bottoms = [f.base for f in flat if isinstance(f, sympy.Pow) and f.exp == -1]
    tops = [f for f in flat if not (isinstance(f, sympy.Pow) and f.exp == -1) and f not in (1, -1)]
    top = _factors(tops, shown)
    product = Quotient(top, _factors(bottoms, shown)) if bottoms else top
    return _negative(product) if sum(f == -1 for f in flat) % 2 else product


def _flat(factors: tuple[sympy.Basic, ...]) -> Iterator[sympy.Basic]:
    """The factors of a product, with those of products within it; quotients within it stay whole."""
    import sympy

    for i, factor in enumerate(factors):
        is_quotient = any(isinstance(f, sympy.Pow) and f.exp == -1 for f in factor.args)
        if isinstance(factor, sympy.Mul) and not (is_quotient and (i > 0 or len(factors) > 1)):
            yield from _flat(factor.args)
        else:
            yield factor


def _factors(factors: Iterable[sympy.Basic], shown: Mapping[str, Notation]) -> Notation:
    powers = [(notation(base, shown), len(tuple(equal))) for base, equal in groupby(factors)]
    parts = [base if times == 1 else Power(base, times) for base, times in powers]
    return parts[0] if len(parts) == 1 else Product(tuple(parts)) if parts else InputNumber(number(1))
