"""The bins of LightGBM, which it makes of a column of the training set before it grows anything; and the cuts between them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import floor, inf, nextafter

from attrs import evolve, field, frozen

from dtref.exact.definition import defined
from dtref.spec.model.attributes import Cell, Continuous, Width
from dtref.spec.model.counts import Columns, CountTable, Weighted
from dtref.spec.model.data import DataSet
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import IsKnown, Test, Threshold
from dtref.spec.split.candidates import Candidates, CountsRows, Split
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.numeric.bin_cuts import cuts_between_bins
from dtref.spec.split.numeric.estimated_rows import Estimating, estimated_rows

ZERO_THRESHOLD = rounded(rounded(Fraction(1, 10**35), Width.FLOAT64), Width.FLOAT32)
"""Numbers at most so far from 0 are 0 (`include/LightGBM/meta.h`, kZeroThreshold)."""


USUAL = Fraction(7, 10)
"""The share of records from which a bin is the usual one (`include/LightGBM/bin.h`, kSparseThreshold)."""


@defined(
    errors="Invalid where it has not learned the bins of a column",
    sources=("LightGBM 4.6, `src/io/bin.cpp`, GreedyFindBin, FindBinWithZeroAsOneBin, FindBin",),
)
@frozen
class GreedyBins(CountsRows):
    """
    Offers a cut between neighbouring present numbers of different bins: the upper bound of the last bin before that of the greater one.

    most: the most bins of a column; least: the records that a bin holds at least, the last one apart. Numbers are doubles; neighbouring
    ones are one number; 0 has a bin of its own, in which the numbers within 1e-35 of it are. Where a column has no more distinct numbers
    than bins, each bin takes numbers from low to high until it holds enough records. Else it takes as many as are its share of the records
    that are left; a number with more than the mean share has a bin for itself. The cut is the double after the middle of two numbers.
    rows: the program leaves out a column none of whose cuts has so many records on both sides, those that miss the value on the right; or
    none (pre_filter). bounds: the upper bounds of the bins of each column but the last, which `of` learns;
    usual_first: the columns whose first bin is the usual one, that of 0 unless another has seven records in ten. Records of branches are
    counted by their weight (`estimated_rows`), off by rounding so far.

    >>> from dtref.spec.model.data import Record
    >>> x = Continuous("x")
    >>> data = DataSet((x,), Continuous("y"), [Record((Fraction(i),), Fraction(0)) for i in (1, 1, 2, 3, 3, 4)])
    >>> [float(bound) for bound in GreedyBins(255, 3).of(data).bounds["x"]]
    [1.0000000180025095e-35, 2.5000000000000004]
    """

    most: int = 255
    least: int = 3
    rows: int = 0
    pre_filter: bool = True
    off: int | None = field(default=None, eq=False, repr=False)
    bounds: Mapping[str, Sequence[Fraction]] = field(factory=dict, eq=False, repr=False)
    usual_first: frozenset[str] = field(default=frozenset(), eq=False, repr=False)
    left_out: frozenset[str] = field(default=frozenset(), eq=False, repr=False)

    def of(self, data: DataSet) -> GreedyBins:
        """The offer for a training set."""
        columns = {a.name: [r.values[i] for r in data] for i, a in enumerate(data.attributes) if isinstance(a, Continuous)}
        learned = evolve(self, bounds={name: self._learned(cells) for name, cells in columns.items()})
        return evolve(
            learned,
            usual_first=frozenset(name for name, cells in columns.items() if learned.usual_bin(name, cells) == 0),
            left_out=frozenset(name for name, cells in columns.items() if self.pre_filter and not learned.has_rows(name, cells)),
        )

    def usual_bin(self, name: str, cells: Sequence[Cell]) -> int:
        """The bin of a column that the program knows by what the others leave."""
        sizes = Counter(self.bin_of(name, x) if isinstance(x, Fraction) else len(self.bounds[name]) + 1 for x in cells)
        largest = min(sizes, key=lambda i: (-sizes[i], i), default=0)
        return largest if sizes[largest] >= USUAL * len(cells) else self.bin_of(name, Fraction(0))

    def bin_of(self, name: str, x: Fraction) -> int:
        """The bin of a number of a column."""
        return bisect_left(self.bounds[name], rounded(x, Width.FLOAT64))

    def row_counts(self, columns: Columns, records: Weighted) -> Callable[[Test], Split]:
        """A function from a cut to the records of its branches, as they are estimated."""
        estimates = estimated_rows(columns, records, Estimating(self.bin_of, self.usual_first.__contains__, self.rows, self.off))
        return lambda test: ((-1,), (-1,)) if _column_of(test) in self.left_out else estimates(test)

    def has_rows(self, name: str, cells: Sequence[Cell]) -> bool:
        """Whether a cut of a column has enough records on both sides, those that miss the value on the right."""
        sizes = Counter(self.bin_of(name, x) for x in cells if isinstance(x, Fraction))
        below = accumulate(sizes[i] for i in range(len(self.bounds[name]) + 1))
        return any(min(n, len(cells) - n) >= self.rows for n in below)

    def _learned(self, cells: Sequence[Cell]) -> Sequence[Fraction]:
        """The upper bounds of a column's bins but the last."""
        return self._bounds([x for x in cells if isinstance(x, Fraction)], len(cells))

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        return cuts_between_bins(table, criterion, self.bounds, lambda _, above: above - 1)

    def _bounds(self, numbers: Sequence[Fraction], records: int) -> Sequence[Fraction]:
        """The upper bounds of all bins but the last. records: those of the training set, with those that miss the value."""
        counts = _distinct(numbers)
        below, above = [x for x in counts if x <= -ZERO_THRESHOLD], [x for x in counts if x > ZERO_THRESHOLD]
        most = self.most - (len(numbers) < records)
        bounds: list[Fraction] = []
        if below and most > 1:
            outside, n = sum(counts[x] for x in (*below, *above)), sum(counts[x] for x in below)
            share = rounded(rounded(Fraction(n, outside), Width.FLOAT64) * (most - 1), Width.FLOAT64)
            bounds = [*_greedy([(x, counts[x]) for x in below], max(1, floor(share)), self.least), -ZERO_THRESHOLD]
        rest = most - 1 - len(bounds)
        return [*bounds, ZERO_THRESHOLD, *_greedy([(x, counts[x]) for x in above], rest, self.least)] if above and rest > 0 else bounds


