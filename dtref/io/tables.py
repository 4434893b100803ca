"""
Data sets of files and of text: a header line that names the columns, or what the format has in its place, then the records.

Numbers in text are read as exact decimals. The formats are those of `dtref.io.data_files`.
"""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike, fspath
from typing import Unpack

from dtref.errors import DataNote, DataWarning, Invalid, tell
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.data_files.layout import FoundTable, Layout
from dtref.io.data_files.open_table import delimited, open_table
from dtref.io.data_files.typed_table import Wanted
from dtref.io.delimited import check_delimiter, read_table
from dtref.io.dropped import without_dropped
from dtref.io.files import PathText
from dtref.io.refusals import inspected
from dtref.io.schema import Declaration, Keywords, Kind, Schema, check_names, declare, lists_keywords
from dtref.io.schema_file import read_schema, schema_beside
from dtref.io.to_data_set import Table, conform, data_set
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.data import DataSet, Record


@lists_keywords
@refuses_other_kinds
def read_data(  # noqa: PLR0913 - what may be told of a file
    path: PathText,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    comment: str | None = None,
    sheet: str | None = None,
    **keywords: Unpack[Keywords],
) -> DataSet:
    """
    The data set of a file: delimited text (CSV), JSON lines, ARFF, C4.5's names and data, an Excel workbook, Parquet, Feather; also packed
    by gzip or in a zip archive. "-" is standard input.

    The format is found by the bytes of the file. So are, where they aren't told, the delimiter (comma, semicolon, tab, bar) and the
    encoding (UTF-8, UTF-16, Latin-1, Windows-1252); `DataNote` tells which. comment: what the lines begin with that are left out. sheet: of
    a workbook. schema: a schema, or the path of its file; by default the file `play.schema.json` beside `play.csv`, if it is there.
    Keywords override it. `schema=Schema()` ignores the file beside. `DataWarning` tells what may be meant differently. Conventions and
    errors: as for `parse_csv`, and Invalid where the file cannot be read, which says what to do.

    >>> read_data("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    data, warnings = data_with_remarks(path, Layout(delimiter, encoding, comment, sheet), schema, **keywords)
    tell(warnings)
    return data


@lists_keywords
@refuses_other_kinds
def read_csv(
    path: PathText,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str | None = None,
    encoding: str | None = None,
    comment: str | None = None,
    **keywords: Unpack[Keywords],
) -> DataSet:
    """
    The data set of a file, as `read_data` reads it: of delimited text, or another format.

    >>> read_csv("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    return read_data(path, schema=schema, delimiter=delimiter, encoding=encoding, comment=comment, **keywords)


def data_with_remarks(
    path: PathText, layout: Layout = Layout(), schema: Schema | PathText | None = None, **keywords: Unpack[Keywords]
) -> tuple[DataSet, tuple[DataWarning, ...]]:
    """
    As `read_data`, but returns the warnings.

    >>> data_with_remarks("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    found, declared = table_with_schema(path, layout, schema, **keywords)
    return _settled(found, declared, fspath(path))


def table_with_schema(
    path: PathText, layout: Layout = Layout(), schema: Schema | PathText | None = None, **keywords: Unpack[Keywords]
) -> tuple[FoundTable, Schema]:
    """
    The table of a file, and everything that is declared about it: by the file, its schema, and the keywords, which go before.

    >>> table_with_schema("no/such/play.csv", target="play")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    if not isinstance(path, str | PathLike):
        raise Invalid("path", "the path of a file; dtref.from_frame reads a data frame, dtref.from_arrays columns", type(path).__name__)
    own_schema, file = schema_for(path, schema)
    found = open_table(path, layout, Wanted(declare(own_schema, **keywords)))
    base = found.schema if own_schema == Schema() else own_schema
    check_names(base, found.table.names, file or found.table.header)
    return found, declare(base, **keywords)


def check_header(found: FoundTable, schema: Schema) -> None:
    """
    Errors: Invalid where what is declared names no column of a table, with the delimiter by which it would.

    >>> from dtref.io.data_files.open_table import delimited
    >>> check_header(delimited("x~y\\n1~a\\n", "t.csv", Layout()), Schema(target="y"))
    Traceback (most recent call last):
    dtref.errors.Invalid: t.csv line 1: expected names separated by ','; or delimiter='~', as there are 1 of these (got 'x~y')
    """
    if found.mark is not None:
        check_delimiter(found.table.names, schema, found.table.header, found.mark)
    check_names(schema, found.table.names, found.table.header)


def _settled(found: FoundTable, schema: Schema, name: str) -> tuple[DataSet, tuple[DataWarning, ...]]:
    """The data set of a table, and the warnings about it: names are checked first, then the looks of cells."""
    table = found.table
    check_header(found, schema)
    kept, dropped = without_dropped(table, schema, name)
    warnings = inspected(kept, schema, name, has_header=found.has_header)
    return data_set(kept, schema), (*found.notes, *dropped, *warnings)


@lists_keywords
@refuses_other_kinds
def parse_csv(
    text: str, name: str = "<text>", *, delimiter: str | None = None, comment: str | None = None, **keywords: Unpack[Keywords]
) -> DataSet:
    """
    The data set of CSV text. name: of the text, in messages. A header alone gives a data set without records.

    Keywords: `target`, `weights`, `nominal`, `ordinal`, `continuous`, `missing`, `ignore`, `decimal`, see `dtref.io.schema.Keywords`.
    Kinds that are not declared are inferred, and values that are not declared are sorted, see `dtref.io.to_data_set`. Cells that may be
    meant differently are refused (`dtref.io.refusals`) or told by `DataWarning` (`dtref.io.remarks`).

    Errors: Invalid with name, line and column for: no text, a column name that is empty or comes twice, a row with more or fewer
    cells than the header, quotes that do not match, a missing target column or target cell, a value that is not declared, a number
    that isn't one or has more than 2000 digits before or after the point, a weight that is not a positive number; a column of numbers
    in which some cells stand for no value or are written differently; a delimiter that is told, where the header has another one.

    >>> data = parse_csv("outlook,humidity,play\\nsunny,85.5,no\\nrain,?,yes\\n", target="play")
    >>> data.attributes
    (Nominal(name='outlook', values=('rain', 'sunny')), Continuous(name='humidity', width=<Width.DECIMAL: 'decimal'>))
    >>> data.records[1]
    Record(values=('rain', MISSING), label='yes', weight=Fraction(1, 1))
    >>> parse_csv("humidity,play\\n85,no\\nhigh,no", "play.csv", target="play", continuous=["humidity"])
    Traceback (most recent call last):
    dtref.errors.Invalid: play.csv line 3, column 'humidity': expected a number (got 'high')
    """
    if not isinstance(text, str):
        raise Invalid("text", "the text of a table (dtref.read_data reads a file, dtref.from_frame a data frame)", text)
    schema = declare(Schema(), **keywords)
    data, warnings = _settled(delimited(text, name, Layout(delimiter, None, comment), Wanted(schema)), schema, name)
    tell(warnings)
    return data


@refuses_other_kinds
def read_records(
    path: PathText,
    attributes: Sequence[Attribute],
    target: Attribute | None = None,
    *,
    schema: Schema | PathText | None = None,
    delimiter: str | None = None,
) -> tuple[Record, ...]:
    """
    The records of a CSV file for known attributes, as for prediction. Conventions and errors: as for `parse_records`.

    The schema is found as in `read_csv`; it may name columns that are not there.

    >>> read_records("no/such/new.csv", ())
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/new.csv: expected a file that can be read (got 'No such file or directory')
    """
    known_schema = schema_for(path, schema)[0]
    table, notes = table_for(path, tuple(attributes), target, Layout(delimiter), known_schema)
    tell(notes)
    return conform(table, tuple(attributes), target, known_schema)


def table_for(
    path: PathText, attributes: Sequence[Attribute], target: Attribute | None, layout: Layout, schema: Schema = Schema()
) -> tuple[Table, tuple[DataNote, ...]]:
    """
    The table of a file for known attributes, and what was found about it. Columns that nobody asks aren't looked at.

    >>> table_for("no/such/new.csv", (), None, Layout())
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/new.csv: expected a file that can be read (got 'No such file or directory')
    """
    known = (*attributes, *(() if target is None else (target,)))
    numbers = tuple(Declaration(a.name, Kind.CONTINUOUS) for a in known if isinstance(a, Continuous))
    others = tuple(Declaration(a.name, Kind.NOMINAL) for a in known if not isinstance(a, Continuous))
    declared = Schema(weights=schema.weights, columns=(*numbers, *others))
    found = open_table(path, layout, Wanted(declared, frozenset(a.name for a in known) | {str(schema.weights)}))
    return found.table, found.notes


def parse_records(
    text: str,
    attributes: Sequence[Attribute],
    target: Attribute | None = None,
    name: str = "<text>",
    *,
    schema: Schema | None = None,
) -> tuple[Record, ...]:
    """
    The records of CSV text for known attributes: columns are found by name, others are left out, cells may be missing.

    Values stand in the order of `attributes`. A label is MISSING where no target is given, or no column has its name, or the cell
    is missing. Of the schema only the missing tokens and the weights count. Errors: Invalid for an attribute without column, and
    for a cell that its attribute or the target does not admit.

    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> parse_records("id,x\\n7,2.5\\n", (Continuous("x"),), Nominal("y", ("+", "-")))
    (Record(values=(Fraction(5, 2),), label=MISSING, weight=Fraction(1, 1)),)
    """
    return conform(read_table(text, name), tuple(attributes), target, schema or Schema())


def schema_for(path: PathText, given: Schema | PathText | None) -> tuple[Schema, str]:
    """
    The schema, or the one in a file, by default in the file beside the table; and the name of the file, "" where there is none.

    >>> schema_for("no/such/play.csv", None) == (Schema(), "")
    True
    """
    if isinstance(given, Schema):
        return given, ""
    if given is None and not _is_there(path):
        return Schema(), ""
    file = schema_beside(path) if given is None else given
    return read_schema(file), fspath(file)


def _is_there(path: PathText) -> bool:
    """Whether a schema is beside a file; there is none where the path is no file's."""
    try:
        return schema_beside(path).exists()
    except (OSError, ValueError):
        return False
