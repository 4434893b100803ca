"""ROC curves and areas: against the definition record by record, three routes, invariances, SymPy symbols."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from narrow import defined, of_kind
from spec.evaluation.ranking.ranked import matrix_at, random_records, records, share_of_ordered_pairs, weights

from dtref.engines.confusion import confusion
from dtref.errors import Invalid, Undefined
from dtref.exact.number import total
from dtref.spec.evaluation.confusion.averages import balanced_accuracy
from dtref.spec.evaluation.ranking.auc import (
    auc,
    auc_by_pairs,
    auc_by_ranks,
    auc_by_trapezoids,
    pairs,
    partial_auc,
    standardised_partial_auc,
)
from dtref.spec.evaluation.ranking.hull import convex_hull
from dtref.spec.evaluation.ranking.roc import (
    Beyond,
    Roc,
    redundant,
    roc,
    roc_above,
    roc_at_least,
    roc_per_record,
    without_redundant,
)
from dtref.spec.evaluation.ranking.scores import scored
from dtref.spec.evaluation.ranking.tie_blocks import Ranking, blocks, blocks_by_numpy, descending, rank
from dtref.strategies.values import fractions


@given(records())
def test_a_vertex_is_the_confusion_matrix_of_its_threshold(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    curve = roc(s, labels, "+", classes="+-")
    assert curve.thresholds[0] is Beyond.ABOVE_ALL
    assert list(curve.thresholds[1:]) == sorted({Fraction(x) for x in s}, reverse=True)
    for v in curve.vertices[1:]:
        n = v.counts
        assert (n.tp, n.fp, n.tn, n.fn) == matrix_at(of_kind(Fraction, v.threshold), s, labels)
    assert (curve.tp[0], curve.fp[0]) == (0, 0)
    assert (curve.tp[-1], curve.fp[-1]) == (labels.count("+"), labels.count("-"))


@given(records(both=True))
def test_the_area_is_the_share_of_ordered_pairs_by_every_route(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    ranking = rank(s, labels, "+", classes="+-")
    expected = share_of_ordered_pairs(s, labels)
    assert (
        auc_by_pairs(ranking)
        == auc_by_ranks(ranking)
        == auc_by_trapezoids(roc_at_least(ranking))
        == auc(s, labels, "+", classes="+-")
        == expected
    )
    assert auc_by_trapezoids(roc_above(ranking)) == partial_auc(roc_at_least(ranking), 0, 1) == expected


@given(records(both=True), st.randoms(use_true_random=False))
def test_what_changes_no_area_and_what_reverses_it(given_records: tuple[list[Any], list[str]], chance: Random) -> None:
    s, labels = given_records
    area, curve = auc(s, labels, "+", classes="+-"), roc(s, labels, "+", classes="+-")
    exact = [Fraction(x) for x in s]
    assert auc([-x for x in exact], labels, "+") == 1 - defined(area) == auc(s, labels, "-", classes="+-")
    assert auc([x**3 - 7 for x in exact], labels, "+") == area
    order = chance.sample(range(len(s)), len(s))
    assert roc([s[i] for i in order], [labels[i] for i in order], "+") == curve
    assert roc(s * 3, labels * 3, "+").points == curve.points


@given(st.data())
def test_a_weight_is_that_many_records(data: st.DataObject) -> None:
    s, labels = data.draw(records(least=1, both=True))
    w = data.draw(st.lists(st.integers(1, 3), min_size=len(s), max_size=len(s)))
    repeated = [x for x, k in zip(s, w, strict=True) for _ in range(k)], [y for y, k in zip(labels, w, strict=True) for _ in range(k)]
    assert roc(s, labels, "+", classes="+-", weights=w) == roc(*repeated, "+")
    ranking = rank(s, labels, "+", classes="+-", weights=w)
    assert auc_by_ranks(ranking) == auc_by_pairs(ranking) == share_of_ordered_pairs(*repeated)
    assert roc(s, labels, "+", classes="+-", weights=[Fraction(k, 7) for k in w]).points == roc(*repeated, "+").points


@given(st.data())
def test_weights_with_large_denominators_agree_by_every_route(data: st.DataObject) -> None:
    s, labels = data.draw(records(least=1, both=True))
    w = data.draw(st.lists(weights, min_size=len(s), max_size=len(s)))
    ranking = rank(s, labels, "+", classes="+-", weights=w)
    assert auc_by_pairs(ranking) == auc_by_ranks(ranking) == auc_by_trapezoids(roc_at_least(ranking))


@given(records(both=True))
def test_the_area_of_hard_predictions_is_their_balanced_accuracy(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    predicted = ["+" if x > 0 else "-" for x in s]
    assert auc([x > 0 for x in s], labels, "+") == balanced_accuracy(confusion(labels, predicted, classes="+-"))


@given(records(both=True))
def test_the_staircases_lie_between_the_two_orders_of_ties(given_records: tuple[list[Any], list[str]]) -> None:
    s, labels = given_records
    found = pairs(rank(s, labels, "+", classes="+-"))
    of = found.won + found.tied + found.lost
    by_label = sorted(zip(s, labels, strict=True), key=lambda record: record[1])  # "+" sorts before "-"
    high, low = (
        auc_by_trapezoids(roc_per_record([x for x, _ in ordered], [label for _, label in ordered], "+"))
        for ordered in (by_label, by_label[::-1])
    )
    assert (low, high) == (Fraction(found.won, of), Fraction(found.won + found.tied, of))
    assert defined(low) <= defined(auc_by_trapezoids(roc_per_record(s, labels, "+", classes="+-"))) <= defined(high)


@given(records(both=True))
def test_a_staircase_passes_through_every_vertex(given_records: tuple[list[Any], list[str]]) -> None:
    curve, stairs = roc(*given_records, "+", classes="+-"), roc_per_record(*given_records, "+", classes="+-")
    assert set(defined(curve.points)) <= set(defined(stairs.points))
    assert len(stairs) == len(given_records[0]) + 1


@given(records(both=True))
def test_redundant_vertices_are_those_that_the_curve_does_not_need(given_records: tuple[list[Any], list[str]]) -> None:
    curve = roc(*given_records, "+", classes="+-")
    kept = without_redundant(curve)
    assert auc_by_trapezoids(kept) == auc_by_trapezoids(curve)
    assert len(kept) + len(redundant(curve)) == len(curve)
    slopes = [(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(defined(kept.points))]
    assert all(dx0 * dy1 != dx1 * dy0 for (dx0, dy0), (dx1, dy1) in pairwise(slopes))  # every one that is kept is a corner


@given(records(both=True))
def test_the_hull_is_the_least_concave_curve_above(given_records: tuple[list[Any], list[str]]) -> None:
    curve = roc(*given_records, "+", classes="+-")
    hull = convex_hull(curve)
    assert set(defined(hull.points)) <= set(defined(curve.points))
    slopes = [(y1 - y0, x1 - x0) for (x0, y0), (x1, y1) in pairwise(defined(hull.points))]
    assert all(dy0 * dx1 > dy1 * dx0 for (dy0, dx0), (dy1, dx1) in pairwise(slopes))  # strictly concave, corners only
    for x, y in defined(curve.points):
        assert y <= _highest_between_two(defined(curve.points), x)
    for x, y in defined(hull.points)[1:]:  # (0, 0) lies below where the curve rises from it vertically
        assert y == _highest_between_two(defined(curve.points), x)
    assert defined(auc_by_trapezoids(hull)) >= defined(max(auc_by_trapezoids(curve), Fraction(1, 2)))


def _highest_between_two(points: tuple[tuple[Fraction, Fraction], ...], x: Fraction) -> Fraction:
    """The hull by definition: the highest point at x on a line between any two points."""
    return max(
        y0 if x0 == x1 else y0 + (y1 - y0) * (x - x0) / (x1 - x0)
        for x0, y0 in points
        for x1, y1 in points
        if x0 <= x <= x1 and (x0 < x1 or x0 == x)
    )


@given(records(both=True), fractions(0, 1, max_denominator=12), fractions(0, 1, max_denominator=12))
def test_partial_areas_add_up_and_are_the_area_of_the_curve_cut_off(
    given_records: tuple[list[Any], list[str]], a: Fraction, b: Fraction
) -> None:
    curve = roc(*given_records, "+", classes="+-")
    cuts = sorted({Fraction(0), a, b, Fraction(1)})
    assert total(defined(partial_auc(curve, low, high)) for low, high in pairwise(cuts)) == auc(*given_records, "+", classes="+-")
    for low, high in pairwise(cuts):
        area = partial_auc(curve, low, high)
        grid = sorted({low, high, *(x for x, _ in defined(curve.points) if low < x < high)})
        heights = [(_height(curve, (u + v) / 2), v - u) for u, v in pairwise(grid)]
        assert area == sum(h * w for h, w in heights)
        scaled = standardised_partial_auc(curve, low, high)
        assert (scaled > Fraction(1, 2)) == (area > (high**2 - low**2) / 2)


def _height(curve: Roc, x: Fraction) -> Fraction:
    """TPR at an FPR that is no vertex's."""
    (x0, y0), (x1, y1) = next((p, q) for p, q in pairwise(defined(curve.points)) if p[0] < x < q[0])
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


