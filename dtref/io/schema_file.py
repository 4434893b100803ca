"""
The JSON form of a schema: `play.schema.json` beside `play.csv`. Its JSON Schema is `golden/schema/data-schema.schema.json`.

    {"target": "play", "weights": "w", "missing": ["", "?"], "ignore": ["day"], "decimal": ",",
     "columns": {"temperature": {"kind": "ordinal", "values": ["cool", "mild", "hot"]}, "income": {"kind": "continuous"}}}
"""

from __future__ import annotations

from os import PathLike, fspath
from pathlib import Path

from attrs import evolve

from dtref.errors import Invalid
from dtref.io.files import read_text
from dtref.io.json_text import parse_json
from dtref.io.schema import Declaration, Kind, Schema


def schema_beside(path: str | PathLike[str]) -> Path:
    """
    The path of the schema beside a table.

    >>> schema_beside("data/play.csv").as_posix()
    'data/play.schema.json'
    """
    return Path(fspath(path).removesuffix(".gz")).with_suffix(".schema.json")


def read_schema(path: str | PathLike[str]) -> Schema:
    """Reads a schema from a JSON file. Errors: Invalid naming the file and the place in it; as for `parse_schema`."""
    return parse_schema(read_text(path), fspath(path))


def parse_schema(text: str, name: str = "<schema>") -> Schema:
    """
    Reads a schema from JSON text. name: of the text, in messages.

    Errors: Invalid for text that isn't JSON, a key that is unknown or comes twice, a value of the wrong type, an unknown kind.

    >>> parse_schema('{"target": "play", "columns": {"humidity": {"kind": "continuous"}}}').target
    'play'
    >>> parse_schema('{"columns": {"humidity": {"kind": "numeric"}}}')
    Traceback (most recent call last):
    dtref.errors.Invalid: <schema>, columns.humidity.kind: expected one of 'nominal', 'ordinal', 'continuous' (got 'numeric')
    """
    members = _keys(parse_json(text, name), ("target", "weights", "missing", "ignore", "columns", "decimal"), name)
    columns = _keys(members.get("columns", {}), None, f"{name}, columns")
    schema = Schema(target=_name(members, "target", name), weights=_name(members, "weights", name))
    try:
        return evolve(
            schema,
            missing=_texts(members["missing"], f"{name}, missing") if "missing" in members else schema.missing,
            ignore=_texts(members.get("ignore", []), f"{name}, ignore"),
            decimal=_mark(members.get("decimal", schema.decimal), f"{name}, decimal"),
            columns=tuple(_declaration(c, declaration, f"{name}, columns.{c}") for c, declaration in columns.items()),
        )
    except Invalid as problem:
        where = problem.where if problem.where.startswith(name) else f"{name}, {problem.where}"
        raise Invalid(where, problem.wanted, problem.got) from None


def _keys(json_value: object, known: tuple[str, ...] | None, where: str) -> dict[str, object]:
    """A JSON object whose keys are among the known ones (None: any)."""
    if not isinstance(json_value, dict):
        raise Invalid(where, "a JSON object", json_value)
    unknown = next((key for key in json_value if known is not None and key not in known), None)
    if known is not None and unknown is not None:
        raise Invalid(where, f"keys among {', '.join(map(repr, known))}", unknown)
    return json_value


def _name(members: dict[str, object], key: str, where: str) -> str | None:
    value = members.get(key, "")
    if not isinstance(value, str) or (key in members and not value):
        raise Invalid(f"{where}, {key}", "the name of a column", value)
    return value or None


def _texts(json_value: object, where: str) -> tuple[str, ...]:
    if not isinstance(json_value, list) or not all(isinstance(text, str) for text in json_value):
        raise Invalid(where, "a list of texts", json_value)
    return tuple(json_value)


def _mark(json_value: object, where: str) -> str:
    if not isinstance(json_value, str):
        raise Invalid(where, "a decimal mark, a point or a comma", json_value)
    return json_value


def _declaration(column: str, json_value: object, where: str) -> Declaration:
    members = _keys(json_value, ("kind", "values"), where)
    kind = members.get("kind")
    if kind not in tuple(Kind):
        raise Invalid(f"{where}.kind", "one of " + ", ".join(repr(k.value) for k in Kind), kind)
    values = _texts(members["values"], f"{where}.values") if "values" in members else None
    return Declaration(column, Kind(str(kind)), values)
