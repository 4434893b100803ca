"""What displays of curves hold, by other routes: counting, the definitions in floats, figures of the documents."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import comb, log2, sqrt
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest
from narrow import defined
from show.plots.samples import HALF, iris

import dtref
from dtref.exact.enclosure import Enclosure
from dtref.show.plots.canvas import plotted_numbers
from dtref.spec.preparation.random_draws import draw_order
from dtref.spec.split.impurity import variance


def test_impurities_are_the_definitions_and_the_figures_of_the_slide() -> None:
    """`tan`, Comparison among Splitting Criteria: all 0 at the ends; at 1/2 entropy 1, Gini and error 1/2."""
    shown = dtref.ImpurityCurvesDisplay.from_impurities()
    entropy, gini, error = (curve.values for curve in shown.curves)
    assert [curve.unit for curve in shown.curves] == ["bits", "probability", "probability"]
    assert shown.p == tuple(Fraction(i, 100) for i in range(101))
    assert [values[at] for values in (entropy, gini, error) for at in (0, 50, 100)] == [0, 1, 0, 0, HALF, 0, 0, HALF, 0]
    assert gini == tuple(2 * p * (1 - p) for p in shown.p)
    assert error == tuple(min(p, 1 - p) for p in shown.p)
    floats = [-(p * log2(p) + (1 - p) * log2(1 - p)) for p in map(float, shown.p[1:-1])]
    assert plotted_numbers(entropy[1:-1]) == pytest.approx(floats, abs=1e-14)


@pytest.mark.parametrize(
    ("impurities", "steps", "message"),
    [
        ((dtref.gini,), 3, "steps: expected an even number, so that p = 1/2 is shown (got 3)"),
        ((dtref.gini,), 0, "steps: expected a whole number of at least 2 (got 0)"),
        ((dtref.gini, variance), 4, "impurity: expected one of classes (got 'variance')"),
    ],
)
def test_impurities_that_cannot_be_compared_are_refused(impurities: tuple[Any, ...], steps: int, message: str) -> None:
    with pytest.raises(dtref.Invalid) as refused:
        dtref.ImpurityCurvesDisplay.from_impurities(impurities, steps)
    assert str(refused.value) == message


def roc_by_counting(scores: list[int], labels: str) -> list[tuple[Fraction, Fraction]]:
    p, n = labels.count("+"), labels.count("-")
    counted = [(0, 0)] + [
        (
            sum(s >= t and c == "-" for s, c in zip(scores, labels, strict=True)),
            sum(s >= t and c == "+" for s, c in zip(scores, labels, strict=True)),
        )
        for t in sorted(set(scores), reverse=True)
    ]
    return [(Fraction(fp, n), Fraction(tp, p)) for fp, tp in counted]


def height(points: tuple[tuple[Fraction, Fraction], ...], x: Fraction) -> Fraction:
    """The highest point over x on a line between any two of the points."""
    over = [y for at, y in points if at == x]
    over += [y1 + (y2 - y1) * (x - x1) / (x2 - x1) for (x1, y1), (x2, y2) in combinations(sorted(points), 2) if x1 < x < x2]
    return max(over)


def test_roc_curves_hulls_and_areas_are_those_of_counting() -> None:
    chance = Random(3)
    labels = "".join(chance.choice("+-") for _ in range(14)) + "+-"
    scores = {name: [chance.randint(0, 6) for _ in labels] for name in "abc"}
    shown = dtref.RocCurvesDisplay.from_scores(scores, labels, "+")
    assert [curve.name for curve in shown.curves] == ["a", "b", "c"]
    for curve in shown.curves:
        of = scores[curve.name]
        assert list(curve.points) == roc_by_counting(of, labels)
        assert set(curve.hull) <= set(curve.points)
        assert all(height(curve.hull, x) == height(curve.points, x) for x, _ in curve.points)
        pairs = [
            (of[i] > of[j]) + HALF * (of[i] == of[j]) for i, a in enumerate(labels) if a == "+" for j, b in enumerate(labels) if b == "-"
        ]
        assert curve.auc == sum(pairs) / len(pairs)


def test_a_roc_curve_needs_both_classes() -> None:
    with pytest.raises(dtref.Invalid) as refused:
        dtref.RocCurvesDisplay.from_scores({"M1": [1, 2]}, "++", "+")
    assert str(refused.value) == "ROC curve of M1: expected records of both classes (got 'no negatives')"


def on_line(place: tuple[Any, Any], ends: tuple[tuple[Any, Any], ...]) -> Any:
    """0 for a place on the line between the ends, below 0 for one under it (right of it, where it is vertical)."""
    (x1, y1), (x2, y2) = ends
    return (x2 - x1) * (place[1] - y1) - (y2 - y1) * (place[0] - x1)


@pytest.mark.parametrize(
    "costs", [(1, 1, HALF), (1, 3, Fraction(1, 5)), (5, 2, Fraction(2, 3)), (0, 1, HALF), (1, 0, HALF), (2, 3, 1), (2, 3, 0)]
)
def test_the_line_of_least_cost_touches_what_is_cheapest_of_all_models(costs: tuple[int, int, Fraction]) -> None:
    """By the cost of every vertex of every curve; no vertex lies above the line, which runs from one side of the square to another."""
    c_fp, c_fn, pi = costs
    chance = Random(8)
    labels = "".join(chance.choice("+-") for _ in range(18)) + "+-"
    scores = {name: [chance.randint(0, 3) + chance.randint(0, 2) * (c == "+") for c in labels] for name in "abc"}
    shown = dtref.RocCurvesDisplay.from_scores(scores, labels, "+", costs=[costs])
    (line,) = shown.lines
    cost = {(name, (x, y)): c_fp * (1 - pi) * x + c_fn * pi * (1 - y) for name in "abc" for x, y in roc_by_counting(scores[name], labels)}
    least = min(cost.values())
    assert line.cost == least
    assert set(line.touched) == {place for place, value in cost.items() if value == least}
    assert all((on_line(place, line.ends) == 0) == (value == least) for (_, place), value in cost.items())
    assert all(on_line(place, line.ends) <= 0 for _, place in cost)
    (x1, y1), (x2, y2) = line.ends
    assert 0 <= x1 <= x2 <= 1
    assert 0 <= y1 <= y2 <= 1
    assert x1 in {0, x2}
    assert y2 == 1


def test_models_of_equal_cost_are_all_touched() -> None:
    scores = {"M1": [4, 3, 2, 1], "M2": [8, 6, 4, 2]}
    (line,) = dtref.RocCurvesDisplay.from_scores(scores, "+-+-", "+", costs=[(1, 3, HALF)]).lines
    assert line.touched == (("M1", (HALF, 1)), ("M2", (HALF, 1)))


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ((0, 0, HALF), "costs: expected mistakes that cost something (got '0 and 0 at a share of positives of 1/2')"),
        ((1, 0, 1), "costs: expected mistakes that cost something (got '1 and 0 at a share of positives of 1')"),
        ((0, 2, 0), "costs: expected mistakes that cost something (got '0 and 2 at a share of positives of 0')"),
        ((-1, 2, HALF), "C_FP: expected an exact number of at least 0 (got -1)"),
    ],
)
def test_costs_without_a_line_are_refused(costs: tuple[Any, ...], message: str) -> None:
    with pytest.raises(dtref.Invalid) as refused:
        dtref.RocCurvesDisplay.from_scores({"M1": [1, 2]}, "+-", "+", costs=[costs])
    assert str(refused.value) == message


def test_costs_need_a_curve() -> None:
    with pytest.raises(dtref.Invalid) as refused:
        dtref.RocCurvesDisplay.from_curves({}, [(1, 1, HALF)])
    assert str(refused.value) == "curves: expected at least one, where there are costs (got 'none')"


def curve_of_majority(partitions: tuple[dtref.Partition, ...], sizes: tuple[int, ...]) -> list[Any]:
    labels = [record.label for record in iris()]
    return list(
        dtref.learning_curve(
            sizes,
            partitions,
            lambda positions: max(sorted(set(map(str, labels))), key=[labels[i] for i in positions].count),
            lambda label, i: int(label != labels[i]),
        )
    )


def test_means_and_standard_errors_are_those_of_the_partitions() -> None:
    chance = Random(5)
    partitions = dtref.random_subsampling([draw_order(chance, 150) for _ in range(5)])
    (curve,) = dtref.LearningCurvesDisplay.from_curves({"majority": curve_of_majority(partitions, (1, 7, 100))}).curves
    labels = [record.label for record in iris()]
    for size, exact_mean, error in zip(curve.sizes, curve.means, curve.standard_errors, strict=True):
        rates = []
        for one in partitions:
            seen = [labels[i] for i in one.training[:size]]
            says = max(sorted(set(map(str, labels))), key=seen.count)
            rates.append(Fraction(sum(labels[i] != says for i in one.test), len(one.test)))
        assert exact_mean == mean(rates)
        assert plotted_numbers((defined(error),)) == pytest.approx([stdev(map(float, rates)) / sqrt(5)], abs=1e-14)


def test_a_single_partition_has_no_standard_error() -> None:
    (curve,) = dtref.LearningCurvesDisplay.from_curves({"m": curve_of_majority((dtref.holdout(range(150)),), (3,))}).curves
    assert curve.standard_errors == (dtref.Undefined("a variance with n - 1 below needs two results"),)


def test_a_curve_on_no_record_is_refused() -> None:
    points = curve_of_majority((dtref.Partition((0, 1), ()),), (1,))
    with pytest.raises(dtref.Invalid) as refused:
        dtref.LearningCurvesDisplay.from_curves({"m": points})
    assert str(refused.value) == "learning curve of m: expected partitions that test records (got 'one that tests none')"


def covered(n: int, p: Fraction, z: float) -> float:
    """The probability that |p - k/n| <= z sqrt(k/n (1 - k/n) / n), in floats."""
    inside = [k for k in range(n + 1) if abs(p - k / n) <= z * sqrt(k / n * (1 - k / n) / n)]
    return sum(comb(n, k) * float(p) ** k * float(1 - p) ** (n - k) for k in inside)


def test_coverage_is_the_binomial_probability_of_the_intervals_that_contain_p() -> None:
    z = dtref.two_sided_deviate(Fraction(95, 100))
    assert isinstance(z, Enclosure)
    shown = dtref.CoverageDisplay.from_intervals(10, Fraction(95, 100), {"Wald": lambda k, n: dtref.wald(k, n, z)}, steps=20)
    assert [p * 20 for p in shown.p] == list(range(1, 20))
    assert plotted_numbers(shown.curves[0].values) == pytest.approx([covered(10, p, 1.959963984540054) for p in shown.p], abs=1e-12)


def test_clopper_pearson_covers_at_least_what_it_promises() -> None:
    """Its name in the field: the exact interval. Clopper and Pearson 1934."""
    rule = {"exact": lambda k, n: dtref.clopper_pearson(k, n, Fraction(9, 10))}
    shown = dtref.CoverageDisplay.from_intervals(7, Fraction(9, 10), rule, steps=30)
    assert all(value >= Fraction(9, 10) for value in shown.curves[0].values)


@pytest.mark.parametrize(
    ("n", "confidence", "message"),
    [
        (0, HALF, "records: expected a whole number of at least 1 (got 0)"),
        (2, Fraction(1), "confidence: expected a probability strictly between 0 and 1 (got Fraction(1, 1))"),
        (2, HALF, "interval U: expected one for each number of errors (got 'an undefined one')"),
    ],
)
def test_coverage_of_what_is_no_interval_is_refused(n: int, confidence: Fraction, message: str) -> None:
    with pytest.raises(dtref.Invalid) as refused:
        dtref.CoverageDisplay.from_intervals(n, confidence, {"U": lambda *_: dtref.Undefined("nothing")})
    assert refused.value.args[0] == message
