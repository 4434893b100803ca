"""Data sets whose columns are codes of their values, of any kind: the records are made when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attrs import frozen

from dtref.spec.model.arrays import ColumnDataSet, with_fields
from dtref.spec.model.attributes import ABSENT, MISSING, Attribute, Cell
from dtref.spec.model.data import DataSet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@frozen(eq=False)
class CodedColumn:
    """
    A column: for each record the position of its value among the levels, ABSENT where it is missing. levels: declared values, or the
    numbers that occur, from low to high.
    """

    attribute: Attribute
    codes: NDArray[np.int32]
    levels: Sequence[Cell]


class CodedDataSet(ColumnDataSet):
    """
    A data set of attributes of any kind, given by columns of codes. It equals the data set of the same records.

    >>> import numpy as np
    >>> from dtref.spec.model.attributes import Nominal
    >>> y = Nominal("y", ("-", "+"))
    >>> colour = CodedColumn(Nominal("colour", ("red", "blue")), np.array([1, ABSENT, 0], np.int32), ("red", "blue"))
    >>> data = CodedDataSet.of((colour,), y, np.array([1, 0, 0]), np.array([3, 1, 1]), Fraction(1, 2))
    >>> data.records[:2]
    (Record(values=('blue',), label='+', weight=Fraction(3, 2)), Record(values=(MISSING,), label='-', weight=Fraction(1, 2)))
    >>> data.has_gaps, data.times((Fraction(0), Fraction(1))).records
    (True, (Record(values=('blue',), label='+', weight=Fraction(3, 2)),))
    """

    __slots__ = ("coded",)

    coded: tuple[CodedColumn, ...]

    @classmethod
    def of(
        cls, coded: tuple[CodedColumn, ...], target: Attribute, outcomes: NDArray[Any], weights: NDArray[np.int64], unit: Fraction
    ) -> CodedDataSet:
        """The data set of these columns, unchecked except for their names."""
        checked = DataSet(tuple(column.attribute for column in coded), target, ()).attributes
        fields = {"coded": coded, "outcomes": outcomes, "weights": weights, "unit": unit}
        return with_fields(object.__new__(cls), {"attributes": checked, "target": target, **fields})

    def weighed(self, kept: NDArray[Any] | slice, weights: NDArray[np.int64], unit: Fraction = Fraction(1)) -> CodedDataSet:
        """The data set of the records at some positions, or that a mask has, with these weights, in units."""
        coded = tuple(column_of_records(column, kept) for column in self.coded)
        fields = {"coded": coded, "outcomes": self.outcomes[kept], "weights": weights, "unit": unit}
        return with_fields(object.__new__(type(self)), {"attributes": self.attributes, "target": self.target, **fields})

    @property
    def has_gaps(self) -> bool:
        """Whether a value is missing."""
        if not self.has_arrays:
            return any(MISSING in record.values for record in self.records)
        return any(bool((column.codes == ABSENT).any()) for column in self.coded)

    def _cells_by_column(self) -> Sequence[Sequence[Cell]]:
        # ABSENT is -1, the last
        cells = [(*column.levels, MISSING) for column in self.coded]
        return [[values[code] for code in column.codes.tolist()] for values, column in zip(cells, self.coded, strict=True)]


def column_of_records(column: CodedColumn, kept: NDArray[Any] | slice) -> CodedColumn:
    """
    The cells of a column at some positions, or that a mask has; of numbers the levels that occur among them.

    >>> import numpy as np
    >>> from dtref.spec.model.attributes import Continuous
    >>> column = CodedColumn(Continuous("x"), np.array([1, 0, 2]), (Fraction(1), Fraction(2), Fraction(4)))
    >>> kept = column_of_records(column, np.array([2, 0]))
    >>> kept.codes.tolist(), kept.levels
    ([1, 0], (Fraction(2, 1), Fraction(4, 1)))
    """
    import numpy

    codes = column.codes[kept]
    if column.levels == () or hasattr(column.attribute, "values"):
        return CodedColumn(column.attribute, codes, column.levels)
    present = numpy.unique(codes[codes != ABSENT])
    rank = numpy.append(numpy.zeros(len(column.levels), numpy.int32), ABSENT).astype(numpy.int32)  # of ABSENT, the last, itself
    rank[present] = numpy.arange(len(present))
    return CodedColumn(column.attribute, rank[codes], tuple(column.levels[i] for i in present.tolist()))
