"""
A table as a tree sees it: records that no test of the tree tells apart are one, with their weight. One query brings them.

What depends on a tree's answers alone is the same for them as for the table: predictions, errors, confusion matrix, ROC curve, pruning by
validation records. A record that knows each value that it is asked for is told by its leaf; one that misses a value by all that the tree
asks of it: of a number between which cuts it lies.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, count, pairwise
from typing import TypeAlias, cast

from attrs import frozen

from dtref.engines.from_counts.sources.database import Database
from dtref.engines.from_counts.sources.grouped import label_and_weight, nulls_first
from dtref.engines.from_counts.sources.sql import level_name
from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Width, declares
from dtref.spec.model.branches import branch_of
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.schemes import by_level
from dtref.spec.model.tests import AxisTest, IsKnown, Oblique, Ranges, Side, Test, Threshold
from dtref.spec.model.trees import Branch, Surrogates, Tree, children, nodes
from dtref.spec.pruning.records_at_nodes import check_target

NO_LEAF = -1
"""The state of a record that misses a value, or has one that no branch takes."""


@frozen(eq=False)
class PlacedNode:
    """A node of a tree with its number (0 the root), those of its children, and of each column asked above the values that lead there."""

    number: int
    tree: Tree
    below: tuple[int, ...]
    values: Mapping[int, Sequence[Cell]]

    @property
    def leads(self) -> Mapping[int, Cell]:
        """Of each column asked on the way a value that leads here."""
        return {column: cells[0] for column, cells in self.values.items()}


@refuses_other_kinds
def seen_by_tree(tree: Tree, source: Database) -> DataSet:
    """
    A weighted data set of the attributes that a tree asks, on which it answers as on the records of a table, with the same weights.

    What counts records, whatever they weigh, differs. The values are such as the table might have: those of a leaf, not those of a record.
    Errors: Invalid for tests of several attributes, several cuts, numbers that are rounded before they are compared, a column that the
    table lacks or has of another kind, a target of another kind; Undecided for more groups of records than `counts_of(groups=…)`.

    >>> import sqlite3
    >>> from dtref.engines.from_counts.grow import grow_from_tables
    >>> from dtref.engines.from_counts.sources.counts_of import counts_of
    >>> from dtref.spec.presets import CART
    >>> play = sqlite3.connect(":memory:")
    >>> _ = play.execute("CREATE TABLE play (x REAL, y TEXT)")
    >>> _ = play.executemany("INSERT INTO play VALUES (?, ?)", [(0.5, "+"), (0.75, "+"), (1.5, "-")])
    >>> source = counts_of("play", connection=play, target="y")
    >>> [(record.label, record.weight) for record in seen_by_tree(grow_from_tables(source, CART), source)]
    [('+', Fraction(2, 1)), ('-', Fraction(1, 1))]
    """
    check_target(tree, source.target)
    placed = PlacedTree.of(tree, source)
    columns, weight = tuple(placed.cells), ("w",) if source.weighted else ()
    # The leaf of each record, or all that the tree asks of it; grouped.
    queries = placed.leaf_queries(())
    codes = [f"CASE WHEN s = {NO_LEAF} THEN {placed.code(i)} END AS r{i}" for i in columns]
    keys = ", ".join(("s", *(f"r{i}" for i in columns), "y", *weight))
    coded = f"SELECT {', '.join(('s', *codes, 'y', *weight))} FROM {level_name(len(queries) - 1)}"
    query = f"{placed.named([*queries, coded])} SELECT {keys}, count(*) AS n FROM {level_name(len(queries))} GROUP BY {keys}"
    # Each group as a record.
    leads = {node.number: node.leads for node in placed.nodes}
    records = []
    groups = source.counted(query, f"a tree of {len(placed.nodes)} nodes")
    for state, *told in nulls_first(groups):
        here = leads.get(cast(int, state), {})
        cells = [
            here.get(i, placed.cells[i][0]) if state != NO_LEAF else MISSING if code is None else placed.cells[i][cast(int, code)]
            for i, code in zip(columns, told, strict=False)
        ]
        records.append(Record(tuple(cells), *label_and_weight(source, told[len(columns) :])))
    return DataSet(tuple(source.attributes[i] for i in columns), source.target, records)


@refuses_other_kinds
def prediction_query(tree: Tree, source: Database, *, keep: Sequence[str] = ()) -> str:
    """
    A query of the table's engine that brings what a tree predicts for each record as `prediction`; of several labels the first.

    keep: names of the table's columns to bring, too. NULL: where a record misses a value that it is asked for, or has one that no branch
    takes; a mean is the nearest double. Nothing is run. Errors: as `seen_by_tree`, for a node without a label.

    >>> import sqlite3
    >>> from dtref.engines.from_counts.grow import grow_from_tables
    >>> from dtref.engines.from_counts.sources.counts_of import counts_of
    >>> from dtref.spec.presets import CART
    >>> play = sqlite3.connect(":memory:")
    >>> _ = play.execute("CREATE TABLE play (x REAL, y TEXT)")
    >>> _ = play.executemany("INSERT INTO play VALUES (?, ?)", [(0.5, "+"), (0.75, "+"), (1.5, "-")])
    >>> source = counts_of("play", connection=play, target="y")
    >>> play.execute(prediction_query(grow_from_tables(source, CART), source, keep=["x"])).fetchall()
    [(0.5, '+'), (0.75, '+'), (1.5, '-')]
    """
    check_target(tree, source.target)
    placed, dialect = PlacedTree.of(tree, source), source.system.dialect
    queries = placed.leaf_queries([dialect.name(column) for column in keep])
    told = " ".join(f"WHEN {node.number} THEN {_label(node.tree, source)}" for node in placed.nodes if not node.below)
    kept = [f"k{i} AS {dialect.name(column)}" for i, column in enumerate(keep)]
    return f"{placed.named(queries)} SELECT {', '.join((*kept, f'CASE s {told} END AS prediction'))} FROM {level_name(len(queries) - 1)}"


ValueBorder: TypeAlias = tuple[Fraction, bool]
"""A cut, and whether a number that is on it is on its first side."""


@frozen(eq=False)
class PlacedTree:
    """
    A tree on a source. nodes: level by level. borders: of each column of numbers that it asks its cuts, in order. cells: of each column
    values of which no two are the same to the tree: of numbers one between each two borders.
    """

    source: Database
    nodes: tuple[PlacedNode, ...]
    borders: Mapping[int, Sequence[ValueBorder]]
    cells: Mapping[int, Sequence[Cell]]

    @classmethod
    def of(cls, tree: Tree, source: Database) -> PlacedTree:
        """The tree on a source. Errors: as `seen_by_tree`."""
        tests: dict[int, list[AxisTest]] = {}
        for test in chain.from_iterable(map(_tests_at, nodes(tree))):
            tests.setdefault(source.held.position(test), []).append(test)
        borders = {i: sorted({_border(test) for test in tests[i] if isinstance(test, Threshold)}) for i in sorted(tests)}
        cells = {i: _cells(source.attributes[i], of_column) for i, of_column in borders.items()}
        numbers, placed = count(1), list[PlacedNode]()

        def numbered(node: Tree) -> tuple[int, ...]:
            return tuple(next(numbers) for _ in children(node))

        def below(node: PlacedNode) -> Iterator[PlacedNode]:
            """The children of a node, with the values that lead there."""
            for (test,) in [_tests_at(node.tree)[:1]] if node.below else []:
                column = source.held.position(test)
                here = node.values.get(column, cells[column])
                for branch, (number, child) in enumerate(zip(node.below, children(node.tree), strict=True)):
                    taken = [cell for cell in here if declares(test.attribute, cell) and branch_of(test, cell) == branch]
                    yield PlacedNode(number, child, numbered(child), {**node.values, column: taken or here})

        for level in by_level(PlacedNode(0, tree, numbered(tree), {}), below):
            placed.extend(level)
        return cls(source, tuple(placed), borders, cells)

    def leaf_queries(self, keep: Sequence[str]) -> list[str]:
        """The queries of WITH by which each record gets the number of its leaf, or `NO_LEAF`, as `s`; keep: more SQL, as `k0`, `k1` …"""
        selections = {**self.source.selections, **{f"k{i}": sql for i, sql in enumerate(keep)}}
        columns, by_number = ", ".join(selections), {node.number: node for node in self.nodes}
        queries = [f"SELECT {', '.join(f'{sql} AS {name}' for name, sql in selections.items())}, 0 AS s FROM {self.source.table}"]
        for level in by_level(self.nodes[0], lambda node: [by_number[number] for number in node.below]):
            cases = [self._next(node) for node in level if node.below]
            if cases:
                after = f"SELECT {columns}, CASE s {' '.join(cases)} ELSE s END AS after FROM {level_name(len(queries) - 1)}"
                queries.append(f"SELECT {columns}, after AS s FROM ({after}) AS t")
        return queries

    def named(self, queries: Sequence[str]) -> str:
        """Queries as the WITH of another."""
        once = self.source.system.dialect.once
        return "WITH " + ", ".join(f"{level_name(i)} AS {once} ({query})" for i, query in enumerate(queries))

    def code(self, column: int) -> str:
        """The SQL of the position of a record's value among `cells`; NULL where it is missing."""
        attribute = self.source.attributes[column]
        if not isinstance(attribute, Continuous):
            return f"a{column}"
        number, borders = self.source.numbers[attribute.name], self.borders[column]
        conditions = [number.at_most(f"a{column}", cut) if first else number.below(f"a{column}", cut) for cut, first in borders]
        whens = " ".join(f"WHEN {condition} THEN {i}" for i, condition in enumerate(conditions))
        return f"CASE WHEN a{column} IS NULL THEN NULL {whens} ELSE {len(borders)} END"

    def _next(self, node: PlacedNode) -> str:
        """What follows the number of a node in CASE: the number of the child that a record goes to."""
        column, conditions = self.source.held.taken(_tests_at(node.tree)[0])
        whens = " ".join(f"WHEN {condition} THEN {number}" for condition, number in zip(conditions, node.below, strict=True))
        return f"WHEN {node.number} THEN CASE WHEN {column} IS NULL THEN {NO_LEAF} {whens} ELSE {NO_LEAF} END"


