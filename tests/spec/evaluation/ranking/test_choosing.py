"""Best thresholds, comparison of two curves, precision and recall: against brute force over the records."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined, of_kind
from spec.evaluation.ranking.ranked import matrix_at, records

from dtref.errors import Invalid, Undefined
from dtref.spec.evaluation.confusion.rates import accuracy, error_rate, precision
from dtref.spec.evaluation.ranking.auc import auc
from dtref.spec.evaluation.ranking.dominance import RocComparison, compare_rocs
from dtref.spec.evaluation.ranking.hull import convex_hull
from dtref.spec.evaluation.ranking.precision_recall import (
    average_precision,
    precision_one_where_nothing_is_positive,
    precision_recall,
)
from dtref.spec.evaluation.ranking.roc import Beyond, Roc, roc
from dtref.spec.evaluation.ranking.thresholds import Optimum, cheapest, cheapest_at, greatest, iso_cost_slope, least
from dtref.strategies.values import fractions

costs = st.integers(0, 5) | fractions(0, 3, max_denominator=5)
shares = fractions(0, 1, max_denominator=6)


def chosen(found: Optimum) -> list[object]:
    return [v.threshold for v in found.vertices]


@given(records(least=1), costs, costs)
def test_the_cheapest_thresholds_are_those_of_brute_force(
    given_records: tuple[list[Any], list[str]], c_fp: Fraction, c_fn: Fraction
) -> None:
    s, labels = given_records
    thresholds = [max(map(Fraction, s)) + 1, *sorted({Fraction(x) for x in s}, reverse=True)]
    spent = []
    for t in thresholds:
        errors = [c_fp if Fraction(x) >= t else c_fn for x, y in zip(s, labels, strict=True) if (Fraction(x) >= t) != (y == "+")]
        spent.append(sum(errors, Fraction(0)) / len(s))
    found = cheapest(roc(s, labels, "+", classes="+-"), c_fp, c_fn)
    assert defined(found).value == min(spent)
    assert [Beyond.ABOVE_ALL, *thresholds[1:]] == list(roc(s, labels, "+", classes="+-").thresholds)
    assert chosen(defined(found)) == [
        t for t, c in zip(roc(s, labels, "+", classes="+-").thresholds, spent, strict=True) if c == min(spent)
    ]


@given(records(both=True), costs, costs, shares)
def test_a_share_of_positives_is_records_weighted_to_it(
    given_records: tuple[list[Any], list[str]], c_fp: Fraction, c_fn: Fraction, pi: Fraction
) -> None:
    s, labels = given_records
    found = cheapest_at(roc(s, labels, "+", classes="+-"), c_fp, c_fn, pi)
    if 0 < pi < 1:
        w = [pi / labels.count("+") if y == "+" else (1 - pi) / labels.count("-") for y in labels]
        again = cheapest(roc(s, labels, "+", classes="+-", weights=w), c_fp, c_fn)
        assert (defined(found).value, chosen(defined(found))) == (defined(again).value, chosen(defined(again)))
    touched = {(v.fpr, v.tpr) for v in defined(found).vertices} & set(defined(convex_hull(roc(s, labels, "+", classes="+-")).points))
    assert touched  # some corner of the hull is among the cheapest


@given(records(both=True), costs, costs, shares)
def test_the_cheapest_vertex_is_where_the_line_of_equal_cost_touches(
    given_records: tuple[list[Any], list[str]], c_fp: Fraction, c_fn: Fraction, pi: Fraction
) -> None:
    curve = roc(*given_records, "+", classes="+-")
    slope = iso_cost_slope(c_fp, c_fn, pi)
    if not isinstance(slope, Undefined):
        above = [y - slope * x for x, y in defined(curve.points)]
        at_highest = [t for t, h in zip(curve.thresholds, above, strict=True) if h == max(above)]
        assert chosen(defined(cheapest_at(curve, c_fp, c_fn, pi))) == at_highest


@given(records(least=1))
def test_most_accurate_is_least_in_error(given_records: tuple[list[Any], list[str]]) -> None:
    curve = roc(*given_records, "+", classes="+-")
    assert chosen(defined(greatest(curve, accuracy))) == chosen(defined(least(curve, error_rate))) == chosen(defined(cheapest(curve, 1, 1)))


def test_a_vertex_where_the_measure_is_undefined_is_passed_over() -> None:
    curve = roc([2, 1], "-+", "+")
    assert chosen(defined(least(curve, precision))) == [2]
    assert least(roc([], [], "+"), precision) == Undefined("nothing predicted positive")


@pytest.mark.parametrize(("labels", "why"), [("--", "no positives"), ("++", "no negatives")])
def test_one_class_has_a_cost_for_its_own_share_only(labels: str, why: str) -> None:
    curve = roc([2, 1], labels, "+", classes="+-")
    assert defined(cheapest(curve, 1, 1)).value == 0
    assert cheapest_at(curve, 1, 1, Fraction(1, 2)) == Undefined(why)
    assert compare_rocs(curve, curve) == compare_rocs(roc([2, 1], "+-", "+"), curve) == Undefined(why)


def test_no_records_cost_nothing_that_could_be_averaged() -> None:
    assert cheapest(roc([], [], "+"), 1, 1) == Undefined("no records")


def test_costs_and_shares_that_are_refused() -> None:
    curve = roc([2, 1], "+-", "+")
    for call, message in (
        (lambda: cheapest(curve, 0.5, 1), "C_FP: expected an exact number of at least 0, such as '0.5' (got 0.5)"),  # type: ignore[arg-type]
        (lambda: cheapest(curve, 1, -1), "C_FN: expected an exact number of at least 0 (got -1)"),
        (lambda: cheapest_at(curve, 1, 1, 2), "pi: expected an exact number from 0 to 1 (got 2)"),
    ):
        with pytest.raises(Invalid) as refused:
            call()  # type: ignore[no-untyped-call]
        assert str(refused.value) == message


def test_the_slope_is_a_formula_of_symbols() -> None:
    a, b, pi = sympy.symbols("a b pi")
    assert sympy.simplify(iso_cost_slope(a, b, pi) - a * (1 - pi) / (b * pi)) == 0


# comparison of two curves


def height(curve: Roc, x: Fraction) -> Fraction:
    """The greatest TPR of a curve at an FPR."""
    at = [y for x0, y in defined(curve.points) if x0 == x]
    if at:
        return max(at)
    (x0, y0), (x1, y1) = next((p, q) for p, q in pairwise(defined(curve.points)) if p[0] < x < q[0])
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


@st.composite
def two_rankings(draw: st.DrawFn) -> tuple[Roc, Roc]:
    first, labels = draw(records(least=2, both=True))
    second = draw(st.lists(st.integers(0, 4), min_size=len(labels), max_size=len(labels)))
    return roc(first, labels, "+"), roc(second, labels, "+")


def sign(x: Fraction) -> int:
    return (x > 0) - (x < 0)


@given(two_rankings())
def test_stretches_say_who_is_above_at_every_fpr_within(curves: tuple[Roc, Roc]) -> None:
    a, b = curves
    found = compare_rocs(a, b)
    assert [s.low for s in defined(found).stretches] == [0, *(s.high for s in defined(found).stretches[:-1])]
    assert defined(found).stretches[-1].high == 1
    xs = {x for curve in curves for x, _ in defined(curve.points)}
    for s in defined(found).stretches:
        inner = sorted({s.low, s.high, *(x for x in xs if s.low < x < s.high)})
        probes = {*inner[1:-1], *((u + v) / 2 for u, v in pairwise(inner)), *((9 * u + v) / 10 for u, v in pairwise(inner))}
        assert {sign(height(a, x) - height(b, x)) for x in probes} == {s.better}


@given(two_rankings())
def test_curves_meet_between_stretches_and_stretches_are_greatest(curves: tuple[Roc, Roc]) -> None:
    a, b = curves
    found = compare_rocs(a, b)
    for meeting, (before, after) in zip(defined(found).meetings, pairwise(defined(found).stretches), strict=True):
        (low_a, high_a), (low_b, high_b) = (vertical(curve, meeting.fpr) for curve in curves)
        assert low_a <= meeting.low <= meeting.high <= high_a and low_b <= meeting.low <= meeting.high <= high_b
        assert {meeting.low} <= {low_a, low_b} and {meeting.high} <= {high_a, high_b}
        if before.better == after.better:
            assert height(a, meeting.fpr) == height(b, meeting.fpr)  # they touch


def vertical(curve: Roc, x: Fraction) -> tuple[Fraction, Fraction]:
    """The least and the greatest TPR of a curve at an FPR."""
    return min([y for x0, y in defined(curve.points) if x0 == x] or [height(curve, x)]), height(curve, x)


@given(two_rankings())
def test_a_comparison_turned_around(curves: tuple[Roc, Roc]) -> None:
    a, b = curves
    there, back = compare_rocs(a, b), compare_rocs(b, a)
    assert [(s.low, s.high, s.better) for s in defined(there).stretches] == [(s.low, s.high, -s.better) for s in defined(back).stretches]
    assert defined(there).meetings == defined(back).meetings
    alone = compare_rocs(a, a)
    assert [(s.low, s.high, s.better) for s in defined(alone).stretches] == [(0, 1, 0)]


@given(records(both=True))
def test_the_hull_is_nowhere_below(given_records: tuple[list[Any], list[str]]) -> None:
    curve = roc(*given_records, "+", classes="+-")
    assert defined(compare_rocs(convex_hull(curve), curve)).better <= {1}


def test_curves_that_touch_and_curves_that_run_together() -> None:
    diagonal = roc([1, 1, 1, 1], "++--", "+")
    touching = roc([5, 4, 3, 2], "+-+-", "+")  # (0, 1/2), (1/2, 1/2), (1/2, 1): meets the diagonal at 1/2, where it rises
    found = compare_rocs(touching, diagonal)
    assert [(s.low, s.high, s.better) for s in defined(found).stretches] == [(0, 1, 1)]
    flat = roc([5, 5, 3, 1, 3, 1], "+-+-+-", "+")
    together = compare_rocs(flat, roc([5, 5, 4, 3, 2, 1], "+-+--+", "+"))
    assert isinstance(together, RocComparison)
    assert next((s.low, s.high, s.better) for s in together.stretches) == (0, Fraction(1, 3), 0)


# precision and recall


@given(records(least=1))
def test_precision_and_recall_are_those_of_the_matrix_at_each_threshold(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    first, *points = precision_recall(roc(s, labels, "+", classes="+-"))
    assert first.precision == Undefined("nothing predicted positive")
    for point in points:
        tp, fp, _, fn = matrix_at(of_kind(Fraction, point.threshold), s, labels)
        assert point.precision == Fraction(tp, tp + fp)
        assert point.recall == (Fraction(tp, tp + fn) if tp + fn else Undefined("no positives"))
    assert precision_one_where_nothing_is_positive((first, *points))[1:] == tuple(points)


@given(records(both=True))
def test_average_precision_is_the_mean_over_the_positives(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    at_each = []
    for x, y in zip(s, labels, strict=True):
        if y == "+":
            tp, fp, *_ = matrix_at(Fraction(x), s, labels)
            at_each.append(Fraction(tp, tp + fp))
    assert average_precision(s, labels, "+", classes="+-") == sum(at_each) / len(at_each)
    assert average_precision(s, ["+"] * len(s), "+") == 1
    assert average_precision(s, ["-"] * len(s), "+", classes="+-") == Undefined("no positives")
    assert (auc(s, labels, "+", classes="+-") == 1) == (average_precision(s, labels, "+", classes="+-") == 1)
