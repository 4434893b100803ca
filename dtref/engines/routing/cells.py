"""
The cells of a table as doubles, one way for each column: numbers that are doubles, codes of values, or ranks of numbers among borders.

NaN is a missing cell. Infinity stands for a cell that no test may see: the specification is asked about a record that has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, nan
from sys import float_info
from typing import overload

import numpy as np
from attrs import evolve, frozen

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.route_layout import ASKED, BORDER, COLUMN, KIND, LEFT, OTHER, RANGES, START, DoubleCells, RowArrays
from dtref.engines.routing.borders import CutBorder, ascending_borders, borders_of, greatest_double, rank_among
from dtref.engines.routing.rows import Asked, TreeRows
from dtref.io.tables_for_trees import NumberTable, TableForTree
from dtref.spec.model.attributes import MISSING, Cell, Continuous
from dtref.spec.model.tests import Ranges, Threshold

FLOAT32_MAX = float(np.finfo(np.float32).max)
"""The greatest float32: a test that rounds refuses numbers beyond it."""


@frozen(eq=False)
class Encoded:
    """A tree and a table for the kernels. borders: the column of `tree.tests` that holds doubles."""

    tree: RowArrays
    borders: Floats
    cells: DoubleCells


@frozen(eq=False)
class CodedCells(Sequence[Cell]):
    """
    Cells as codes: the different ones, and for each record the position of its own among them.

    >>> cells = coded_cells(("b", "a", "b"))
    >>> cells.codes.tolist(), cells[2], len(cells)
    ([0, 1, 0], 'b', 3)
    """

    different: tuple[Cell, ...]
    codes: Ints

    @overload
    def __getitem__(self, index: int) -> Cell: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Cell, ...]: ...
    def __getitem__(self, index: int | slice) -> Cell | tuple[Cell, ...]:
        if isinstance(index, slice):
            return tuple(self.different[code] for code in self.codes[index].tolist())
        return self.different[int(self.codes[index])]

    def __len__(self) -> int:
        return len(self.codes)


def coded_cells(cells: Iterable[Cell]) -> CodedCells:
    """
    Cells as codes.

    >>> coded_cells((MISSING, "a")).different
    (MISSING, 'a')
    """
    position: dict[Cell, int] = {}
    codes = [position.setdefault(cell, len(position)) for cell in cells]
    return CodedCells(tuple(position), np.array(codes, np.int64))


def with_codes(table: TableForTree) -> TableForTree:
    """
    A table whose cells are codes, for many trees.

    >>> from dtref.io.tables_for_trees import ColumnTable
    >>> with_codes(ColumnTable(2, {"x": ("a", "a")})).by_name["x"].different
    ('a',)
    """
    if isinstance(table, NumberTable):
        return table
    coded = {name: cells if isinstance(cells, np.ndarray) else coded_cells(cells) for name, cells in table.by_name.items()}
    return evolve(table, by_name=coded)


def encoded(rows: TreeRows, table: TableForTree) -> Encoded:
    """
    The rows of a tree with the borders of its tests as the cells of a table are to be compared with them, and these cells.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.io.tables_for_trees import ColumnTable
    >>> from dtref.spec.model.trees import Leaf
    >>> encoded(flat_rows(Leaf((("+", Fraction(3)),), ("+",))), ColumnTable(2, {})).tree.tests.tolist()
    [[-1, 0, 0, 0]]
    """
    tests, others, entries = rows.tests.copy(), rows.others.copy(), rows.entries.copy()
    borders = tests.view(np.float64)[:, BORDER]
    limit = FLOAT32_MAX if any(column.rounds for column in rows.columns) else float_info.max
    # The borders, as doubles or as ranks.
    ranked = _ranked(rows, table)
    _write_cuts(rows, ranked, borders)
    _write_ranges(rows, ranked, entries)
    # The cells: those of a matrix as they are, else those of the columns that the tree asks.
    if isinstance(table, NumberTable) and all(_is_number_of(table, column) for column in rows.columns):
        position = np.array([table.names.index(column.attribute.name) for column in rows.columns], np.int64)
        cuts = tests[:, COLUMN] >= 0
        tests[cuts, COLUMN] = position[tests[cuts, COLUMN]]
        others[:, ASKED] = position[others[:, ASKED]]
        cells = _cells(table.doubles, limit)
    else:
        doubles = np.empty((len(rows.columns), table.records))
        for c, column in enumerate(rows.columns):
            doubles[c] = _doubles(column, table, ranked.get(c, {}))
        cells = _cells(doubles.T, limit)
    weighed = np.zeros(len(tests), np.int64)
    return Encoded(RowArrays(tests, rows.missing.copy(), others, entries, rows.branches, weighed), borders, cells)


def with_matrix(code: Encoded, matrix: Floats) -> Encoded:
    """
    The same rows with the cells of another matrix that has the same columns.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.spec.model.trees import Leaf
    >>> code = encoded(flat_rows(Leaf((("+", Fraction(3)),), ("+",))), NumberTable(np.zeros((0, 1)), ("x",)))
    >>> with_matrix(code, np.array([[4.0]])).cells.doubles.tolist()
    [4.0]
    """
    return Encoded(code.tree, code.borders, _cells(matrix, code.cells.limit))


def _is_number_of(table: NumberTable, column: Asked) -> bool:
    return isinstance(column.attribute, Continuous) and column.attribute.name in table.names


def _ranked(rows: TreeRows, table: TableForTree) -> dict[int, dict[CutBorder, int]]:
    """For each column of numbers that are given as cells the borders of its tests, ascending, each with its rank."""
    if isinstance(table, NumberTable):
        return {}
    exact = {
        c
        for c, column in enumerate(rows.columns)
        if isinstance(column.attribute, Continuous) and not isinstance(table.by_name.get(column.attribute.name), np.ndarray | None)
    }
    borders: dict[int, list[CutBorder]] = {c: [] for c in exact}
    asking = [*zip(_cut_rows(rows).tolist(), rows.tests[_cut_rows(rows), COLUMN].tolist(), strict=True)]
    asking.extend((t, int(rows.others[o, ASKED])) for t, o in _range_rows(rows))
    for t, c in asking:
        if c in exact:
            borders[c].extend(_borders_at(rows, t))
    return {c: {border: i for i, border in enumerate(ascending_borders(of_column))} for c, of_column in borders.items()}


def _cut_rows(rows: TreeRows) -> Ints:
    return np.flatnonzero(rows.tests[:, COLUMN] >= 0)


def _range_rows(rows: TreeRows) -> list[tuple[int, int]]:
    """The rows of ranges, each with its position in `others`."""
    other = np.flatnonzero(rows.tests[:, COLUMN] == OTHER)
    return [(t, o) for t, o in zip(other.tolist(), rows.tests[other, LEFT].tolist(), strict=True) if rows.others[o, KIND] == RANGES]


def _borders_at(rows: TreeRows, t: int) -> tuple[CutBorder, ...]:
    test = rows.test_of(t)
    assert isinstance(test, Threshold | Ranges), "a test of numbers"
    return borders_of(test)


def _write_cuts(rows: TreeRows, ranked: Mapping[int, Mapping[CutBorder, int]], borders: Floats) -> None:
    """Writes the border of each cut."""
    cuts = _cut_rows(rows)
    by_rank = np.isin(rows.tests[cuts, COLUMN], list(ranked)) if ranked else np.zeros(len(cuts), np.bool_)
    borders[cuts[~by_rank]] = rows.double_cuts(cuts[~by_rank])
    for t in cuts[by_rank].tolist():
        borders[t] = ranked[int(rows.tests[t, COLUMN])][_borders_at(rows, t)[0]]


def _write_ranges(rows: TreeRows, ranked: Mapping[int, Mapping[CutBorder, int]], entries: Floats) -> None:
    """Writes the borders of each test of ranges."""
    for t, o in _range_rows(rows):
        ranks, start = ranked.get(int(rows.others[o, ASKED])), int(rows.others[o, START])
        for i, border in enumerate(_borders_at(rows, t), start):
            entries[i] = greatest_double(border) if ranks is None else ranks[border]


def _cells(matrix: Floats, limit: float) -> DoubleCells:
    """A matrix with a row for each record, as it lies in memory if it lies there without gaps. Nobody writes to it."""
    if not (matrix.flags.c_contiguous or matrix.flags.f_contiguous):
        matrix = np.ascontiguousarray(matrix)
    by_row = matrix.flags.c_contiguous
    doubles = (matrix if by_row else matrix.T).reshape(-1)
    doubles.flags.writeable = False
    records, columns = matrix.shape
    return DoubleCells(doubles, columns if by_row else 1, 1 if by_row else records, limit)


def _doubles(column: Asked, table: TableForTree, ranked: Mapping[CutBorder, int]) -> Floats | float:
    """The cells of a column as doubles; infinity for all, where the table has none that the tree can see."""
    attribute = column.attribute
    if isinstance(table, NumberTable):
        return table.doubles[:, table.names.index(attribute.name)] if _is_number_of(table, column) else inf
    cells = table.by_name.get(attribute.name)
    if cells is None:
        return inf
    if isinstance(cells, np.ndarray):
        return cells if isinstance(attribute, Continuous) else inf
    # Each different cell is looked up once.
    coded = cells if isinstance(cells, CodedCells) else coded_cells(cells)
    code: dict[Cell, float] = {MISSING: nan}
    if isinstance(attribute, Continuous):
        borders = tuple(ranked)
        numbers = [x for x in coded.different if isinstance(x, Fraction) and (not column.rounds or abs(x) <= FLOAT32_MAX)]
        code.update((x, rank_among(x, borders)) for x in numbers)
    else:
        code.update((value, i) for i, value in enumerate(attribute.values))
    doubles: Floats = np.array([code.get(cell, inf) for cell in coded.different], np.float64)[coded.codes]
    return doubles
