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
    Where the schema of a table is looked for.

    >>> schema_beside("data/play.csv").as_posix()
    'data/play.schema.json'
    """
    return Path(path).with_suffix(".schema.json")


def read_schema(path: str | PathLike[str]) -> Schema:
    """Read a schema from a JSON file. Errors: Invalid naming the file and the place in it; as for `parse_schema`."""
    return parse_schema(read_text(path), fspath(path))


def parse_schema(text: str, name: str = "<schema>") -> Schema:
    """
    Read a schema from JSON text; `name` is what messages call it.

    Errors: Invalid for text that isn't JSON, a key that is unknown or comes twice, a value of the wrong type, an unknown kind.

    >>> parse_schema('{"target": "play", "columns": {"humidity": {"kind": "continuous"}}}').target
    'play'
    >>> parse_schema('{"columns": {"humidity": {"kind": "numeric"}}}')
    Traceback (most recent call last):
    dtref.errors.Invalid: <schema>, columns.humidity.kind: expected one of 'nominal', 'ordinal', 'continuous' (got 'numeric')
    """
    given = _keys(parse_json(text, name), ("target", "weights", "missing", "ignore", "columns", "decimal"), name)
    columns = _keys(given.get("columns", {}), None, f"{name}, columns")
    schema = Schema(target=_name(given, "target", name), weights=_name(given, "weights", name))
    try:
        return evolve(
            schema,
            missing=_texts(given["missing"], f"{name}, missing") if "missing" in given else schema.missing,
            ignore=_texts(given.get("ignore", []), f"{name}, ignore"),
            decimal=_mark(given.get("decimal", schema.decimal), f"{name}, decimal"),
            columns=tuple(_declaration(c, said, f"{name}, columns.{c}") for c, said in columns.items()),
        )
    except Invalid as problem:
        where = problem.where if problem.where.startswith(name) else f"{name}, {problem.where}"
        raise Invalid(where, problem.wanted, problem.got) from None


def _keys(given: object, known: tuple[str, ...] | None, where: str) -> dict[str, object]:
    """A JSON object whose keys are among the known ones (None: any)."""
    if not isinstance(given, dict):
        raise Invalid(where, "a JSON object", given)
    unknown = next((key for key in given if known is not None and key not in known), None)
    if known is not None and unknown is not None:
        raise Invalid(where, f"keys among {', '.join(map(repr, known))}", unknown)
    return given


def _name(given: dict[str, object], key: str, where: str) -> str | None:
    value = given.get(key, "")
    if not isinstance(value, str) or (key in given and not value):
        raise Invalid(f"{where}, {key}", "the name of a column", value)
    return value or None


def _texts(given: object, where: str) -> tuple[str, ...]:
    if not isinstance(given, list) or not all(isinstance(text, str) for text in given):
        raise Invalid(where, "a list of texts", given)
    return tuple(given)


def _mark(given: object, where: str) -> str:
    if not isinstance(given, str):
        raise Invalid(where, "a decimal mark, a point or a comma", given)
    return given


def _declaration(column: str, said: object, where: str) -> Declaration:
    given = _keys(said, ("kind", "values"), where)
    kind = given.get("kind")
    if kind not in tuple(Kind):
        raise Invalid(f"{where}.kind", "one of " + ", ".join(repr(k.value) for k in Kind), kind)
    values = _texts(given["values"], f"{where}.values") if "values" in given else None
    return Declaration(column, Kind(str(kind)), values)