def test_a_standardised_area_is_one_for_the_ideal_and_one_half_for_the_diagonal() -> None:
    low, high = Fraction(1, 10), Fraction(1, 3)
    assert standardised_partial_auc(roc([2, 1], "+-", "+"), low, high) == 1
    assert standardised_partial_auc(roc([1, 1], "+-", "+"), low, high) == Fraction(1, 2)


@pytest.mark.parametrize(("labels", "why"), [("", "no positives"), ("--", "no positives"), ("+++", "no negatives")])
def test_one_class_has_no_area_and_no_points(labels: str, why: str) -> None:
    s = list(range(len(labels)))
    ranking = rank(s, labels, "+", classes="+-")
    curve = roc_at_least(ranking)
    none = Undefined(why)
    assert auc(s, labels, "+", classes="+-") == auc_by_trapezoids(curve) == auc_by_pairs(ranking) == auc_by_ranks(ranking) == none
    assert curve.points == convex_hull(curve).points == partial_auc(curve, 0, 1) == standardised_partial_auc(curve, 0, 1) == none
    assert curve.vertices[-1].tpr == (1 if "+" in labels else Undefined("no positives"))
    assert curve.vertices[-1].fpr == (1 if "-" in labels else Undefined("no negatives"))
    assert len(curve) == len(labels) + 1


