"""
Logarithms, roots, maxima and absolute values of every kind of number that a formula runs on.

Exact numbers give exact numbers; SymPy expressions give SymPy expressions (SymPy is imported by whoever made one, never here);
floats and numpy arrays of them give floats and arrays, for a filter in front of an exact decision.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from types import ModuleType
from typing import cast

from dtref.errors import Invalid
from dtref.exact.comparison import KINDS, argmax_set, argmin_set, sign
from dtref.exact.definition import defined
from dtref.exact.double_logarithm import log2_of_double, log2_of_doubles
from dtref.exact.enclosure import enclose
from dtref.exact.kth_root import KthRoot, kth_root
from dtref.exact.logs import log2_of
from dtref.exact.number import Exact, Number, is_zero, number
from dtref.exact.roots import RootSum, root_of


def log2(x: Exact | float) -> Number:
    """
    The logarithm to base 2, in bits. Invalid: x <= 0, or a kind without logarithms here.

    >>> log2(Fraction(1, 8)), log2(3)
    (LogForm(-3), LogForm(log2(3)))
    """
    if isinstance(x, float):
        return cast(Number, log2_of_double(x))
    if isinstance(x, (int, Fraction)):
        return log2_of(x)
    if sympy := _sympy_of(x):
        return cast(Number, sympy.log(x, 2))
    raise Invalid("log2", "a rational number above 0", x)


@defined(formula="x*log2(x)", unit="bits", errors="Invalid (x < 0)", parts=lambda: (log2,))
def plogp(x: Exact | float) -> Number:
    """
    A term of an entropy, in bits; 0 at 0, as x*log2(x) tends to 0 there.

    A SymPy expression that may be 0 gives both cases.

    >>> plogp(Fraction(1, 2)), plogp(0), plogp(3), plogp(log2(1))
    (LogForm(-1/2), LogForm(0), LogForm(3*log2(3)), Fraction(0, 1))
    """
    if isinstance(x, float):
        return x * log2_of_double(x) if x else x  # type: ignore[return-value]  # the filter's, of which there are many
    if numpy := _numpy_of(x):
        return x * cast(Number, log2_of_doubles(numpy.where(x == 0, 1.0, x)))
    if isinstance(x, (int, Fraction)):
        return log2_of(x or 1) * x
    if sympy := _sympy_of(x):
        return cast(Number, sympy.Piecewise((0, sympy.Eq(x, 0)), (x * log2(x), True)))
    return number(0) if is_zero(x) else x * log2(x)


def sqrt(x: Exact | float) -> Number:
    """
    The square root: of a rational number a Fraction or a RootSum, of a root a root again, else an Enclosure. Invalid: x < 0.

    >>> sqrt(Fraction(9, 4)), sqrt(8), sqrt(1 + sqrt(2)), sqrt(log2(3))
    (Fraction(3, 2), RootSum(2*sqrt(2)), KthRoot(sqrt(1 + sqrt(2))), Enclosure(sqrt(log2(3))))
    """
    if isinstance(x, (int, Fraction)):
        return root_of(x)
    if isinstance(x, (RootSum, KthRoot)):
        return kth_root(x, 2)
    if isinstance(x, float):
        return cast(Number, math.sqrt(x))
    if numpy := _numpy_of(x):
        return cast(Number, numpy.sqrt(x))
    if sympy := _sympy_of(x):
        return cast(Number, sympy.sqrt(x))
    if isinstance(x, KINDS):
        return enclose(x).sqrt()
    raise Invalid("sqrt", "a number", x)


def root(x: Exact | float, k: int) -> Number:
    """
    The k-th root: of a rational number or a root a Fraction, a RootSum or a KthRoot; for k = 2 as `sqrt`. Invalid: x < 0, k < 1, or a
    kind without such roots.

    >>> root(Fraction(8, 27), 3), root(4, 4), root(10, 3), root(0, 2)
    (Fraction(2, 3), RootSum(sqrt(2)), KthRoot((10)^(1/3)), Fraction(0, 1))
    """
    if k == 2:
        return sqrt(x)
    if isinstance(x, float):
        return cast(Number, x ** (1 / k))
    if sympy := _sympy_of(x):
        return cast(Number, x ** sympy.Rational(1, k))
    return kth_root(x, k)


def maximum(xs: Iterable[Exact | float]) -> Number:
    """
    The greatest of the numbers. Invalid: there are none. Undecided: an Enclosure too near another number.

    >>> maximum((Fraction(1, 2), log2(3), 1))
    LogForm(log2(3))
    """
    return _extreme(tuple(xs), "Max", max, argmax_set)


def minimum(xs: Iterable[Exact | float]) -> Number:
    """
    The least of the numbers. Invalid: there are none. Undecided: an Enclosure too near another number.

    >>> minimum((Fraction(1, 2), log2(3), 1))
    Fraction(1, 2)
    """
    return _extreme(tuple(xs), "Min", min, argmin_set)


def absolute(x: Exact | float) -> Number:
    """
    The number without its sign. Undecided: an Enclosure too near 0.

    >>> absolute(Fraction(-1, 2)), absolute(log2(Fraction(1, 3)))
    (Fraction(1, 2), LogForm(log2(3)))
    """
    if isinstance(x, float):
        return cast(Number, abs(x))
    if sympy := _sympy_of(x):
        return cast(Number, sympy.Abs(x))
    return -number(x) if sign(x) < 0 else number(x)


@defined(formula="C(n, k) = n! / (k! (n - k)!)", letter="C(n, k)")
def choose(n: int, k: int) -> int:
    """
    The number of ways to choose k of n things; 0 for k above n. Of large numbers by flint, which is a hundred times as quick.

    >>> choose(4, 2), choose(0, 0), choose(3, 5), choose(10**4, 1)
    (6, 1, 0, 10000)
    """
    if n < _LONG:
        return math.comb(n, k)
    import flint

    return int(flint.fmpz.bin_uiui(n, k))


_LONG = 500
"""The least n from which flint is asked for a binomial coefficient."""


def _extreme(
    xs: tuple[Exact | float, ...],
    symbolic: str,
    of_floats: Callable[[tuple[float, ...]], float],
    ties: Callable[[tuple[Exact, ...], Callable[[Exact], Exact]], tuple[Exact, ...]],
) -> Number:
    """The greatest or least: SymPy's or numpy's where one is theirs, a float's where one is a float, else an exact decision."""
    if not xs:
        raise Invalid(symbolic.lower(), "at least one number", xs)
    if sympy := next(filter(None, map(_sympy_of, xs)), None):
        return cast(Number, getattr(sympy, symbolic)(*xs))
    if numpy := next(filter(None, map(_numpy_of, xs)), None):
        return cast(Number, getattr(numpy, {"Max": "maximum", "Min": "minimum"}[symbolic]).reduce(xs))
    if any(isinstance(x, float) for x in xs):
        return cast(Number, of_floats(cast("tuple[float, ...]", xs)))
    return number(ties(cast("tuple[Exact, ...]", xs), lambda x: x)[0])


def _sympy_of(x: object) -> ModuleType | None:
    """SymPy, where x is one of its expressions; whoever made x has imported it."""
    sympy = sys.modules.get("sympy")
    return sympy if sympy and isinstance(x, sympy.Basic) else None


def _numpy_of(x: object) -> ModuleType | None:
    """numpy, where x is one of its arrays; whoever made x has imported it."""
    numpy = sys.modules.get("numpy")
    return numpy if numpy and isinstance(x, numpy.ndarray) else None
