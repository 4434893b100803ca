"""Exact measures as scorers of scikit-learn: computed exactly, and rounded once to the double that a search compares."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

from attrs import frozen
from sklearn.metrics import make_scorer

from dtref.errors import Undefined
from dtref.metrics import Averaging, averaged, confusion_of_labels


@frozen
class ExactScore:
    """
    A measure of labels as a function `(y_true, y_pred)` that returns the nearest double; NaN where it is Undefined.

    measure: of the counts of one class, of a matrix, or of `(y_true, y_pred)` itself. options: as of the functions of `dtref.metrics`.

    >>> from dtref.spec.evaluation.confusion.scores import f1
    >>> ExactScore(f1, {"average": "macro"})([0, 1, 1], [0, 0, 1])
    0.6666666666666666
    """

    measure: Callable[..., Any]
    options: dict[str, Any]

    def __call__(self, y_true: Any, y_pred: Any) -> float:
        """The measure of these labels."""
        answer = self.exactly(y_true, y_pred)
        return float("nan") if isinstance(answer, Undefined) else float(answer)

    def exactly(self, y_true: Any, y_pred: Any) -> Any:
        """The same, exact."""
        kind = str(next(iter(signature(self.measure).parameters.values())).annotation)
        if kind not in ("BinaryCounts", "Matrix"):
            return self.measure(y_true, y_pred, **self.options)
        options: Averaging = {**self.options}  # type: ignore[typeddict-item]  # checked where they are read
        matrix = confusion_of_labels(y_true, y_pred, options.get("sample_weight"))
        return self.measure(matrix) if kind == "Matrix" else averaged(self.measure, matrix, options)


def make_exact_scorer(
    measure: Callable[..., Any], *, greater_is_better: bool = True, response_method: str = "predict", **options: Any
) -> Any:
    """
    A scorer of scikit-learn for `scoring=`: the measure is computed exactly, and rounded once.

    measure: a function of dtref of the counts of one class (`dtref.f1`) or of a matrix (`dtref.accuracy`), or one of `dtref.metrics`.
    options: pos_label, average, zero_division, as there. A score that is Undefined is NaN, which a search tells of.

    >>> from dtref.spec.evaluation.confusion.rates import recall
    >>> import numpy as np
    >>> from dtref.sklearn.trees import ExactTreeClassifier
    >>> X, y = np.array([[1], [2], [3]]), np.array(["a", "b", "b"])
    >>> make_exact_scorer(recall, pos_label="b")(ExactTreeClassifier(max_depth=1).fit(X, y), X, y)
    1.0
    """
    return make_scorer(ExactScore(measure, options), greater_is_better=greater_is_better, response_method=response_method)
