"""The one reader of files of tables, which every command and every function that reads data uses: bytes, what they are, their table."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

from attrs import evolve

from dtref.errors import DataNote, Invalid, way
from dtref.io.data_files.arff import arff_table, looks_like_arff
from dtref.io.data_files.arrow import arrow_format, arrow_table
from dtref.io.data_files.c45_names import c45_table, other_file, parse_names
from dtref.io.data_files.encodings import decoded_text
from dtref.io.data_files.excel import excel_table, is_workbook
from dtref.io.data_files.json_lines import json_table, looks_like_json
from dtref.io.data_files.layout import FoundTable, Layout
from dtref.io.data_files.other_texts import check_text
from dtref.io.data_files.typed_table import Wanted
from dtref.io.data_files.unpacked import Unpacked, unpacked_bytes
from dtref.io.delimited import delimited_table, dialect_of
from dtref.io.files import BEGINNING, PathText, check_format, read_bytes

_BINARY = frozenset(("UTF-16 text", "UTF-32 text"))
_ENDINGS = {
    "ARFF": (".arff",),
    "JSON lines": (".jsonl", ".ndjson", ".json"),
    "a JSON array": (".json", ".jsonl"),
    "an Excel workbook": (".xlsx", ".xlsm"),
}
"""The ends of the names that formats go by. Found under another name, they are told."""


def open_table(path: PathText, layout: Layout = Layout(), wanted: Wanted = Wanted()) -> FoundTable:
    """
    The table of a file; its format is found. "-" is standard input. Notes tell what was found that nobody told.

    Errors: Invalid, in one line that says what to do, for a file that isn't read: another kind of file, a spoilt one, several in one.

    >>> open_table("no/such/play.csv")
    Traceback (most recent call last):
    dtref.errors.Invalid: no/such/play.csv: expected a file that can be read (got 'No such file or directory')
    """
    file = unpacked_bytes(path)
    if is_workbook(file.data):
        _only(layout, "a workbook", "sheet")
        return _noted(excel_table(file.data, file.name, layout.sheet, wanted), file)
    if arrow_format(file.data):
        _only(layout, "such a file")
        return arrow_table(file.data, file.name, wanted)
    if layout.encoding is None:
        _check_bytes(file)
    text, notes = decoded_text(file.data, file.name, layout.encoding)
    found = _of_text(text, file, layout, wanted)
    return evolve(found, notes=(*notes, *found.notes))


def _of_text(text: str, file: Unpacked, layout: Layout, wanted: Wanted) -> FoundTable:
    if layout.sheet is not None:
        raise Invalid(way("--sheet", "sheet"), "a workbook, which has sheets", file.name)
    check_text(text, file.name)
    if looks_like_arff(text):
        _only(layout, "ARFF", "encoding")
        return _noted(arff_table(text, file.name, wanted), file)
    if file.inside.endswith((".jsonl", ".ndjson", ".json")) or looks_like_json(text):
        _only(layout, "JSON", "encoding")
        return _noted(json_table(text, file.name, wanted), file)
    return _of_c45(text, file, layout) or delimited(text, file.name, layout, wanted)


def delimited(text: str, name: str, layout: Layout, wanted: Wanted = Wanted()) -> FoundTable:
    """
    The table of delimited text (CSV); what separates its cells is found where it isn't told.

    >>> delimited("x;y\\n1;a\\n", "t.csv", Layout()).table.names
    ('x', 'y')
    """
    lines = StringIO(text, newline="")
    dialect = dialect_of(lines, name, layout.delimiter, layout.comment, wanted.schema.target)
    lines.seek(0)
    return FoundTable(delimited_table(lines, name, dialect), dialect.words, dialect.notes, has_header=True, mark=dialect.mark)


def _check_bytes(file: Unpacked) -> None:
    """Refuses bytes of another format. Texts in wide characters are no such."""
    try:
        check_format(file.data[:BEGINNING], file.name)
    except Invalid as problem:
        if problem.got not in _BINARY:
            raise


def _only(layout: Layout, kind: str, *options: str) -> None:
    """Refuses options that say nothing about a format."""
    for name in ("delimiter", "comment", "encoding", "sheet"):
        if name not in options and getattr(layout, name) is not None:
            raise Invalid(f"--{name}", f"delimited text, as {kind} has no {name}", getattr(layout, name))


def _noted(found: FoundTable, file: Unpacked) -> FoundTable:
    """The table with a note, where its format goes by another end of the name."""
    if file.inside.lower().endswith(_ENDINGS[found.kind]):
        return found
    return evolve(found, notes=(DataNote(file.name, f"read as {found.kind}"), *found.notes))


def _of_c45(text: str, file: Unpacked, layout: Layout) -> FoundTable | None:
    """The table of C4.5's two files; None where there is no names file, or prose under such a name."""
    path = Path(file.name)
    beside = other_file(path)
    if beside is None or layout != Layout(encoding=layout.encoding) or (path.suffix == ".data" and not beside.exists()):
        return None
    other, _ = decoded_text(read_bytes(beside), str(beside), layout.encoding)
    if path.suffix == ".names":
        return c45_table(other, parse_names(text, file.name), str(beside))
    try:
        names = parse_names(other, str(beside))
    except Invalid as problem:
        found = delimited(text, file.name, layout)
        note = DataNote(file.name, f"{beside} beside it is not read, as it declares no columns ({problem.where}: no {problem.wanted})")
        return evolve(found, notes=(note, *found.notes))
    return c45_table(text, names, file.name)
