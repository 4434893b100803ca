"""Descriptions of data before any tree: what a column is taken for, its values and gaps, what is refused or odd, what would change it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from os import PathLike, fspath
from shlex import quote
from typing import Unpack

from attrs import evolve, frozen

from dtref.errors import DataWarning, Invalid, declaration, way
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.number_text import decimal_text
from dtref.io.arrays import arrays_table
from dtref.io.cells import holds_dates, ways_with_dates
from dtref.io.data_files.layout import FoundTable, Layout
from dtref.io.dropped import without_dropped
from dtref.io.files import PathText
from dtref.io.frames import frame_columns, is_frame
from dtref.io.numbers import Json
from dtref.io.refusals import TableWords, first_rows, refusals
from dtref.io.remarks import first_few, remarks
from dtref.io.schema import Keywords, Schema, declare, declared_kind, lists_keywords
from dtref.io.survey import Survey, survey
from dtref.io.tables import check_header, table_with_schema
from dtref.io.target_copies import target_copies
from dtref.io.to_data_set import Column, Table, classes, conform, read_column, settle, text_of
from dtref.show.page.as_html import body
from dtref.show.page.as_text import as_text
from dtref.show.page.blocks import Block, Blocks, Heading, Paragraph, TableBlock
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Ordinal
from dtref.spec.model.branches import as_asked
from dtref.spec.model.days import text_in_unit
from dtref.spec.model.numerals import numeral

_LISTED = 6
"""The most values of a column that are listed."""

_LONG = 24
"""The most characters of a value in the list."""


@frozen
class DescribedColumn:
    """
    A column: its name, its role (attribute, target, weights, ignored), the kind that it is read as, and its cells.

    values: of numbers the least and the greatest, of others the values with their frequencies. options: what would change how it is read.
    """

    name: str
    role: str
    kind: str
    known: int
    missing: int
    distinct: int
    values: tuple[tuple[str, str], ...]
    options: tuple[str, ...]


@frozen
class DataDescription:
    """
    What a reader takes a table for: its name, its format, its columns; what was found, what is odd, what is refused until it is declared.

    `str()` is it as text, and a notebook shows it as tables.
    """

    name: str
    kind: str
    records: int
    columns: tuple[DescribedColumn, ...]
    notes: tuple[str, ...]
    warnings: tuple[str, ...]
    refused: tuple[str, ...]

    __repr__ = brief_repr

    def __str__(self) -> str:
        return as_text(description_blocks(self))

    def _repr_html_(self) -> str:
        return body(description_blocks(self), 3)


@lists_keywords
@refuses_other_kinds
def describe_data(  # noqa: PLR0913 - as dtref.read_data
    data: object,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    comment: str | None = None,
    sheet: str | None = None,
    **keywords: Unpack[Keywords],
) -> DataDescription:
    """
    The description of a file, a data frame, or a mapping from names to columns, as `dtref.read_data` and `dtref.from_frame` read it.

    It needs no target; of one that is named it has the classes. A table that would be refused because of what its cells look like is
    described, with each refusal. Errors: otherwise as for `dtref.read_data`.

    >>> print(describe_data({"x": [1, 2, 4, None], "y": ["a", "b", "a", "a"]}, target="y"))
    X: 4 records, 2 columns (a data frame)
    <BLANKLINE>
      column  known     missing  distinct  read as
      x           3  1 (25.0 %)         3  continuous, 1 … 4  [nominal=['x'], ignore=['x']]
      y           4           0         2  target, nominal, a 3, b 1
    """
    if isinstance(data, str | PathLike):
        found, declared = table_with_schema(data, Layout(delimiter, encoding, comment, sheet), schema, **keywords)
        return describe_table(found, declared, fspath(data))
    if not (is_frame(data) or isinstance(data, Mapping)):
        raise Invalid("data", "the path of a file, a data frame, or a mapping from names to columns", data)
    own = schema if isinstance(schema, Schema) else Schema()
    declared = declare(own, **keywords)
    # dates would be refused, with the ways to read them: they are described as texts
    columns = data.items() if isinstance(data, Mapping) else ((name, values) for name, values, _ in frame_columns(data))
    dates = tuple(str(name) for name, values in columns if _is_free(str(name), declared) and holds_dates(values))
    texts = declare(declared, nominal=dates) if dates else declared
    description = describe_table(FoundTable(arrays_table(data, schema=texts), "a data frame"), texts, "X")
    return evolve(
        description,
        columns=tuple(_of_dates(column) if column.name in dates else column for column in description.columns),
        refused=(
            *description.refused,
            *(f"X, column {name!r}: nothing says how its dates are read {ways_with_dates(name)}" for name in dates),
        ),
    )


def _is_free(name: str, schema: Schema) -> bool:
    """Whether nothing is said of a column."""
    return declared_kind(schema, name) is None and name not in schema.ignore


def _of_dates(column: DescribedColumn) -> DescribedColumn:
    return evolve(
        column, kind="refused", options=tuple(declaration(keyword, column.name) for keyword in ("ignore", "continuous", "nominal"))
    )


def describe_table(found: FoundTable, schema: Schema, name: str) -> DataDescription:
    """
    The description of a table that was read.

    >>> from dtref.io.data_files.open_table import delimited
    >>> describe_table(delimited("x;y\\n1;a\\n", "t.csv", Layout()), Schema(), "t.csv").kind
    "text, ';' between cells"
    """
    check_header(found, schema)
    table, dropped = without_dropped(found.table, schema, name)
    unused = {*schema.ignore, schema.weights}
    surveys = [survey(column, schema) for column in table.columns]
    source = TableWords(name, table.row, lambda column, cells: first_rows((table,), column, cells), found.has_header)
    used = [s for s in surveys if s.name not in unused]
    refused = {**_unread(table, schema), **refusals(surveys, schema, source)}
    told = (
        *dropped,
        *remarks([s for s in used if s.name not in refused], schema, name, has_header=found.has_header),
        *target_copies(table, surveys, schema, name),
    )
    columns = tuple(_described(column, one, schema, one.name in refused) for column, one in zip(table.columns, surveys, strict=True))
    unlabelled = [_unlabelled(c, len(table.rows), name) for c in columns if c.role == "target" and c.missing]
    return DataDescription(
        name,
        found.kind,
        len(table.rows),
        columns,
        tuple(map(str, found.notes)),
        tuple(map(str, told)),
        tuple(map(str, (*refused.values(), *unlabelled))),
    )


def _unread(table: Table, schema: Schema) -> dict[str, Invalid]:
    """The errors of the columns whose cells aren't read as what the columns are, by name: for these, too, the table would be refused."""
    unread = {}
    for column in table.columns:
        role = _role(column.name, schema)
        try:
            if role == "weights":
                conform(table, (), None, schema)
            elif role != "ignored":
                read_column(table, classes(column, schema) if role == "target" else settle(column, schema), schema)
        except Invalid as problem:
            unread[column.name] = problem
    return unread


