"""Every golden record is recomputed by dtref and compared exactly: one test for each file, which names each record that is wrong."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from golden_files import RECORDS, VECTORS
from readme_tables import operations_in

from dtref.io.numbers import Json
from dtref.oracle.golden.records import Answered, Check, Figure, GoldenRecord, PrintedFormula, PrintedTable, Provenance, Statement, Value
from dtref.oracle.golden.store import check_record, golden_folder
from dtref.oracle.operations.registry import OPERATIONS


@pytest.mark.parametrize("topic", dict.fromkeys((record.document, record.topic) for record in RECORDS), ids="/".join)
def test_every_record_of_a_file_is_right(topic: tuple[str, str]) -> None:
    records = [record for record in RECORDS if (record.document, record.topic) == topic]
    assert {record.id: complaints for record in records if (complaints := [*map(str, check_record(record))])} == {}


def operations(record: GoldenRecord) -> Iterator[str]:
    """The names of the operations that a record runs."""
    match record.body:
        case Value(call=call) | Answered(call=call) | PrintedTable(call=call) | Figure(shown=Answered(call=call)):
            yield call.operation
        case PrintedFormula(cases=cases):
            yield from (case.call.operation for case in cases)
        case Statement(checks=checks):
            yield from called(checks)
    yield from called(record.erratum.proof if record.erratum else ())


def called(checks: tuple[Check, ...]) -> Iterator[str]:
    """The names of the operations that checks run."""
    lets: list[Json] = [value for check in checks for value in check.let.values()]
    yield from (str(value["operation"]) for value in lets if isinstance(value, dict) and "operation" in value)


def test_every_record_names_an_operation_that_exists() -> None:
    assert {name for record in RECORDS for name in operations(record)} - OPERATIONS.keys() == set()


def test_every_operation_has_a_record_or_an_independent_vector() -> None:
    asked = {name for record in RECORDS for name in operations(record)}
    asked |= {vector.call.operation for vector in VECTORS if vector.provenance is Provenance.INDEPENDENT}
    assert OPERATIONS.keys() - asked == set(), (
        'golden/vectors/: add a vector of each, "provenance": "independent", and to ANSWERS in tests/naive/ what answers it without dtref'
    )


def test_the_readme_lists_the_operations_that_there_are() -> None:
    names = operations_in((golden_folder() / "README.md").read_text("utf-8"))
    assert OPERATIONS.keys() - set(names) == set(), "PYTHONPATH=tests python tests/readme_tables.py writes a row for each"
    assert sorted(names) == sorted(OPERATIONS)


BY_HAND = {
    "cs422-evaluation-35", "cs422-text-11", "cs6220-confusion-matrix-01", "cs6220-estimating-accuracy-01", "cs6220-example-03",
    "cs6220-roc-03", "cs6220-roc-13", "evaluation-cost-25", "evaluation-estimation-11", "evaluation-folds-05",
    "evaluation-intervals-17", "evaluation-metrics-10", "evaluation-t-06", "evaluation-t-09", "evaluation-t-45", "iaml-generalisation-14",
    "iaml-generalisation-26", "iaml-generalisation-54", "iaml-text-03", "tan-concepts-43", "tan-concepts-63", "tan-estimation-17",
    "tan-gini-12", "tan-two-models-09",
}  # fmt: skip
"""Statements whose checks are relations between the document's own numbers, and run no operation."""


def test_the_checks_of_a_statement_run_an_operation() -> None:
    bodies = [(record.id, record.body) for record in RECORDS if isinstance(record.body, Statement) and record.body.checks]
    assert {name for name, body in bodies if isinstance(body, Statement) and not [*called(body.checks)]} == BY_HAND


def test_no_check_compares_a_call_with_itself() -> None:
    checks = [(record.id, check) for record in RECORDS if isinstance(record.body, Statement) for check in record.body.checks]
    calls = [(name, check, [str(value) for value in check.let.values() if isinstance(value, dict)]) for name, check in checks]
    assert [(name, check.says) for name, check, texts in calls if len(set(texts)) < len(texts)] == []
