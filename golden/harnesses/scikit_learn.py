"""
A harness for scikit-learn, by the protocol of ../PROTOCOL.md: its trees of numbers, its impurities, its metrics.

It translates, and computes nothing: what a number means is scikit-learn's own doing. Run: dtref judge --impl "python3 scikit_learn.py".
"""

from __future__ import annotations

import json
import re
import sys
import warnings
from collections.abc import Callable

warnings.simplefilter("ignore")
import numpy as np  # noqa: E402
import sklearn  # noqa: E402
from sklearn import metrics  # noqa: E402
from sklearn.model_selection import KFold, LeaveOneOut  # noqa: E402
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor  # noqa: E402

NAN = {"zero_division": float("nan")}
NUMERAL = re.compile(r"[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?", re.IGNORECASE | re.ASCII)


def number(text: str) -> float:
    top, _, below = text.partition("/")
    return float(top) / float(below or 1)


# Measures of a table of counts, of scores, of numbers


def labels(given: dict) -> tuple[list[str], list[str], list[float]]:
    """Actual and predicted labels, and weights: of four counts, or of a confusion matrix."""
    if "matrix" not in given:
        cells = {("+", "+"): "tp", ("+", "-"): "fn", ("-", "+"): "fp", ("-", "-"): "tn"}
        return [a for a, _ in cells], [p for _, p in cells], [number(given[name]) for name in cells.values()]
    matrix = given["matrix"]
    if "actual" in matrix:
        return matrix["actual"], matrix["predicted"], [number(w) for w in matrix.get("weights", ["1"] * len(matrix["actual"]))]
    names, by_row = matrix["classes"], "rows" if "rows" in matrix else "predicted_rows"
    cells = [(r, c, number(n)) for r, row in zip(names, matrix[by_row], strict=True) for c, n in zip(names, row, strict=True)]
    first, second, weights = map(list, zip(*cells, strict=True))
    return (first, second, weights) if by_row == "rows" else (second, first, weights)


def of_counts(metric: Callable, **options: object) -> Callable:
    def answer(given: dict) -> float:
        actual, predicted, weights = labels(given)
        return float(metric(actual, predicted, sample_weight=weights, **options))

    return answer


def of_classes(average: str | None) -> Callable:
    def answer(given: dict) -> object:
        metric = {"precision": metrics.precision_score, "recall": metrics.recall_score, "f1": metrics.f1_score}.get(given["measure"])
        if metric is None:
            raise NotImplementedError(f"no averages of {given['measure']}")
        zero = {"zero_division": float(given.get("if_undefined", "nan"))}
        actual, predicted, weights = labels(given)
        names = given["matrix"].get("classes", sorted({*actual, *predicted}))
        return np.asarray(metric(actual, predicted, labels=names, average=average, sample_weight=weights, **zero)).tolist()

    return answer


def confusion_matrix(given: dict) -> dict:
    actual, predicted, weights = labels(given)
    names = given["matrix"].get("classes", sorted({*actual, *predicted}))
    return {"classes": names, "rows": metrics.confusion_matrix(actual, predicted, labels=names, sample_weight=weights).tolist()}


def of_scores(metric: Callable) -> Callable:
    def answer(given: dict) -> object:
        if given.get("curve", "roc") != "roc":
            raise NotImplementedError("one curve only")
        weights = [number(w) for w in given["weights"]] if "weights" in given else None
        return metric([label == given["positive"] for label in given["labels"]], [number(s) for s in given["scores"]], weights, given)

    return answer


def partial_auc(actual: list, scores: list, weights: list | None, given: dict) -> float:
    if given["low"] != "0":
        raise NotImplementedError("from 0 only")
    return float(metrics.roc_auc_score(actual, scores, sample_weight=weights, max_fpr=number(given["high"])))


def roc_points(actual: list, scores: list, weights: list | None, _: dict) -> list:
    fpr, tpr, _ = metrics.roc_curve(actual, scores, sample_weight=weights, drop_intermediate=False)
    return np.column_stack((fpr, tpr)).tolist()


def of_numbers(metric: Callable) -> Callable:
    return lambda given: float(metric([number(y) for y in given["actual"]], [number(y) for y in given["predicted"]]))


def folds(given: dict, splitter: object) -> list[dict]:
    order = given.get("order", [str(i + 1) for i in range(int(given.get("records", 0)))])
    return [{"training": [order[i] for i in train], "test": [order[i] for i in test]} for train, test in splitter.split(order)]


