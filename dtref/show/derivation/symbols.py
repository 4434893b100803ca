"""
Functions run on symbols in place of numbers, which gives their formulas unevaluated; and formulas evaluated exactly, to check them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul
from typing import TYPE_CHECKING, TypeAlias, TypeGuard, TypeVar, cast

from attrs import frozen

from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.comparison import KINDS
from dtref.exact.decimals import decimal
from dtref.exact.enclosure import Enclosure
from dtref.exact.functions import absolute, log2, maximum, minimum, plogp, root
from dtref.exact.number import Number, number
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.evaluation.comparison.p_values import FStatistic, TStatistic
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.intervals.interval import Interval

if TYPE_CHECKING:
    import sympy

Result = TypeVar("Result")

Numbers: TypeAlias = dict[str, Number]
"""The number that each symbol stands for."""

LETTERS = {"counts": "n", "children": "n", "node": "n_.", "known": "n_.", "missing": "u", "first": "e_1", "second": "e_2"}
"""The documents' letters for the values of parameters, where they differ from the parameters' names."""

MOMENTS = ("n", "sum_y", "sum_yy")
"""The documents' names of the three sums of a continuous target."""


@frozen(eq=False)
class Symbolic:
    """An argument with a symbol in the place of every number, and the numbers by the names of the symbols."""

    argument: object
    numbers: Numbers


def symbolic(name: str, value: object, *, moments: bool = False, zeros: bool = True) -> Symbolic:
    """
    An argument in symbols: numbers, counts of two classes, matrices, and sequences of them at any depth; anything else stays as it is.

    moments: whether the three sums of a continuous target stand where class counts would. zeros: whether 0 becomes a symbol, too.

    >>> symbolic("counts", (5, 1)).numbers
    {'n_1': Fraction(5, 1), 'n_2': Fraction(1, 1)}
    >>> symbolic("m", BinaryCounts(3, 1, 0, 2)).numbers.keys()
    dict_keys(['TP', 'FN', 'FP', 'TN'])
    """
    numbers: Numbers = {}

    def in_symbols(letter: str, x: object) -> object:
        match x:
            case BinaryCounts():
                return BinaryCounts(*(in_symbols(n.upper(), getattr(x, n)) for n in ("tp", "fn", "fp", "tn")))  # type: ignore[arg-type]
            case Confusion():
                return Confusion(x.classes, in_symbols("CM", x.rows))  # type: ignore[arg-type]
            case list() | tuple():
                names = _sums(letter) if moments and not isinstance(x[0], list | tuple) else numbered(letter, x, value)
                return tuple(in_symbols(n, part) for n, part in zip(names, x, strict=True))
            case _ if isinstance(x, KINDS) and not isinstance(x, bool):
                numbers[letter] = number(x)
                return _symbol(letter) if zeros or x != 0 else x
            case _:
                return x

    return Symbolic(in_symbols(LETTERS.get(name, name), value), numbers)


def numbered(letter: str, xs: Sequence[object], whole: object) -> list[str]:
    """
    A name for each member of a sequence: its letter with an index; where an index of the whole has two digits, a comma before the second.

    >>> numbered("n_1", (4, 0), ((4, 0),)), numbered("p", (1, 2), (1, 2)), numbered("CM_11", (1, 2), ((1, 2),) * 11)
    (['n_11', 'n_12'], ['p_1', 'p_2'], ['CM_11,1', 'CM_11,2'])
    """
    between = "_" if "_" not in letter else "," if _longest(whole) > 9 and letter[-1].isdigit() else ""
    return [f"{letter}{between}{i}" for i in range(1, len(xs) + 1)]


def _longest(x: object) -> int:
    """The length of the longest sequence in it."""
    rows = x.rows if isinstance(x, Confusion) else x
    return max((len(rows), *map(_longest, rows)), default=0) if isinstance(rows, list | tuple) else 0


def _sums(letter: str) -> list[str]:
    """The names of the sums of a continuous target, with the index of the letter."""
    index = letter.partition("_")[2].strip(".")
    return [f"{m}{'_' if '_' not in m and index else ''}{index}" for m in MOMENTS]


def _symbol(name: str) -> sympy.Symbol:
    import sympy

    return cast("sympy.Symbol", sympy.Symbol(name, positive=True))


