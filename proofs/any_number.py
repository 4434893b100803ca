"""
Any number of classes and of children at once: a sum over them with the number of its terms as a symbol.

A function of dtref goes through the classes of a node in a loop. Here it is given two of them: one that stands for each (class j, with
p[j] records), and the mark `Stop`. What the loop does to a class is done to class j as to any; what it does to the mark leaves the mark
as it is, and where the mark is added to what has been added up so far, that becomes the sum over j. So the function itself runs
once for all numbers of classes; children are rows of such classes, i is each of them. A body that can't be read so leaves j outside of a
sum, which is refused (`closed`). What a function does besides going through its classes, such as to count them, isn't seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Self, cast

import sympy
from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.number import Number
from proofs.steps import Expression, equal, expression, not_negative
from proofs.theorem import NotEstablished


@frozen
class Index:
    """What stands for each of a number of things: `letter` is which one, `count` how many there are."""

    letter: sympy.Symbol
    count: Number


@frozen
class Sums:
    """
    Sums and maxima whose value has a name, by what is added up or compared and the letter of which: sum_j n[j] = n.

    A mark's loops are closed with them.
    """

    indices: tuple[Index, ...]
    sums: Mapping[tuple[Number, Index], Expression]
    largest: Mapping[tuple[Number, Index], Number] = {}

    def each(self, index: Index, *one: Number) -> tuple[Number, ...]:
        """One of the classes, then the mark: as many classes as there are, of the numbers of records told."""
        return (*one, cast(Number, Stop(index.letter, self)))

    def rows(self, index: Index, *one: Sequence[Number]) -> tuple[tuple[Number, ...], ...]:
        """One of the children, then the mark in its place."""
        nothing = (cast(Number, Stop(None, self)),) * (len(one[0]) - 1)
        return (*map(tuple, one), (cast(Number, Stop(index.letter, self)), *nothing))

    def over(self, x: Expression, *indices: Index) -> Number:
        """The sum of an expression over indices."""
        found = self._opened(expression(x))
        terms = sympy.Add.make_args(found)
        return cast(Number, sympy.Add(*(self._sum_of(term, tuple(index.letter for index in indices)) for term in terms)))

    def closed(self, x: Expression | Undefined) -> Number:
        """What a function returned. NotEstablished: a class or a mark is left outside of the sums."""
        found = self._opened(expression(x))
        left = found.free_symbols & {index.letter for index in self.indices}
        if left or found.has(Stop):
            raise NotEstablished(f"that {found} is said of any number: {left or 'a mark'} is left")
        return self.settled(found)

    def settled(self, x: Expression) -> Number:
        """The expression with every sum in it put in order again."""
        return cast(
            Number,
            expression(x).replace(
                lambda part: isinstance(part, sympy.Sum),
                lambda part: self.over(part.function, *(self.index(limit[0]) for limit in part.limits)),
            ),
        )

    def _opened(self, x: sympy.Expr) -> sympy.Expr:
        """Products multiplied out, logarithms taken apart; maxima by their names."""
        found = x.replace(lambda part: isinstance(part, sympy.Piecewise), _x_log_x)
        found = found.replace(lambda part: isinstance(part, sympy.Max) and part.has(Stop), self._largest)
        return sympy.expand(sympy.expand_log(found))

    def _largest(self, told: sympy.Max) -> sympy.Expr:
        marks = [x.letter for x in told.args if isinstance(x, Stop) and x.letter]
        return sympy.Max(*(reduce(self._largest_over, marks, x) for x in told.args if not isinstance(x, Stop)))

    def _largest_over(self, x: sympy.Expr, letter: sympy.Symbol) -> sympy.Expr:
        if letter not in x.free_symbols:
            return x
        factor, one = sympy.factor_terms(x).as_independent(letter, as_Add=False)
        named = {expression(what): value for (what, index), value in self.largest.items() if index.letter == letter}
        if one not in named or not factor.is_positive:
            raise NotEstablished(f"that there is a name for the largest {one} over {letter}")
        return factor * expression(named[one])

    def _sum_of(self, term: sympy.Expr, letters: tuple[sympy.Symbol, ...]) -> sympy.Expr:
        """The sum of a product, over one letter after another for as long as one of these sums has a name."""
        top, below = sympy.fraction(term)
        term = top / (sympy.factor(below) if below.has(sympy.Add) else below)  # SymPy multiplies out what is below the line as well
        factors = sympy.Mul.make_args(term)
        inner = next((one for one in factors if isinstance(one, sympy.Sum) and one.free_symbols & {*letters}), None)
        if inner is not None:
            rest, bound = term / inner, tuple(limit[0] for limit in inner.limits)
            if rest.free_symbols & {*bound}:
                raise NotEstablished(f"that {rest} has a place inside of {inner}")
            return self._sum_of(rest * inner.function, (*letters, *bound))
        for letter in letters:
            part = sympy.Mul(*(factor for factor in factors if letter in factor.free_symbols))
            value = self._named(part, letter)
            if value is not None:
                others = tuple(other for other in letters if other != letter)
                return sympy.Add(*(self._sum_of(new, others) for new in sympy.Add.make_args(sympy.expand(term / part * value))))
        if not letters:
            return term
        outside, inside = term.as_independent(*letters, as_Add=False)
        return outside * sympy.Sum(inside, *((letter, 1, self.index(letter).count) for letter in sorted(letters, key=str)))

    def _named(self, part: sympy.Expr, letter: sympy.Symbol) -> sympy.Expr | None:
        """The sum of this over a letter: as many as there are of 1, else what it is called."""
        if part == 1:
            return expression(self.index(letter).count)
        found = [value for (what, index), value in self.sums.items() if index.letter == letter and expression(what) == part]
        return expression(found[0]) if found else None

    def index(self, letter: sympy.Symbol) -> Index:
        """The index of this letter."""
        return next(index for index in self.indices if index.letter == letter)


class Stop(sympy.AtomicExpr):  # type: ignore[misc]  # SymPy has no types
    """
    The mark at the end of the classes, or of the children; without a letter, what follows the mark in the row where the children end.

    It stays as it is in every operation but one: where it is added to a sum, that is closed.
    """

    _op_priority = 1000.0
    is_commutative = True
    is_extended_real = True
    is_zero = False

    letter: sympy.Symbol | None
    known: Sums

    def __new__(cls, letter: sympy.Symbol | None, known: Sums) -> Self:
        """The mark of an index."""
        made = cast(Self, super().__new__(cls))
        made.letter, made.known = letter, known
        return made

    def _hashable_content(self) -> tuple[object, ...]:
        return (self.letter,)

    @property
    def free_symbols(self) -> set[sympy.Symbol]:
        """It is symbolic, for what a function asks of an argument."""
        return {sympy.Symbol(f"Stop_{self.letter}")}

    def _with(self, other: object) -> Stop:
        """Of two marks together the one that is told by both; the row's end is no cell."""
        one = not isinstance(other, Stop) or other.letter == self.letter
        return self if one else Stop(None, self.known)

    __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __sub__ = __rsub__ = _with

    def __neg__(self) -> Stop:
        return self

    def __pow__(self, _: object) -> Stop:
        return self

    def __add__(self, other: object) -> Stop:
        if isinstance(other, Stop) and None not in (self.letter, other.letter) and self.letter != other.letter:
            raise NotEstablished(f"that {self} and {other} are one mark")
        return self

    def __radd__(self, other: Expression) -> sympy.Expr:
        if self.letter is None:
            return expression(other)
        return expression(self.known.over(other, self.known.index(self.letter)))


