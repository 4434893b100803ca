"""What the operations on confusion matrices and scores refuse, and how they agree with one another and with counting by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dtref.errors import Invalid, shortened
from dtref.io.numbers import Json
from dtref.oracle.operations.answers import write_answer
from dtref.oracle.operations.registry import run
from dtref.spec.evaluation.confusion.by_name import RATES

MATRIX = {"classes": ["+", "-"], "rows": [["7", "5"], ["3", "11"]]}
COUNTS = {"tp": "7", "fn": "5", "fp": "3", "tn": "11"}
COSTS = {"classes": ["+", "-"], "rows": [["0", "5"], ["1", "0"]]}
SCORED = {"scores": ["0.9", "0.8"], "labels": ["+", "-"], "positive": "+"}

REFUSED = {
    "a matrix that is not square": (
        "accuracy",
        {"matrix": {"classes": ["+", "-"], "rows": [["1", "2"]]}},
        "confusion matrix: expected 2 rows of 2 numbers (got 'rows of 2')",
    ),
    "a count below 0": (
        "accuracy",
        {"matrix": {"classes": ["+"], "rows": [["-1"]]}},
        "confusion matrix, row 1, column 1: expected an exact number of at least 0 (got Fraction(-1, 1))",
    ),
    "rows of both orientations": (
        "accuracy",
        {"matrix": {**MATRIX, "predicted_rows": MATRIX["rows"]}},
        "accuracy, given, matrix: expected inputs 'classes', 'predicted_rows' (got 'rows')",
    ),
    "rows and labels": (
        "accuracy",
        {"matrix": {**MATRIX, "actual": ["+"], "predicted": ["+"]}},
        "accuracy, given, matrix: expected inputs 'actual', 'predicted', 'classes', 'weights' (got 'rows')",
    ),
    "a label that is no class": (
        "confusion_matrix",
        {"matrix": {"actual": ["+"], "predicted": ["?"], "classes": ["+", "-"]}},
        "record 1, predicted class: expected one of the classes '+', '-' (got '?')",
    ),
    "a matrix and counts": (
        "accuracy",
        {"matrix": MATRIX, "tp": "1"},
        "accuracy, given: expected one of 'tp' with 'fn' with 'fp' with 'tn' and 'matrix' (got 'both')",
    ),
    "a count that is missing": (
        "recall",
        {"tp": "1", "fn": "1", "fp": "1"},
        "recall, given: expected an input 'tn' (got ['fn', 'fp', 'tp'])",
    ),
    "a matrix where counts are wanted": (
        "recall",
        {"matrix": MATRIX},
        "recall, given: expected inputs 'tp', 'fn', 'fp', 'tn' (got 'matrix')",
    ),
    "an unknown measure": (
        "macro_average",
        {"matrix": MATRIX, "measure": "matthews"},
        f"macro_average, given, measure: expected {shortened('one of ' + ', '.join(map(repr, RATES)))} (got 'matthews')",
    ),
    "an unknown convention": (
        "micro_average",
        {"matrix": MATRIX, "measure": "recall", "if_undefined": "nan"},
        "micro_average, given, if_undefined: expected one of '0', '1' (got 'nan')",
    ),
    "a negative weight": ("f_beta", {**COUNTS, "beta": "-1"}, "beta: expected an exact number of at least 0 (got Fraction(-1, 1))"),
    "costs of other classes": (
        "total_cost",
        {"costs": {**COSTS, "classes": ["a", "b"]}, "matrix": MATRIX},
        "cost matrix: expected the classes '+', '-' (got ['a', 'b'])",
    ),
    "shares of other classes": (
        "minimum_cost_labels",
        {"costs": COSTS, "shares": ["1"]},
        "class shares: expected 2 shares, one for each class (got 1)",
    ),
    "a score that is no decimal": ("auc", {**SCORED, "scores": ["1/2", "0"]}, "numeral: expected a number (got '1/2')"),
    "a label too few": ("roc", {**SCORED, "labels": ["+"]}, "labels: expected 2 labels, one for each score (got 1)"),
    "a weight of 0": (
        "roc",
        {**SCORED, "weights": ["1", "0"]},
        "weight of record 2: expected an exact number above 0 (got Fraction(0, 1))",
    ),
    "an unknown rule": (
        "roc_at",
        {**SCORED, "thresholds": ["1"], "rule": "="},
        "roc_at, given, rule: expected one of '>=', '>' (got '=')",
    ),
    "an unknown curve": (
        "roc_points",
        {**SCORED, "curve": "hull"},
        "roc_points, given, curve: expected one of 'roc', 'roc_per_record' (got 'hull')",
    ),
    "a range that is none": (
        "partial_auc",
        {**SCORED, "low": "1", "high": "1/2"},
        "high: expected an FPR above low = 1 (got Fraction(1, 2))",
    ),
    "a share above 1": (
        "cheapest_thresholds_at",
        {**SCORED, "cost_fp": "1", "cost_fn": "1", "share": "2"},
        "pi: expected an exact number from 0 to 1 (got Fraction(2, 1))",
    ),
}


@pytest.mark.parametrize(("operation", "given", "message"), REFUSED.values(), ids=REFUSED.keys())
def test_an_operation_refuses(operation: str, given: dict[str, object], message: str) -> None:
    with pytest.raises(Invalid) as caught:
        run(operation, given)
    assert str(caught.value) == message


def test_a_matrix_may_be_given_in_four_ways() -> None:
    actual = ["+"] * 12 + ["-"] * 14
    predicted = ["+"] * 7 + ["-"] * 5 + ["+"] * 3 + ["-"] * 11
    ways: list[dict[str, object]] = [
        MATRIX,
        {"classes": ["+", "-"], "predicted_rows": [["7", "3"], ["5", "11"]]},
        {"actual": actual, "predicted": predicted},
        {"actual": list("++--"), "predicted": list("+-+-"), "weights": ["7", "5", "3", "11"]},
    ]
    assert [write_answer(run("confusion_matrix", {"matrix": way})) for way in ways] == [MATRIX] * 4
    assert run("accuracy", {"matrix": MATRIX}) == run("accuracy", COUNTS) == Fraction(18, 26)


def test_a_root_is_its_signed_square_and_its_value() -> None:
    assert write_answer(run("matthews", {"tp": "1", "fn": "2", "fp": "3", "tn": "1"})) == {"signed_square": "-25/144", "value": "-5/12"}
    assert write_answer(run("matthews", {"tp": "1", "fn": "1", "fp": "0", "tn": "1"})) == {
        "signed_square": "1/4",
        "value": "1/2",
    }
    assert write_answer(run("matthews", {"tp": "2", "fn": "1", "fp": "0", "tn": "1"})) == {
        "signed_square": "1/3",
        "value": {"decimal": "0.577350269190"},
    }
    assert write_answer(run("matthews", {"tp": "1", "fn": "0", "fp": "1", "tn": "0"})) == {
        "undefined": "one class only, actual or predicted"
    }


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=9), st.integers(-1, 10))
def test_what_a_threshold_gives_is_counted(records: list[tuple[int, bool]], doubled: int) -> None:
    """Between scores, at scores and beyond them: each record is looked at."""
    scored: dict[str, Json] = {"scores": [str(s) for s, _ in records], "labels": ["+" if p else "-" for _, p in records], "positive": "+"}
    t = Fraction(doubled, 2)
    for rule, passes in ((">=", Fraction.__ge__), (">", Fraction.__gt__)):
        tp = sum(p and passes(Fraction(s), t) for s, p in records)
        fp = sum(not p and passes(Fraction(s), t) for s, p in records)
        positives = sum(p for _, p in records)
        row = write_answer(run("roc_at", {**scored, "thresholds": [str(float(t))], "rule": rule}))
        assert isinstance(row, list) and isinstance(row[0], list)
        assert row[0][:5] == [str(x) for x in (t, tp, fp, len(records) - positives - fp, positives - tp)]


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=2, max_size=9))
def test_areas_agree_and_the_hull_has_the_largest(records: list[tuple[int, bool]]) -> None:
    scored = {"scores": [str(s) for s, _ in records], "labels": ["+" if p else "-" for _, p in records], "positive": "+"}
    routes = [write_answer(run(f"auc{route}", scored)) for route in ("", "_by_pairs", "_by_ranks", "_by_trapezoids")]
    assert routes == [routes[0]] * 4
    if isinstance(routes[0], str):
        hull = write_answer(run("auc_of_convex_hull", scored))
        assert isinstance(hull, str) and Fraction(hull) >= max(Fraction(routes[0]), Fraction(1, 2))