# Impurities: those of a tree's root; gains: the importance of the only column of a tree with one split


def impurity(criterion: str) -> Callable:
    return lambda given: float(stump(criterion, [given["counts"]]).tree_.impurity[0])


def importance(criterion: str) -> Callable:
    def answer(given: dict) -> float:
        if sum(any(number(n) for n in row) for row in given["children"]) != 2:
            raise NotImplementedError("two branches with records only")
        if [sum(map(number, column)) for column in zip(*given["children"], strict=True)] != [number(n) for n in given["node"]]:
            raise NotImplementedError("children that are not all of the node")
        return float(stump(criterion, given["children"]).tree_.compute_feature_importances(normalize=False)[0])

    return answer


def stump(criterion: str, rows: list[list[str]]) -> DecisionTreeClassifier:
    """A tree of one split at most, of records that are given by their class counts in each branch."""
    cells = [(branch, label, number(n)) for branch, row in enumerate(rows) for label, n in enumerate(row) if number(n)]
    x, y, weights = zip(*cells, strict=True) if cells else ((), (), ())
    return DecisionTreeClassifier(criterion=criterion, max_depth=1).fit(np.array(x).reshape(-1, 1), y, weights)


def variance(given: dict) -> float:
    return float(DecisionTreeRegressor().fit([[0.0] for _ in given["values"]], [number(y) for y in given["values"]]).tree_.impurity[0])


# Trees


class Grown:
    """A tree that scikit-learn grew from a table of the protocol."""

    def __init__(self, given: dict, **options: object) -> None:
        learner = {"cart": DecisionTreeClassifier, "regression-tree": DecisionTreeRegressor}.get(given["preset"])
        data = given["data"]
        if learner is None or "rows" not in data:
            raise NotImplementedError(f"no {given['preset']}" if learner is None else "data in files")
        if {"nominal", "ordinal"} & data.keys() - {"nominal"} or set(data.get("nominal", {})) - {data["target"]}:
            raise NotImplementedError("no nominal attributes")
        if learner is DecisionTreeRegressor and data["target"] not in data.get("continuous", []):
            raise NotImplementedError("no means of classes")
        aside = {data["target"], data.get("weights"), *data.get("ignore", [])}
        self.names = [name for name in data["header"] if name not in aside]
        if len(set(data["header"])) < len(data["header"]) or any(len(row) != len(data["header"]) for row in data["rows"]):
            raise NotImplementedError("no table with named columns")
        column = {name: [row[i] for row in data["rows"]] for i, name in enumerate(data["header"])}
        if not all(NUMERAL.fullmatch(cell) for name in self.names for cell in column[name]):
            raise NotImplementedError("no nominal attributes, no missing values")
        self.x = np.array([[number(cell) for cell in column[name]] for name in self.names]).T.reshape(len(data["rows"]), -1)
        self.regression = learner is DecisionTreeRegressor
        target = column[data["target"]]
        weights = [number(w) for w in column[data["weights"]]] if "weights" in data else None
        self.classes = data.get("nominal", {}).get(data["target"]) or sorted(set(target))
        self.target = [number(y) for y in target] if self.regression else target
        self.fitted = learner(random_state=0, **options).fit(self.x, self.target, weights)

    def counts(self, node: int) -> dict:
        if self.regression:
            return {}
        tree = self.fitted.tree_
        found = dict(zip(self.fitted.classes_, tree.value[node][0] * tree.weighted_n_node_samples[node], strict=True))
        return {"counts": {name: found.get(name, 0) for name in self.classes}}

    def test(self, node: int) -> dict:
        tree = self.fitted.tree_
        return {"threshold": self.names[tree.feature[node]], "side": "<=", "cut": float(tree.threshold[node])}

    def node(self, at: int = 0) -> dict:
        tree = self.fitted.tree_
        if tree.children_left[at] == tree.children_right[at]:
            return {"labels": [self.label(at)], **self.counts(at)}
        below = {"yes": tree.children_left[at], "no": tree.children_right[at]}
        branches = [{"if": name, "then": self.node(child)} for name, child in below.items()]
        return {**self.counts(at), "test": self.test(at), "branches": branches}

    def label(self, node: int) -> str | float:
        value = self.fitted.tree_.value[node][0]
        return float(value[0]) if self.regression else str(self.fitted.classes_[value.argmax()])


