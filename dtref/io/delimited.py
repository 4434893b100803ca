"""
Delimited text (CSV) as tables: a header line, then one line for each record.

White space around cells is dropped, inside quotes too; quotes, delimiters and line breaks inside quotes follow RFC 4180. Blank
lines are skipped. What separates the cells is found where it isn't told: a comma, a semicolon, a tab or a bar.
"""

from __future__ import annotations

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from io import StringIO
from itertools import islice
from shlex import quote

from attrs import frozen

from dtref.errors import DataNote, Invalid, way
from dtref.io.schema import Schema
from dtref.io.to_data_set import Column, Table
from dtref.spec.model.attributes import Cell

TAB = "\t"
"""The delimiter that can't be seen in a shell or on a page; it may be written `tab` or `\\t`, too."""


SEPARATORS = (",", ";", TAB, "|")
"""What separates cells, as far as that is found."""

_LOOKED_AT = 400
"""The number of lines by which the separator is found."""

_SEPARATOR_LINE = re.compile(r'"?sep=(.)"?\r?\n', re.IGNORECASE)
"""The first line by which Excel is told the separator."""


@frozen
class Dialect:
    """
    How delimited text is written: what separates cells, what the lines begin with that are left out, how many lines stand above the header.

    found: whether the separator was found, and not told.
    """

    mark: str = ","
    comment: str | None = None
    above: int = 0
    notes: tuple[DataNote, ...] = ()
    found: bool = False

    @property
    def words(self) -> str:
        """The format, in words."""
        return f"text, {_shown(self.mark)} between cells"


def dialect_of(lines: Iterable[str], name: str, delimiter: str | None, comment: str | None = None, target: str | None = None) -> Dialect:
    """
    The dialect of a text. Found are the separator, by the number of cells of each line and the name of the target; and above the header
    lines that begin with #, and Excel's line "sep=;". Errors: Invalid where two separators fit as
    well, and for a comment that begins no line.

    >>> dialect_of(["x;y\\n", "1,5;a\\n"], "t.csv", None).mark
    ';'
    >>> print(*dialect_of(["# May\\n", "x\\ty\\n", "1\\ta\\n"], "t.csv", None).notes, sep="\\n")
    t.csv: 1 line that begins with # is left out above the names of the columns (comment='#')
    t.csv: cells are separated by tabs (delimiter='\\t')
    """
    if comment is not None and (not comment.strip() or '"' in comment):
        raise Invalid("comment", "what lines begin with that are left out, such as #", comment)
    head = list(islice(lines, _LOOKED_AT))
    above, notes, told = 0, [], delimiter
    first = _SEPARATOR_LINE.fullmatch(head[0]) if head else None
    if first is not None and delimiter in (None, first[1]):
        above, told = 1, first[1]
        notes.append(DataNote(name, f"cells are separated by {_shown(told)}, as its first line sep={told} says"))
    mark = separator(told) if told is not None else _found(head[above:], name, comment, target)
    if comment is None and (comments := _comments_above(head, mark)):
        above += comments
        lines_said = "1 line that begins with # is" if comments == 1 else f"{comments} lines that begin with # are"
        option = way("--comment '#'", "comment='#'")
        notes.append(DataNote(name, f"{lines_said} left out above the names of the columns ({option})"))
        mark = mark if told is not None else _found(head[above:], name, comment, target)
    if told is None and mark != ",":
        notes.append(DataNote(name, f"cells are separated by {_shown(mark)} ({_delimiter(mark)})"))
    return Dialect(mark, comment, above, tuple(notes), found=told is None)


def _comments_above(head: Sequence[str], mark: str) -> int:
    """How many lines above the header begin with #; the last is the header itself if it has as many cells as the next."""
    comments = next((i for i, line in enumerate(head) if not line.startswith("#")), len(head))
    if not 0 < comments < len(head):
        return 0
    last, below = head[comments - 1], head[comments]
    is_header = last[1:2].strip() and last.count(mark) == below.count(mark) > 0
    return comments - 1 if is_header else comments


