"""What a user writes with results passes `mypy --strict`, as this file does, and runs: they are ordered, and have `float`."""

from __future__ import annotations

from fractions import Fraction

import pytest

import dtref
from dtref.exact.number import Number

OUTLOOK, WINDY = ((2, 3), (4, 0), (3, 2)), ((3, 3), (6, 2))


def test_results_are_compared_with_each_other_and_with_exact_numbers() -> None:
    assert dtref.gain((9, 5), OUTLOOK) > dtref.gain((9, 5), WINDY) > 0
    assert dtref.gini((5, 1)) == Fraction(5, 18) <= dtref.entropy((5, 1)) < 1
    assert Fraction(1, 2) < dtref.entropy((9, 5))


def test_results_are_sorted_and_have_a_greatest() -> None:
    gains = {"outlook": dtref.gain((9, 5), OUTLOOK), "windy": dtref.gain((9, 5), WINDY)}
    assert max(gains, key=lambda name: gains[name]) == max(gains, key=gains.__getitem__) == "outlook"
    assert sorted([dtref.entropy((9, 5)), dtref.gini((9, 5)), Fraction(1, 2)]) == [
        dtref.gini((9, 5)),
        Fraction(1, 2),
        dtref.entropy((9, 5)),
    ]
    assert min(dtref.entropy((9, 5)), dtref.gini((9, 5))) == dtref.gini((9, 5))
    assert dtref.argmax_set(gains, lambda name: defined(gains[name])) == ("outlook",)


def test_results_become_doubles_and_decimals() -> None:
    x = float(dtref.entropy((9, 5)))
    assert (round(x, 3), f"{x:.2f}", dtref.decimal(dtref.entropy((9, 5)), 3)) == (0.94, "0.94", "0.940")
    assert float(dtref.gini((5, 1))) == 5 / 18
    assert float(dtref.auc([2, 1], "+-", "+")) == 1.0
    matthews = dtref.matthews(dtref.BinaryCounts(6, 2, 1, 3))
    assert -1 <= matthews <= 1
    assert round(float(matthews), 3) == 0.478


def defined(x: Number | dtref.Undefined) -> Number:
    if isinstance(x, dtref.Undefined):
        raise ValueError(x.why)
    return x


def test_what_is_defined_is_computed_with() -> None:
    p, r = (defined(measure(dtref.BinaryCounts(3, 1, 0, 2))) for measure in (dtref.precision, dtref.recall))
    assert 2 * p * r / (p + r) == Fraction(6, 7)
    assert sum([p, r]) == Fraction(7, 4)
    assert (p.denominator if isinstance(p, Fraction) else None) == 1


def test_undefined_says_why_where_a_number_is_wanted() -> None:
    nothing = dtref.recall(dtref.BinaryCounts(0, 0, 1, 1))
    with pytest.raises(TypeError, match=r"^Undefined is no number: no positives$"):
        float(nothing)
    for among in ([nothing, Fraction(1, 2)], [Fraction(1, 2), nothing], [nothing, dtref.entropy((9, 5))], [dtref.entropy((9, 5)), nothing]):
        with pytest.raises(TypeError, match=r"^Undefined has no place in an order: no positives$"):
            sorted(among)
        with pytest.raises(TypeError, match=r"^Undefined has no place in an order: no positives$"):
            assert among[0] >= among[1]
    with pytest.raises(dtref.Invalid, match="no positives"):
        dtref.decimal(nothing, 3)


def test_a_rounded_number_decides_nothing() -> None:
    """Type checkers refuse it, too: mypy says where such a comment is not needed."""
    with pytest.raises(dtref.Invalid):
        assert dtref.entropy((9, 5)) < 0.95  # type: ignore[operator]
