"""
Columns and counts: a data set by columns of small integers, the class counts of some of its records, and count tables.

A count table has the class counts of the records with each present value of an attribute. Growing needs nothing of the records but these
tables (`tan`, Categorical Attributes: Computing Gini Index, "count matrix"). They add up: the table of two parts together is the sum of
their tables.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from operator import add
from typing import TypeAlias

from attrs import field, frozen

from dtref.spec.model.arrays import ArrayColumns, ArrayDataSet
from dtref.spec.model.attributes import ABSENT, MISSING, Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.later import Later
from dtref.spec.model.tally import Moments, Tally

Count: TypeAlias = int | Fraction
"""A sum of weights, in records."""

Counts: TypeAlias = tuple[Count, ...]
"""The counts of a group of records: the weight of each class, in declared order, or the sums of a continuous target (see `statistic`)."""

Rows: TypeAlias = tuple[int, ...]
"""Positions of records in a data set, ascending."""

MOST_DENOMINATORS = 64
"""Numbers with no more denominators are sorted by one that they have in common."""


@frozen(eq=False)
class Columns(Later):
    """
    The columns of a data set, with codes for cells.

    levels: the values of each attribute in declared order, numbers from low to high.
    codes: for each attribute and record the position of its value in levels (ABSENT where missing).
    labels: for each record the position of its class; of a continuous target that of its value among the `numbers`.
    weights: for each record its weight, as an int where it is whole. unit: whether every weight is 1.
    numbers: the values of a continuous target, from low to high; none where the target is nominal. by_value: whether the counts of a
    continuous target also have the weight of each value (`value_counts`).
    """

    data: DataSet
    levels: tuple[tuple[Cell, ...], ...]
    codes: tuple[tuple[int, ...], ...]
    labels: tuple[int, ...]
    weights: tuple[int | Fraction, ...]
    unit: bool
    numbers: tuple[Fraction, ...]
    by_value: bool = False


def columns(data: DataSet) -> Columns:
    """
    The columns of a data set.

    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.model.attributes import Nominal
    >>> x = DataSet((Continuous("x"),), Nominal("y", ("-", "+")), (Record((Fraction(7),), "+"), Record((Fraction(5),), "-")))
    >>> c = columns(x)
    >>> c.levels, c.codes, c.labels
    (((Fraction(5, 1), Fraction(7, 1)),), ((1, 0),), (1, 0))
    """
    if isinstance(data, ArrayDataSet) and data.has_arrays:
        return Columns.later(ArrayColumns(data))
    coded = _RecordColumns(data)
    return Columns(data, coded.levels, coded.codes, coded.labels, coded.weights, coded.unit, coded.numbers)


def columns_later(data: DataSet) -> Columns:
    """
    The columns of a data set, each field to be worked out when it is first asked for: for those who may not ask for all.

    >>> from dtref.spec.model.attributes import Nominal
    >>> columns_later(DataSet((), Nominal("y", ("-", "+")), ())).unit
    True
    """
    return Columns.later(ArrayColumns(data) if isinstance(data, ArrayDataSet) and data.has_arrays else _RecordColumns(data))


@frozen(eq=False, slots=False)
class _RecordColumns:
    """The fields of `Columns`, from records."""

    data: DataSet
    by_value: bool = False

    @cached_property
    def _by_column(self) -> Sequence[Sequence[Cell]]:
        return list(zip(*(r.values for r in self.data.records), strict=True)) or [()] * len(self.data.attributes)

    @cached_property
    def levels(self) -> tuple[tuple[Cell, ...], ...]:
        return tuple(map(levels_of, self.data.attributes, self._by_column))

    @cached_property
    def codes(self) -> tuple[tuple[int, ...], ...]:
        return tuple(_coded(*pair) for pair in zip(self.levels, self._by_column, strict=True))

    # the target is coded alike: classes, or numbers from low to high

    @cached_property
    def _outcomes(self) -> tuple[Cell, ...]:
        return levels_of(self.data.target, [r.label for r in self.data.records])

    @cached_property
    def labels(self) -> tuple[int, ...]:
        return _coded(self._outcomes, [r.label for r in self.data.records])

    @cached_property
    def numbers(self) -> tuple[Fraction, ...]:
        return tuple(y for y in self._outcomes if isinstance(y, Fraction))

    @cached_property
    def weights(self) -> tuple[int | Fraction, ...]:
        return tuple(w.numerator if w.denominator == 1 else w for w in (r.weight for r in self.data.records))

    @cached_property
    def unit(self) -> bool:
        return all(w == 1 for w in self.weights)


def levels_of(attribute: Attribute, cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """
    The values that a column distinguishes: the declared ones in their order, or the numbers that occur from low to high.

    >>> levels_of(Continuous("x"), (Fraction(7), MISSING, Fraction(5), Fraction(7)))
    (Fraction(5, 1), Fraction(7, 1))
    """
    if isinstance(attribute, Continuous):
        return tuple(_ascending({c for c in cells if isinstance(c, Fraction)}))
    return attribute.values


def _ascending(numbers: Collection[Fraction]) -> list[Fraction]:
    """Numbers from low to high; with a common denominator that is no long number by their numerators, which compare faster."""
    common = lcm(*(x.denominator for x in numbers)) if len({x.denominator for x in numbers}) <= MOST_DENOMINATORS else 0
    return sorted(numbers, key=lambda x: x.numerator * (common // x.denominator)) if common else sorted(numbers)


def _coded(levels: tuple[Cell, ...], cells: Iterable[Cell]) -> tuple[int, ...]:
    """The position of each cell among the levels."""
    position: dict[Cell, int] = {level: i for i, level in enumerate(levels)}
    position[MISSING] = ABSENT
    return tuple(position[cell] for cell in cells)


@frozen
class CountTable:
    """
    The present values of an attribute in the order of its levels, the class counts of each, and those of the records that miss it.

    levels: all values that the training set distinguishes (as in `Columns`), present here or not. full: the counts by value with each
    record in full, to be made when asked for, where only a part of some is here.
    """

    attribute: Attribute
    levels: tuple[Cell, ...]
    values: tuple[Cell, ...]
    counts: tuple[Counts, ...]
    missing: Counts
    full: Callable[[], tuple[Counts, ...]] | None = field(default=None, eq=False, repr=False)

    @property
    def counts_in_full(self) -> tuple[Counts, ...]:
        """The class counts of each value, with each record in full, however much of it is here."""
        return self.counts if self.full is None else self.full()


def majority(counts: Sequence[Count]) -> tuple[int, ...]:
    """
    The positions of all classes with the largest count; every position when all are 0.

    >>> majority((3, 5, 5)), majority((0, 0))
    ((1, 2), (0, 1))
    """
    largest = max(counts, default=0)
    return tuple(i for i, n in enumerate(counts) if n == largest)


def add_counts(parts: Iterable[Counts], classes: int) -> Counts:
    """
    The class counts of several groups together.

    >>> add_counts(((2, 3), (4, 0)), 2), add_counts((), 2)
    ((6, 3), (0, 0))
    """
    sums: Counts = (0,) * classes
    for part in parts:
        sums = tuple(map(add, sums, part))
    return sums


@frozen
class Weighted:
    """Some records of a data set: their positions, ascending, and for each how much of it is there; None: all of it."""

    rows: Rows
    parts: tuple[Count, ...] | None = None


def statistic(columns: Columns, records: Weighted) -> Counts:
    """
    The counts of some records: the weight of each class; of a continuous target y the sums of w, w y and w y^2, and where the columns say
    so the weight of each value, too (`value_counts`).

    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.model.attributes import Nominal
    >>> statistic(columns(DataSet((), Nominal("y", ("-", "+")), (Record((), "+"), Record((), "+")))), Weighted((0, 1)))
    (0, 2)
    """
    tally = _tally(columns, columns.labels, records)
    return counts_by_label(columns, {label: n for (label, _), n in tally.items()})


def count_table(columns: Columns, column: int, records: Weighted) -> CountTable:
    """
    The count table of one attribute for some records.

    >>> from dtref.spec.model.data import DataSet, Record
    >>> from dtref.spec.model.attributes import Nominal
    >>> windy, play = Nominal("windy", ("yes", "no", "?")), Nominal("play", ("-", "+"))
    >>> c = columns(DataSet((windy,), play, (Record(("no",), "+"), Record(("yes",), "-"), Record(("no",), "-"))))
    >>> t = count_table(c, 0, Weighted((0, 1, 2)))
    >>> t.values, t.counts, t.missing
    (('yes', 'no'), ((1, 0), (1, 1)), (0, 0))
    """
    # the weight of each class by value, then a row of counts for each present value
    by_code: dict[int, dict[int, Count]] = {ABSENT: {}}
    for (code, label), n in _tally(columns, columns.codes[column], records).items():
        by_code.setdefault(code, {})[label] = n
    present = sorted(by_code.keys() - {ABSENT})
    counts = tuple(counts_by_label(columns, by_code[code]) for code in present)
    levels = columns.levels[column]
    values = tuple(levels[code] for code in present)
    full = None if records.parts is None else lambda: count_table(columns, column, Weighted(records.rows)).counts
    return CountTable(columns.data.attributes[column], levels, values, counts, counts_by_label(columns, by_code[ABSENT]), full)


def counts_by_label(columns: Columns, weights: Mapping[int, Count]) -> Counts:
    """
    The statistic of records by the weight of those with each label, which is given by its position.

    >>> from dtref.spec.model.data import Record
    >>> coded = columns(DataSet((), Continuous("y"), (Record((), Fraction(5)), Record((), Fraction(3)))))
    >>> [str(x) for x in counts_by_label(coded, {0: 2, 1: 1})]
    ['3', '11', '43']
    """
    if isinstance(columns.data.target, Continuous):
        n = s = q = Fraction(0)
        for label, w in weights.items():
            y = columns.numbers[label]
            wy = y if w == 1 else w * y
            n, s, q = n + w, s + wy, q + wy * y
        return (n, s, q, *_by_value(columns.numbers, weights)) if columns.by_value else (n, s, q)
    return tuple(weights.get(c, 0) for c in range(len(columns.data.classes)))


def _by_value(numbers: Sequence[Fraction], weights: Mapping[int, Count]) -> list[Count]:
    """For each value y of the target w and w y, with w the weight of the records that have it."""
    pairs = ((w, w * y) for w, y in ((weights.get(i, 0), y) for i, y in enumerate(numbers)))
    # whole sums as integers, which are added quickly
    return [int(x) if x.denominator == 1 else x for pair in pairs for x in pair]


def value_counts(values: Sequence[Count], levels: Sequence[Count] | None = None) -> Counts:
    """
    The counts of values of a continuous target y, each of weight 1, for criteria that need more than moments
    (`dtref.spec.split.deviations`): n, the sum of y and that of y^2, then for each level of y, from low to high, the weight w of the
    records that have it, and w y. levels: those of the training set; by default the values themselves.

    >>> [str(x) for x in value_counts((3, 1, 3))], [str(x) for x in value_counts((1,), (1, 3))]
    (['3', '7', '19', '1', '1', '2', '6'], ['1', '1', '1', '1', '1', '0', '0'])
    """
    numbers = sorted({Fraction(y) for y in (values if levels is None else levels)})
    weights = Counter(numbers.index(Fraction(y)) for y in values)
    return len(values), sum(values), sum(y * y for y in values), *_by_value(numbers, weights)


def _tally(columns: Columns, codes: tuple[int, ...], records: Weighted) -> Mapping[tuple[int, int], Count]:
    """For each pair of a code and a label the weight of the records that have both."""
    labels, weights = columns.labels, columns.weights
    if columns.unit and records.parts is None:
        return Counter((codes[r], labels[r]) for r in records.rows)
    tally: dict[tuple[int, int], Count] = {}
    for i, r in enumerate(records.rows):
        pair = codes[r], labels[r]
        n = weights[r] if records.parts is None else weights[r] * records.parts[i]
        tally[pair] = tally.get(pair, 0) + n
    return tally


def labels_of(
    target: Attribute, counts: Counts, centre: Callable[[Counts], tuple[Fraction, ...]] | None = None
) -> tuple[str | Fraction, ...]:
    """
    All largest classes; the mean of a continuous target, or another centre of it, if there are records.

    >>> from dtref.spec.model.attributes import Nominal
    >>> labels_of(Nominal("y", ("-", "+")), (2, 2)), labels_of(Continuous("y"), (2, 5, 17)), labels_of(Continuous("y"), (0, 0, 0))
    (('-', '+'), (Fraction(5, 2),), ())
    """
    if isinstance(target, Continuous):
        n, y = counts[:2]
        return () if not n else (Fraction(y) / n,) if centre is None else centre(counts)
    return tuple(target.values[j] for j in majority(counts))


def tally_of(target: Attribute, counts: Counts) -> Tally:
    """
    The tally of a node's counts: the weight of each class by name, or the moments of a continuous target.

    >>> tally_of(Continuous("y"), (2, 5, 17))
    Moments(n=Fraction(2, 1), total=Fraction(5, 1), squares=Fraction(17, 1))
    """
    if isinstance(target, Continuous):
        return Moments(*map(Fraction, counts[:3]))
    return tuple((name, Fraction(n)) for name, n in zip(target.values, counts, strict=True))
