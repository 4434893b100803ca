"""Cohen's kappa and the Matthews correlation: against definitions over records, two routes of the same root, exact comparison."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from narrow import defined
from spec.evaluation.confusion.matrices import binary_counts, confusions, labels_of, whole_counts

from dtref.errors import Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.exact.roots import RootSum
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, matthews, multiclass_matthews
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.rates import accuracy


@given(confusions(whole_counts))
def test_kappa_by_drawing_two_records(m: Confusion) -> None:
    """p_e is how often the actual class of one record is the predicted class of another drawn by chance."""
    actual, predicted = labels_of(m)
    if not actual:
        assert cohen_kappa(m) == Undefined("no records")
        return
    chance = Fraction(sum(actual.count(label) * predicted.count(label) for label in m.classes), len(actual) ** 2)
    if chance == 1:
        assert cohen_kappa(m) == Undefined("one class only: agreement by chance is 1")
    else:
        assert 1 - defined(cohen_kappa(m)) == (1 - defined(accuracy(m))) / (1 - chance)  # kappa as one minus the disagreement ratio


@given(confusions(whole_counts))
def test_multiclass_matthews_is_the_correlation_of_indicator_vectors(m: Confusion) -> None:
    """Gorodkin's definition: covariances of the indicators of each class, summed over the classes."""
    actual, predicted = labels_of(m)
    n = len(actual)

    def covariance(xs: list[Any], ys: list[Any]) -> Fraction:
        together = [Fraction(sum((x == k) * (y == k) for x, y in zip(xs, ys, strict=True)), n) for k in m.classes]
        return sum(together, Fraction(0)) - sum((Fraction(xs.count(k) * ys.count(k), n * n) for k in m.classes), Fraction(0))

    if not n:
        assert multiclass_matthews(m) == Undefined("no records")
    elif not covariance(actual, actual) or not covariance(predicted, predicted):
        assert multiclass_matthews(m) == Undefined("one class only, actual or predicted")
    else:
        r = multiclass_matthews(m)
        top = covariance(actual, predicted)
        assert defined(r).square == top * top / (covariance(actual, actual) * covariance(predicted, predicted))
        assert defined(r).sign == (top > 0) - (top < 0)


@given(binary_counts())
def test_of_two_classes_both_correlations_are_one_number(n: BinaryCounts) -> None:
    assert matthews(n) == multiclass_matthews(n)


@given(binary_counts(), binary_counts())
def test_signed_squares_are_in_the_order_of_the_roots(n: BinaryCounts, other: BinaryCounts) -> None:
    x, y = matthews(n), matthews(other)
    if isinstance(x, Undefined) or isinstance(y, Undefined):
        return
    by_square = compare(x.signed_square, y.signed_square)
    try:
        assert compare(x.value, y.value) == by_square
    except Undecided:
        assert by_square == 0  # no precision tells equal roots apart: their squares do


@given(binary_counts())
def test_exchanging_the_classes_keeps_it_and_exchanging_predictions_negates_it(n: BinaryCounts) -> None:
    x = matthews(n)
    assert x == matthews(BinaryCounts(n.tn, n.fp, n.fn, n.tp))
    if not isinstance(x, Undefined):
        assert -x == matthews(BinaryCounts(n.fn, n.tp, n.tn, n.fp))


def test_equal_roots_are_equal_exactly() -> None:
    one, half = matthews(BinaryCounts(2, 1, 1, 3)), matthews(BinaryCounts(20, 10, 10, 30))
    assert one == half
    big = 10**30
    assert matthews(BinaryCounts(big, 1, 1, big)) != matthews(BinaryCounts(big + 1, 1, 1, big))


@pytest.mark.parametrize(
    ("n", "expected"),
    [
        (BinaryCounts(5, 0, 0, 5), 1),
        (BinaryCounts(0, 5, 5, 0), -1),
        (BinaryCounts(1, 1, 1, 1), 0),
        (BinaryCounts(3, 0, 0, 0), Undefined("one class only, actual or predicted")),
        (BinaryCounts(0, 3, 0, 3), Undefined("one class only, actual or predicted")),
        (BinaryCounts(0, 0, 0, 0), Undefined("no records")),
    ],
)
def test_edges(n: BinaryCounts, expected: object) -> None:
    x = matthews(n)
    assert (x if isinstance(x, Undefined) else x.value) == expected


def test_an_irrational_root_is_a_sum_of_roots_and_a_rational_one_a_fraction() -> None:
    assert isinstance(defined(matthews(BinaryCounts(2, 1, 0, 3))).value, RootSum)
    assert isinstance(defined(matthews(BinaryCounts(3, 1, 1, 2))).value, Fraction)


def test_on_symbols_of_three_classes() -> None:
    sympy = pytest.importorskip("sympy")
    x, y, z = sympy.symbols("x y z", positive=True)
    right = Confusion.from_rows("abc", [[x, 0, 0], [0, y, 0], [0, 0, z]])
    assert sympy.simplify(defined(multiclass_matthews(right)).square) == 1
    assert sympy.simplify(cohen_kappa(right)) == 1
    by_chance = Confusion.from_rows("abc", [[x * x, x * y, x * z], [y * x, y * y, y * z], [z * x, z * y, z * z]])
    assert sympy.simplify(defined(multiclass_matthews(by_chance)).top) == 0
    assert sympy.simplify(cohen_kappa(by_chance)) == 0
