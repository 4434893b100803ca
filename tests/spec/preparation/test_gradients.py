"""The steps of a round of boosting, against the derivatives of the loss in NumPy's floats of single precision."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid
from dtref.spec.model.attributes import Continuous, Nominal, Width
from dtref.spec.model.data import DataSet, Record
from dtref.spec.preparation.gradients import LogisticSteps, SquaredErrorSteps

f = np.float32
singles = st.floats(-1000, 1000, width=32)
weights = st.sampled_from([1.0, 2.0, 0.25, 0.1])


@given(st.lists(st.tuples(st.floats(-1000, 1000), weights), min_size=1, max_size=6), singles)
def test_squared_error(rows: list[tuple[float, float]], start: float) -> None:
    data = DataSet((), Continuous("y"), [Record((), Fraction(y), Fraction(w)) for y, w in rows])
    for record, (y, w) in zip(SquaredErrorSteps(Fraction(start))(data), rows, strict=True):
        g, h = (f(start) - f(y)) * f(w), f(w)
        assert (record.weight, -record.label * record.weight) == (Fraction(float(h)), Fraction(float(g)))  # type: ignore[operator]


@given(st.lists(st.tuples(st.booleans(), weights), min_size=1, max_size=6), st.floats(0.015625, 0.984375, width=32), weights)
def test_logistic_loss(rows: list[tuple[bool, float]], start: float, positive: float) -> None:
    data = DataSet((), Nominal("y", ("no", "yes")), [Record((), "yes" if y else "no", Fraction(w)) for y, w in rows])
    for record, (y, w) in zip(LogisticSteps(Fraction(start), Fraction(float(f(positive))))(data), rows, strict=True):
        weight = f(w) * f(positive) if y else f(w)
        g, h = (f(start) - f(y)) * weight, f(start) * (f(1) - f(start)) * weight
        assert (record.weight, -record.label * record.weight) == (Fraction(float(h)), Fraction(float(g)))  # type: ignore[operator]


def test_scores_of_records_stand_for_the_start() -> None:
    data = DataSet((), Continuous("y"), [Record((), Fraction(y)) for y in (3, 5)])
    assert [r.label for r in SquaredErrorSteps(scores=(Fraction(1), Fraction(7)))(data)] == [2, -2]
    with pytest.raises(Invalid, match="one for each of the 2 records"):
        SquaredErrorSteps(scores=(Fraction(1),))(data)


def test_targets_of_the_other_kind_are_refused() -> None:
    classes = DataSet((), Nominal("y", ("a", "b", "c")), ())
    with pytest.raises(Invalid, match="two classes"):
        LogisticSteps()(classes)
    with pytest.raises(Invalid, match="numbers"):
        SquaredErrorSteps()(classes)
    one_class = DataSet((), Nominal("y", ("a", "b")), (Record((), "a"),))
    with pytest.raises(Invalid, match="strictly between 0 and 1"):
        LogisticSteps()(one_class)


def test_a_least_probability_lets_one_class_be_and_is_as_far_from_1() -> None:
    least, classes = Fraction(1, 2**10), Nominal("y", ("a", "b"))
    for start, label, p in ((None, "a", least), (None, "b", 1 - least), (Fraction(0), "b", least), (Fraction(1), "a", 1 - least)):
        data = DataSet((), classes, (Record((), label),))
        steps = LogisticSteps(start, least=least)
        assert steps.started(data) == p
        assert [r.weight for r in steps(data)] == [p * (1 - p)]
    with pytest.raises(Invalid, match="a probability"):
        LogisticSteps(Fraction(2))


def test_weights_are_averaged_in_single_precision() -> None:
    data = DataSet((), Continuous("y"), [Record((), Fraction(y), Fraction(w)) for y, w in ((1, "0.1"), (0, "0.7"))])
    tenth, rest = (Fraction(float(np.float32(w))) for w in (0.1, 0.7))
    assert SquaredErrorSteps(width=Width.FLOAT64).started(data) == Fraction(float(tenth / (tenth + rest)))
