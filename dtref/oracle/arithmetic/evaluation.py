"""
A small language of exact arithmetic: hand computations and printed formulas as text that a program evaluates.

    -9/14*log2(9/14) - 5/14*log2(5/14)        round(0.940, 3) - trunc(0.6935, 3)        1 - sum(j, 1, n, p[j]^2)

Numbers are integers and decimals, read exactly. Operators: + - * / ^ (with a whole exponent). Functions: log2(x), sqrt(x), abs(x),
min(x, …), max(x, …), round(x, digits), trunc(x, digits), and sum(j, a, b, term), the sum of a term that may speak of j over j = a, …, b.
Names stand for numbers or lists that the caller gives; p[j] is the j-th of a list, counted from 1 as documents do. Values: Fraction,
LogForm, LogRatio, Enclosure; SymPy expressions where names stand for such.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from typing import TypeAlias, cast

from attrs import define, evolve, field, frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.exact.functions import log2, sqrt
from dtref.exact.inputs import is_symbolic
from dtref.exact.logs import LogForm
from dtref.exact.number import Number, number
from dtref.oracle.arithmetic.grammar import parse, segment
from dtref.oracle.arithmetic.vocabulary import FUNCTIONS, OPERATORS, RELATIONS, bits, int_between, required_fraction

Bound: TypeAlias = "Number | tuple[Bound, ...]"
"""The value of a name: a number, or a list (of lists …) of numbers."""

STEPS, BITS = 5_000, 4_000
"""The most steps of an evaluation, and bits of a numerator or denominator."""


def evaluate(text: str, where: Mapping[str, Bound] | None = None) -> Number:
    """
    The exact value of an arithmetic text; `where` gives the values of its names.

    Errors: Invalid for a text that isn't one, a name that isn't bound, an index out of range, a division by zero, a logarithm of a
    number not above 0, and anything beyond the stated limits. Undecided: rounding a square root too near a boundary.

    >>> evaluate("1 - (9/14)^2 - (5/14)^2"), evaluate("-1/2*log2(1/2) - 1/2*log2(1/2)"), evaluate("0.940 - 0.694")
    (Fraction(45, 98), Fraction(1, 1), Fraction(123, 500))
    >>> evaluate("1 - sum(j, 1, n, p[j]^2)", {"n": Fraction(2), "p": (Fraction(1, 4), Fraction(3, 4))})
    Fraction(3, 8)
    >>> evaluate("p[3]", {"p": (Fraction(1, 4), Fraction(3, 4))})
    Traceback (most recent call last):
    dtref.errors.Invalid: arithmetic: expected a text that has a value (got 'p[3] asks for a position from 1 to 2')
    """
    value = value_at(text, where or {})
    if isinstance(value, Undefined):
        raise Invalid("arithmetic", "a text that has a value", value.why)
    return value


def value_at(text: str, where: Mapping[str, Bound]) -> Number | Undefined:
    """
    The exact value as `evaluate` gives it, or Undefined where a valid text has no value at these numbers: it divides by 0, takes the
    logarithm of a number not above 0 or the root of one below it, or asks for an item that a list doesn't have.

    >>> value_at("p[3]", {"p": (Fraction(1, 4), Fraction(3, 4))}), value_at("0*log2(0)", {})
    (Undefined(why='p[3] asks for a position from 1 to 2'), Undefined(why='log2(0) asks for a number above 0'))
    """
    try:
        return _Run(text, where).number(parse(text))
    except _NoValue as problem:
        return Undefined(f"{problem.where.removeprefix('arithmetic, ')} asks for {problem.wanted}")


class _NoValue(Invalid):
    """A valid text has no value at the numbers that its names stand for."""


def relation_holds(text: str, where: Mapping[str, Bound] | None = None) -> bool:
    """
    Whether a relation between arithmetic texts is true: < <= > >= == != between two or more. Errors: as `evaluate`.

    >>> relation_holds("31/70 < 9/20 < 11/24"), relation_holds("log2(6) == 1 + log2(3)"), relation_holds("log2(3) > 8/5")
    (True, True, False)
    """
    run, relation = _Run(text, where or {}), parse(text)
    if not isinstance(relation, ast.Compare) or not all(type(op) in RELATIONS for op in relation.ops):
        raise run.refused(relation, "a relation (< <= > >= == !=)")
    values = [run.number(side) for side in (relation.left, *relation.comparators)]
    signs = [compare(a, b) for a, b in pairwise(values)]
    return all(sign in RELATIONS[type(op)] for op, sign in zip(relation.ops, signs, strict=True))


_NUMERAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")


@define
class _Steps:
    """The number of steps that an evaluation has taken."""

    taken: int = 0


@frozen
class _Run:
    """One evaluation: the text, what its names stand for, the steps so far."""

    text: str
    where: Mapping[str, Bound]
    steps: _Steps = field(factory=_Steps)

    def number(self, node: ast.expr) -> Number:
        """The value of a part of the text that must be a number."""
        value = self._value(node)
        if isinstance(value, tuple):
            raise self.refused(node, "a number, not a list")
        return value

    def _value(self, node: ast.expr) -> Bound:
        self.steps.taken += 1
        if self.steps.taken > STEPS:
            raise Invalid("arithmetic", f"at most {STEPS} steps", "more")
        match node:
            case ast.Name(id=name) if name in self.where:
                return self.where[name]
            case ast.Subscript(value=items, slice=index):
                return self._item(node, self._value(items), self.number(index))
            case _:
                return self._computed(node)

    def _computed(self, node: ast.expr) -> Number:
        """The value of a numeral, an operation or a function."""
        try:
            return self._bounded(node, self._operation(node))
        except ZeroDivisionError:
            raise self._no_value(node, "a divisor that isn't 0", 0) from None

    def _bounded(self, node: ast.expr, x: Number) -> Number:
        """A value of a size that is worth computing with; a sum of logarithms that is plainly rational becomes a Fraction."""
        form: object = x
        value = number(form.plain) if isinstance(form, LogForm) and form.plain is not None else x
        if (q := required_fraction(value)) is not None and bits(q) > BITS:
            raise self.refused(node, f"numbers of at most {BITS} bits")
        return value

    def _operation(self, node: ast.expr) -> Number:
        match node:
            case ast.Constant():
                return self._numeral(node)
            case ast.UnaryOp(op=ast.USub(), operand=x):
                return -self.number(x)
            case ast.BinOp(left=base, op=ast.Pow(), right=exponent):
                return self._power(node, self.number(base), self.number(exponent))
            case ast.BinOp(left=a, op=op, right=b) if type(op) in OPERATORS:
                return OPERATORS[type(op)](self.number(a), self.number(b))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._call(node, name, args)
            case _:
                names = ", ".join(self.where) or "there are none"
                raise self.refused(node, f"a number, + - * / ^, a function of the language or a name that stands for something ({names})")

    def _numeral(self, node: ast.Constant) -> Number:
        """The exact value of a numeral as written, not as Python's float: `0.940` is 940/1000."""
        text = segment(self.text, node)
        if not _NUMERAL.fullmatch(text):
            raise self.refused(node, "digits, perhaps with a point")
        return number(Fraction(text))

    def _power(self, node: ast.expr, base: Number, exponent: Number) -> Number:
        n, q = int_between(exponent, -1000, 1000), required_fraction(base)
        if is_symbolic(base):
            return cast(Number, cast(Fraction, base) ** n)
        if q is None:
            raise self.refused(node, "a power of a rational number")
        if bits(q) * abs(n) > BITS:
            raise self.refused(node, f"a power of at most {BITS} bits")
        return number(q**n)

    def _item(self, node: ast.expr, items: Bound, index: Number) -> Bound:
        position = int_between(index, -STEPS, STEPS)
        if not isinstance(items, tuple):
            raise self.refused(node, "a list before [ ]")
        if not 1 <= position <= len(items):
            raise self._no_value(node, f"a position from 1 to {len(items)}", position)
        return items[position - 1]

    def _call(self, node: ast.expr, name: str, args: list[ast.expr]) -> Number:
        match name, args:
            case "sum", [ast.Name(id=index), first, last, term]:
                bounds = int_between(self.number(first), -STEPS, STEPS), int_between(self.number(last), -STEPS, STEPS)
                return self._sum(node, index, range(bounds[0], bounds[1] + 1), term)
            case "log2" | "sqrt", [x]:
                return self._log_or_root(node, name, self.number(x))
            case str(), _ if name in FUNCTIONS and FUNCTIONS[name].least <= len(args) <= FUNCTIONS[name].most:
                return FUNCTIONS[name].apply([self.number(x) for x in args])
            case _:
                raise self.refused(node, f"log2, sqrt, {', '.join(FUNCTIONS)} or sum, with their arguments")

    def _log_or_root(self, node: ast.expr, name: str, x: Number) -> Number:
        q = required_fraction(x)
        if q is not None and (q < 0 or (q == 0 and name == "log2")):
            raise self._no_value(node, "a number above 0" if name == "log2" else "a number of at least 0", str(q))
        return log2(x) if name == "log2" else sqrt(x)

    def _sum(self, node: ast.expr, index: str, over: range, term: ast.expr) -> Number:
        terms = (evolve(self, where={**self.where, index: number(j)}).number(term) for j in over)
        return reduce(lambda so_far, x: self._bounded(node, so_far + x), terms, number(0))

    def _no_value(self, node: ast.expr, wanted: str, got: object) -> _NoValue:
        return _NoValue(f"arithmetic, {segment(self.text, node)[:60]}", wanted, got)

    def refused(self, node: ast.expr, wanted: str) -> Invalid:
        """The error that names a part of the text and says what was expected there."""
        return Invalid("arithmetic", wanted, segment(self.text, node)[:60])