def run_on_symbols(function: Callable[..., Result], *arguments: object, **named: object) -> Result | Undefined:
    """
    The result of a function on symbols, unevaluated; Undefined where it cannot take them.

    >>> from dtref.spec.evaluation.confusion.rates import recall
    >>> import sympy
    >>> sympy.sstr(run_on_symbols(recall, symbolic("n", BinaryCounts(3, 1, 0, 2)).argument), order="none")
    'TP/(TP + FN)'
    """
    import sympy

    try:
        with sympy.evaluate(False):
            return function(*arguments, **named)
    except NOT_FOR_SYMBOLS as problem:
        return Undefined(f"the function does not run on symbols: {problem}")


NOT_FOR_SYMBOLS = (Invalid, Undecided, TypeError, ValueError, ZeroDivisionError, AttributeError)
"""The errors of functions that need real numbers, or whose arguments are of another kind than they take."""


def results(answer: object) -> tuple[tuple[str, Number | Undefined], ...]:
    """
    The numbers in an answer, by name: of an interval its ends, of a statistic the value and the degrees of freedom; of other answers none.

    >>> results(Interval(Fraction(0), Fraction(1)))
    (('low', Fraction(0, 1)), ('high', Fraction(1, 1)))
    """
    match answer:
        case Undefined():
            return (("", answer),)
        case Interval():
            return (("low", answer.low), ("high", answer.high))
        case RootQuotient():
            return (("", answer.value),)
        case TStatistic():
            return (("t", answer.t.value), ("degrees of freedom", number(answer.degrees)))
        case FStatistic():
            return (("F", answer.f), *((f"degrees of freedom {i}", number(d)) for i, d in enumerate(answer.degrees, 1)))
        case bool() | str():
            return ()
        case _ if isinstance(answer, KINDS):
            return (("", number(answer)),)
        case _:
            return (("", cast(Number, answer)),) if _is_expression(answer) else ()


def is_formula(x: object) -> TypeGuard[sympy.Expr]:
    """
    Whether it is an expression with more to it than one symbol or number.

    >>> import sympy
    >>> is_formula(sympy.Symbol("x")), is_formula(1 / sympy.Symbol("x"))
    (False, True)
    """
    return _is_expression(x) and bool(x.args)


def _is_expression(x: object) -> TypeGuard[sympy.Expr]:
    import sympy

    return isinstance(x, sympy.Expr)


def evaluated(expression: sympy.Basic, numbers: Numbers) -> Number:
    """
    The exact value of a formula with numbers put in.

    >>> import sympy
    >>> with sympy.evaluate(False):
    ...     x = sympy.Symbol("x", positive=True)
    ...     evaluated(1 - x * x / 2, {"x": Fraction(1, 2)})
    Fraction(7, 8)
    """
    import sympy

    match expression:
        case sympy.Symbol():
            return numbers[expression.name]
        case sympy.Rational():
            return number(Fraction(int(expression.p), int(expression.q)))
        case sympy.Piecewise():  # plogp
            return plogp(evaluated(expression.args[0].args[1].lhs, numbers))
        case sympy.Pow() if expression.exp.is_Rational and expression.exp.p == 1 < expression.exp.q:
            return root(evaluated(expression.base, numbers), int(expression.exp.q))
        case sympy.Pow() if expression.exp.is_Integer:
            base = evaluated(expression.base, numbers)
            power = reduce(mul, [base] * abs(int(expression.exp)), number(1))
            return power if expression.exp > 0 else 1 / power
    # Operations on parts that are evaluated first.
    parts = [evaluated(part, numbers) for part in expression.args]
    match expression:
        case sympy.Add():
            return reduce(add, parts)
        case sympy.Mul():
            return reduce(mul, parts)
        case sympy.log():
            return log2(parts[0])
        case sympy.Max():
            return maximum(parts)
        case sympy.Min():
            return minimum(parts)
        case sympy.Abs():
            return absolute(parts[0])
        case _:
            raise Invalid("formula", "sums, products, powers, logarithms, roots, extremes", expression)


def agrees(expression: sympy.Basic, numbers: Numbers, value: Number | Undefined) -> bool:
    """
    Whether a formula with numbers put in is a function's own value: exactly, or where it is an enclosure, to 30 digits. Of what is
    Undefined: whether the formula divides by 0.

    >>> import sympy
    >>> agrees(sympy.Symbol("x", positive=True), {"x": Fraction(1, 2)}, Fraction(1, 2))
    True
    """
    try:
        result = evaluated(expression, numbers)
    except ZeroDivisionError:
        return isinstance(value, Undefined)
    except (Invalid, Undecided):
        return False
    if isinstance(value, Undefined):
        return False
    if isinstance(result, Enclosure) or isinstance(value, Enclosure):
        return decimal(result - value, 30).strip("0.") == ""
    return bool(result == value)
