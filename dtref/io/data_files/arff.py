"""
ARFF, the files of Weka: attributes that are declared, then records, or lists of the cells that are not 0 (sparse).

Read here as the libraries for it make doubles of numbers: 0.1 is 1/10, as in all texts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attrs import frozen

from dtref.errors import Invalid, declaration
from dtref.io.data_files.layout import FoundTable
from dtref.io.data_files.typed_table import Wanted
from dtref.io.files import text_lines
from dtref.io.schema import Declaration, Kind
from dtref.io.to_data_set import Column, Table
from dtref.spec.model.attributes import MISSING, Cell

_NUMBERS = frozenset(("numeric", "real", "integer"))
_TOKEN = re.compile(r"""\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s,'"{}][^,{}]*?))\s*(,|$)""")
_NAME = re.compile(r"""@attribute\s+(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s'"{]\S*?))\s*(?=[\s{])(.*)""", re.IGNORECASE)
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}


@frozen
class _Cell:
    """The text of a cell; quoted: whether it stands in quotes, where a question mark is itself."""

    text: str
    quoted: bool


def looks_like_arff(text: str) -> bool:
    """
    Whether a text begins as ARFF does, comments left out.

    >>> looks_like_arff("% games\\n@RELATION play"), looks_like_arff("@relation,y")
    (True, False)
    """
    return re.match(r"(?:\s*(?:%[^\n]*)?\n)*\s*@relation\s", text, re.IGNORECASE) is not None


def arff_table(text: str, name: str, wanted: Wanted) -> FoundTable:
    """
    The table of ARFF text; the kinds of its columns, and the values of nominal ones in order, are declared.

    Errors: Invalid, with the line, for anything before @data that is no declaration, a kind that isn't handled (relational; date, string
    where the column is read), a record that doesn't fit, weights of records.

    >>> found = arff_table("@relation r\\n@attribute x real\\n@attribute y {b,a}\\n@data\\n0.1,a\\n", "t.arff", Wanted())
    >>> [c.cells for c in found.table.columns], found.table.columns[1].declared.values
    ([('0.1',), ('a',)], ('b', 'a'))
    """
    lines = [(i, line.strip()) for i, line in enumerate(text_lines(text), 1) if line.strip() and not line.lstrip().startswith("%")]
    start = next((k for k, (_, line) in enumerate(lines) if line.lower() == "@data"), None)
    if start is None:
        _declarations([(i, line) for i, line in lines if not line.lower().startswith("@relation")], name, wanted)
        raise Invalid(name, "a line @data before the records", lines[-1][1] if lines else "")
    names, declared = _declarations(lines[:start], name, wanted)
    rows = [(i, _record(line, f"{name} line {i}", declared)) for i, line in lines[start + 1 :]]
    columns = tuple(
        _column(column, declaration, [(f"{name} line {i}, column {column!r}", cells[j]) for i, cells in rows])
        for j, (column, declaration) in enumerate(zip(names, declared, strict=True))
    )
    return FoundTable(Table(name, f"{name} line", tuple(i for i, _ in rows), columns), "ARFF")


def _declarations(lines: Sequence[tuple[int, str]], name: str, wanted: Wanted) -> tuple[list[str], list[Declaration | None]]:
    names: list[str] = []
    declared: list[Declaration | None] = []
    for i, line in lines:
        if line.lower().startswith("@relation"):
            continue
        match = _NAME.fullmatch(line)
        if match is None:
            raise Invalid(f"{name} line {i}", "@attribute NAME KIND, or @data", line)
        column = _unescaped(next(part for part in match.groups()[:3] if part is not None))
        names.append(column)
        declared.append(_kind(column, match[4].strip(), f"{name} line {i}", wanted))
    return names, declared


