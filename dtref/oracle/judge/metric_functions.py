"""Judges metrics that are functions of labels, scores or numbers, record by record, as libraries have them: f(y_true, y_pred)."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, repeat
from types import ModuleType
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.numbers import Json
from dtref.oracle.judge.judge import judge
from dtref.oracle.judge.results import Result
from dtref.oracle.operations.evaluation.matrix_inputs import read_matrix
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import OPERATIONS

MOST_RECORDS = 2000
"""The most records that are written out one by one; more are asked by weights, where a function takes them."""
_FOUR = ("tp", "fn", "fp", "tn")
_IS_POSITIVE = {"tp": (1, 1), "fn": (1, 0), "fp": (0, 1), "tn": (0, 0)}
"""The actual and the predicted class of a record of each count."""
_WEIGHTS = ("sample_weight", "weights")
"""What functions call the weights of records."""

FUNCTIONS_OF_LIBRARIES: Mapping[str, str] = {
    "accuracy_score": "accuracy",
    "zero_one_loss": "error_rate",
    "balanced_accuracy_score": "balanced_accuracy",
    "precision_score": "precision",
    "recall_score": "recall",
    "f1_score": "f1",
    "fbeta_score": "f_beta",
    "jaccard_score": "jaccard",
    "specificity_score": "specificity",
    "sensitivity_score": "recall",
    "geometric_mean_score": "g_mean",
    "cohen_kappa_score": "cohen_kappa",
    "matthews_corrcoef": "matthews",
    "confusion_matrix": "confusion_matrix",
    "roc_auc_score": "auc",
    "average_precision_score": "average_precision",
    "mean_squared_error": "mean_squared_error",
    "root_mean_squared_error": "root_mean_squared_error",
    "mean_absolute_error": "mean_absolute_error",
    "median_absolute_error": "median_absolute_deviation_about_prediction",
    "r2_score": "r_squared_of_constants",
}
"""What libraries call their metrics -> the operation that each is."""

Metric: TypeAlias = Callable[..., object]


@refuses_other_kinds
def judge_metrics(metrics: object, *, examples: int = 0, excuse: object = None) -> Iterator[Result]:
    """
    Judges metrics by the golden cases of their operations, as `dtref.judge` does.

    metrics: {operation: function}, or a module whose functions have names as scikit-learn's. A function gets what its operation is about:
    the actual and the predicted label of each record (1 and 0, 1 positive, where the question is of four counts), the numbers of a
    regression, or the actual labels and the scores; further inputs, such as beta, by name; weights as `sample_weight` or `weights`, if it
    has such a parameter, else questions with weights that aren't whole are skipped. examples, excuse: as in `dtref.judge`. Errors: Invalid
    for a name that is no operation, or that no such function can answer.

    >>> wrong = {"precision": lambda y_true, y_pred: sum(a == p == 1 for a, p in zip(y_true, y_pred)) / max(1, len(y_pred))}
    >>> {result.judgement.outcome.value for result in judge_metrics(wrong)} >= {"passed", "failed"}
    True
    """
    functions = _functions(metrics)
    for name in functions:
        if name not in OPERATIONS or _shape(name) is None:
            raise Invalid("metrics", "operations on labels, scores or numbers of records, such as 'f1'", name)
    adapter = {name: _asked(name, function) for name, function in functions.items()}
    return judge(adapter, list(functions), examples=examples, excuse=excuse)


def _functions(metrics: object) -> Mapping[str, Metric]:
    if isinstance(metrics, ModuleType):
        found = {FUNCTIONS_OF_LIBRARIES[name]: getattr(metrics, name) for name in FUNCTIONS_OF_LIBRARIES if hasattr(metrics, name)}
        if not found:
            raise Invalid("metrics", f"a module with functions such as {', '.join([*FUNCTIONS_OF_LIBRARIES][:3])}", metrics.__name__)
        return found
    if not isinstance(metrics, Mapping) or not all(callable(function) for function in metrics.values()):
        raise Invalid("metrics", "{operation: function}, or a module", metrics)
    return {str(name): function for name, function in metrics.items()}


def _shape(operation: str) -> Callable[[Mapping[str, Json]], RecordColumns] | None:
    """How the inputs of an operation are records; None where they are none."""
    kinds = OPERATIONS[operation].inputs.kinds.keys()
    if kinds >= {*_FOUR}:
        return _of_counts
    if "matrix" in kinds and "costs" not in kinds:
        return _of_matrix
    if kinds >= {"scores", "labels", "positive"}:
        return _of_scores
    return _of_numbers if kinds == {"actual", "predicted"} else None


@frozen
class RecordColumns:
    """The two arguments of a metric, the weight of each record, and the classes of a matrix."""

    actual: Sequence[object]
    predicted: Sequence[object]
    weights: Sequence[Fraction]
    classes: tuple[str, ...] = ()


def _of_counts(given: Mapping[str, Json]) -> RecordColumns:
    if "matrix" in given:
        return _of_matrix(given)
    pairs = list(_IS_POSITIVE.values())
    return RecordColumns([a for a, _ in pairs], [p for _, p in pairs], [Fraction(str(given[name])) for name in _FOUR])


def _of_matrix(given: Mapping[str, Json]) -> RecordColumns:
    matrix = read_matrix(given["matrix"], "matrix")
    rows, classes = zip(matrix.classes, matrix.rows, strict=True), tuple(map(str, matrix.classes))
    cells = [(a, p, Fraction(str(n))) for a, row in rows for p, n in zip(matrix.classes, row, strict=True)]
    return RecordColumns([a for a, _, _ in cells], [p for _, p, _ in cells], [n for _, _, n in cells], classes)


def _of_scores(given: Mapping[str, Json]) -> RecordColumns:
    inputs = Given(given)
    labels, positive = inputs.texts("labels"), inputs.text("positive")
    weights = [Fraction(w) for w in inputs.texts("weights")] if "weights" in given else [Fraction(1)] * len(labels)
    return RecordColumns([int(label == positive) for label in labels], [float(Fraction(s)) for s in inputs.texts("scores")], weights)


def _of_numbers(given: Mapping[str, Json]) -> RecordColumns:
    inputs = Given(given)
    actual, predicted = ([float(Fraction(y)) for y in inputs.texts(name)] for name in ("actual", "predicted"))
    return RecordColumns(actual, predicted, [Fraction(1)] * len(actual))


def _asked(operation: str, metric: Metric) -> Callable[..., object]:
    """A function of an operation's inputs that asks a metric."""
    shape = _shape(operation)
    assert shape is not None, "it was checked"
    parameters = _parameters(metric)
    weighing = next((name for name in _WEIGHTS if name in parameters), "")

    def answer(**given: Json) -> object:
        more = {name: float(Fraction(str(part))) for name, part in given.items() if name in parameters and _is_plain(part)}
        records = shape(given)
        if min(records.weights, default=Fraction(0)) < 0:
            raise NotImplementedError("records can't be fewer than none")
        options: dict[str, object] = {**more}
        if set(records.weights) == {1}:
            actual, predicted = list(records.actual), list(records.predicted)
        elif _written_out(records):
            counts = [int(n) for n in records.weights]
            actual, predicted = (list(chain.from_iterable(map(repeat, each, counts))) for each in (records.actual, records.predicted))
        elif weighing:
            actual, predicted = list(records.actual), list(records.predicted)
            options[weighing] = [float(n) for n in records.weights]
        else:
            raise NotImplementedError("weights")
        if records.classes and "labels" in parameters:
            options["labels"] = list(records.classes)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = metric(actual, predicted, **options)
        return {"classes": list(records.classes), "rows": value} if operation == "confusion_matrix" else value

    return answer


def _is_plain(part: Json) -> bool:
    return isinstance(part, str) and part.replace("/", "").replace(".", "").replace("-", "").isdigit()


def _written_out(records: RecordColumns) -> bool:
    """Whether the records can be written out one by one."""
    return all(n.denominator == 1 for n in records.weights) and sum(records.weights) <= MOST_RECORDS


def _parameters(metric: Metric) -> frozenset[str]:
    try:
        return frozenset(inspect.signature(metric).parameters)
    except (ValueError, TypeError):
        return frozenset()
