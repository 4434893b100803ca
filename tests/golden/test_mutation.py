"""A changed digit is noticed: a sample here, all by `dtref golden mutate`. What computing cannot notice is in the manifest."""

from __future__ import annotations

import json
from random import Random

import pytest
from jsonschema import Draft202012Validator

from dtref.io.files import read_text
from dtref.oracle.golden.errata import errata_table
from dtref.oracle.golden.manifest import explained, manifest_complaint, manifest_text, read_manifest
from dtref.oracle.golden.mutation import mutants, noticed, records_as_written
from dtref.oracle.golden.records import Record
from dtref.oracle.golden.store import golden_files, golden_folder, golden_records

SLOW = ("search", "parity", "shape", "optimal", "boundary")
"""Topics whose records take seconds to compute: only the command changes them."""
SAMPLE = 150

RECORDS = tuple(golden_records())


def sample() -> list[tuple[str, str, object]]:
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


def test_the_manifest_is_that_of_the_records() -> None:
    assert (golden_folder() / "manifest.json").read_text("utf-8") == manifest_text(RECORDS)
    schema = json.loads((golden_folder() / "schema" / "manifest.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert list(Draft202012Validator(schema).iter_errors(json.loads(manifest_text(RECORDS)))) == []


@pytest.mark.parametrize(
    "record", [r for r in RECORDS if not explained(r)][:5] + [r for r in RECORDS if explained(r)][:5], ids=lambda r: r.id
)
def test_a_manifest_that_lacks_a_record_or_has_one_too_many_is_complained_of(record: Record) -> None:
    assert manifest_complaint(record, read_manifest()) == ""
    assert manifest_complaint(record, {record.id: "0" * 16}).startswith(f"{record.id}: expected ")


def test_the_page_of_errata_is_that_of_the_records() -> None:
    assert errata_table(RECORDS) in (golden_folder() / "ERRATA.md").read_text("utf-8")


def test_every_erratum_has_a_proof_that_runs() -> None:
    """`check_record` runs it; here only that there is one."""
    for record in RECORDS:
        if record.erratum is not None:
            assert record.erratum.proof or record.body.cases
