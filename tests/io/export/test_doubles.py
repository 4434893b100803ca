"""The comparison of doubles is true where the exact one is, for the doubles around a cut and far from it."""

from __future__ import annotations

from fractions import Fraction
from math import inf, nextafter
from sys import float_info

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from dtref.io.export.doubles import Doubles, comparison
from dtref.spec.model.tests import Side

FINITE = st.floats(allow_nan=False, allow_infinity=False)
CUTS = st.one_of(
    st.fractions(),
    FINITE.map(Fraction),
    FINITE.map(lambda x: Fraction(repr(x))),
    st.tuples(FINITE, FINITE).map(lambda pair: (Fraction(pair[0]) + Fraction(pair[1])) / 2),
    st.integers(-(10**340), 10**340).map(Fraction),
)


def around(cut: Fraction) -> list[float]:
    """The doubles next to a cut, the smallest and the largest."""
    try:
        near = float(cut)
    except OverflowError:
        near = float_info.max if cut > 0 else -float_info.max
    doubles = [near, 0.0, 5e-324, -5e-324, float_info.max, -float_info.max]
    for direction in (inf, -inf):
        x = near
        for _ in range(3):
            x = nextafter(x, direction)
            doubles.append(x)
    return [x for x in doubles if abs(x) != inf]


@given(CUTS, st.sampled_from(Side), st.sampled_from(Doubles), FINITE)
@example(Fraction(1, 10), Side.AT_MOST, Doubles.DECIMAL, 0.1)
@example(Fraction(10) ** 400, Side.BELOW, Doubles.EXACT, 0.0)
@example(-(Fraction(10) ** 400), Side.AT_MOST, Doubles.EXACT, 0.0)
@example(Fraction(-1, 10**400), Side.AT_MOST, Doubles.EXACT, -0.0)
def test_every_double_compares_as_its_number_does(cut: Fraction, side: Side, doubles: Doubles, other: float) -> None:
    compared = comparison(cut, side, doubles)
    assert abs(compared.number) != inf
    for x in (*around(cut), other):
        number = Fraction(x) if doubles is Doubles.EXACT else Fraction(repr(x))
        exact = number <= cut if side is Side.AT_MOST else number < cut
        assert (x <= compared.number if compared.side is Side.AT_MOST else x < compared.number) == exact


@pytest.mark.parametrize("side", Side)
@given(cut=FINITE)
def test_a_cut_that_a_double_is_stands_as_it_is(cut: float, side: Side) -> None:
    assert comparison(Fraction(cut), side, Doubles.EXACT).number == cut
    assert comparison(Fraction(repr(cut)), side, Doubles.DECIMAL).number == cut
