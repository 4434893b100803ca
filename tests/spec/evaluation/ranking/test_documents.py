"""Every figure that the documents print about ROC curves, by the title of its slide; and where a printed figure is wrong."""

from __future__ import annotations

import csv
from fractions import Fraction
from functools import partial
from itertools import permutations
from pathlib import Path

import pytest
from narrow import defined, of_kind

from dtref.spec.evaluation.confusion.rates import accuracy
from dtref.spec.evaluation.confusion.scores import detection_cost
from dtref.spec.evaluation.ranking.auc import auc, auc_by_trapezoids, pairs
from dtref.spec.evaluation.ranking.dominance import compare_rocs
from dtref.spec.evaluation.ranking.hull import convex_hull
from dtref.spec.evaluation.ranking.roc import Beyond, Roc, roc, roc_above, roc_per_record
from dtref.spec.evaluation.ranking.thresholds import greatest, least
from dtref.spec.evaluation.ranking.tie_blocks import rank


def _row(printed: str) -> list[Fraction]:
    return list(map(Fraction, printed.split()))


ROWS = list(csv.DictReader((Path(__file__).parents[4] / "golden" / "data" / "tan_roc.csv").read_text().splitlines()))
TAN = [Fraction(row["score"]) for row in ROWS], [row["class"] for row in ROWS]
# How to construct an ROC curve, as `tan` and `evaluation` print it, columns from left to right
CLASSES = "+-+---+-++"
THRESHOLDS = _row("0.25 0.43 0.53 0.76 0.85 0.85 0.85 0.87 0.93 0.95 1.00")
TP = (5, 4, 4, 3, 3, 3, 3, 2, 2, 1, 0)
FP = (5, 5, 4, 4, 3, 2, 1, 1, 0, 0, 0)
TN = (0, 0, 1, 1, 2, 3, 4, 4, 5, 5, 5)
FN = (0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 5)
TPR = _row("1 0.8 0.8 0.6 0.6 0.6 0.6 0.4 0.4 0.2 0")
FPR = _row("1 1 0.8 0.8 0.6 0.4 0.2 0.2 0 0 0")

CS6220 = _row("0.9 0.8 0.7 0.6 0.55 0.54 0.53 0.51 0.50 0.4"), list("ppnppnnnpn")
FAWCETT = (
    _row(".9 .8 .7 .6 .55 .54 .53 .52 .51 .505 .4 .39 .38 .37 .36 .35 .34 .33 .30 .1"),
    list("ppnpppnnpnpnpnnnpnpn"),
)


def cells(curve: Roc) -> list[tuple[object, ...]]:
    """TP, FP, TN, FN, TPR, FPR of each vertex."""
    return [(v.counts.tp, v.counts.fp, v.counts.tn, v.counts.fn, v.tpr, v.fpr) for v in curve.vertices]