def _tests_at(node: Tree) -> list[AxisTest]:
    """The tests of a node: its own, then those of its surrogates. Errors: Invalid for those that a table doesn't answer."""
    if not isinstance(node, Branch):
        return []
    tests = [node.test, *(test for test, _ in node.gap.tests)] if isinstance(node.gap, Surrogates) else [node.test]
    return [_checked(test) for test in tests]


def _checked(test: Test) -> AxisTest:
    match test:
        case Oblique() | Ranges() | IsKnown():
            raise Invalid("tree", "tests of one attribute, of a cut or of groups of values", type(test).__name__)
        case Threshold(width=width) if width is not Width.DECIMAL:
            raise Invalid("tree", "cuts of numbers as they are", f"{test.attribute.name} rounded to a {width.value}")
        case _:
            return test


def _border(test: Threshold) -> ValueBorder:
    return test.cut, test.side is Side.AT_MOST


def _cells(attribute: Attribute, borders: Sequence[ValueBorder]) -> Sequence[Cell]:
    """Values of a column of which no two are the same to a tree: the declared ones; numbers between the borders, and outside."""
    if not isinstance(attribute, Continuous):
        return attribute.values
    cuts = [cut for cut, _ in borders]
    return [cuts[0] - 1, *((low + high) / 2 for low, high in pairwise(cuts)), cuts[-1] + 1]


def _label(leaf: Tree, source: Database) -> str:
    """The SQL of a leaf's prediction."""
    if not leaf.labels:
        raise Invalid("tree", "a label at each leaf", "none, as no training record reached it")
    label = leaf.labels[0]
    if isinstance(label, Fraction):
        return source.system.dialect.double.literal(Fraction(float(label)))
    return source.system.dialect.literal(label)
