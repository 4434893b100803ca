"""
The data of the matrix of programs: 25 tables with classes and as many with a number for a target, from golden/data and the folder that
DTREF_DATA names; each with gaps or without, with weights or without.

A table has at most so many records and columns (from all of it, about as far from one another), for cells of a part of a second, and
loses columns and classes that these don't show.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path

from attrs import evolve, frozen
from peers.library import MISSING, Attribute, Cell, Continuous, DataSet, Nominal, Record
from peers.samples import FOLDER, GOLDEN

MOST, MOST_COLUMNS = 32, 8
"""The most records of a table, and its most columns."""
TABLES = 25


class Gaps(Enum):
    """Whether records have gaps."""

    NONE = "no gaps"
    SOME = "gaps"


class Weights(Enum):
    """The weights of records, by their position."""

    ONE = "no weights"
    WHOLE = "weights 1, 2, 3"
    HALVES = "weights 1/2, 1, 5/4"


PATTERNS = {
    Weights.ONE: (Fraction(1),),
    Weights.WHOLE: (Fraction(1), Fraction(2), Fraction(3)),
    Weights.HALVES: (Fraction(1, 2), Fraction(1), Fraction(5, 4)),
}


@frozen
class Table:
    """A table by its name, the kinds of its columns, and its data as read."""

    name: str
    numeric: int
    nominal: int
    read: Callable[[], DataSet]


def class_tables(numeric: bool, most: int = TABLES) -> tuple[Table, ...]:
    """25 tables with classes, or so many; numeric: with a number for an attribute, the last of them with values as their positions."""
    own = [t for t in _all() if not _is_number(t)]
    if not numeric:
        return tuple(own[:most])
    return tuple([t for t in own if t.numeric] + [_of_positions(t) for t in own if not t.numeric])[:most]


def two_class_tables() -> tuple[Table, ...]:
    """25 tables of numbers with two classes: those that have two, then the first class of others against the rest."""
    own = class_tables(numeric=True, most=2 * TABLES)
    return tuple([t for t in own if len(t.read().classes) == 2] + [_of_one_class(t) for t in own if len(t.read().classes) > 2])[:TABLES]


def nominal_tables() -> tuple[Table, ...]:
    """The first 25 tables with classes that have a nominal attribute."""
    return tuple(t for t in _all() if t.nominal and not _is_number(t))[:TABLES]


def number_tables(numeric: bool) -> tuple[Table, ...]:
    """25 tables whose target is a number: its own, or the first, then the second of its numeric columns."""
    own = [t for t in _all() if _is_number(t)]
    made = [_of_number(t, which) for which in range(2) for t in _all() if t.numeric > 1 and not _is_number(t)]
    return tuple(t for t in (*own, *made) if t.numeric > 1 or not numeric)[:TABLES]


def _of_number(table: Table, which: int) -> Table:
    return evolve(table, name=f"{table.name}, column {which + 1}", read=lambda: _number_as_target(table.read(), which))


def _of_positions(table: Table) -> Table:
    return Table(f"{table.name}, positions", table.nominal, 0, lambda: _positions(table.read()))


def _of_one_class(table: Table) -> Table:
    return evolve(table, name=f"{table.name}, one class", read=lambda: _one_class(table.read()))


def _one_class(data: DataSet) -> DataSet:
    """The data with the first class against the others."""
    first = data.classes[0]
    records = [evolve(r, label=first if r.label == first else f"not {first}") for r in data]
    return DataSet(data.attributes, Nominal(data.target.name, (first, f"not {first}")), tuple(records))


def _is_number(table: Table) -> bool:
    return isinstance(table.read().target, Continuous)


def _positions(data: DataSet) -> DataSet:
    """The data with each value as its position among those of its column."""
    values = [a.values if isinstance(a, Nominal) else () for a in data.attributes]

    def cell(column: int, value: Cell) -> Cell:
        return Fraction(values[column].index(value)) if isinstance(value, str) else value

    records = [evolve(r, values=tuple(cell(i, v) for i, v in enumerate(r.values))) for r in data]
    return DataSet(tuple(Continuous(a.name) for a in data.attributes), data.target, tuple(records))


def _number_as_target(data: DataSet, which: int) -> DataSet:
    """The data with a column of numbers for a target; records that lack it are left out."""
    first = [i for i, a in enumerate(data.attributes) if isinstance(a, Continuous)][which]
    rest = [i for i in range(len(data.attributes)) if i != first]
    records = [Record(tuple(r.values[i] for i in rest), value, r.weight) for r in data if isinstance(value := r.values[first], Fraction)]
    return DataSet(tuple(data.attributes[i] for i in rest), data.attributes[first], tuple(records))


@cache
def _all() -> tuple[Table, ...]:
    """Every table: those of DTREF_DATA if there are any, else the few of golden/data whose columns need no more than their text."""
    index = FOLDER / "index.csv"
    if not index.exists():
        own = ("contact_lenses", "iris", "play_tennis", "play_tennis_numeric", "tan_default")
        return tuple(_table(GOLDEN / f"{name}.csv", None) for name in own)
    declared = json.loads((FOLDER / "schema.json").read_text())
    names = [row["name"] for row in csv.DictReader(index.read_text().splitlines())]
    return tuple(_table(FOLDER / f"{name}.csv", dict(declared[name]["columns"])) for name in names)


def _table(path: Path, declared: dict[str, list[str] | None] | None) -> Table:
    read = cache(lambda: _read(path, declared))
    kinds = [isinstance(a, Continuous) for a in read().attributes]
    return Table(path.stem, sum(kinds), len(kinds) - sum(kinds), read)


def _read(path: Path, declared: dict[str, list[str] | None] | None) -> DataSet:
    """At most so many records and columns that are not constant there, the values and classes that occur."""
    header, *all_rows = csv.reader(path.read_text().splitlines())
    n = len(all_rows)
    rows = [all_rows[i * n // MOST] for i in range(MOST)] if n > MOST else all_rows

    def attribute(j: int) -> Attribute:
        texts = [row[j] for row in rows if row[j] != "?"]
        if (declared is not None and declared[header[j]] is None) or (declared is None and all(map(_is_numeral, texts))):
            return Continuous(header[j])
        return Nominal(header[j], tuple(dict.fromkeys(texts)))

    def cell(text: str, kind: Attribute) -> Cell:
        return MISSING if text == "?" else Fraction(text) if isinstance(kind, Continuous) else text

    asked = [j for j in range(len(header) - 1) if len({row[j] for row in rows} - {"?"}) > 1]
    kept = [asked[i * len(asked) // MOST_COLUMNS] for i in range(MOST_COLUMNS)] if len(asked) > MOST_COLUMNS else asked
    columns = [attribute(j) for j in kept]
    target = attribute(len(header) - 1)
    records = [Record(tuple(cell(row[j], a) for j, a in zip(kept, columns, strict=True)), cell(row[-1], target)) for row in rows]
    return DataSet(tuple(columns), target, tuple(records))


def _is_numeral(text: str) -> bool:
    return text.replace(".", "", 1).replace("-", "", 1).isdecimal()


def variant(data: DataSet, kind: type[Continuous] | type[Nominal] | None, gaps: Gaps, weights: Weights) -> DataSet:
    """The table with its columns of one kind (None: of all), with or without gaps, weighted."""
    kept = [i for i, a in enumerate(data.attributes) if kind is None or isinstance(a, kind)]
    pattern = PATTERNS[weights]
    rows = [[r.values[i] for i in kept] for r in data]
    if gaps is Gaps.SOME and not any(cell is MISSING for row in rows for cell in row):
        rows = [[MISSING if (7 * i + 5 * j) % 19 == 3 else cell for j, cell in enumerate(row)] for i, row in enumerate(rows)]
    if gaps is Gaps.NONE:
        known = [[row[j] for row in rows if row[j] is not MISSING] for j in range(len(kept))]
        rows = [[known[j][i % len(known[j])] if cell is MISSING else cell for j, cell in enumerate(row)] for i, row in enumerate(rows)]
    records = [Record(tuple(row), r.label, pattern[i % len(pattern)]) for i, (row, r) in enumerate(zip(rows, data, strict=True))]
    return DataSet(tuple(data.attributes[i] for i in kept), data.target, tuple(records))