def _found(head: Sequence[str], name: str, comment: str | None, target: str | None) -> str:
    """The mark that separates cells. Errors: Invalid where two do as well."""
    headers, fitting = {}, []
    for mark in SEPARATORS:
        rows: list[_Row] = []
        with suppress(Invalid):
            rows.extend(_rows(head, name, Dialect(mark, comment)))
        headers[mark] = rows[0].cells if rows else []
        if len(headers[mark]) > 1 and all(len(row.cells) == len(headers[mark]) for row in rows[1 : _LOOKED_AT // 2]):
            fitting.append(mark)
    candidates = fitting or [mark for mark in SEPARATORS if len(headers[mark]) > 1]
    if "," in candidates and not fitting:
        return ","
    named = [mark for mark in candidates if target in headers[mark]]
    best = named if len(named) == 1 else [m for m in candidates if len(headers[m]) == max(len(headers[c]) for c in candidates)]
    if len(best) > 1:
        raise Invalid(
            f"{name} line 1",
            f"one separator of cells; {way('--delimiter', 'delimiter=')} decides between {' and '.join(map(_shown, best))}",
            head[0].rstrip("\r\n"),
        )
    return best[0] if best else ","


def _shown(mark: str) -> str:
    return "tabs" if mark == TAB else repr(mark)


def _delimiter(mark: str) -> str:
    return way(f"--delimiter {'tab' if mark == TAB else quote(mark)}", f"delimiter={mark!r}")


def delimited_table(lines: Iterable[str], name: str, dialect: Dialect) -> Table:
    """
    Delimited text as a table. Errors: as for `read_table`.

    >>> delimited_table(["x;y\\n", "1;a\\n"], "t.csv", Dialect(";")).column("y").cells
    ('a',)
    """
    table = next(tables_of(lines, name, dialect, sys.maxsize), None)
    if table is None:
        raise Invalid(name, "a header line", "")
    return table


def read_table(text: str, name: str = "<text>", delimiter: str = ",") -> Table:
    """
    CSV text as named columns of stripped texts, each row with the line on which it starts.

    Errors: Invalid for no text, a delimiter that isn't one character (or the word `tab`, or `\\t`), quotes that do not match, a row with
    more or fewer cells than the header, a header that has another delimiter, a column name that is empty or comes twice.

    >>> read_table("x, y\\n1,a\\n2,b\\n").column("y").cells
    ('a', 'b')
    """
    return delimited_table(StringIO(text, newline=""), name, Dialect(separator(delimiter)))


def tables_of(lines: Iterable[str], name: str, dialect: Dialect, records: int) -> Iterator[Table]:
    """
    The lines of CSV text as tables of at most `records` rows each; one without rows for a header alone, none where there is no header.
    Errors: otherwise as for `read_table`.

    >>> [table.rows for table in tables_of(["x,y\\n", "1,a\\n", "2,b\\n", "3,a\\n"], "<text>", Dialect(), 2)]
    [(2, 3), (4,)]
    """
    mark = dialect.mark
    rows = _rows(lines, name, dialect)
    header = next(rows, None)
    if header is None:
        return
    first, names = header.line, header.cells
    block = list(islice(rows, records))
    _check_delimiter(f"{name} line {first}", mark, names, [row.cells for row in block])
    yield _table(name, first, names, block)
    while block := list(islice(rows, records)):
        yield _table(name, first, names, block)


_BY_NAME = {"\\t": TAB, "tab": TAB, "comma": ",", "semicolon": ";", "bar": "|", "pipe": "|"}


def separator(delimiter: str) -> str:
    """
    The character that separates cells, or its name; a tab also as `\\t`. Errors: Invalid for more than one, a quote, a line break.

    >>> separator(";"), separator("tab")
    (';', '\\t')
    """
    mark = _BY_NAME.get(delimiter, delimiter)
    if len(mark) != 1 or mark in '"\r\n':
        raise Invalid("delimiter", "one character, or its name: comma, semicolon, tab, bar", delimiter)
    return mark


def _check_delimiter(where: str, mark: str, names: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """
    Refuse a header that is one name with another delimiter in it; and one with more of another delimiter than cells, or lines that
    don't fit it, where every line has as many of the other one. A blank is one only there.
    """
    fits = all(len(cells) == len(names) for cells in rows)
    for other in ";\t|, ":
        in_header = sum(name.count(other) for name in names)
        if other == mark or not in_header:
            continue
        in_every_line = bool(rows) and all(sum(cell.count(other) for cell in cells) == in_header for cells in rows)
        if (len(names) == 1 and (in_every_line or other != " ")) or (
            in_every_line and other != " " and (in_header >= len(names) or not fits)
        ):
            raise _other_delimiter(where, mark, other, mark.join(names))


def _other_delimiter(where: str, mark: str, other: str, header: str) -> Invalid:
    """The error for a header that has another delimiter."""
    return Invalid(where, f"names separated by {mark!r}; or {_delimiter(other)}, as there are {header.count(other)} of these", header)


def _delimiter_of(header: str, mark: str) -> str | None:
    """Another delimiter that divides a line into several cells, for a line that can't be read with the present one."""
    for other in ";\t|, ":
        with suppress(csv.Error):
            if other != mark and len(next(csv.reader([header], delimiter=other, strict=True), ())) > 1:
                return other
    return None


def _table(name: str, first: int, names: Sequence[str], rows: Sequence[_Row]) -> Table:
    for row in rows:
        if len(row.cells) != len(names):
            option = way("--comment '#'", "comment='#'")
            remedy = f"; {option} leaves lines out that begin so" if row.cells[0].startswith("#") else ""
            raise Invalid(f"{name} line {row.line}", f"{len(names)} cells{remedy}", len(row.cells))
    columns = zip(*(row.cells for row in rows), strict=True) if rows else [()] * len(names)
    padded: list[Counter[Cell]] = [Counter() for _ in names]
    for row in rows:
        for i in row.padded:
            padded[i][row.cells[i]] += 1
    return Table(
        header=f"{name} line {first}",
        row=f"{name} line",
        rows=tuple(row.line for row in rows),
        columns=tuple(Column(n, tuple(cells), numerals=True, padded=p) for n, cells, p in zip(names, columns, padded, strict=True)),
    )


@frozen
class _Row:
    """A row: the line on which it starts, its cells without blanks around them, the positions of the cells that had blanks."""

    line: int
    cells: list[str]
    padded: list[int]


def _rows(text: Iterable[str], name: str, dialect: Dialect) -> Iterator[_Row]:
    """The rows that are not blank, nor left out."""
    delimiter = dialect.mark
    row_lines: list[str] = []  # the lines of a row, as the reader drops blanks before cells
    lines = csv.reader(_recorded(text, row_lines, dialect), delimiter=delimiter, strict=True, skipinitialspace=delimiter != " ")
    start = 1
    try:
        for cells in lines:
            if cells:
                stripped = [cell.strip() for cell in cells]
                yield _Row(start, stripped, [i for i, cell in enumerate(_as_written(row_lines, cells, delimiter)) if cell != stripped[i]])
            start = lines.line_num + 1
            row_lines.clear()
    except csv.Error as problem:
        other = _delimiter_of(row_lines[0], delimiter) if start == 1 and row_lines else None
        if other is not None:
            raise _other_delimiter(f"{name} line {start}", delimiter, other, row_lines[0].rstrip("\r\n")) from None
        raise Invalid(f"{name} line {start}", "cells as in RFC 4180", str(problem)) from None


def _recorded(text: Iterable[str], row_lines: list[str], dialect: Dialect) -> Iterator[str]:
    """The lines of a text, each added to a list when it is read; where a row would begin, a blank one for each that is left out."""
    for i, written in enumerate(text):
        is_left_out = i < dialect.above or (dialect.comment is not None and not row_lines and written.lstrip().startswith(dialect.comment))
        line = "\n" if is_left_out else written
        row_lines.append(line)
        yield line


def _as_written(row_lines: list[str], cells: list[str], delimiter: str) -> list[str]:
    """The cells with the blanks before them, where a row is one line without quotes and has such blanks."""
    line = row_lines[-1] if len(row_lines) == 1 else ""
    if (delimiter + " " not in line and not line.startswith(" ")) or '"' in line or delimiter == " ":
        return cells
    return line.rstrip("\r\n").split(delimiter)


def check_delimiter(names: Sequence[str], schema: Schema, where: str, delimiter: str) -> None:
    """
    Refuses a header that lacks the target but would have it if another character separated its names.

    >>> check_delimiter(("a", "b;y"), Schema(target="y"), "t.csv line 1", ",")
    Traceback (most recent call last):
    dtref.errors.Invalid: t.csv line 1: expected names separated by ','; or delimiter=';', as there are 1 of these (got 'a,b;y')
    """
    mark = separator(delimiter)
    header = mark.join(names)
    for other in ";\t|,^~:# ":
        if schema.target is not None and schema.target not in names and schema.target in map(str.strip, header.split(other)):
            raise _other_delimiter(where, mark, other, header)
