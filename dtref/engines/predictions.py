"""The predictions of a tree for many records: a sequence, each of them made when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeAlias, overload

from attrs import frozen

from dtref.spec.model.display import Reported
from dtref.spec.model.prediction import Prediction
from dtref.spec.model.trees import Label

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FirstLabels: TypeAlias = "NDArray[np.object_] | NDArray[np.str_] | list[Label]"
"""A label of each record."""


@frozen(eq=False)
class Predictions(Reported, Sequence[Prediction]):
    """
    The predictions for the records of a table, in their order, as a sequence.

    records: their number. prediction_of: the prediction for a record, by its position. first_labels: the first label of each record, of
    labels that tie the first in declared order; a numpy array of texts or of Fractions where the compiled engine predicts, else a list.

    >>> from dtref.errors import Undefined
    >>> one = Prediction(("+", "-"), Undefined("no training record reached this leaf"))
    >>> predictions = Predictions(2, lambda i: one, lambda: ["+", "+"])
    >>> len(predictions), predictions[-1].labels, predictions.first_labels()
    (2, ('+', '-'), ['+', '+'])
    """

    records: int
    prediction_of: Callable[[int], Prediction]
    first_labels: Callable[[], FirstLabels]

    def __len__(self) -> int:
        return self.records

    @overload
    def __getitem__(self, index: int) -> Prediction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Prediction, ...]: ...
    def __getitem__(self, index: int | slice) -> Prediction | tuple[Prediction, ...]:
        positions = range(self.records)[index]
        return tuple(map(self.prediction_of, positions)) if isinstance(positions, range) else self.prediction_of(positions)
