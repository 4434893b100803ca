"""
Refuses tables that would give wrong answers, before anything is learned from them; warnings are in `dtref.io.remarks`.

The readers for people (files, Python objects, databases) check here; the protocol and the golden records take every table as its schema and
`dtref.io.to_data_set` read it. Declarations of columns are not questioned.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from shlex import quote

from attrs import field, frozen

from dtref.errors import DataWarning, Invalid, declaration, way
from dtref.io.notation import OTHER_NOTATIONS, TextLook
from dtref.io.remarks import THOUSANDS, first_few, is_open, remarks
from dtref.io.schema import Schema
from dtref.io.survey import Survey, survey
from dtref.io.target_copies import target_copies
from dtref.io.to_data_set import Table
from dtref.spec.model.attributes import Cell

_SHOWN = 3
"""The most cells and rows that a message names."""


@frozen
class TableWords:
    """
    The words of messages about a table: its name, and the word for a row with its prefix.

    rows: for a column and some of its cells the numbers of the first rows that have one. has_header, harmless: as for `remarks`.
    """

    name: str
    row: str
    rows: Callable[[str, Collection[Cell]], Sequence[int | str]] = field(eq=False)
    has_header: bool = False
    harmless: bool = True


def inspected(table: Table, schema: Schema, name: str, *, has_header: bool = False, harmless: bool = True) -> tuple[DataWarning, ...]:
    """
    The warnings about a table. name: of the table, in messages. Errors: as for `inspect`.

    >>> from dtref.io.to_data_set import Column
    >>> table = Table("a.csv line 1", "a.csv line", (2, 3, 4), (Column("x", ("1", "NA", "3"), numerals=True), Column("y", ("a", "a", "b"))))
    >>> inspected(table, Schema(target="y"), "a.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: a.csv line 3, column 'x': expected numbers, as 2 of 3 cells are; what decides is missing=['', '?', 'NA']
    or nominal=['x'] (got 'NA')
    """
    source = TableWords(name, table.row, lambda column, cells: first_rows((table,), column, cells), has_header, harmless)
    surveys = [survey(c, schema) for c in table.columns]
    return (*inspect(surveys, schema, source), *(target_copies(table, surveys, schema, name) if harmless else ()))


def first_rows(tables: Iterable[Table], column: str, cells: Collection[Cell]) -> Sequence[int | str]:
    """
    The numbers of the first rows that have one of some cells in a column: SHOWN, and one more if there are more.

    >>> from dtref.io.to_data_set import Column
    >>> first_rows([Table("t", "record", (1, 2, 3), (Column("x", ("1", "NA", "NA")),))], "x", {"NA"})
    [2, 3]
    """
    rows: list[int | str] = []
    for table in tables:
        rows += [row for row, cell in zip(table.rows, table.column(column).cells, strict=True) if cell in cells]
        if len(rows) > _SHOWN:
            break
    return rows[: _SHOWN + 1]


def inspect(surveys: Sequence[Survey], schema: Schema, source: TableWords) -> tuple[DataWarning, ...]:
    """
    The warnings about a table, from the surveys of its columns. Errors: Invalid for an undeclared column of numbers in which other cells
    are only undeclared signs for "not known", or numbers in another notation.
    """
    used, refused = _refused(surveys, schema)
    if refused:
        raise _refusal(refused, schema, source, used)
    return remarks(used, schema, source.name, has_header=source.has_header, harmless=source.harmless)


def refusals(surveys: Sequence[Survey], schema: Schema, source: TableWords) -> dict[str, Invalid]:
    """
    The errors about each column for which a table would be refused, by its name.

    >>> from dtref.io.to_data_set import Column
    >>> words = TableWords("t", "t line", lambda column, cells: ())
    >>> refusals([survey(Column("x", ("1", "NA"), numerals=True), Schema())], Schema(), words)["x"].got
    'NA'
    """
    used, refused = _refused(surveys, schema)
    return {column.name: _refusal([column], schema, source, used) for column in refused}


def _refused(surveys: Sequence[Survey], schema: Schema) -> tuple[list[Survey], list[Survey]]:
    """The columns that are attributes or the target, and those of them that are refused."""
    unused = {*schema.ignore, schema.weights}
    used = [s for s in surveys if s.name not in unused]
    return used, [s for s in used if is_open(s, schema) and s.name != schema.target and is_of_numbers(s)]


def is_of_numbers(column: Survey) -> bool:
    """
    Whether a column has numbers, cells that can't be read as numbers, and none that is anything but a number or a gap.

    >>> from dtref.io.to_data_set import Column
    >>> [is_of_numbers(survey(Column("x", cells), Schema())) for cells in (("1", "NA"), ("1", "5-more"), ("$1", "$2"), ("1", "2"), ("NA",))]
    [True, False, True, False, False]
    """
    looks = column.looks()
    return (
        bool(looks)
        and not {TextLook.DATE, TextLook.PAIR, TextLook.TEXT} & set(looks)
        and bool(column.numbers.cells or OTHER_NOTATIONS & set(looks))
    )


def _refusal(refused: Sequence[Survey], schema: Schema, source: TableWords, used: Sequence[Survey]) -> Invalid:
    """The error about the first of the refused columns, and the remedies for all of them."""
    column = refused[0]
    cells = list(map(str, column.others.times))
    rows = list(map(str, source.rows(column.name, set(cells))))
    numbers = f"{'s' if len(rows) > 1 else ''} {', '.join(rows[:_SHOWN])}{' …' if len(rows) > _SHOWN else ''}" if rows else ""
    majority = f", as {column.numbers.cells} of {column.known} cells are" if column.numbers.cells else ""
    others = f"; so are {first_few((s.name for s in refused[1:]), most=2)}" if len(refused) > 1 else ""
    got = cells[0] if len(cells) == 1 else (*cells[:_SHOWN], *(("…",) if len(cells) > _SHOWN else ()))
    ways = f"{' and '.join(_remedies(refused, schema, used))} or {declaration('nominal', column.name)}"
    wanted = f"numbers{majority}; what decides is {ways}{others}"
    return Invalid(f"{source.row}{numbers}, column {column.name!r}", wanted, got)


def _remedies(refused: Sequence[Survey], schema: Schema, used: Sequence[Survey]) -> Iterable[str]:
    """The options, or arguments, that make the columns columns of numbers."""
    gaps = dict.fromkeys(cell for s in refused for cell in s.looks().get(TextLook.GAP, ()))
    looks = {kind for s in refused for kind in s.looks()}
    if gaps:
        occurring = (token for token in schema.missing if any(token in s.gaps.times for s in used))
        yield way(" ".join(f"--missing {quote(token)}" for token in (*occurring, *gaps)), f"missing={[*schema.missing, *gaps]}")
    grouped = [cell for s in refused for cell in s.looks().get(TextLook.GROUPED, ())]
    if TextLook.DECIMAL_COMMA in looks or any(cell.count(",") == 1 and "." not in cell for cell in grouped):
        yield way("--decimal ,", "decimal=','")
    if TextLook.DECIMAL_POINT in looks:
        commas = [cell for s in used for cell in s.numbers.times if isinstance(cell, str) and "," in cell]
        points = [cell for s in refused for cell in s.looks().get(TextLook.DECIMAL_POINT, ())]
        plain = points[0].replace(".", "")
        thousands = f"; where {points[0]} means {plain}, write {plain}" if all(map(THOUSANDS.fullmatch, points)) else ""
        one_mark = f"one decimal mark in the file ({commas[0]!r} stands there, too{thousands})" if commas else ""
        yield one_mark or way("no --decimal ,", "no decimal=','")
    others = looks & OTHER_NOTATIONS - {TextLook.DECIMAL_COMMA, TextLook.DECIMAL_POINT}
    if others:
        yield f"plain numbers instead of {first_few(sorted(others), str, most=2)}"