def test_the_three_routes_are_one_formula_of_symbols() -> None:
    a, b = sympy.symbols("a1:4", positive=True), sympy.symbols("b1:4", positive=True)
    ranking = Ranking((3, 2, 1), a, b)
    first, second, third = auc_by_pairs(ranking), auc_by_ranks(ranking), auc_by_trapezoids(roc_at_least(ranking))
    assert sympy.simplify(defined(first) - defined(second)) == sympy.simplify(defined(second) - defined(third)) == 0


def test_huge_counts_are_exact() -> None:
    n = 10**30
    ranking = rank([2, 1, 1], "+-+", "+", weights=[n, n + 1, 1])
    by_hand = Fraction(2 * n + 1, 2 * n + 2)  # n of n + 1 positives above, one tied
    assert auc_by_ranks(ranking) == auc_by_trapezoids(roc_at_least(ranking)) == auc_by_pairs(ranking) == by_hand


@pytest.mark.parametrize("seed", range(200))
def test_numpy_sorts_the_same_blocks(seed: int) -> None:
    numpy = pytest.importorskip("numpy")
    s, labels = random_records(seed)
    records_ = scored(s, labels, 1)
    expected = blocks(records_)
    assert blocks_by_numpy(s, records_.is_positive) == expected
    found = rank(numpy.array(s), numpy.array(labels), 1)
    assert found == expected
    assert {type(x) for x in found.scores} == {float} and {type(n) for n in found.positives_at + found.negatives_at} == {int}


def test_a_long_list_of_floats_is_ranked_as_a_short_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    s, labels = random_records(5)
    expected = rank(s, labels, 1)
    monkeypatch.setattr("dtref.spec.evaluation.ranking.tie_blocks._LARGE", 1)
    assert rank(s, labels, 1) == expected
    assert rank([*s, 2**53 + 1, 2.0**53], [*labels, 0, 0], 1).scores[:2] == (2**53 + 1, 2.0**53)  # no detour through floats


@pytest.mark.parametrize(
    ("low", "high", "message"),
    [
        (0, 0, "high: expected an FPR above low = 0 (got 0)"),
        (0, 2, "high: expected an exact number from 0 to 1 (got 2)"),
        (-1, 1, "low: expected an exact number from 0 to 1 (got -1)"),
        (0, 0.5, "high: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),
    ],
)
def test_a_range_of_fpr_that_is_none(low: int, high: float, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        partial_auc(roc([2, 1], "+-", "+"), low, high)  # type: ignore[arg-type]
    assert str(refused.value) == message


NEAR = st.builds(lambda n, d, k: Fraction(n, d) + Fraction(k, 10**40), st.integers(-9, 9), st.integers(1, 9), st.integers(-2, 2))


@given(st.sets(NEAR | st.integers(-9, 9) | st.floats(-9, 9) | st.just(10**400), max_size=20))
def test_fractions_that_doubles_cannot_tell_apart_are_in_order(scores: set[Fraction]) -> None:
    assert list(descending(scores)) == sorted(scores, reverse=True)