def best_tests(given: dict) -> dict:
    grown = Grown(given)
    if grown.fitted.tree_.node_count == 1:
        return {"tests": []}
    stump = Grown(given, max_depth=1)
    return {"tests": [stump.test(0)], "value": float(stump.fitted.tree_.compute_feature_importances(normalize=False).sum())}


def predict(given: dict) -> dict:
    grown = Grown(given)
    record = [[number(given["record"][name]) for name in grown.names]]
    if grown.regression:
        return {"labels": grown.fitted.predict(record).tolist(), "distribution": None}
    known = dict(zip(grown.fitted.classes_, grown.fitted.predict_proba(record)[0], strict=True))
    return {"labels": grown.fitted.predict(record).tolist(), "distribution": {name: known.get(name, 0) for name in grown.classes}}


def training_errors(given: dict) -> float:
    grown = Grown(given)
    if grown.regression:
        raise NotImplementedError("numbers are not wrong or right")
    return float(metrics.zero_one_loss(grown.target, grown.fitted.predict(grown.x), normalize=False))


OPERATIONS = {
    "accuracy": of_counts(metrics.accuracy_score),
    "error_rate": of_counts(metrics.zero_one_loss),
    "balanced_accuracy": of_counts(metrics.balanced_accuracy_score),
    "cohen_kappa": of_counts(metrics.cohen_kappa_score),
    "recall": of_counts(metrics.recall_score, pos_label="+", **NAN),
    "specificity": of_counts(metrics.recall_score, pos_label="-", **NAN),
    "precision": of_counts(metrics.precision_score, pos_label="+", **NAN),
    "negative_predictive_value": of_counts(metrics.precision_score, pos_label="-", **NAN),
    "f1": of_counts(metrics.f1_score, pos_label="+", **NAN),
    "f_beta": lambda given: of_counts(metrics.fbeta_score, pos_label="+", beta=number(given["beta"]), **NAN)(given),
    "per_class": of_classes(None),
    "macro_average": of_classes("macro"),
    "weighted_average": of_classes("weighted"),
    "micro_average": of_classes("micro"),
    "confusion_matrix": confusion_matrix,
    "auc": of_scores(lambda actual, scores, weights, _: float(metrics.roc_auc_score(actual, scores, sample_weight=weights))),
    "average_precision": of_scores(lambda actual, scores, w, _: float(metrics.average_precision_score(actual, scores, sample_weight=w))),
    "standardised_partial_auc": of_scores(partial_auc),
    "roc_points": of_scores(roc_points),
    "mean_squared_error": of_numbers(metrics.mean_squared_error),
    "root_mean_squared_error": of_numbers(metrics.root_mean_squared_error),
    "mean_absolute_error": of_numbers(metrics.mean_absolute_error),
    "median_absolute_deviation_about_prediction": of_numbers(metrics.median_absolute_error),
    "r_squared_of_constants": of_numbers(metrics.r2_score),
    "k_fold": lambda given: folds(given, KFold(int(given["folds"]))),
    "leave_one_out": lambda given: folds(given, LeaveOneOut()),
    "gini": impurity("gini"),
    "entropy": impurity("entropy"),
    "gini_reduction": importance("gini"),
    "gain": importance("entropy"),
    "variance": variance,
    "grow": lambda given: Grown(given).node(),
    "best_tests": best_tests,
    "predict": predict,
    "training_errors": training_errors,
}


def part(answer: object, path: list[str]) -> object:
    for name in path:
        answer = answer[int(name) - 1] if isinstance(answer, list) else answer[name]
    return answer


def reply(message: dict) -> dict:
    case, seq = message["case"], {"seq": message["seq"]}
    try:
        return {**seq, "answer": part(OPERATIONS[case["operation"]](case["given"]), case.get("part", []))}
    except KeyError as name:
        return {**seq, "skipped": f"no {name}"} if case["operation"] not in OPERATIONS else {**seq, "refused": f"no {name}"}
    except NotImplementedError as why:
        return {**seq, "skipped": str(why)}
    except (ValueError, OverflowError) as why:
        return {**seq, "refused": str(why)}
    except Exception as problem:
        return {**seq, "errored": repr(problem)}


if __name__ == "__main__":
    for line in sys.stdin:
        said = json.loads(line)
        if said["cmd"] == "stop":
            break
        about = {"version": 1, "implementation": {"name": "scikit-learn", "language": "python", "version": sklearn.__version__}}
        print(json.dumps(about if said["cmd"] == "start" else reply(said)), flush=True)
