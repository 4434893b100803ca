"""
A source of records in chunks: each chunk is counted in memory, its counts are written to a file in order, and the files are merged.

That is external sorting with sums instead of records (`merged_rows`). Memory holds one chunk, its counts, and a few rows of each file.
The records are read once for each level of the tree.
"""

from __future__ import annotations

import pickle
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import field, frozen
from toolz import partition_all

from dtref.engines.from_counts.frontier import Frontier, reached_nodes
from dtref.engines.from_counts.rows import CountRow, Key, counts_of_weights, merged_rows, row_order
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous
from dtref.spec.model.counts import Count, Counts, add_counts
from dtref.spec.model.data import DataSet, Record

RECORDS = 100_000
"""The number of records of a chunk."""

_FILES, _ROWS = 200, 1000
"""The most runs that are merged at a time, and the number of their rows that are read at a time."""


@frozen
class Chunks:
    """
    A source whose records come in chunks. `chunks` is called for each reading, and gives the same records every time.

    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))
    >>> source = Chunks((x,), y, lambda: [[Record(("a",), "+")], [Record(("b",), "-"), Record(("a",), "+")]])
    >>> [(column, list(rows)) for column, rows in source.read(Frontier({}, frozenset({0})), [0])]
    [(0, [(0, 0, (0, 2)), (0, 1, (1, 0))])]
    """

    attributes: tuple[Attribute, ...]
    target: Attribute
    chunks: Callable[[], Iterable[Sequence[Record]]] = field(eq=False)

    def whole(self) -> Counts:
        """The counts of all records."""
        return add_counts(
            (counts_of_weights(self.target, _weights(chunk)) for chunk in self.chunks()), len(counts_of_weights(self.target, {}))
        )

    def incomplete(self) -> frozenset[int]:
        """The positions of the attributes that have missing values."""
        return frozenset(i for chunk in self.chunks() for record in chunk for i, cell in enumerate(record.values) if cell is MISSING)

    def read(self, frontier: Frontier, columns: Sequence[int]) -> Iterator[tuple[int, Iterator[CountRow]]]:
        """For each of the attributes the rows of its AVC sets at the wanted nodes."""
        with TemporaryDirectory() as folder:
            aside = _Aside(Path(folder))
            runs: dict[int, list[Path]] = {column: [] for column in columns}
            for chunk in self.chunks():
                for column, rows in self._counted(chunk, frontier, columns):
                    runs[column].append(aside.put(rows))
            for column in columns:
                yield column, aside.merged(runs[column])

    def highest(self, asked: Sequence[tuple[int, Fraction]]) -> list[Fraction]:
        """For each pair of a continuous attribute and a number: the attribute's greatest value that is not above the number."""
        greatest: dict[int, Fraction] = {}
        for record in (record for chunk in self.chunks() for record in chunk):
            for i, (column, limit) in enumerate(asked):
                cell = record.values[column]
                if isinstance(cell, Fraction) and greatest.get(i, cell) <= cell <= limit:
                    greatest[i] = cell
        return [greatest[i] for i in range(len(asked))]

    def _counted(self, chunk: Sequence[Record], frontier: Frontier, columns: Sequence[int]) -> Iterator[tuple[int, list[CountRow]]]:
        position = {attribute.name: i for i, attribute in enumerate(self.attributes)}
        reached = [(record, _weight(record), reached_nodes(frontier, record.values, position)) for record in chunk]
        for column in columns:
            key_of = _keys(self.attributes[column])
            sums: defaultdict[tuple[int, Key], defaultdict[Cell, Count]] = defaultdict(lambda: defaultdict(int))
            for record, weight, nodes in reached:
                for node, part in nodes:
                    sums[node, key_of(record.values[column])][record.label] += part * weight
            yield column, sorted(((*key, counts_of_weights(self.target, weights)) for key, weights in sums.items()), key=row_order)


@refuses_other_kinds
def in_chunks(data: DataSet, records: int = RECORDS) -> Chunks:
    """
    A data set as a source. records: the size of a chunk.

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("-", "+")), [Record((), "+")] * 3)
    >>> in_chunks(data, 2).whole()
    (0, 3)
    """
    return Chunks(data.attributes, data.target, lambda: partition_all(records, data.records))


def _weights(chunk: Iterable[Record]) -> Mapping[Cell, Count]:
    sums: defaultdict[Cell, Count] = defaultdict(int)
    for record in chunk:
        sums[record.label] += _weight(record)
    return sums


def _weight(record: Record) -> Count:
    """The weight of a record, as an int where it is whole."""
    return record.weight.numerator if record.weight.denominator == 1 else record.weight


def _keys(attribute: Attribute) -> Callable[[Cell], Key]:
    """The sort key of an attribute's cells."""
    if isinstance(attribute, Continuous):
        return lambda cell: cell  # type: ignore[return-value] # a data set has numbers here, or MISSING
    positions: dict[Cell, Key] = {MISSING: MISSING, **{value: i for i, value in enumerate(attribute.values)}}
    return positions.__getitem__


@frozen(eq=False)
class _Aside:
    """A folder of sorted runs, each a file that is open only while it is written or read."""

    folder: Path
    numbers: Iterator[int] = field(factory=count)

    def put(self, rows: Iterable[CountRow]) -> Path:
        """Writes rows to a new file."""
        path = self.folder / str(next(self.numbers))
        with path.open("wb") as file:
            for block in partition_all(_ROWS, rows):
                pickle.dump(block, file)
        return path

    def merged(self, runs: list[Path]) -> Iterator[CountRow]:
        """All runs merged into one, a limited number of files at a time."""
        while len(runs) > _FILES:
            runs = [self.put(merged_rows(map(_rows, group))) for group in partition_all(_FILES, runs)]
        return merged_rows(map(_rows, runs))


def _rows(path: Path) -> Iterator[CountRow]:
    with path.open("rb") as file:
        while True:
            try:
                yield from pickle.load(file)
            except EOFError:
                break
    path.unlink()