def pairwise_back(rows: list[tuple[Fraction, ...]]) -> list[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
    """Each row with the one before it; before the first there is the origin."""
    return list(zip(rows, [(Fraction(0),) * 6, *rows], strict=False))


def test_tan_and_evaluation_how_to_construct_an_roc_curve_is_the_staircase_of_the_records_read_backwards() -> None:
    printed = list(zip(TP, FP, TN, FN, TPR, FPR, strict=True))
    staircase = roc_per_record(TAN[0][::-1], TAN[1][::-1], "+")
    assert cells(staircase) == printed[::-1]
    assert list(staircase.thresholds[1:]) == THRESHOLDS[-2::-1]
    ascending = sorted(zip(*TAN, strict=True), key=lambda record: record[0])  # ties stay in the order of the table
    assert "".join(label for _, label in ascending) == CLASSES


def test_erratum_two_of_the_three_columns_of_085_are_of_no_threshold() -> None:
    """The slide before says "at each unique value", and 0.85 is one: at least 0.85 are 3 positives and 3 negatives."""
    curve = roc(*TAN, "+")
    at_085 = [v.counts for v in curve.vertices if v.threshold == Fraction("0.85")]
    assert [(n.tp, n.fp) for n in at_085] == [(3, 3)]
    printed = [(tp, fp) for t, tp, fp in zip(THRESHOLDS, TP, FP, strict=True) if t == Fraction("0.85")]
    assert printed == [(3, 3), (3, 2), (3, 1)]
    reachable = set(zip(curve.tp, curve.fp, strict=True))
    assert set(zip(TP, FP, strict=True)) - reachable == {(3, 2), (3, 1)}


def test_the_area_of_the_printed_table_is_the_greatest_that_an_order_of_the_tie_gives() -> None:
    tied = [i for i, s in enumerate(TAN[0]) if s == Fraction("0.85")]
    areas = set()
    for order in permutations(tied):
        positions = [*range(3), *order, *range(6, 10)]
        areas.add(auc_by_trapezoids(roc_per_record([TAN[0][i] for i in positions], [TAN[1][i] for i in positions], "+")))
    assert areas == {Fraction(13, 25), Fraction(14, 25), Fraction(15, 25)}
    assert auc_by_trapezoids(roc_per_record(TAN[0][::-1], TAN[1][::-1], "+")) == Fraction(15, 25)
    assert auc_by_trapezoids(roc_per_record(*TAN, "+")) == Fraction(13, 25)
    assert auc(*TAN, "+") == Fraction(14, 25)  # by hand: 5 + 5 + (2 + 2/2) + 1 + 0 of 25 pairs
    found = pairs(rank(*TAN, "+"))
    assert (found.won, found.tied, found.lost) == (13, 2, 10)


def test_tan_roc_curve_above_t_has_the_points_of_at_least_the_next_greater_score() -> None:
    """`ROC Curve` says x > t, the table says Threshold >=: the same points, each threshold one place further down."""
    at_least, above = roc(*TAN, "+"), roc_above(rank(*TAN, "+"))
    assert (at_least.tp, at_least.fp) == (above.tp, above.fp)
    assert at_least.thresholds == (Beyond.ABOVE_ALL, *above.thresholds[:-1])
    tp_above = [sum(s > of_kind(Fraction, t) for s, y in zip(*TAN, strict=True) if y == "+") for t in above.thresholds[:-1]]
    assert list(above.tp[:-1]) == tp_above
    assert defined(at_least.points)[0] == (0, 0) and defined(at_least.points)[-1] == (1, 1)


def test_cs6220_plotting_an_roc_curve() -> None:
    printed = [
        "1 0 5 4 0.2 0",
        "2 0 5 3 0.4 0",
        "2 1 4 3 0.4 0.2",
        "3 1 4 2 0.6 0.2",
        "4 1 4 1 0.8 0.2",
        "4 2 3 1 0.8 0.4",
        "4 3 2 1 0.8 0.6",
        "4 4 1 1 0.8 0.8",
        "5 4 0 1 1.0 0.8",
        "5 5 0 0 1.0 1.0",
    ]
    printed_cells = [tuple(_row(row)) for row in printed]
    right = cells(roc(*CS6220, "p"))[1:]
    assert right == cells(roc_per_record(*CS6220, "p"))[1:]  # no ties: the two are one
    wrong = [i for i, (a, b) in enumerate(zip(right, printed_cells, strict=True), 1) if a != b]
    assert wrong == [9]  # erratum: TN 0 and FN 1 are swapped
    assert right[8] == (5, 4, 1, 0, 1, Fraction(4, 5))
    assert printed_cells[8][1] + printed_cells[8][2] == 4  # FP + TN, where N is 5
    under_steps = sum(tpr for (*_, tpr, fpr), (*_, before) in pairwise_back(printed_cells) if fpr > before) / 5
    assert auc(*CS6220, "p") == under_steps == Fraction(19, 25)


def test_cs422_how_to_calculate_a_roc_curve() -> None:
    """Fawcett's 20 instances. His paper: the point (0.1, 0.5), at threshold 0.54, has the highest accuracy, 70 %."""
    curve = roc(*FAWCETT, "p")
    assert (curve.positives, curve.negatives) == (10, 10)
    best = greatest(curve, accuracy)
    assert defined(best).value == Fraction(7, 10)
    assert [(v.threshold, v.fpr, v.tpr) for v in defined(best).vertices] == [(Fraction("0.54"), Fraction(1, 10), Fraction(1, 2))]
    assert auc(*FAWCETT, "p") == Fraction(68, 100)


def test_iaml_predictors_1_and_2_can_be_one_model_at_two_thresholds() -> None:
    """Can you evaluate a system solely on performance? (TP 50 %, FP 20 %) and (TP 100 %, FP 60 %)."""
    scores = [3, 3, 1, 1, 3, 1, 1, 0, 0]
    curve = roc(scores, "++++-----", "+")
    assert {(Fraction(1, 5), Fraction(1, 2)), (Fraction(3, 5), Fraction(1))} <= set(defined(curve.points))


@pytest.mark.parametrize(("c_fp", "c_fn", "best"), [(10, 1, (0, Fraction(2, 5))), (1, 10, (1, 1)), (1, 1, (0, Fraction(2, 5)))])
def test_iaml_what_is_detection_cost(c_fp: int, c_fn: int, best: tuple[object, object]) -> None:
    """C_FP FPR + C_FN FNR, by hand at each vertex."""
    curve = roc(*TAN, "+")
    found = least(curve, partial(detection_cost, cost_fp=c_fp, cost_fn=c_fn))
    by_hand = {(x, y): c_fp * x + c_fn * (1 - y) for x, y in defined(curve.points)}
    assert defined(found).value == min(by_hand.values())
    assert (
        {(v.fpr, v.tpr) for v in defined(found).vertices}
        == {point for point, cost in by_hand.items() if cost == defined(found).value}
        == {best}
    )


def test_tan_using_roc_for_model_comparison() -> None:
    """No model outperforms the other throughout: M1 is better for small FPR, M2 for large; here two rankings of the same records."""
    m1 = roc([10, 9, 3, 2, 8, 7, 6, 5], "++++----", "+")
    m2 = roc([9, 8, 7, 6, 10, 5, 4, 3], "++++----", "+")
    found = compare_rocs(m1, m2)
    assert [(s.low, s.high, s.better) for s in defined(found).stretches] == [(0, Fraction(1, 4), 1), (Fraction(1, 4), 1, -1)]
    assert defined(found).better == {1, -1}
    assert auc([2, 1], "+-", "+") == 1 and auc([1, 1], "+-", "+") == Fraction(1, 2)  # "Ideal: Area = 1; Random guess: Area = 0.5"
    assert auc([1, 2], "+-", "+") == 0  # "Below diagonal line: prediction is opposite of the true class"


def test_erratum_cs6220_an_area_further_from_one_half_can_be_no_more_accurate() -> None:
    """`Model Selection: ROC Curves` (closer to 0.5, less accurate): with areas 0 and 1/2 the best accuracy can be the same."""
    assert (
        defined(greatest(roc([1, 2], "+-", "+"), accuracy)).value
        == Fraction(1, 2)
        == defined(greatest(roc([1, 1], "+-", "+"), accuracy)).value
    )


def test_the_hull_of_the_ten_records() -> None:
    assert convex_hull(roc(*TAN, "+")).points == ((0, 0), (0, Fraction(2, 5)), (1, 1))  # 2/5 + 3/5 x FPR passes above all others
