"""Metrics as functions of labels, scores and numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import pytest

import dtref
from dtref.errors import Invalid
from dtref.oracle.judge.outcomes import Outcome


def precision(y_true: Sequence[int], y_pred: Sequence[int]) -> float:
    found = [a for a, p in zip(y_true, y_pred, strict=True) if p == 1]
    return sum(found) / len(found) if found else 0.0


def f_beta(y_true: Sequence[int], y_pred: Sequence[int], beta: float = 1, sample_weight: Sequence[float] | None = None) -> float:
    weights = sample_weight or [1.0] * len(y_true)
    cells: Counter[tuple[int, int]] = Counter()
    for a, p, w in zip(y_true, y_pred, weights, strict=True):
        cells[a, p] += w  # type: ignore[assignment]
    top = (1 + beta**2) * cells[1, 1]
    below = top + beta**2 * cells[1, 0] + cells[0, 1]
    return top / below if below else float("nan")


def auc(labels: Sequence[int], scores: Sequence[float]) -> float:
    pairs = [(s > t) + (s == t) / 2 for s, a in zip(scores, labels, strict=True) if a for t, b in zip(scores, labels, strict=True) if not b]
    return sum(pairs) / len(pairs) if pairs else float("nan")


def mean_absolute_error(y_true: Sequence[float], y_pred: Sequence[float]) -> float:
    errors = [abs(a - p) for a, p in zip(y_true, y_pred, strict=True)]
    return sum(errors) / len(errors) if errors else float("nan")


def confusion_matrix(y_true: Sequence[str], y_pred: Sequence[str], labels: Sequence[str]) -> list[list[int]]:
    counts = Counter(zip(y_true, y_pred, strict=True))
    return [[counts[a, p] for p in labels] for a in labels]


def outcomes(metrics: Any, excuse: object = None, examples: int = 10) -> Counter[Outcome]:
    return Counter(result.judgement.outcome for result in dtref.judge_metrics(metrics, examples=examples, excuse=excuse))


RIGHT = {"f_beta": f_beta, "auc": auc, "mean_absolute_error": mean_absolute_error, "confusion_matrix": confusion_matrix}


@pytest.mark.parametrize("operation", RIGHT)
def test_a_right_metric_is_right_from_its_labels(operation: str) -> None:
    found = outcomes({operation: RIGHT[operation]}, "doubles")
    assert found[Outcome.FAILED] == 0
    assert found[Outcome.PASSED] + found[Outcome.ACCEPTABLE] >= 10


def test_a_convention_and_what_is_behind_it() -> None:
    assert outcomes({"precision": precision})[Outcome.FAILED] > 0
    assert outcomes({"precision": precision}, "undefined zero")[Outcome.FAILED] == 0
    swapped = {"precision": lambda y_true, y_pred: precision(y_pred, y_true)}
    assert outcomes(swapped, "undefined zero")[Outcome.FAILED] > 0


def test_a_module_as_libraries_are() -> None:
    library = ModuleType("library")
    library.precision_score, library.other = precision, None  # type: ignore[attr-defined]
    assert {result.case.call.operation for result in dtref.judge_metrics(library)} == {"precision"}
    with pytest.raises(Invalid, match="a module with functions such as accuracy_score"):
        dtref.judge_metrics(ModuleType("empty"))


def test_what_are_no_metrics() -> None:
    for wrong in ({"ginny": precision}, {"gini": precision}, {"f1": 3}, 3):
        with pytest.raises(Invalid, match=r"^metrics: expected"):
            dtref.judge_metrics(wrong)
