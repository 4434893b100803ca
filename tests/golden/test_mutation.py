"""A changed digit is noticed: a sample here, all by `dtref golden mutate`. What computing cannot notice is in the manifest."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from golden_files import RECORDS, VECTORS
from jsonschema import Draft202012Validator
from narrow import of_kind

from dtref.errors import Invalid, Undefined
from dtref.exact.enclosure import enclose
from dtref.exact.logs import log2_of
from dtref.io.files import read_text
from dtref.io.numbers import Json
from dtref.oracle.golden.complaints import answered
from dtref.oracle.golden.errata import errata_table
from dtref.oracle.golden.manifest import entries_without_record, explained, manifest_complaint, manifest_text, read_manifest
from dtref.oracle.golden.mutation import mutants, noticed, records_as_written
from dtref.oracle.golden.reader import read_golden_records
from dtref.oracle.golden.records import GoldenRecord, PrintedFormula
from dtref.oracle.golden.store import golden_files, golden_folder
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.operations.answers import Answer, matches, states_as, write_answer

SLOW = ("search", "parity", "shape", "optimal", "boundary")
"""Topics whose records take seconds to compute: only the command changes them."""
SAMPLE = 90


def sample() -> list[tuple[str, str, Any]]:
    every = []
    for path in golden_files():
        document, topic, records = records_as_written(read_text(path), path.name)
        if topic not in SLOW:
            every += [(document, topic, mutant) for record in records for mutant in mutants(record)]
    return Random(20261128).sample(every, SAMPLE)


def test_a_sample_of_changed_digits_is_noticed() -> None:
    known = read_manifest()
    unnoticed = [f"{m.id} {m.place}: {m.text}" for document, topic, m in sample() if not noticed(m, document, topic, known)]
    assert unnoticed == []


def test_an_answer_is_compared_alike_whether_its_json_is_known_or_not() -> None:
    """What some vectors expect, and changes of it: numbers, certified decimals, tables, trees."""
    chance = Random(20261129)
    verdicts = Counter[bool]()
    for vector in chance.sample([vector for vector in VECTORS if isinstance(vector.expected, ExactAnswer)], 60):
        answer, expected = answered(vector.call, vector.id), of_kind(ExactAnswer, vector.expected).exact
        changes = [of_kind(dict, m.record)["exact"] for m in mutants({"id": vector.id, "exact": expected})]
        for written in (expected, *chance.sample(changes, min(3, len(changes)))):
            verdicts[states := states_as(answer, write_answer(answer), written)] += 1
            assert states == matches(answer, written), (vector.id, written)
    assert min(verdicts.values()) >= 60


def test_numbers_are_compared_alike_whether_their_json_is_known_or_not() -> None:
    """Also where another JSON states the same: a sum of logarithms, a fraction, no value for another reason."""
    root, log = enclose(2).sqrt(), log2_of(8)
    answer: Answer = {"root": root, "log": log, "none": Undefined("no records"), "rows": (Fraction(1, 2), "yes")}
    own = write_answer(answer)
    assert own == {"root": {"decimal": "1.414213562373"}, "log": "3", "none": {"undefined": "no records"}, "rows": ["1/2", "yes"]}
    changes: list[tuple[dict[str, Json], bool]] = [
        ({}, True),
        ({"log": {"log2": {"8": "1"}}}, True),
        ({"none": {"undefined": "0/0"}}, True),
        ({"root": {"decimal": "1.414213562374"}}, False),
        ({"root": "2"}, False),
        ({"log": "4"}, False),
        ({"none": {"undefined": ""}}, False),
        ({"rows": ["1/2"]}, False),
        ({"rows": ["1/2", "no"]}, False),
        ({"more": "1"}, False),
    ]
    for change, states in changes:
        written = of_kind(dict, own) | change
        assert (states_as(answer, own, written), matches(answer, written)) == (states, states), change


def test_the_manifest_is_that_of_the_records() -> None:
    assert (golden_folder() / "manifest.json").read_text("utf-8") == manifest_text(RECORDS)
    schema = json.loads((golden_folder() / "schema" / "manifest.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(json.loads(manifest_text(RECORDS)))) == []


@pytest.mark.parametrize(
    "record", [r for r in RECORDS if not explained(r)][:5] + [r for r in RECORDS if explained(r)][:5], ids=lambda r: r.id
)
def test_a_manifest_that_lacks_a_record_or_has_one_too_many_is_complained_of(record: GoldenRecord) -> None:
    assert manifest_complaint(record, read_manifest()) == ""
    assert manifest_complaint(record, {record.id: "0" * 16}).startswith(f"{record.id}: expected ")


def test_the_page_of_errata_is_that_of_the_records() -> None:
    assert errata_table(RECORDS) in (golden_folder() / "ERRATA.md").read_text("utf-8")


def test_every_erratum_has_a_proof_that_runs() -> None:
    """`check_record` runs it; here only that there is one."""
    for record in RECORDS:
        if record.erratum is not None:
            assert record.erratum.proof or of_kind(PrintedFormula, record.body).cases


def test_every_digit_of_an_erratum_s_words_is_changed_and_noticed() -> None:
    """By the manifest alone, without computing."""
    known, words = read_manifest(), {"erratum.wrong", "erratum.right", "erratum.elsewhere"}
    changes, digits = Counter[str](), Counter[str]()
    for path in golden_files():
        document, topic, records = records_as_written(read_text(path), path.name)
        for record in records:
            assert isinstance(record, dict)
            erratum = record.get("erratum", {})
            assert isinstance(erratum, dict)
            texts = [str(erratum.get(name, "")) for name in ("wrong", "right", "elsewhere")]
            digits[str(record["id"])] += sum(c in "0123456789" for text in texts for c in text)
            told = [m for m in mutants(record) if m.place in words] if erratum else []
            changes[str(record["id"])] += len(told)
            file = {"document": document, "topic": topic, "records": [m.record for m in told]}
            assert all(manifest_complaint(changed, known) for changed in read_golden_records(json.dumps(file), topic))
    assert changes == digits
    assert changes.total() >= 60


def test_every_erratum_is_in_the_manifest() -> None:
    assert {record.id for record in RECORDS if record.erratum is not None} <= read_manifest().keys()


def test_an_entry_of_no_record_is_complained_of() -> None:
    assert entries_without_record(RECORDS, read_manifest()) == ()
    assert entries_without_record(RECORDS, {**read_manifest(), "tan-none-01": "0" * 16}) == (
        "golden/manifest.json: expected entries of records only (got 'tan-none-01')",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "d/t.json: expected an object (got [])"),
        ('{"records": []}', "d/t.json: expected an input 'document' (got ['records'])"),
        ('{"document": "d", "records": []}', "d/t.json: expected an input 'topic' (got ['document', 'records'])"),
        ('{"document": "d", "topic": "t", "records": "x"}', "d/t.json, records: expected an array (got 'x')"),
        ('{"document": "d", "topic": "t", "records": ["x"]}', "d/t.json, record 1: expected an object (got 'x')"),
        ('{"document": "d", "topic": "t", "records": [{"exact": "1"}]}', "d/t.json, record 1: expected an input 'id' (got ['exact'])"),
        ('{"document": ["d"], "topic": "t", "records": []}', "d/t.json, document: expected text (got ['d'])"),
    ],
)
def test_a_broken_golden_file_is_invalid(text: str, message: str) -> None:
    with pytest.raises(Invalid) as refused:
        records_as_written(text, "d/t.json")
    assert str(refused.value) == message


def test_only_records_have_mutants() -> None:
    with pytest.raises(Invalid, match=r"^golden record: expected an object \(got '1'\)$"):
        list(mutants("1"))
    with pytest.raises(Invalid, match=r"^golden record: expected an input 'id' \(got \['exact'\]\)$"):
        list(mutants({"exact": "1"}))
    assert [m.place for m in mutants({"id": "x", "erratum": "1", "exact": "1"})] == ["exact"]
