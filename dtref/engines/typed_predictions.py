"""Predictions of a model whose labels have the type in which its caller wrote them, as whole numbers, truth values, dates."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, overload

from attrs import frozen

from dtref.engines.predictions import Predictions
from dtref.errors import Undefined
from dtref.exact.brief import brief_repr
from dtref.spec.model.attributes import Attribute, Nominal
from dtref.spec.model.display import Reported
from dtref.spec.model.labels import TypedLabel, typed_label
from dtref.spec.model.prediction import Prediction
from dtref.spec.model.trees import Label

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

TypedLabels: TypeAlias = "NDArray[np.generic] | list[TypedLabel]"
"""A label of each record, in its type."""


@frozen
class TypedPrediction(Reported):
    """A `Prediction` with labels in their type, in `labels` as in `distribution`."""

    labels: tuple[TypedLabel, ...]
    distribution: tuple[tuple[TypedLabel, Fraction], ...] | Undefined

    __repr__ = brief_repr


@frozen(eq=False)
class TypedPredictions(Reported, Sequence[TypedPrediction]):
    """
    The predictions for the records of a table, in their order, as a sequence, with labels in their type.

    >>> from dtref.spec.model.attributes import LabelType
    >>> texts = Predictions(1, lambda i: Prediction(("0", "1"), Undefined("no records")), lambda: ["0"])
    >>> typed = TypedPredictions(texts, Nominal("y", ("0", "1"), label_type=LabelType.INT))
    >>> typed[0].labels, typed.first_labels()
    ((0, 1), [0])
    """

    predictions: Predictions
    target: Attribute

    def __len__(self) -> int:
        return len(self.predictions)

    @overload
    def __getitem__(self, index: int) -> TypedPrediction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[TypedPrediction, ...]: ...
    def __getitem__(self, index: int | slice) -> TypedPrediction | tuple[TypedPrediction, ...]:
        if isinstance(index, slice):
            return tuple(typed_prediction(prediction, self.target) for prediction in self.predictions[index])
        return typed_prediction(self.predictions[index], self.target)

    def first_labels(self) -> TypedLabels:
        """The first label of each record, of labels that tie the first in declared order; a numpy array where the engine makes one."""
        typed, labels = typing(self.target), self.predictions.first_labels()
        if isinstance(labels, list):
            return [typed(label) for label in labels]
        import numpy

        distinct, inverse = numpy.unique(labels, return_inverse=True)
        of_each: NDArray[np.generic] = numpy.array([typed(label) for label in distinct.tolist()])[inverse]
        return of_each


def typing(target: Attribute) -> Callable[[Label], TypedLabel]:
    """
    A function from a label of a tree to that of its target's type.

    >>> typing(Nominal("y", ("0", "1")))("1")
    '1'
    """
    label_type = target.label_type if isinstance(target, Nominal) else None
    return lambda label: typed_label(label, label_type) if isinstance(label, str) else label


def typed_prediction(prediction: Prediction, target: Attribute) -> TypedPrediction:
    """
    A prediction with labels in the target's type.

    >>> typed_prediction(Prediction((Fraction(1, 2),), Undefined("a mean")), Nominal("y", ("0",))).labels
    (Fraction(1, 2),)
    """
    typed, shares = typing(target), prediction.distribution
    return TypedPrediction(
        tuple(map(typed, prediction.labels)),
        shares if isinstance(shares, Undefined) else tuple((typed(label), share) for label, share in shares),
    )