def _unlabelled(target: DescribedColumn, records: int, name: str) -> DataWarning:
    text = f"{target.missing} of {records} records have no target; {declaration('drop', 'unlabelled')} leaves them out"
    return DataWarning(f"{name}, column {target.name!r}", text)


def _described(column: Column, cells: Survey, schema: Schema, is_refused: bool) -> DescribedColumn:
    role = _role(column.name, schema)
    attribute: Attribute = Continuous(column.name) if role == "weights" else settle(column, schema)
    if role == "target":
        attribute = classes(column, schema)
    kind = "" if role == "ignored" else "refused" if is_refused else _kind(attribute)
    values = () if role == "ignored" else _values(column, attribute, schema)
    return DescribedColumn(
        column.name, role, kind, cells.known, cells.gaps.cells, cells.distinct, values, _options(column.name, attribute, role, cells)
    )


def _role(name: str, schema: Schema) -> str:
    roles = {schema.target: "target", schema.weights: "weights"}
    return "ignored" if name in schema.ignore else roles.get(name, "attribute")


def _kind(attribute: Attribute) -> str:
    return "continuous" if isinstance(attribute, Continuous) else "ordinal" if isinstance(attribute, Ordinal) else "nominal"


def _values(column: Column, attribute: Attribute, schema: Schema) -> tuple[tuple[str, str], ...]:
    """Of numbers the least and the greatest; else the values, each with its frequency."""
    known = [cell for cell in column.cells if cell is not MISSING and cell not in schema.missing]
    if isinstance(attribute, Continuous):
        numbers = [n for n in (_number(cell, attribute, schema.decimal) for cell in set(known)) if n is not None]
        return (("least", text_in_unit(attribute, min(numbers))), ("greatest", text_in_unit(attribute, max(numbers)))) if numbers else ()
    times: dict[str, int] = dict.fromkeys(attribute.values, 0)
    for cell in known:
        value = text_of(cell, column.width)
        times[value] = times.get(value, 0) + 1
    return tuple((value, str(n)) for value, n in times.items())


