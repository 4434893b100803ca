"""JSON lines, an object in each line, and JSON arrays of objects: keys are columns, numbers the decimals that they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal

from dtref.errors import DataNote, Invalid, declaration
from dtref.io.data_files.layout import FoundTable
from dtref.io.data_files.typed_table import Wanted, typed_table
from dtref.io.files import text_lines
from dtref.io.json_text import parse_json

_SHOWN = 5
"""The most keys that are told of."""


def looks_like_json(text: str) -> bool:
    """
    Whether a text begins as an object of JSON, or as an array.

    >>> looks_like_json('{"x": 1}'), looks_like_json(' [{"x"'), looks_like_json("{x}, y"), looks_like_json("[0, 1), y")
    (True, True, False, False)
    """
    return re.match(r'\s*(?:\{\s*["}]|\[\s*(?:\{\s*["}]|\]\s*\Z))', text) is not None


def json_table(text: str, name: str, wanted: Wanted) -> FoundTable:
    """
    The table of JSON lines, or of a JSON array. A key that an object lacks is a missing cell, and told; null is missing without a word.

    Errors: Invalid for text that isn't JSON, a line that is no object, a value that is an object or array, an infinity, no object at all.

    >>> json_table('{"x": 1}\\n{"x": 0.1}', "t.jsonl", Wanted()).table.columns[0].cells
    (Fraction(1, 1), Fraction(1, 10))
    """
    in_lines = not text.lstrip().startswith("[")
    row = f"{name} line" if in_lines else f"{name} item"
    places, objects = _lines(text, name) if in_lines else _items(text, name)
    if not objects:
        raise Invalid(name, "at least one record, a JSON object", "none")
    names = tuple(dict.fromkeys(key for members in objects for key in members))
    _check_only_object(objects, name, wanted)
    columns = [
        (key, [_cell(members, key, row, place, wanted) for place, members in zip(places, objects, strict=True)], None) for key in names
    ]
    lacking = {key: sum(key not in members for members in objects) for key in names if wanted.reads(key)}
    told = [f"{key!r} in {n} of {len(objects)}" for key, n in lacking.items() if n]
    more = f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    notes = (DataNote(name, f"keys that objects lack are read as missing: {', '.join(told[:_SHOWN])}{more}"),) if told else ()
    return FoundTable(typed_table(name, row, places, columns, wanted), "JSON lines" if in_lines else "a JSON array", notes)


def _lines(text: str, name: str) -> tuple[list[int], list[Mapping[str, object]]]:
    numbered = [(i, line) for i, line in enumerate(text_lines(text), 1) if line.strip()]
    objects = [_object(_parsed(line, f"{name} line {i}"), f"{name} line {i}") for i, line in numbered]
    return [i for i, _ in numbered], objects


def _items(text: str, name: str) -> tuple[list[int], list[Mapping[str, object]]]:
    value = _parsed(text, name)
    items = value if isinstance(value, list) else [value]
    return list(range(1, len(items) + 1)), [_object(item, f"{name} item {i}") for i, item in enumerate(items, 1)]


def _parsed(text: str, where: str) -> object:
    try:
        return parse_json(text, where, Decimal)
    except Invalid as problem:
        # a line of JSON has no lines of its own
        place = where if problem.where.startswith(f"{where} line ") and " item" not in where else problem.where
        raise Invalid(place, problem.wanted, problem.got) from None


def _object(value: object, where: str) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise Invalid(where, 'a JSON object, as {"x": 1, "y": "a"}', value)
    return value


def _check_only_object(objects: Sequence[Mapping[str, object]], name: str, wanted: Wanted) -> None:
    """Refuses a file of one object with lists or objects in it, such as columns, or records under a name."""
    keys = [key for key, value in objects[0].items() if isinstance(value, dict | list) and wanted.reads(key)]
    if len(objects) == 1 and keys:
        raise Invalid(name, "a JSON object for each record, in lines or in an array", f"one JSON object with {', '.join(keys[:_SHOWN])}")


def _cell(members: Mapping[str, object], key: str, row: str, place: int, wanted: Wanted) -> object:
    value = members.get(key)
    if isinstance(value, dict | list) and wanted.reads(key):
        cell = f"a number, a text, true, false or null ({declaration('ignore', key)} leaves the column out)"
        raise Invalid(f"{row} {place}, column {key!r}", cell, value)
    return value
