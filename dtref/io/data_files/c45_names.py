"""
C4.5's two files: `golf.names` declares classes and attributes, `golf.data` has the records. The column of classes is called class.

In the first, a bar begins a comment, and a point ends a declaration.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from dtref.errors import Invalid
from dtref.io.data_files.layout import FoundTable
from dtref.io.files import text_lines
from dtref.io.schema import Declaration, Kind, Schema
from dtref.io.to_data_set import Column, Table
from dtref.spec.model.attributes import MISSING

CLASS = "class"
"""The name of the column of classes."""


@frozen
class Names:
    """What a names file declares: the classes, and the attributes in order; `ignored` are those that it says to ignore."""

    classes: tuple[str, ...]
    attributes: tuple[tuple[str, Declaration | None], ...]
    ignored: tuple[str, ...]


def other_file(path: Path) -> Path | None:
    """
    The file beside a names file, or beside one of records; None for a file of another name.

    >>> other_file(Path("golf.data")).name, other_file(Path("golf.names")).name, other_file(Path("golf.csv"))
    ('golf.names', 'golf.data', None)
    """
    suffixes = {".data": ".names", ".names": ".data"}
    return path.with_suffix(suffixes[path.suffix]) if path.suffix in suffixes else None


def parse_names(text: str, name: str) -> Names:
    """
    What a names file declares. Errors: Invalid for a declaration that isn't one (as in prose), with its number.

    >>> parse_names("yes, no.\\nwindy: true, false.\\nhumidity: continuous. | in percent", "golf.names").classes
    ('yes', 'no')
    """
    bare = "\n".join(re.sub(r"(?<!\\)\|.*", "", line) for line in text_lines(text))
    declarations = [part.strip() for part in re.split(r"(?<!\\)\.(?=\s|$)|\n(?=[^\n]*(?<!\\):)", bare) if part.strip()]
    if not declarations or _parted(declarations[0], ":")[1:]:
        raise Invalid(name, "the classes first, apart by commas", declarations[0] if declarations else "")
    classes = tuple(_values(declarations[0]))
    if len(classes) < 2 or any("\n" in value for value in classes):
        raise Invalid(name, "the classes first, apart by commas", declarations[0])
    attributes = [_attribute(text_there, f"{name}, declaration {i}") for i, text_there in enumerate(declarations[1:], 1)]
    return Names(classes, tuple((n, d) for n, d, _ in attributes), tuple(n for n, _, ignored in attributes if ignored))


def _attribute(text: str, where: str) -> tuple[str, Declaration | None, bool]:
    parts = _parted(text, ":")
    if len(parts) != 2 or not parts[0].strip() or not parts[1].strip():
        raise Invalid(where, "NAME: continuous, NAME: VALUE, VALUE …, NAME: discrete N, or NAME: ignore", text)
    name, kind = _plain(parts[0]), " ".join(parts[1].split())
    if kind == "continuous":
        return name, Declaration(name, Kind.CONTINUOUS), False
    if kind == "ignore":
        return name, None, True
    if re.fullmatch(r"discrete [0-9]+", kind):
        return name, Declaration(name, Kind.NOMINAL), False
    values = _values(parts[1])
    ordered = values[0].startswith("[ordered] ")
    plain = tuple(v.removeprefix("[ordered] ") for v in values)
    return name, Declaration(name, Kind.ORDINAL if ordered else Kind.NOMINAL, plain), False


def _parted(text: str, mark: str) -> list[str]:
    return re.split(rf"(?<!\\){re.escape(mark)}", text)


def _plain(text: str) -> str:
    """A name or value: blanks side by side are one, a backslash takes a sign as it is."""
    return re.sub(r"\\(.)", r"\1", " ".join(text.split()))


def _values(text: str) -> list[str]:
    return [_plain(value) for value in _parted(text, ",")]


def c45_table(records: str, names: Names, name: str) -> FoundTable:
    """
    The table of a file of records, as a names file declares it. ? is missing; a point may end a line.

    Errors: Invalid, with the line, for a record with more or fewer cells, or a value that isn't declared.

    >>> declared = parse_names("a, b.\\nx: continuous.", "t.names")
    >>> c45_table("1.5, a.\\n?, b.\\n", declared, "t.data").table.columns[0].cells
    ('1.5', MISSING)
    """
    columns = [*names.attributes, (CLASS, Declaration(CLASS, Kind.NOMINAL, names.classes))]
    rows = [(i, cells) for i, line in enumerate(text_lines(records), 1) if (cells := _cells(line))]
    for i, cells in rows:
        if len(cells) != len(columns):
            raise Invalid(f"{name} line {i}", f"{len(columns)} cells", len(cells))
    row = f"{name} line"
    all_cells = [[(i, cells[j]) for i, cells in rows] for j in range(len(columns))]
    filled = tuple(_column(*declared, cells, row) for declared, cells in zip(columns, all_cells, strict=True))
    table = Table(name, row, tuple(i for i, _ in rows), filled)
    return FoundTable(table, "C4.5's names and data", schema=Schema(target=CLASS, ignore=names.ignored))


def _cells(line: str) -> Sequence[str]:
    bare = re.sub(r"(?<!\\)\|.*", "", line).strip()
    # the point at the end is none of a number's
    ended = bare[:-1] if bare.endswith(".") and not bare.endswith("\\.") else bare
    return _values(ended) if ended else []


def _column(name: str, declaration: Declaration | None, cells: Sequence[tuple[int, str]], row: str) -> Column:
    values = None if declaration is None else declaration.values
    for i, cell in cells:
        if values is not None and cell != "?" and cell not in values:
            raise Invalid(f"{row} {i}, column {name!r}", f"one of {', '.join(map(repr, values))}, or ?", cell)
    return Column(name, tuple(MISSING if cell == "?" else cell for _, cell in cells), declared=declaration, numerals=True)
