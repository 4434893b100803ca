"""The bins of Spark, which it makes of a column of the training set before it grows anything; and the cuts between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.counts import CountTable
from dtref.spec.model.data import DataSet
from dtref.spec.model.precision import rounded
from dtref.spec.split.candidates import Candidates, OffersByTraining
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.bin_cuts import cuts_between_bins

LEAST_SAMPLE = 10_000
"""Of so many records no sample is drawn, however few the bins."""
EPSILON_OF_SPARK = Fraction(1, 2**52)
"""The distance of doubles from 1 (`ml/impl/Utils.scala`, EPSILON)."""


@defined(
    errors="Invalid where it has not learned the bins of a column, and for so many records that the program looks at a sample of them",
    sources=("Spark 4.3, `ml/tree/impl/RandomForest.scala`, findSplits, findSplitsForContinuousFeature; `TreePoint.scala`, findBin",),
)
@frozen
class StrideBins(OffersByTraining):
    """
    Offers a cut between neighbouring present numbers of different bins: the first border of bins between them.

    bins: the most bins of a column; there are no more than records. Where a column has no more distinct numbers than bins, each border is
    the middle of two neighbouring numbers of the whole training set. Else the borders are at strides of an equal part of all weight: where
    the weight up to a number is nearer to the next stride than with the number after it, that is the middle of the two. Numbers, middles
    and strides are doubles. Zeros whose records together weigh hardly anything are no number of the column.
    bounds: the borders of each column, which `of` learns.

    >>> from dtref.spec.model.data import Record
    >>> x = Continuous("x")
    >>> data = DataSet((x,), Continuous("y"), [Record((Fraction(i),), Fraction(0)) for i in (1, 1, 2, 3, 3, 4)])
    >>> [[str(bound) for bound in StrideBins(n).of(data).bounds["x"]] for n in (4, 3)]
    [['3/2', '5/2', '7/2'], ['3/2', '7/2']]
    """

    bins: int = 32
    bounds: Mapping[str, Sequence[Fraction]] = field(factory=dict, eq=False, repr=False)

    def of(self, data: DataSet) -> StrideBins:
        """The offer for a training set."""
        numeric = [(i, a.name) for i, a in enumerate(data.attributes) if isinstance(a, Continuous)]
        most = min(self.bins, len(data))
        if numeric and len(data) > max(most**2, LEAST_SAMPLE):
            wanted = f"at most {max(most**2, LEAST_SAMPLE)}: of more Spark draws a sample for the bins, which is not followed here"
            raise Invalid("records", wanted, len(data))
        return evolve(self, bounds={name: tuple(_bounds(data, i, most)) for i, name in numeric})

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        return cuts_between_bins(table, criterion, self.bounds, lambda below, _: below)


def _bounds(data: DataSet, column: int, bins: int) -> Iterator[Fraction]:
    """The borders of a column's bins."""
    weights = dict[Fraction, Fraction]()
    rows, zeros = 0, Fraction(0)
    for record in data:
        x = record.values[column]
        if not isinstance(x, Fraction):
            continue
        x = rounded(x, Width.FLOAT64)
        if x:
            rows, weights[x] = rows + 1, weights.get(x, Fraction(0)) + record.weight
        else:
            zeros += record.weight
    if not weights:
        return
    # what the other numbers leave of all weight is that of zeros
    if zeros > 100 * EPSILON_OF_SPARK * rows:
        weights[Fraction(0)] = zeros
    counted = sorted(weights.items())
    if len(counted) > bins:
        yield from _at_strides(counted, sum((record.weight for record in data), Fraction(0)), bins)
    else:
        yield from (_middle(a, b) for (a, _), (b, _) in pairwise(counted))


def _at_strides(counted: Sequence[tuple[Fraction, Fraction]], weight: Fraction, bins: int) -> Iterator[Fraction]:
    """The borders where there are more numbers than bins. counted: the numbers, low to high, with their weights."""
    stride = _double(weight / bins)
    aim, (_, up_to) = stride, counted[0]
    for (a, _), (b, more) in pairwise(counted):
        before, up_to = up_to, _double(up_to + more)
        if abs(_double(before - aim)) < abs(_double(up_to - aim)):
            yield _middle(a, b)
            aim = _double(aim + stride)


def _middle(a: Fraction, b: Fraction) -> Fraction:
    return _double(_double(a + b) / 2)


def _double(x: Fraction) -> Fraction:
    return rounded(x, Width.FLOAT64)
