"""What is taken as scores, labels and weights, and what is refused, with whole messages."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from dtref.errors import Invalid
from dtref.spec.evaluation.ranking.roc import roc
from dtref.spec.evaluation.ranking.tie_blocks import rank

numpy = pytest.importorskip("numpy")
pandas = pytest.importorskip("pandas")
NAN, INF = float("nan"), float("inf")


def test_equal_numbers_of_different_kinds_are_one_block() -> None:
    half = [0.5, Fraction(1, 2), Decimal("0.50"), numpy.float32(0.5), numpy.float64(0.5)]
    assert rank([*half, 0, True, 1], "+-+-+-++", "+").positives_at == (2, 3, 0)


def test_a_float_is_the_number_that_it_is() -> None:
    curve = roc([0.1, Decimal("0.1"), numpy.float32(0.1)], "+-+", "+")
    assert curve.thresholds[1:] == (Fraction(float(numpy.float32(0.1))), Fraction(0.1), Fraction(1, 10))
    assert len(roc([0.1 + 0.2, 0.3], "+-", "+")) == 3  # they differ in the last bit


@pytest.mark.parametrize("s", [[0.0, -0.0], numpy.array([0.0, -0.0])], ids=["list", "array"])
def test_zero_has_no_sign(s: object) -> None:
    assert len(rank(s, "+-", "+").scores) == 1


@pytest.mark.parametrize(
    "s",
    [
        numpy.array([2, 1], numpy.int64),
        numpy.array([2, 1], numpy.float32),
        numpy.array([2, 1], numpy.uint8),
        numpy.array([2, 1], object),
        pandas.Series([2.0, 1.0]),
        (2, 1),
        iter([2, 1]),
    ],
    ids=lambda s: str(getattr(s, "dtype", type(s).__name__)),
)
def test_sequences_of_every_kind(s: object) -> None:
    assert rank(s, pandas.Series(["+", "-"]), "+").positives_at == (1, 0)


def test_large_integers_are_not_rounded() -> None:
    assert len(rank(numpy.array([2**53, 2**53 + 1]), [1, 0], 1).scores) == 2
    assert len(rank([10**30, 10**30 + 1], [1, 0], 1).scores) == 2


def test_labels_that_are_not_positive_are_negative() -> None:
    assert rank([3, 2, 1], ["a", "b", "c"], "b").negatives == 2
    assert rank([3, 2, 1], numpy.array([1, 0, 1]), 1).positives == 2
    assert rank([3, 2, 1], numpy.array(["a", "b", "c"]), "b").positives_at == (0, 1, 0)


@pytest.mark.parametrize("positive", [True, "True", 1, 0, -7, "absent"])
def test_labels_in_an_array_are_those_of_their_list(positive: object) -> None:
    scores = numpy.array([0.5, 0.25, 0.5, 0.0])
    for labels in (numpy.array([1, 0, 1, 0]), numpy.array([1, 0, 0, 0], bool), numpy.array([2, 0, 1, 255], numpy.uint8)):
        for classes in (None, ["absent", -7, *labels.tolist()]):
            outcomes = []
            for form in (labels, labels.tolist()):
                try:
                    outcomes.append(repr(rank(scores, form, positive, classes=classes)))
                except Invalid as problem:
                    outcomes.append(str(problem))
            assert outcomes[0] == outcomes[1]
    with pytest.raises(Invalid, match="4 labels, one for each score"):
        rank(scores, numpy.array([1, 0]), 1)


@pytest.mark.parametrize(
    ("s", "labels", "positive", "message"),
    [
        ([1, NAN], "+-", "+", "score of record 2: expected a finite number (got nan)"),
        ([INF, 1], "+-", "+", "score of record 1: expected a finite number (got inf)"),
        (numpy.array([1, 2, -INF]), "+-+", "+", "score of record 3: expected a finite number (got -inf)"),
        (numpy.array([1, NAN], numpy.float32), "+-", "+", "score of record 2: expected a finite number (got nan)"),
        (numpy.ma.array([1.0, 2.0], mask=[False, True]), "+-", "+", "score of record 2: expected a finite number (got None)"),
        ([1, Decimal("NaN")], "+-", "+", "score of record 2: expected a finite number (got Decimal('NaN'))"),
        ([Decimal("-Infinity")], "+", "+", "score of record 1: expected a finite number (got Decimal('-Infinity'))"),
        (
            [Decimal("1e999999999")],
            "+",
            "+",
            "score of record 1: expected a number of at most 2000 digits before and after the point (got Decimal('1E+999999999'))",
        ),
        (
            [Decimal("1e-999999999")],
            "+",
            "+",
            "score of record 1: expected a number of at most 2000 digits before and after the point (got Decimal('1E-999999999'))",
        ),
        (["x"], "+", "+", "score of record 1: expected a finite number (got 'x')"),
        ([1j], "+", "+", "score of record 1: expected a finite number (got 1j)"),
        ([None], "+", "+", "score of record 1: expected a finite number (got None)"),
        (numpy.array([[1.0, 2.0]]), "+", "+", "score of record 1: expected a finite number (got [1.0, 2.0])"),
        (7, "+", "+", "scores: expected a sequence (got 7)"),
        (numpy.float64(7), "+", "+", "scores: expected a sequence (got 7.0)"),
        ({1, 2}, "+-", "+", "scores: expected a sequence (got {1, 2})"),
        ([1, 2], "+", "+", "labels: expected 2 labels, one for each score (got 1)"),
        (numpy.array([1.0, 2.0]), "+", "+", "labels: expected 2 labels, one for each score (got 1)"),
        ([1, 2], ["+", None], "+", "label of record 2: expected a known label (hashable) (got None)"),
        ([1, 2], [1.0, NAN], 1, "label of record 2: expected a known label (hashable) (got nan)"),
        ([1, 2], pandas.Series(["+", pandas.NA], dtype=object), "+", "label of record 2: expected a known label (hashable) (got <NA>)"),
        ([1], ["+"], None, "positive: expected a known label (hashable) (got None)"),
        ([1], "+", {"+"}, "positive: expected a known label (hashable) (got {'+'})"),
        ([1, 2], ["+", ("-", [])], "+", "label of record 2: expected a known label (hashable) (got ('-', []))"),
        ([1], [["+"]], "+", "label of record 1: expected a known label (hashable) (got ['+'])"),
    ],
)
def test_what_is_refused(s: object, labels: object, positive: object, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        rank(s, labels, positive)
    assert str(refused.value) == message


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1], "weights: expected 2 weights, one for each score (got 1)"),
        ([1, 0], "weight of record 2: expected an exact number above 0 (got 0)"),
        ([1, Fraction(-1, 2)], "weight of record 2: expected an exact number above 0 (got Fraction(-1, 2))"),
        ([1, NAN], "weight of record 2: expected an exact number above 0 (got nan)"),
    ],
)
def test_weights_that_are_refused(weights: list[Any], message: str) -> None:
    with pytest.raises(Invalid) as refused:
        rank([2, 1], "+-", "+", weights=weights)
    assert str(refused.value) == message
    with pytest.raises(Invalid):
        rank(numpy.array([2.0, 1.0]), "+-", "+", weights=weights)
