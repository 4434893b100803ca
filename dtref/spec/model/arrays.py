"""
Data sets whose columns are arrays of doubles: the exact numbers, and the records, are made when they are first asked for.

A double is an exact binary number, so nothing is lost; it is 8 bytes, where a Fraction is more than 100. NaN is a missing value. No array
library is imported here: whoever made the arrays has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import isnan, lcm
from typing import TYPE_CHECKING, Any, Self, TypeVar, overload

from attrs import frozen

from dtref.spec.model.attributes import ABSENT, MISSING, Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

C = TypeVar("C", bound="ColumnDataSet")


class ColumnDataSet(DataSet):
    """
    A data set that is given by columns: its records are made when they are first asked for.

    outcomes: for each record the position of its class, or its target's double. weights: whole numbers, in units; empty where all are 1.
    unit: the weight that counts as 1 there. The arrays belong to the data set: nobody else may write to them.
    """

    __slots__ = ("outcomes", "unit", "weights")

    outcomes: NDArray[Any]  # of int64 or float64
    weights: NDArray[np.int64]
    unit: Fraction

    @property
    def has_arrays(self) -> bool:
        """Whether it was made of arrays; a copy with other records (`attrs.evolve`) was not."""
        return hasattr(self, "outcomes")

    def weighed(self, kept: NDArray[Any] | slice, weights: NDArray[np.int64], unit: Fraction = Fraction(1)) -> Self:
        """The data set of the records at some positions, or that a mask has, with these weights, in units."""
        raise NotImplementedError

    def taken(self, positions: Sequence[int]) -> Self | None:
        """The data set of the records at some positions, one as often as it comes; None where weights may be too large to add up."""
        import numpy

        kept = numpy.array(positions, numpy.int64)
        if int(self.weights.max(initial=1)) * len(kept) >= 2**62:
            return None
        return self.weighed(kept, self.weights[kept] if len(self.weights) else self.weights, self.unit)

    @property
    def class_sizes(self) -> tuple[int, ...]:
        """For each class the number of its records, whatever they weigh. It was made of arrays."""
        import numpy

        return tuple(numpy.bincount(self.outcomes, minlength=len(self.classes)).tolist())

    def times(self, factors: Sequence[Fraction]) -> Self | None:
        """
        The data set with weights multiplied by that of the record's class; those that weigh nothing are left out. It was made of arrays.
        factors: of each class. None where the weights are no whole numbers of a unit, below 2^62 all together.
        """
        import numpy

        denominator = lcm(*(factor.denominator for factor in factors))
        numerators = [factor.numerator * (denominator // factor.denominator) for factor in factors]
        greatest = int(self.weights.max(initial=1)) * len(self) * max(numerators)
        if greatest >= 2**62:
            return None
        of_records = numpy.array(numerators, numpy.int64)[self.outcomes] * (self.weights if len(self.weights) else 1)
        kept = of_records > 0
        return self.weighed(kept, of_records[kept], self.unit / denominator)

    def _cells_by_column(self) -> Sequence[Sequence[Cell]]:
        """The cells of each column."""
        raise NotImplementedError

    def __getattr__(self, name: str) -> tuple[Record, ...]:
        """The records, when they are first asked for: the slot is empty until then."""
        if name != "records":
            raise AttributeError(name)
        rows = zip(*self._cells_by_column(), strict=True) if self.attributes else [()] * len(self)
        records = tuple(map(Record, rows, self._labels(), self._weights()))
        object.__setattr__(self, "records", records)
        return records

    def _labels(self) -> Sequence[Cell]:
        if isinstance(self.target, Continuous):
            return _exact(self.outcomes)
        return [self.target.values[j] for j in self.outcomes.tolist()]

    def _weights(self) -> Sequence[Fraction]:
        return [w * self.unit for w in self.weights.tolist()] if len(self.weights) else [self.unit] * len(self)

    def __len__(self) -> int:
        return len(self.outcomes if self.has_arrays else self.records)


def with_fields(data: C, fields: Mapping[str, object]) -> C:
    """A data set that is empty as yet, with these fields, unchecked."""
    for name, value in fields.items():
        object.__setattr__(data, name, value)
    return data


class ArrayDataSet(ColumnDataSet):
    """
    A data set of continuous attributes, given by columns. It equals the data set of the same records.

    columns: a row of doubles for each attribute, NaN where a value is missing; the rest as `ColumnDataSet` has it.

    >>> import numpy as np
    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y = Continuous("x"), Nominal("y", ("-", "+"))
    >>> data = ArrayDataSet.of((x,), y, np.array([[0.5, 2.0]]), np.array([1, 0]), np.array([], int))
    >>> data == DataSet((x,), y, (Record((Fraction(1, 2),), "+"), Record((Fraction(2),), "-"))), len(data)
    (True, 2)
    >>> data.times((Fraction(2, 3), Fraction(0))).records
    (Record(values=(Fraction(2, 1),), label='-', weight=Fraction(2, 3)),)
    """

    __slots__ = ("columns",)

    columns: NDArray[np.float64]

    @classmethod
    def of(
        cls,
        attributes: tuple[Continuous, ...],
        target: Attribute,
        columns: NDArray[np.float64],
        outcomes: NDArray[Any],
        weights: NDArray[np.int64],
    ) -> ArrayDataSet:
        """The data set of these arrays, unchecked except for the names of the attributes. The unit of the weights is 1."""
        checked = DataSet(attributes, target, ()).attributes
        fields = {"columns": columns, "outcomes": outcomes, "weights": weights, "unit": Fraction(1)}
        return with_fields(object.__new__(cls), {"attributes": checked, "target": target, **fields})

    def weighed(self, kept: NDArray[Any] | slice, weights: NDArray[np.int64], unit: Fraction = Fraction(1)) -> ArrayDataSet:
        """The data set of the records at some positions, or that a mask has, with these weights, in units."""
        fields = {"columns": self.columns[:, kept], "outcomes": self.outcomes[kept], "weights": weights, "unit": unit}
        return with_fields(object.__new__(type(self)), {"attributes": self.attributes, "target": self.target, **fields})

    def with_columns(self, positions: Sequence[int]) -> ArrayDataSet:
        """The data set with the attributes at these positions alone."""
        fields = {"attributes": tuple(self.attributes[i] for i in positions), "columns": self.columns[list(positions)]}
        shared = {"target": self.target, "outcomes": self.outcomes, "weights": self.weights, "unit": self.unit}
        return with_fields(object.__new__(type(self)), {**fields, **shared})

    def without_empty(self) -> ArrayDataSet:
        """The data set without the records that miss every attribute; itself where there is none. It was made of arrays."""
        import numpy

        empty = numpy.isnan(self.columns).all(axis=0)
        if not self.attributes or not empty.any():
            return self
        kept = numpy.flatnonzero(~empty)
        return self.weighed(kept, self.weights[kept] if len(self.weights) else self.weights, self.unit)

    @property
    def has_gaps(self) -> bool:
        """Whether a value is missing."""
        import numpy

        return bool(numpy.isnan(self.columns).any()) if self.has_arrays else any(MISSING in record.values for record in self.records)

    def _cells_by_column(self) -> Sequence[Sequence[Cell]]:
        return list(map(_cells, self.columns))


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


class LevelTable(Sequence[DoubleLevels]):
    """
    The numbers of some columns, each from low to high, as rows of one table. sizes: how many of each row they are.

    >>> import numpy as np
    >>> table = LevelTable(np.array([[0.5, 2.0], [1.0, 0.0]]), (2, 1))
    >>> [levels[:] for levels in table], len(table)
    ([(Fraction(1, 2), Fraction(2, 1)), (Fraction(1, 1),)], 2)
    """

    def __init__(self, rows: NDArray[np.float64], sizes: Sequence[int]) -> None:
        self._rows, self._sizes = rows, sizes

    def __len__(self) -> int:
        return len(self._sizes)

    @overload
    def __getitem__(self, index: int) -> DoubleLevels: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[DoubleLevels, ...]: ...
    def __getitem__(self, index: int | slice) -> DoubleLevels | tuple[DoubleLevels, ...]:
        if isinstance(index, slice):
            return tuple(map(self.__getitem__, range(*index.indices(len(self)))))
        return DoubleLevels.of_ascending(self._rows[index, : self._sizes[index]])


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
    def weights(self) -> tuple[int | Fraction, ...]:
        """The weight of each record."""
        if self.data.unit != 1:
            exact = [w * self.data.unit for w in self.data.weights.tolist() or [1] * len(self.data)]
            return tuple(w.numerator if w.denominator == 1 else w for w in exact)
        return tuple(self.data.weights.tolist()) if len(self.data.weights) else (1,) * len(self.data)

    @cached_property
    def unit(self) -> bool:
        """Whether every weight is 1."""
        return self.data.unit == 1 and bool((self.data.weights == 1).all())


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
