"""A computation derived: its definition, its arguments, its parts, the formula in letters and in numbers, the exact value."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, TypeAlias, cast

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.definition import Definition, definition, formula_parts, sources_of
from dtref.exact.number import Exact, Number, is_zero, number, total
from dtref.show.derivation.notation import InputNumber, Letter, Notation, Quotient, Sum, exact_notation, notation
from dtref.show.derivation.parts import FormulaPart, called, parts
from dtref.show.derivation.symbols import Numbers, agrees, is_formula, results, run_on_symbols, symbolic
from dtref.show.derivation.tail_sums import tail_sum
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Children, Impurity, exact_counts

if TYPE_CHECKING:
    import sympy


Arguments: TypeAlias = Mapping[str, object]
"""The arguments of a function, by the names of its parameters."""


_MOST = 64
"""The most numbers in a formula that is written out; of a longer one only the value."""


@frozen(eq=False)
class Line:
    """
    A number that was computed.

    name: its own, where an answer has several. formula: the function's own formula in letters; None where it cannot be written in them.
    put_in: the same with the numbers put in. exact: the value as it is written; None for an enclosure.
    """

    name: str
    value: Number | Undefined
    formula: Notation | None = None
    put_in: Notation | None = None
    exact: Notation | None = None


@frozen(eq=False)
class Computation:
    """
    A computation derived; `dtref.show.page` shows it.

    name: of the function. definition: its facts. given: the arguments, by letter. steps: by letter, the parts that are
    computations themselves. lines: the numbers computed. unit: theirs. letters: what the definition's letters for counts stand for.
    """

    name: str
    definition: Definition
    given: tuple[tuple[str, Notation], ...]
    steps: tuple[tuple[str, Computation], ...]
    lines: tuple[Line, ...]
    unit: str = ""
    letters: str = ""

    __repr__ = brief_repr


def computation_of(function: Callable[..., object], *arguments: object, **named: object) -> Computation:
    """
    The computation by which a function of dtref comes to its answer. Errors: those of the function.

    The formula is the function's own, run on symbols; it is there only where, with the numbers put in, it is the function's value. A
    function that cannot run on symbols has its definition, its declared parts, and its value.

    >>> from dtref.spec.evaluation.confusion.matrix import BinaryCounts
    >>> from dtref.spec.evaluation.confusion.rates import miss_rate
    >>> (line,) = computation_of(miss_rate, BinaryCounts(90, 210, 140, 9560)).lines
    >>> line.value, line.formula is None
    (Fraction(7, 10), False)
    """
    value = function(*arguments, **named)
    given = _bound(function, arguments, named)
    # No records, or the weight of each value: the definition and the value alone.
    if not _has_records(function, given) or _by_value(function):
        lines = tuple(Line(name, x) for name, x in results(value))
        return Computation(called(function), _facts(function), (), (), lines, _unit(function), definition(function).letters)
    # The formula: with a letter for each number, then with zeros as numbers.
    symbols, numbers = _symbols(function, given)
    lines, used = _lines(function, value, given, symbols, numbers)
    if any(map(is_zero, numbers.values())) and not any(line.formula for line in lines):  # a function may leave out what is 0
        lines, used = _lines(function, value, given, *_symbols(function, given, zeros=False))
    # The parts: those in the formula, else all that are declared.
    made_of = [(part.letter, *part.derived) for part in used if part.derived]
    if not any(line.formula for line in lines):
        made_of = list(_made_of(function, given))
    return Computation(
        called(function),
        _facts(function),
        tuple((letter, InputNumber(x)) for letter, x in numbers.items()),
        tuple((letter, _of_part(other, taken)) for letter, other, taken in made_of),
        lines,
        _unit(function),
        definition(function).letters,
    )


def _facts(function: Callable[..., object]) -> Definition:
    """The facts of a function, with the sources of its module where it names none."""
    return evolve(definition(function), sources=sources_of(function))


def _of_part(function: Callable[..., object], arguments: Arguments) -> Computation:
    """The computation with the arguments by name; of an impurity or a criterion as its formula calls them."""
    if isinstance(function, Impurity | Criterion):
        return computation_of(function, *arguments.values())
    return computation_of(function, **arguments)


def _bound(function: Callable[..., object], arguments: tuple[object, ...], named: Arguments) -> dict[str, object]:
    """
    The arguments by the names of the parameters; of criteria and impurities as their formulas take them, without empty children.

    Where records miss the value asked for, `known` are the others of the node, and the children are of them.
    """
    if isinstance(function, Impurity):
        return {"counts": _exact(function, cast("tuple[object, ...]", arguments[0]))}
    if isinstance(function, Criterion):
        node, children, missing = cast("tuple[Sequence[object], Sequence[Sequence[object]], Sequence[object]]", (*arguments, ())[:3])
        node_counts, missing_counts, *exact = (_exact(function, counts) for counts in (node, missing, *children))
        occupied = tuple(child for child in exact if any(child))
        known = tuple(number(n) - m for n, m in zip(node_counts, missing_counts, strict=True)) if any(missing_counts) else node_counts
        return (
            {"known": known, "children": occupied, "missing": missing_counts}
            if any(missing_counts)
            else {"node": known, "children": occupied}
        )
    return dict(inspect.signature(function).bind(*arguments, **named).arguments)


def _exact(function: Impurity | Criterion, counts: Sequence[object]) -> tuple[Exact, ...]:
    """The counts, or the sums of a continuous target, as a formula takes them."""
    classes = 3 if _moments(function) and not _by_value(function) and counts else None
    return exact_counts(counts, classes, signed=_moments(function))


def _has_records(function: object, given: Arguments) -> bool:
    """Whether there is a record that a formula of counts could be about; other functions say themselves where they have no value."""
    if isinstance(function, Impurity):
        return not is_zero(function.size(cast("tuple[Exact, ...]", given["counts"])))
    return not isinstance(function, Criterion) or bool(given["children"])


def _in_symbols(function: Callable[..., object], symbols: Arguments) -> object:
    """The result of a function on symbols; of a criterion its formula, of an impurity that of the shares of counts."""
    if isinstance(function, Impurity):
        return function.of(cast("tuple[Number, ...]", symbols["counts"]))
    if isinstance(function, Criterion):
        counts, children, missing = cast("tuple[Sequence[Exact], Children, Sequence[Exact]]", (*symbols.values(), ())[:3])
        return function.of(counts, children, missing) if missing else function.formula(counts, children)
    return function(**symbols)


def _moments(function: object) -> bool:
    """Whether the function takes the sums of a continuous target in place of class counts."""
    measure = function.impurity if isinstance(function, Criterion) else function
    return isinstance(measure, Impurity) and measure.moments


def _by_value(function: object) -> bool:
    """Whether the function takes the weight of each value of a continuous target, too."""
    measure = function.impurity if isinstance(function, Criterion) else function
    return isinstance(measure, Impurity) and measure.values


def _unit(function: object) -> str:
    measure = function.impurity if isinstance(function, Criterion) and function.reduces else function
    unit = measure.unit if isinstance(measure, Impurity) else definition(function).unit
    return unit if unit == "bits" else ""


def _symbols(function: Callable[..., object], given: Arguments, *, zeros: bool = True) -> tuple[Arguments, Numbers]:
    """The arguments in symbols, and the numbers that the symbols stand for."""
    arguments = {name: symbolic(name, x, moments=_moments(function), zeros=zeros) for name, x in given.items()}
    numbers = dict(chain.from_iterable(argument.numbers.items() for argument in arguments.values()))
    return {name: argument.argument for name, argument in arguments.items()}, numbers


def _made_of(function: Callable[..., object], given: Arguments) -> Iterable[tuple[str, Callable[..., object], Arguments]]:
    """The declared parts with a formula of their own that take some of the function's own arguments."""
    for other in formula_parts(function):
        if definition(other).formula and set(parameters := inspect.signature(other).parameters) <= set(given):
            yield definition(other).letter or called(other), other, {p: given[p] for p in parameters}


