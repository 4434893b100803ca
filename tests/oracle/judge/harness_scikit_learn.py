"""A harness: scikit-learn's metrics, by the protocol of golden/PROTOCOL.md. Run by dtref judge, or by the tests."""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable

warnings.simplefilter("ignore")
import sklearn  # noqa: E402
from sklearn import metrics  # noqa: E402
from sklearn.model_selection import KFold  # noqa: E402


def labels(given: dict) -> tuple[list[int], list[int], list[float]]:
    """Two classes by their four counts: actual and predicted labels, and weights."""
    cells = {(1, 1): "tp", (1, 0): "fn", (0, 1): "fp", (0, 0): "tn"}
    actual, predicted = zip(*cells, strict=True)
    return list(actual), list(predicted), [number(given[name]) for name in cells.values()]


def number(text: str) -> float:
    top, _, below = text.partition("/")
    return float(top) / float(below or 1)


def of_counts(metric: Callable, **options: object) -> Callable:
    def answer(given: dict) -> float:
        actual, predicted, weights = labels(given)
        return float(metric(actual, predicted, sample_weight=weights, **options))

    return answer


def of_scores(given: dict) -> float:
    actual = [label == given["positive"] for label in given["labels"]]
    weights = [number(w) for w in given["weights"]] if "weights" in given else None
    return float(metrics.roc_auc_score(actual, [number(s) for s in given["scores"]], sample_weight=weights))


def of_numbers(metric: Callable) -> Callable:
    return lambda given: float(metric([number(y) for y in given["actual"]], [number(y) for y in given["predicted"]]))


def k_fold(given: dict) -> list[dict]:
    order = [int(i) for i in given["order"]] if "order" in given else list(range(1, int(given["records"]) + 1))
    folds = KFold(int(given["folds"])).split(order)
    return [{"training": [str(order[i]) for i in train], "test": [str(order[i]) for i in test]} for train, test in folds]


NAN = {"zero_division": float("nan")}
OPERATIONS = {
    "accuracy": of_counts(metrics.accuracy_score),
    "recall": of_counts(metrics.recall_score, **NAN),
    "precision": of_counts(metrics.precision_score, **NAN),
    "f1": of_counts(metrics.f1_score, **NAN),
    "cohen_kappa": of_counts(metrics.cohen_kappa_score),
    "auc": of_scores,
    "mean_squared_error": of_numbers(metrics.mean_squared_error),
    "mean_absolute_error": of_numbers(metrics.mean_absolute_error),
    "r_squared": of_numbers(metrics.r2_score),
    "k_fold": k_fold,
}


def reply(message: dict) -> dict:
    case = message["case"]
    if case["operation"] not in OPERATIONS or "matrix" in case["given"]:
        return {"seq": message["seq"], "skipped": "not asked of scikit-learn here"}
    try:
        return {"seq": message["seq"], "answer": OPERATIONS[case["operation"]](case["given"])}
    except ValueError as why:
        return {"seq": message["seq"], "refused": str(why)}
    except Exception as problem:
        return {"seq": message["seq"], "errored": repr(problem)}


if __name__ == "__main__":
    for line in sys.stdin:
        said = json.loads(line)
        if said["cmd"] == "stop":
            break
        about = {"version": 1, "implementation": {"name": "scikit-learn", "language": "python", "version": sklearn.__version__}}
        print(json.dumps(about if said["cmd"] == "start" else reply(said)), flush=True)