def _column_of(test: Test) -> str:
    """The column that a cut, or the test for a known value, asks."""
    assert isinstance(test, Threshold | IsKnown), "cuts between bins, and known values against missing ones"
    return test.attribute.name


def _distinct(numbers: Sequence[Fraction]) -> Mapping[Fraction, int]:
    """Distinct doubles, low to high, with their records; of doubles that are neighbours the greatest stands for all."""
    counts: dict[Fraction, int] = {}
    last: Fraction | None = None
    for x, n in sorted(Counter(rounded(x, Width.FLOAT64) for x in numbers).items()):
        together = counts.pop(last, 0) if last is not None and float(x) <= nextafter(float(last), inf) else 0
        counts[x], last = n + together, x
    return counts


def _greedy(counts: Sequence[tuple[Fraction, int]], most: int, least: int) -> Iterator[Fraction]:
    """The bounds between bins of some numbers, with their records."""
    ends = _ends_of_few([n for _, n in counts], least) if len(counts) <= most else _ends_of_many([n for _, n in counts], most, least)
    last: Fraction | None = None
    for i in ends:
        bound = Fraction(nextafter(float(rounded((counts[i][0] + counts[i + 1][0]) / 2, Width.FLOAT64)), inf))
        if last is None or float(bound) > nextafter(float(last), inf):
            yield bound
            last = bound


def _ends_of_few(counts: Sequence[int], least: int) -> Iterator[int]:
    """The positions of the last number of each bin but the last, where each number may have a bin."""
    held = 0
    for i, n in enumerate(counts[:-1]):
        held += n
        if held >= least:
            yield i
            held = 0


def _ends_of_many(counts: Sequence[int], most: int, least: int) -> Iterator[int]:
    """The same where there are more numbers than bins."""
    bins = max(1, min(most, sum(counts) // least)) if least else most
    large = [n >= Fraction(sum(counts), bins) for n in counts]
    free, rest = bins - sum(large), sum(n for n, is_large in zip(counts, large, strict=True) if not is_large)
    share, held, made = _share(rest, free), 0, 0
    for i, n in enumerate(counts[:-1]):
        rest -= 0 if large[i] else n
        held += n
        if large[i] or held >= share or (large[i + 1] and held >= max(Fraction(1), share / 2)):
            made += 1
            yield i
            if made >= bins - 1:
                return
            held = 0
            if not large[i]:
                free -= 1
                share = _share(rest, free)


def _share(records: int, bins: int) -> Fraction:
    """The share of a bin; of no bins more than any has."""
    return Fraction(records, bins) if bins else Fraction(10**18)