def _lines(
    function: Callable[..., object], value: object, given: Arguments, symbols: Arguments, numbers: Numbers
) -> tuple[tuple[Line, ...], tuple[FormulaPart, ...]]:
    """A line for each number of the answer, and the parts that stand in one of them."""
    symbolic_results = run_on_symbols(lambda: results(_in_symbols(function, symbols))) if len(numbers) <= _MOST else ()
    formulas = {} if isinstance(symbolic_results, Undefined) else dict(symbolic_results)
    pieces = tuple(parts(function, given, symbols)) if formulas else ()
    answers = results(value)
    if not formulas and (terms := tail_sum(function, given, value)) is not None:
        return tuple(Line(name, x, put_in=terms, exact=exact_notation(cast(Exact, x))) for name, x in answers), ()
    if isinstance(value, Undefined):  # it has no value as an interval or a statistic, under whichever names
        answers = tuple((name, value) for name, formula in formulas.items() if is_formula(formula)) or answers
    # Each number with the parts that its formula names.
    derived = [_line(name, x, formulas.get(name), numbers, pieces) for name, x in answers]
    used = {part.letter: part for _, standing in derived for part in standing}
    return tuple(line for line, _ in derived), tuple(used.values())


def _line(
    name: str, x: Number | Undefined, formula: object, numbers: Numbers, pieces: tuple[FormulaPart, ...]
) -> tuple[Line, tuple[FormulaPart, ...]]:
    exact = None if isinstance(x, Undefined) else exact_notation(x)
    if not is_formula(formula) or not agrees(formula, numbers, x):
        return Line(name, x, exact=exact), ()
    shorter, standing = _with_parts(formula, numbers, pieces)
    letters = {letter: Letter(letter) for letter in (*numbers, *(part.letter for part in standing))}
    values: dict[str, Notation] = {letter: InputNumber(x) for letter, x in numbers.items()}
    put_in = values | {part.letter: _put_in(part, values) for part in standing}
    return Line(name, x, notation(shorter, letters), notation(shorter, put_in), exact), standing


