"""
Data sets whose columns are arrays of doubles: the exact numbers, and the records, are made when they are first asked for.

A double is an exact binary number, so nothing is lost; it is 8 bytes, where a Fraction is more than 100. NaN is a missing value. No array
library is imported here: whoever made the arrays has.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import isnan
from typing import TYPE_CHECKING, Any, overload

from attrs import frozen

from dtref.spec.model.attributes import ABSENT, MISSING, Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class ArrayDataSet(DataSet):
    """
    A data set of continuous attributes, given by columns. It equals the data set of the same records.

    columns: a row of doubles for each attribute, NaN where a value is missing. outcomes: for each record the position of its class, or its
    target's double. weights: whole numbers; empty where all are 1. The arrays belong to the data set: nobody else may write to them.

    >>> import numpy as np
    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y = Continuous("x"), Nominal("y", ("-", "+"))
    >>> data = ArrayDataSet.of((x,), y, np.array([[0.5, 2.0]]), np.array([1, 0]), np.array([], int))
    >>> data == DataSet((x,), y, (Record((Fraction(1, 2),), "+"), Record((Fraction(2),), "-"))), len(data)
    (True, 2)
    """

    __slots__ = ("columns", "outcomes", "weights")

    columns: NDArray[np.float64]
    outcomes: NDArray[Any]  # of int64 or float64
    weights: NDArray[np.int64]

    @classmethod
    def of(
        cls,
        attributes: tuple[Continuous, ...],
        target: Attribute,
        columns: NDArray[np.float64],
        outcomes: NDArray[Any],
        weights: NDArray[np.int64],
    ) -> ArrayDataSet:
        """The data set of these arrays, unchecked except for the names of the attributes."""
        data = object.__new__(cls)
        without_records = DataSet(attributes, target, ())
        fields = {"attributes": without_records.attributes, "target": target, "columns": columns, "outcomes": outcomes, "weights": weights}
        for name, value in fields.items():
            object.__setattr__(data, name, value)
        return data

    def with_columns(self, positions: Sequence[int]) -> ArrayDataSet:
        """The data set with the attributes at these positions alone."""
        attributes = tuple(self.attributes[i] for i in positions)
        return ArrayDataSet.of(attributes, self.target, self.columns[list(positions)], self.outcomes, self.weights)  # type: ignore[arg-type]

    def without_empty(self) -> ArrayDataSet:
        """The data set without the records that miss every attribute; itself where there is none. It was made of arrays."""
        import numpy

        kept = ~numpy.isnan(self.columns).all(axis=0) | (len(self.attributes) == 0)
        if kept.all():
            return self
        columns, weights = self.columns[:, kept], self.weights[kept] if len(self.weights) else self.weights
        return ArrayDataSet.of(self.attributes, self.target, columns, self.outcomes[kept], weights)  # type: ignore[arg-type]

    @property
    def has_arrays(self) -> bool:
        """Whether it was made of arrays; a copy with other records (`attrs.evolve`) was not."""
        return hasattr(self, "columns")

    @property
    def has_gaps(self) -> bool:
        """Whether a value is missing."""
        import numpy

        return bool(numpy.isnan(self.columns).any()) if self.has_arrays else any(MISSING in record.values for record in self.records)

    def __getattr__(self, name: str) -> tuple[Record, ...]:
        """The records, when they are first asked for: the slot is empty until then."""
        if name != "records":
            raise AttributeError(name)
        records = tuple(map(Record, zip(*map(_cells, self.columns), strict=True), self._labels(), self._weights()))
        object.__setattr__(self, "records", records)
        return records

    def _labels(self) -> Sequence[Cell]:
        if isinstance(self.target, Continuous):
            return _exact(self.outcomes)
        return [self.target.values[j] for j in self.outcomes.tolist()]

    def _weights(self) -> Sequence[Fraction]:
        return [Fraction(w) for w in self.weights.tolist()] if len(self.weights) else [Fraction(1)] * len(self)

    def __len__(self) -> int:
        return len(self.outcomes if self.has_arrays else self.records)


class DoubleLevels(Sequence[Fraction]):
    """
    The numbers of a column from low to high, each made when it is asked for.

    >>> import numpy as np
    >>> levels = DoubleLevels(np.array([2.0, 0.5, 2.0]))
    >>> len(levels), levels[1], levels[-2:]
    (2, Fraction(2, 1), (Fraction(1, 2), Fraction(2, 1)))
    """

    def __init__(self, column: NDArray[np.float64]) -> None:
        self._column = column

    @classmethod
    def of_ascending(cls, doubles: NDArray[np.float64]) -> DoubleLevels:
        """The levels of a column whose different numbers are known, from low to high; none is missing."""
        levels = cls(doubles)
        levels.__dict__["doubles"] = doubles
        return levels

    @cached_property
    def doubles(self) -> NDArray[np.float64]:
        """The numbers, as doubles."""
        import numpy

        levels = numpy.unique(self._column)
        return levels[: len(levels) - int(numpy.isnan(levels).sum())]  # NaN is the last

    def __len__(self) -> int:
        return len(self.doubles)

    @overload
    def __getitem__(self, index: int) -> Fraction: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Fraction, ...]: ...
    def __getitem__(self, index: int | slice) -> Fraction | tuple[Fraction, ...]:
        if isinstance(index, slice):
            return tuple(_exact(self.doubles[index]))
        return Fraction(float(self.doubles[index]))


@frozen(eq=False, slots=False)
class ArrayColumns:
    """
    What `dtref.spec.model.counts.Columns` has of a data set that was made of arrays, worked out when it is first asked for.

    >>> import numpy as np
    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y = Continuous("x"), Nominal("y", ("-", "+"))
    >>> columns = ArrayColumns(ArrayDataSet.of((x,), y, np.array([[2.0, 0.5, 2.0]]), np.array([1, 0, 0]), np.array([], int)))
    >>> columns.levels, columns.codes
    (((Fraction(1, 2), Fraction(2, 1)),), ((1, 0, 1),))
    """

    data: ArrayDataSet
    by_value: bool = False

    @cached_property
    def levels(self) -> tuple[tuple[Cell, ...], ...]:
        """The numbers of each column, from low to high."""
        return tuple(DoubleLevels(column)[:] for column in self.data.columns)

    @cached_property
    def codes(self) -> tuple[tuple[int, ...], ...]:
        """For each column and record the position of its number; ABSENT where it is missing."""
        return tuple(map(_codes, self.data.columns))

    @cached_property
    def labels(self) -> tuple[int, ...]:
        """For each record the position of its class, or of its number among those of the target."""
        return _ranks(self.data.outcomes) if isinstance(self.data.target, Continuous) else tuple(self.data.outcomes.tolist())

    @cached_property
    def numbers(self) -> tuple[Fraction, ...]:
        """The numbers of a continuous target, from low to high."""
        return DoubleLevels(self.data.outcomes)[:] if isinstance(self.data.target, Continuous) else ()

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """The weight of each record."""
        return tuple(self.data.weights.tolist()) if len(self.data.weights) else (1,) * len(self.data)

    @cached_property
    def unit(self) -> bool:
        """Whether every weight is 1."""
        return bool((self.data.weights == 1).all())


def _ranks(column: NDArray[np.float64]) -> tuple[int, ...]:
    import numpy

    return tuple(numpy.unique(column, return_inverse=True)[1].tolist())


def _codes(column: NDArray[np.float64]) -> tuple[int, ...]:
    import numpy

    ranks = numpy.unique(column, return_inverse=True)[1]
    return tuple(numpy.where(numpy.isnan(column), ABSENT, ranks).tolist())


def _exact(doubles: NDArray[np.float64]) -> list[Fraction]:
    return [Fraction(x) for x in doubles.tolist()]


def _cells(column: NDArray[np.float64]) -> list[Cell]:
    return [MISSING if isnan(x) else Fraction(x) for x in column.tolist()]
