"""Schemas: their JSON form, what is refused in it, and keywords that override it."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from dtref.errors import Invalid
from dtref.io.schema import Declaration, Kind, Schema, declare
from dtref.io.schema_file import parse_schema, read_schema

PUBLISHED = json.loads((Path(__file__).parents[2] / "golden" / "schema" / "data-schema.schema.json").read_text("utf-8"))

FULL = """
{"target": "play", "weights": "w", "missing": ["", "?", "NA"], "ignore": ["day"],
 "columns": {"temperature": {"kind": "ordinal", "values": ["cool", "mild", "hot"]},
             "windy": {"kind": "nominal", "values": ["no", "yes"]},
             "outlook": {"kind": "nominal"}, "income": {"kind": "continuous"}}}
"""

REFUSED = {  # text -> the whole message, and whether the published JSON Schema can tell
    '{"target": "play",}': ("s.json line 1, column 19: expected JSON (Expecting property name enclosed in double quotes) (got '}')", None),
    "": ("s.json line 1, column 1: expected JSON (Expecting value) (got '')", None),
    '{"target": "a", "target": "b"}': ("s.json: expected each key once (got 'target')", None),
    "[]": ("s.json: expected a JSON object (got [])", False),
    '{"targets": "play"}': (
        "s.json: expected keys among 'target', 'weights', 'missing', 'ignore', 'columns', 'decimal' (got 'targets')",
        False,
    ),
    '{"target": ["play"]}': ("s.json, target: expected the name of a column (got ['play'])", False),
    '{"target": ""}': ("s.json, target: expected the name of a column (got '')", False),
    '{"weights": null}': ("s.json, weights: expected the name of a column (got None)", False),
    '{"missing": "?"}': ("s.json, missing: expected a list of texts (got '?')", False),
    '{"ignore": [[]]}': ("s.json, ignore: expected a list of texts (got [[]])", False),
    '{"columns": []}': ("s.json, columns: expected a JSON object (got [])", False),
    '{"columns": {"a": "nominal"}}': ("s.json, columns.a: expected a JSON object (got 'nominal')", False),
    '{"columns": {"a": {}}}': ("s.json, columns.a.kind: expected one of 'nominal', 'ordinal', 'continuous' (got None)", False),
    '{"columns": {"a": {"kind": "numeric"}}}': (
        "s.json, columns.a.kind: expected one of 'nominal', 'ordinal', 'continuous' (got 'numeric')",
        False,
    ),
    '{"columns": {"a": {"kind": ["nominal"]}}}': (
        "s.json, columns.a.kind: expected one of 'nominal', 'ordinal', 'continuous' (got ['nominal'])",
        False,
    ),
    '{"columns": {"a": {"kind": "nominal", "order": []}}}': (
        "s.json, columns.a: expected keys among 'kind', 'values' (got 'order')",
        False,
    ),
    '{"columns": {"a": {"kind": "nominal", "values": [1, 2]}}}': (
        "s.json, columns.a.values: expected a list of texts (got [1, 2])",
        False,
    ),
    '{"columns": {"a": {"kind": "nominal", "values": ["x", "x"]}}}': (
        "s.json, columns.a.values: expected distinct values (got ('x', 'x'))",
        False,
    ),
    '{"columns": {"a": {"kind": "ordinal"}}}': (
        "s.json, columns.a.values: expected the values, low to high (got None)",
        False,
    ),
    '{"columns": {"a": {"kind": "continuous", "values": ["1"]}}}': (
        "s.json, columns.a.values: expected no values for a continuous column (got ('1',))",
        False,
    ),
    '{"columns": {"a": {"kind": "nominal", "values": ["?"]}}}': (
        "s.json, columns.a.values: expected values that are not missing tokens (got '?')",
        True,  # JSON Schema cannot compare two lists
    ),
}


def test_a_full_schema_is_read(tmp_path: Path) -> None:
    path = tmp_path / "play.schema.json"
    path.write_text(FULL, encoding="utf-8")
    assert read_schema(path) == Schema(
        target="play",
        weights="w",
        missing=("", "?", "NA"),
        ignore=("day",),
        columns=(
            Declaration("temperature", Kind.ORDINAL, ("cool", "mild", "hot")),
            Declaration("windy", Kind.NOMINAL, ("no", "yes")),
            Declaration("outlook", Kind.NOMINAL),
            Declaration("income", Kind.CONTINUOUS),
        ),
    )


@pytest.mark.parametrize("text", [FULL, "{}", '{"target": "play"}', '{"columns": {}}', '{"missing": []}'])
def test_accepted_schemas_are_valid_under_the_published_one(text: str) -> None:
    parse_schema(text)
    jsonschema.validate(json.loads(text), PUBLISHED)


@pytest.mark.parametrize("text", REFUSED)
def test_a_refused_schema_says_where_and_why(text: str) -> None:
    message, valid = REFUSED[text]
    with pytest.raises(Invalid) as raised:
        parse_schema(text, "s.json")
    assert str(raised.value) == message
    if valid is not None:
        assert jsonschema.Draft202012Validator(PUBLISHED).is_valid(json.loads(text)) is valid


def test_the_published_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(PUBLISHED)


def test_deep_nesting_is_refused() -> None:
    with pytest.raises(Invalid, match=r"^s\.json: expected JSON that is nested a few levels deep"):
        parse_schema("[" * 100_000, "s.json")


def test_a_number_of_many_digits_is_refused() -> None:
    with pytest.raises(Invalid, match=r"^s\.json, target: expected the name of a column"):
        parse_schema('{"target": ' + "9" * 10_000 + "}", "s.json")


def test_keywords_override_the_schema() -> None:
    said = declare(parse_schema(FULL), target="windy", missing=["-"], ignore=[], continuous=["outlook"], nominal={"x": ("b", "a")})
    assert (said.target, said.weights, said.missing, said.ignore) == ("windy", "w", ("-",), ())
    assert [(c.name, c.kind.value, c.values) for c in said.columns[2:]] == [
        ("income", "continuous", None),
        ("x", "nominal", ("b", "a")),
        ("outlook", "continuous", None),
    ]


def test_ignore_adds_to_the_schema_and_a_column_that_is_named_is_kept() -> None:
    schema = Schema(target="y", ignore=("id", "since", "z"))
    assert declare(schema, ignore=["height"]).ignore == ("id", "since", "z", "height")
    assert declare(schema, ignore=["id"]).ignore == schema.ignore
    assert declare(schema, continuous=["since"]).ignore == ("id", "z")
    assert declare(schema, target="z", ignore=["y"]).ignore == ("id", "since", "y")
    assert declare(schema, ignore=[]).ignore == ()


def test_without_keywords_the_schema_stands() -> None:
    assert declare(parse_schema(FULL), target=None, weights=None, missing=None, ignore=None) == parse_schema(FULL)


def test_one_text_is_not_a_list_of_names() -> None:
    with pytest.raises(Invalid) as raised:
        declare(Schema(), continuous="humidity")
    assert str(raised.value) == "continuous: expected a list of names (got 'humidity')"


def test_a_column_is_declared_once() -> None:
    with pytest.raises(Invalid) as raised:
        declare(Schema(), continuous=["x"], nominal=["x"])
    assert str(raised.value) == "columns.x: expected one declaration for each column (got 2)"


def test_an_unknown_keyword_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="unknown keyword 'traget': expected one of nominal, ordinal"):
        declare(Schema(), traget="play")  # type: ignore[call-arg]