def _with_parts(formula: sympy.Expr, numbers: Numbers, pieces: tuple[FormulaPart, ...]) -> tuple[sympy.Expr, tuple[FormulaPart, ...]]:
    """
    A formula with its parts named, and those that stand in it.

    Of parts that are the same the first is named. A letter names one number: n may be the sum of the children and that of the node.
    """
    import sympy

    part_of: dict[sympy.Expr, FormulaPart] = {}
    numbers_of: dict[str, Number | None] = dict.fromkeys(symbol.name for symbol in formula.free_symbols)
    with sympy.evaluate(False):  # in a difference SymPy writes -1 into a product
        # The parts that stand in the formula.
        inside = set(sympy.preorder_traversal(formula)) - {formula}
        for part in pieces:
            e = part.expression
            if not is_formula(e) or e in part_of or (e not in inside and -e not in inside) or not agrees(e, numbers, part.value):
                continue
            if numbers_of.setdefault(part.letter, part.value) == part.value:
                part_of[e] = part
        # The formula with their letters in their place.
        symbols = {e: sympy.Symbol(part.letter, positive=True) for e, part in part_of.items()}
        shorter = formula.xreplace(symbols | {-e: -symbol for e, symbol in symbols.items()})
    names = {symbol.name for symbol in shorter.free_symbols}
    return shorter, tuple(part for part in part_of.values() if part.letter in names)


def _put_in(part: FormulaPart, numbers: Mapping[str, Notation]) -> Notation:
    """The number of a part; a quotient of two whole numbers stays as it is: 3/6."""
    if part.derived is None and isinstance(quotient := notation(cast("sympy.Expr", part.expression), numbers), Quotient):
        top, bottom = _whole(quotient.top), _whole(quotient.bottom)
        if top is not None and bottom is not None:
            return Quotient(top, bottom)
    return InputNumber(part.value)


def _whole(n: Notation) -> InputNumber | None:
    """A whole number, or a sum of such as one number."""
    if isinstance(n, Sum):
        terms = [(minus, _whole(term)) for minus, term in n.terms]
        summands = [-number(term.value) if minus else term.value for minus, term in terms if term is not None]
        return InputNumber(total(summands)) if len(summands) == len(terms) else None
    return n if isinstance(n, InputNumber) and getattr(n.value, "denominator", 0) == 1 else None
