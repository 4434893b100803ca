"""Every figure that the documents print about confusion matrices, rates and costs, by the title of its slide."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from narrow import defined

from dtref.engines.confusion import confusion
from dtref.errors import Undefined
from dtref.exact.decimals import is_rounding
from dtref.spec.evaluation.confusion.averages import micro_average
from dtref.spec.evaluation.confusion.cost import CostMatrix, cost_of_accuracy, expected_cost, total_cost, uniform_costs
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion, actual_counts, predicted_counts
from dtref.spec.evaluation.confusion.rates import accuracy, error_rate, false_positive_rate, miss_rate, precision, recall, specificity
from dtref.spec.evaluation.confusion.scores import detection_cost, f1, f_harmonic

M1, M2 = (Confusion.from_rows("+-", rows) for rows in ([[150, 40], [60, 250]], [[250, 45], [5, 200]]))
COSTS = CostMatrix("+-", [[-1, 100], [1, 0]])
CANCER = BinaryCounts(tp=90, fn=210, fp=140, tn=9560)


@pytest.mark.parametrize(("model", "percent", "cost"), [(M1, 80, 3910), (M2, 90, 4255)], ids=["M1", "M2"])
def test_tan_and_evaluation_computing_cost_of_classification(model: Confusion, percent: int, cost: int) -> None:
    assert accuracy(model) == Fraction(percent, 100)
    assert total_cost(COSTS, model) == cost
    assert expected_cost(COSTS, model) == Fraction(cost, 500)


def test_tan_and_evaluation_limitation_of_accuracy() -> None:
    everything_is_0 = confusion([0] * 9990 + [1] * 10, [0] * 10000)
    assert is_rounding("99.9", 100 * defined(accuracy(everything_is_0)))
    assert recall(everything_is_0.one_vs_rest(1)) == 0  # "does not detect any class 1 example"


def test_tan_and_evaluation_cost_vs_accuracy() -> None:
    p, q = Fraction(-2, 3), Fraction(7)
    a, b, c, d = 150, 40, 60, 250
    assert total_cost(uniform_costs("+-", p, q), M1) == p * (a + d) + q * (b + c) == cost_of_accuracy(500, Fraction(a + d, 500), p, q)


def test_tan_cost_vs_accuracy_is_affine_and_seldom_proportional() -> None:
    """Erratum: "Accuracy is proportional to cost if" … Twice the accuracy is not twice the cost unless q = 0."""
    low, high = (cost_of_accuracy(100, share, p=0, q=1) for share in (Fraction(2, 5), Fraction(4, 5)))
    assert (low, high) == (60, 20)
    assert cost_of_accuracy(100, Fraction(4, 5), p=3, q=0) == 2 * cost_of_accuracy(100, Fraction(2, 5), p=3, q=0)


def test_tan_cost_sensitive_measures_are_equal_only_with_true_positives() -> None:
    """Erratum: F = 2rp/(r + p) = 2a/(2a + b + c); the first is 0/0 where a = 0 and the second is 0."""
    assert (f1(BinaryCounts(0, 1, 1, 5)), f_harmonic(BinaryCounts(0, 1, 1, 5))) == (0, Undefined("precision and recall are both 0"))


def test_cs6220_example_of_confusion_matrix() -> None:
    buys = Confusion.from_rows(("yes", "no"), [[6954, 46], [412, 2588]])
    assert actual_counts(buys) == (7000, 3000)
    assert predicted_counts(buys) == (7366, 2634)
    assert sum(actual_counts(buys)) == 10000


@pytest.mark.parametrize(
    ("printed", "measure"),
    [("30.00", recall), ("98.56", specificity), ("96.50", accuracy), ("39.13", precision), ("30.00", recall)],
    ids=lambda x: x if isinstance(x, str) else x.__name__,
)
def test_cs6220_classifier_evaluation_metrics_example(printed: str, measure: Callable[..., Any]) -> None:
    assert is_rounding(printed, 100 * measure(CANCER))


def test_cs6220_classifier_evaluation_metrics_example_totals() -> None:
    cancer = Confusion.from_rows(("yes", "no"), CANCER.rows)
    assert (actual_counts(cancer), predicted_counts(cancer)) == ((300, 9700), (230, 9770))


def test_cs6220_inverse_relationship_between_precision_and_recall_is_no_law() -> None:
    """Imprecise: "Inverse relationship between precision & recall". A second classifier of the same data can have more of both."""
    worse, better = BinaryCounts(1, 3, 3, 3), BinaryCounts(3, 1, 1, 5)
    assert defined(precision(worse)) < defined(precision(better))
    assert defined(recall(worse)) < defined(recall(better))


def test_iaml_what_is_a_confusion_matrix() -> None:
    animals = Confusion.from_rows(("Elephant", "Monkey", "Fish", "Lion"), [[25, 3, 0, 2], [3, 53, 2, 3], [2, 1, 24, 2], [1, 0, 2, 71]])
    assert animals.one_vs_rest("Monkey") == BinaryCounts(tp=53, fn=3 + 2 + 3, fp=3 + 1 + 0, tn=25 + 0 + 2 + 2 + 24 + 2 + 1 + 2 + 71)
    assert accuracy(animals) == Fraction(25 + 53 + 24 + 71, 30 + 61 + 29 + 74) == micro_average(f1, animals)


def test_iaml_classification_error_and_accuracy() -> None:
    nobody_gets_the_prize = BinaryCounts(tp=0, fn=1, fp=0, tn=999_999)  # 0.0001% of the population
    assert 100 * defined(accuracy(nobody_gets_the_prize)) == Fraction("99.9999")


def test_iaml_recall_precision_miss_and_false_alarm() -> None:
    everything, nothing = BinaryCounts(4, 0, 6, 0), BinaryCounts(0, 4, 0, 6)
    assert recall(everything) == 1  # "it is easy to get 100% Recall,
    assert false_positive_rate(nothing) == 0  # or 0% False Alarm"


def test_iaml_detection_cost_is_a_sum_and_no_average() -> None:
    """Erratum: "it is a weighted average of the FP,FN rates". With C_FP + C_FN = 2 it exceeds both rates."""
    n = BinaryCounts(1, 1, 1, 1)
    assert (detection_cost(n, 1, 1), false_positive_rate(n), miss_rate(n)) == (1, Fraction(1, 2), Fraction(1, 2))
    average = detection_cost(BinaryCounts(3, 1, 1, 1), Fraction(1, 3), Fraction(2, 3))
    assert Fraction(1, 4) < defined(average) < Fraction(1, 2)


def test_iaml_f_measure_leaves_out_true_negatives_and_not_false_negatives() -> None:
    """Erratum: "a measure similar to accuracy, but without including false negatives"."""
    assert f1(BinaryCounts(3, 1, 1, 1)) != f1(BinaryCounts(3, 2, 1, 1))
    assert f1(BinaryCounts(3, 1, 1, 1)) == f1(BinaryCounts(3, 1, 1, 10**30))


def test_cs422_model_evaluation_metrics_both_orientations() -> None:
    tp, fn, fp, tn = 1, 2, 3, 4
    first = Confusion.from_rows(("Yes", "No"), [[tp, fn], [fp, tn]])  # ACTUAL CLASS at the left
    second = Confusion.from_predicted_rows(("Yes", "No"), [[tp, fp], [fn, tn]])  # Predicted Class at the left
    assert first == second
    assert first.one_vs_rest("Yes") == BinaryCounts(tp, fn, fp, tn)


def test_evaluation_hypothesis_evaluation_sample_error() -> None:
    """Example: h misclassifies 50 of the 100 samples in S."""
    truth, guess = [i % 2 for i in range(100)], [0] * 100
    assert error_rate(confusion(truth, guess)) == Fraction(1, 100) * sum(f != h for f, h in zip(truth, guess, strict=True))
    assert is_rounding("0.50", defined(error_rate(confusion(truth, guess))))
