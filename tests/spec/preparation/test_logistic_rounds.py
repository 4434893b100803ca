"""The logistic function as the nearest float, against decimals of 60 digits; and what a later round refuses."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.spec.model.attributes import Nominal, Width
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.precision import rounded
from dtref.spec.preparation.logistic_rounds import LEAST_HESSIAN, LaterLogisticSteps, logistic

TWO = DataSet((), Nominal("y", ("-", "+")), (Record((), "-"), Record((), "+", Fraction(3))))


def by_decimals(score: float) -> Fraction:
    with localcontext(prec=60):
        return Fraction(1 / (1 + (-Decimal(score)).exp()))


@given(st.floats(-80, 80), st.sampled_from((Width.FLOAT32, Width.FLOAT64)))
def test_the_nearest_float(score: float, width: Width) -> None:
    assert logistic(Fraction(score), width) == rounded(by_decimals(score), width)


@given(st.floats(-15, 15))
def test_derivatives_are_those_of_the_loss(score: float) -> None:
    """By both programs' ways, as far as single precision goes."""
    p = by_decimals(score)
    for width, from_class in ((Width.FLOAT32, False), (Width.FLOAT64, True)):
        steps = LaterLogisticSteps((Fraction(score),) * 2, Fraction(2), width, from_class)(TWO)
        for record, y, weight in zip(steps, (0, 1), (1, 6), strict=True):
            assert abs(record.weight - weight * p * (1 - p)) <= Fraction(weight, 2**22)
            assert isinstance(record.label, Fraction)
            assert abs(record.label * record.weight - weight * (y - p)) <= Fraction(weight, 2**22)


def test_far_from_0_a_program_has_a_least_second_derivative_or_none() -> None:
    far = (Fraction(90), Fraction(90))
    assert [record.weight for record in LaterLogisticSteps(far)(TWO)] == [LEAST_HESSIAN, rounded(3 * LEAST_HESSIAN, Width.FLOAT32)]
    with pytest.raises(Invalid, match="record 1: expected weight and score with a second derivative"):
        LaterLogisticSteps(far, width=Width.FLOAT64, from_class=True)(TWO)


def test_other_targets_and_numbers_of_scores_are_refused() -> None:
    with pytest.raises(Invalid, match="one for each of the 2 records"):
        LaterLogisticSteps((Fraction(0),))(TWO)
    with pytest.raises(Invalid, match="two classes"):
        LaterLogisticSteps((Fraction(0),))(DataSet((), Nominal("y", ("a",)), (Record((), "a"),)))
