"""Every golden file fits its published JSON Schema, its ids are unique, its places exist, its layout is the one that is written."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from golden_files import RECORDS
from jsonschema import Draft202012Validator

from dtref.oracle.arithmetic.json_numbers import layout, parse_exact_json
from dtref.oracle.golden.records import Provenance, Verdict
from dtref.oracle.golden.store import golden_files, golden_folder, slide_titles
from dtref.spec.sources import SOURCES

SCHEMAS = golden_folder() / "schema"
FILES = golden_files()
SLIDES = sorted(golden_folder().glob("*/slides.json"))


def schema(name: str) -> dict[str, object]:
    """A published schema."""
    return dict(json.loads((SCHEMAS / name).read_text("utf-8")))


def errors(path: Path, name: str) -> list[str]:
    """What a schema says against a file."""
    found = Draft202012Validator(schema(name)).iter_errors(json.loads(path.read_text("utf-8")))
    return [f"{error.json_path}: {error.message}" for error in found]


@pytest.mark.parametrize("path", sorted(SCHEMAS.glob("*.json")), ids=lambda path: path.name)
def test_a_published_schema_is_a_schema(path: Path) -> None:
    Draft202012Validator.check_schema(schema(path.name))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_golden_file_fits_the_schema(path: Path) -> None:
    assert errors(path, "golden.schema.json") == []


@pytest.mark.parametrize("path", SLIDES, ids=lambda path: path.parent.name)
def test_a_list_of_slides_fits_the_schema(path: Path) -> None:
    assert errors(path, "slides.schema.json") == []


@pytest.mark.parametrize("path", [*FILES, *SLIDES], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_golden_file_is_laid_out_as_it_is_written(path: Path) -> None:
    text = path.read_text("utf-8")
    assert layout(parse_exact_json(text, path.name)) + "\n" == text


def test_ids_are_unique_and_begin_with_their_document() -> None:
    ids = Counter(record.id for record in RECORDS)
    assert [i for i, n in ids.items() if n > 1] == []
    assert [r.id for r in RECORDS if not r.id.startswith(f"{r.document}-")] == []


def test_documents_are_known_and_every_slide_is_one_of_the_document() -> None:
    assert [r.id for r in RECORDS if r.document not in SOURCES] == []
    assert [(r.id, r.slide) for r in RECORDS if r.slide not in slide_titles(r.document)] == []


def test_every_slide_of_the_decision_tree_part_of_cs6220_has_records() -> None:
    titles = slide_titles("cs6220")
    part = titles[: titles.index("Overfitting and Tree Pruning") + 1]
    covered = {record.slide for record in RECORDS}
    assert [title for title in part if title not in covered] == ["Matrix Data: Classification: Part 1"]  # an outline


def test_schema_and_reader_know_the_same_words() -> None:
    text = (SCHEMAS / "golden.schema.json").read_text("utf-8")
    assert [v.value for v in Verdict if f'"{v.value}"' not in text] == []
    assert schema("golden.schema.json")["$defs"]["record_value"]["properties"]["provenance"]["enum"] == [p.value for p in Provenance]  # type: ignore[index]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"verdict": "correct"}, "$.records[0].verdict"),
        ({"decimal": "0.5"}, "$.records[0].decimal"),
        ({"exact": 0.5}, "$.records[0].exact"),
        ({"comment": "x"}, "$.records[0]"),
        ({"id": "Gini 1"}, "$.records[0].id"),
        ({"verdict": "intermediates"}, "$.records[0]"),
        ({"verdict": "erratum"}, "$.records[0]"),
        ({"exact": {"decimal": "0.500000000000"}}, "$.records[0]"),  # a certified decimal has no derivation
        ({"exact": {"decimal": "0.50"}}, "$.records[0].exact"),
    ],
    ids=str,
)
def test_the_schema_is_strict(change: dict[str, object], complaint: str) -> None:
    record = {
        "id": "cs6220-x-01", "kind": "value", "slide": "s", "what": "w", "operation": "gini", "given": {"counts": ["1", "1"]},
        "printed": "0.5", "derivation": "1/2", "exact": "1/2", "decimal": "0.500000000000", "provenance": "printed", "verdict": "rounding",
    }  # fmt: skip
    file = {"$schema": "../schema/golden.schema.json", "document": "cs6220", "topic": "x", "records": [record]}
    validator = Draft202012Validator(schema("golden.schema.json"))
    assert list(validator.iter_errors(file)) == []
    assert complaint in {e.json_path for e in validator.iter_errors({**file, "records": [{**record, **change}]})}


def test_the_two_files_of_the_14_records_differ_in_the_names_of_the_ages_only() -> None:
    def rows(name: str) -> list[list[str]]:
        with (golden_folder() / "data" / name).open(encoding="utf-8", newline="") as lines:
            return list(csv.reader(lines))

    ages = {"youth": "<=30", "middle_aged": "31...40", "senior": ">40"}
    renamed = [[ages.get(cell, cell) for cell in row] for row in rows("buys_computer.csv")]
    assert renamed == rows("cs6220_buys_computer.csv")
