"""The dispatching helpers, on every kind a formula runs on."""

import math
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from narrow import of_kind

from dtref.errors import Invalid
from dtref.exact.comparison import comparable
from dtref.exact.enclosure import Enclosure, enclose
from dtref.exact.functions import absolute, log2, maximum, minimum, plogp, sqrt
from dtref.exact.kth_root import KthRoot
from dtref.exact.logs import LogForm, log2_of
from dtref.exact.roots import RootSum
from dtref.strategies.values import fractions

positive = fractions(Fraction(1, 100), 100, max_denominator=100)


@settings(deadline=None)
@given(positive)
def test_exact_symbolic_and_floating_values_agree(x: Fraction) -> None:
    symbol = sympy.Symbol("x", positive=True)
    for f in (log2, plogp, sqrt, absolute):
        low, high = enclose(comparable(f(x))).bounds(128)
        symbolic = sympy.N(of_kind(sympy.Basic, f(symbol)).subs(symbol, sympy.Rational(x.numerator, x.denominator)), 30)
        middle = (low + high) / 2
        assert abs(sympy.Rational(middle.numerator, middle.denominator) - symbolic) < sympy.Float("1e-25")
        assert math.isclose(f(float(x)), float(middle), rel_tol=1e-12, abs_tol=1e-12)


def test_zero_times_log_zero_is_zero_in_every_kind() -> None:
    assert plogp(0) == plogp(Fraction(0)) == 0
    assert isinstance(plogp(0), LogForm)
    assert plogp(0.0) == 0.0
    assert plogp(sympy.Integer(0)) == 0
    p = sympy.Symbol("p", nonnegative=True)
    assert of_kind(sympy.Basic, plogp(p)).subs(p, 0) == 0
    assert of_kind(sympy.Basic, plogp(p)).subs(p, sympy.Rational(1, 2)) == sympy.Rational(-1, 2)


def test_a_positive_symbol_gives_a_plain_expression() -> None:
    n, k = sympy.symbols("n k", positive=True)
    assert plogp(n / (n + k)) == n / (n + k) * sympy.log(n / (n + k)) / sympy.log(2)


@settings(deadline=None)
@given(positive)
def test_the_root_of_a_square_is_the_fraction(x: Fraction) -> None:
    assert sqrt(x * x) == x
    assert isinstance(sqrt(x * x), Fraction)


def test_other_roots_are_exact_where_they_are_compared_by_powers() -> None:
    assert isinstance(sqrt(2), RootSum)
    assert isinstance(sqrt(Fraction(4, 3)), RootSum)
    assert isinstance(sqrt(1 + sqrt(2)), KthRoot)
    assert isinstance(sqrt(log2_of(3)), Enclosure)
    assert sqrt(0) == 0
    assert sqrt(10**60) == 10**30


def test_extremes() -> None:
    x, y = sympy.symbols("x y")
    assert maximum((1, log2_of(3), Fraction(3, 2))) == log2_of(3)
    assert minimum((1, log2_of(3), sqrt(2))) == 1
    assert maximum(iter((sqrt(2), Fraction(7, 5)))) > Fraction(7, 5)
    assert maximum((x, y, 0)) == sympy.Max(x, y, 0)
    assert minimum((x, y, 0)) == sympy.Min(x, y, 0)
    assert (maximum((0.25, 0.5)), minimum((0.25, 0.5)), absolute(-0.5)) == (0.5, 0.25, 0.5)
    assert absolute(x) == sympy.Abs(x)
    assert absolute(log2_of(3) - 2) == 2 - log2_of(3)
    assert isinstance(maximum((1, 2)), Fraction)  # int / int would make a float


@pytest.mark.parametrize("f", [maximum, minimum])
def test_nothing_has_no_extreme(f: Callable[..., Any]) -> None:
    with pytest.raises(Invalid, match="at least one number"):
        f(())


@pytest.mark.parametrize(("f", "bad"), [(log2, 0), (log2, "1"), (log2, log2_of(3)), (plogp, -1), (sqrt, -1), (sqrt, "1")])
def test_refusals(f: Callable[..., Any], bad: Any) -> None:
    with pytest.raises(Invalid):
        f(bad)


def test_importing_the_layer_loads_no_heavy_library() -> None:
    modules = ("order", "decimals", "functions")
    program = "import sys\n" + "".join(f"import dtref.exact.{m}\n" for m in modules)
    program += (
        "from fractions import Fraction\nfrom dtref.exact.functions import plogp\nassert plogp(Fraction(1, 3)) < 0\n"
        "print([m for m in ('flint', 'sympy', 'numpy', 'mpmath', 'cattrs') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