def _kind(column: str, kind: str, where: str, wanted: Wanted) -> Declaration | None:
    """The declaration of a column; None for one of texts."""
    if kind.startswith("{"):
        if not kind.endswith("}"):
            raise Invalid(where, "values between { and }", kind)
        return Declaration(column, Kind.NOMINAL, tuple(cell.text for cell in _cells(kind[1:-1].strip(), where)))
    word = kind.lower().split()[0] if kind else ""
    if word in _NUMBERS:
        return Declaration(column, Kind.CONTINUOUS)
    if word == "string" or (word == "date" and not wanted.reads(column)) or (word == "date" and wanted.kind(column) is Kind.NOMINAL):
        return None
    ignore, nominal = declaration("ignore", column), declaration("nominal", column)
    remedy = f"; {ignore} leaves a column out, {nominal} takes its dates for texts" if word == "date" else ""
    raise Invalid(where, f"a kind of attribute that is read: numeric, real, integer, string, or values in braces{remedy}", kind)


def _record(line: str, where: str, declared: Sequence[Declaration | None]) -> Sequence[_Cell]:
    if line.startswith("{"):
        return _sparse(line, where, declared)
    if line.endswith("}"):
        raise Invalid(where, "a record without a weight in braces: write the weights as a column", line)
    cells = list(_cells(line, where))
    if len(cells) != len(declared):
        raise Invalid(where, f"{len(declared)} cells", len(cells))
    return cells


def _sparse(line: str, where: str, declared: Sequence[Declaration | None]) -> Sequence[_Cell]:
    """A list of positions, from 0, and cells; the others are 0, of nominal columns the first value."""
    if not line.endswith("}"):
        raise Invalid(where, "a list that } ends; weights of records are read as a column only", line)
    told: dict[int, _Cell] = {}
    for cell in _split(line[1:-1], where):
        position, _, value = cell.strip().partition(" ")
        if not position.isascii() or not position.isdecimal() or not value.strip() or int(position) >= len(declared):
            raise Invalid(where, f"a position from 0 to {len(declared) - 1}, and a value", cell.strip())
        if told and int(position) <= max(told):
            raise Invalid(where, "positions that rise", position)
        (told[int(position)],) = _cells(value.strip(), where)
    return [told.get(j) or _Cell(_zero(declaration, where), quoted=False) for j, declaration in enumerate(declared)]


def _zero(declaration: Declaration | None, where: str) -> str:
    if declaration is None:
        raise Invalid(where, "sparse records without columns of texts", "a text that isn't told")
    return declaration.values[0] if declaration.values else "0"


def _split(text: str, where: str) -> Iterator[str]:
    """The parts between commas outside quotes."""
    part = re.compile(r"""(?:[^,'"]|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")+""")
    parts = part.findall(text)
    if text.strip() and ",".join(parts) != text:
        raise Invalid(where, "cells between commas, quotes that match", text)
    yield from (p for p in parts if p.strip())


def _cells(text: str, where: str) -> Iterator[_Cell]:
    position = 0
    while position < len(text):
        match = _TOKEN.match(text, position)
        if match is None or (match[4] and match.end() == len(text)):
            raise Invalid(where, "cells between commas, quotes that match", text[position:])
        quoted = next((q for q in (match[1], match[2]) if q is not None), None)
        yield _Cell(_unescaped(quoted) if quoted is not None else match[3].strip(), quoted is not None)
        position = match.end()


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: _ESCAPES.get(found[1], found[1]), text)


def _column(name: str, declaration: Declaration | None, cells: Sequence[tuple[str, _Cell]]) -> Column:
    return Column(name, tuple(_value(cell, place, declaration) for place, cell in cells), declared=declaration, numerals=True)


def _value(cell: _Cell, where: str, declaration: Declaration | None) -> Cell:
    """A cell; one of ? without quotes is missing."""
    if cell.text == "?" and not cell.quoted:
        return MISSING
    if cell.text in ("?", ""):
        raise Invalid(where, "a value other than the texts that stand for a missing one", cell.text)
    if declaration is not None and declaration.values is not None and cell.text not in declaration.values:
        raise Invalid(where, f"one of {', '.join(map(repr, declaration.values))}, or ?", cell.text)
    return cell.text
