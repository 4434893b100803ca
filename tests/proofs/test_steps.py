"""What a step of a proof must not take for granted."""

from __future__ import annotations

from typing import cast

import pytest
import sympy

from dtref.exact.number import Number
from proofs.steps import equal, vanishes
from proofs.theorem import NotEstablished


def test_factors_that_may_not_be_swapped_are_not_swapped() -> None:
    a, b = sympy.symbols("a b", commutative=False)
    x = sympy.Symbol("x")
    assert not vanishes(cast(Number, a * b - b * a))
    with pytest.raises(NotEstablished):
        equal(cast(Number, a * b * x), cast(Number, b * a * x))
    equal(cast(Number, a * b * x), cast(Number, x * a * b))


def test_symbols_of_one_name_that_are_not_the_same_differ() -> None:
    for other in (sympy.Symbol("x", positive=True), sympy.Dummy("x")):
        assert not vanishes(cast(Number, sympy.Symbol("x") - other))


def test_coefficients_that_are_not_rational_are_not_rounded() -> None:
    x = sympy.Symbol("x")
    for number, near in ((sympy.sqrt(2), "1.414213562373095"), (sympy.pi, "22/7"), (sympy.log(2), "0.6931471805599453")):
        assert not vanishes(cast(Number, number * x - sympy.Rational(near) * x))