def _number(cell: Cell, attribute: Continuous, mark: str) -> Fraction | None:
    as_number = as_asked(attribute, cell)
    if isinstance(as_number, Fraction):
        return as_number
    try:
        return numeral(str(cell), mark)
    except Invalid:
        return None


def _options(name: str, attribute: Attribute, role: str, cells: Survey) -> tuple[str, ...]:
    """The options that would change how a column is read."""
    ignore = () if role == "target" else (declaration("ignore", name),)
    if role in ("ignored", "weights"):
        return ()
    if isinstance(attribute, Continuous):
        return (declaration("nominal", name), *ignore)
    if isinstance(attribute, Ordinal):
        return (declaration("nominal", name), *ignore)
    if cells.numbers.cells and not cells.others.cells:
        return (declaration("continuous", name), *ignore)
    ordinal = way(f"--ordinal {quote(name)}=LOW,…,HIGH", f"ordinal={{{name!r}: ['LOW', …, 'HIGH']}}")
    return (ordinal, *ignore) if 2 < len(attribute.values) <= _LISTED else ignore


def description_blocks(description: DataDescription) -> Blocks:
    """
    A description as a page.

    >>> description_blocks(DataDescription("t.csv", "ARFF", 1, (), (), (), ()))[0].text
    't.csv: 1 record, 0 columns (ARFF)'
    """
    records, columns = description.records, len(description.columns)
    title = f"{description.name}: {_times(records, 'record')}, {_times(columns, 'column')} ({description.kind})"
    rows = tuple((c.name, str(c.known), _missing_text(c, records), str(c.distinct), _reading(c)) for c in description.columns)
    table = TableBlock(("column", "known", "missing", "distinct", "read as"), rows, wraps=True)
    lists: tuple[tuple[str, tuple[str, ...]], ...] = (
        ("Found", description.notes),
        ("Told", description.warnings),
        ("Refused, until it is declared", description.refused),
    )
    more: list[Block] = []
    for name, texts in lists:
        more += [Heading(name, 2), *map(Paragraph, texts)] if texts else []
    return (Paragraph(title), table, *more)


def _times(n: int, word: str) -> str:
    return f"{n} {word}{'' if n == 1 else 's'}"


def _reading(column: DescribedColumn) -> str:
    """What a column is read as, its values, and the options that would change it."""
    role = "" if column.role == "attribute" else column.role
    options = f"  [{', '.join(column.options)}]" if column.options else ""
    return ", ".join(filter(None, (role, column.kind, _values_text(column)))) + options


def _values_text(column: DescribedColumn) -> str:
    if column.kind == "continuous":
        return " … ".join(dict.fromkeys(text for _, text in column.values))
    texts = [f"{first_few([value], str, 1)[:_LONG]} {n}" for value, n in column.values[:_LISTED]]
    more = len(column.values) - _LISTED
    return ", ".join(texts) + (f" and {more} more" if more > 0 else "")


def _missing_text(column: DescribedColumn, records: int) -> str:
    return f"{column.missing} ({decimal_text(Fraction(100 * column.missing, records), 1)} %)" if column.missing else "0"


def description_json(description: DataDescription) -> Json:
    """
    A description as JSON: numbers are text.

    >>> description_json(DataDescription("t.csv", "ARFF", 1, (), (), (), ()))["records"]
    '1'
    """
    return {
        "format": "dtref-data/1",
        "name": description.name,
        "kind": description.kind,
        "records": str(description.records),
        "columns": [_column_json(column) for column in description.columns],
        "notes": list(description.notes),
        "warnings": list(description.warnings),
        "refused": list(description.refused),
    }


def _column_json(column: DescribedColumn) -> Json:
    facts: dict[str, Json] = {name: str(getattr(column, name)) for name in ("name", "role", "kind", "known", "missing", "distinct")}
    if column.kind == "continuous":
        return {**facts, **dict(column.values), "options": list(column.options)}
    return {**facts, "values": [[value, n] for value, n in column.values], "options": list(column.options)}