def _x_log_x(told: sympy.Piecewise) -> sympy.Expr:
    """x log2 x, which is 0 at 0: dtref's expression for a share that may be 0. NotEstablished: another one."""
    (at_0, where), (elsewhere, _) = told.args
    x = where.lhs if isinstance(where, sympy.Eq) else sympy.nan
    share = next(iter(elsewhere.atoms(sympy.log) - {sympy.log(2)}), sympy.log(1)).args[0]
    if at_0 != 0 or elsewhere != share * sympy.log(share) / sympy.log(2) or sympy.fraction(share)[0] != sympy.fraction(x)[0]:
        raise NotEstablished(f"that {elsewhere} is x log2 x, and 0 where {where}")
    return elsewhere


def indexed(name: str, *, signed: bool = False, positive: bool = False) -> sympy.IndexedBase:
    """Numbers by indices: real ones where signed, else at least 0, or above 0."""
    kind = {"real": True} if signed else {"positive": True} if positive else {"nonnegative": True}
    return sympy.IndexedBase(name, **kind)


def sum_of_terms(x: Expression, known: Sums, term: Expression, *indices: Index, at: Mapping[Number, Expression] | None = None) -> None:
    """The expression is the sum of a term over indices, and the term is at least 0 whichever it is of (with symbols told otherwise)."""
    equal(known.settled(x), known.over(term, *indices))
    told = {expression(symbol): expression(value) for symbol, value in (at or {}).items()}
    not_negative(cast(Number, expression(term).subs(told)))


def letters(names: str) -> Iterator[Index]:
    """Indices by pairs of letter and count: "j:c"."""
    for letter, count in (pair.split(":") for pair in names.split()):
        yield Index(sympy.Symbol(letter, integer=True), cast(Number, sympy.Symbol(count, integer=True, positive=True)))
