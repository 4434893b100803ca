"""The table of variants between the documents: names that exist, records of the right document, checks that hold, the page itself."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from golden_files import RECORDS
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from dtref.io.files import read_text
from dtref.oracle.arithmetic.json_numbers import layout, parse_exact_json
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.store import golden_folder
from dtref.oracle.golden.variants import Choice, Variants, check_variants, golden_letters, golden_variants, variants_page
from dtref.spec.sources import DOCUMENTS

BY_ID = {record.id: record for record in RECORDS}


@pytest.mark.parametrize("variants", golden_variants(), ids=lambda one: one.id)
def test_a_subject_is_right(variants: Variants) -> None:
    assert [str(complaint) for complaint in check_variants(variants, BY_ID)] == []


@pytest.mark.parametrize("variants", golden_variants(), ids=lambda one: one.id)
def test_documents_differ_on_it_or_one_with_itself(variants: Variants) -> None:
    assert (
        len({choice.name for choice in variants.choices if choice.documents}) >= 2 or sum(len(c.documents) for c in variants.choices) >= 1
    )
    assert len({choice.name for choice in variants.choices}) == len(variants.choices)


@pytest.mark.parametrize("variants", [one for one in golden_variants() if one.kind == "between"], ids=lambda one: one.id)
def test_of_a_difference_between_documents_no_choice_is_that_of_all(variants: Variants) -> None:
    makers = [set(choice.documents) for choice in variants.choices if choice.documents]
    assert len(makers) > 1
    assert len(set(map(frozenset, makers))) > 1


def test_letters_are_of_the_documents() -> None:
    assert {document for letters in golden_letters() for document in letters.documents} == set(DOCUMENTS)


def test_the_file_fits_its_schema_and_is_laid_out() -> None:
    text = read_text(golden_folder() / "variants.json")
    schemas = {name: json.loads(read_text(golden_folder() / "schema" / f"{name}.schema.json")) for name in ("golden", "variants")}
    registry = Registry().with_resource("urn:dtref:golden:1", Resource.from_contents(schemas["golden"]))
    assert list(Draft202012Validator(schemas["variants"], registry=registry).iter_errors(json.loads(text))) == []
    assert layout(parse_exact_json(text, "variants.json")) + "\n" == text


def test_the_page_is_that_of_the_file() -> None:
    assert read_text(golden_folder() / "VARIANTS.md") == variants_page(golden_variants(), golden_letters())


def test_what_is_wrong_is_said() -> None:
    (one, *_) = golden_variants()
    half = Call("gini", {"counts": ["1", "1"]})
    choices = (
        Choice("x", "spec.split.ginny", {"tan": ("cs6220-gini-01",)}, half, "1/3"),
        Choice("y", "spec.split.impurity.gini", {}, half, "1/3"),
    )
    assert [str(complaint) for complaint in check_variants(evolve(one, choices=choices), BY_ID)] == [
        f"{one.id}, choices[1], name: expected a function or value of dtref (got spec.split.ginny)",
        f"{one.id}, choices[1], tan: expected records of tan (got cs6220-gini-01)",
        f'{one.id}, choices[1], exact: expected "1/2" (got "1/3")',
        f'{one.id}, choices[2], exact: expected "1/2" (got "1/3")',
        f'{one.id}, choices[2], exact: expected another answer than that of choice 1 (got "1/3")',
    ]
