"""Any object with fit and predict, as relations use it: a fresh copy is fitted each time, and never the object itself."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from copy import deepcopy
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.oracle.relations.samples import LabelledRows

PredictedClasses: TypeAlias = "list[object]"
"""The class of each record; None where the learner's own probabilities tie, as any of them may come out then."""


@frozen(eq=False)
class FittedLearner:
    """A fitted copy of a learner."""

    model: object

    def predict(self, rows: Sequence[Sequence[float]]) -> PredictedClasses:
        """The predictions for records, None where the probabilities that it gives tie."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            labels = [_number(label) for label in self.model.predict(table_of_rows(rows))]  # type: ignore[attr-defined]
            if not hasattr(self.model, "predict_proba"):
                return labels
            shares = [sorted(map(float, row)) for row in self.model.predict_proba(table_of_rows(rows))]
        return [None if len(row) > 1 and row[-1] == row[-2] else label for label, row in zip(labels, shares, strict=True)]


@frozen(eq=False)
class UnfittedLearner:
    """An estimator that isn't fitted. takes_weights: whether its `fit` has `sample_weight`."""

    estimator: object

    @property
    def takes_weights(self) -> bool:
        """Whether `fit` takes the weight of each record."""
        return "sample_weight" in inspect.signature(self.estimator.fit).parameters  # type: ignore[attr-defined]

    def fitted(self, sample: LabelledRows, *, weighted: bool = False) -> FittedLearner:
        """A copy, fitted to records."""
        model = deepcopy(self.estimator)
        more = {"sample_weight": as_column(sample.weights)} if weighted else {}
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            model.fit(table_of_rows(sample.rows), as_column(sample.labels), **more)  # type: ignore[attr-defined]
        return FittedLearner(model)


def learner_of(estimator: object) -> UnfittedLearner:
    """
    The learner that an object is. Errors: Invalid where it has no `fit` and `predict`, is a class, or a regressor.

    >>> learner_of(3)
    Traceback (most recent call last):
    dtref.errors.Invalid: estimator: expected an object with fit(X, y) and predict(X) (got 3)
    """
    if isinstance(estimator, type) or not all(callable(getattr(estimator, name, None)) for name in ("fit", "predict")):
        raise Invalid("estimator", "an object with fit(X, y) and predict(X)", estimator)
    if "Regressor" in type(estimator).__name__:
        raise Invalid("estimator", "a classifier: relations compare classes", type(estimator).__name__)
    return UnfittedLearner(estimator)


def table_of_rows(rows: Sequence[Sequence[float]]) -> object:
    """
    Records as an array of numpy where it is installed, else as a list of lists.

    >>> len(table_of_rows([[1.0], [2.0]]))
    2
    """
    try:
        import numpy as np
    except ImportError:
        return [list(row) for row in rows]
    return np.array([list(row) for row in rows], dtype=float)


def as_column(values: Sequence[int]) -> object:
    """
    Labels or weights as an array of numpy where it is installed, else as a list.

    >>> len(as_column([1, 2]))
    2
    """
    try:
        import numpy as np
    except ImportError:
        return list(values)
    return np.array(list(values))


def _number(label: object) -> object:
    """A class as a plain number, where it is one."""
    try:
        return int(label)  # type: ignore[call-overload]
    except (TypeError, ValueError):
        return label
