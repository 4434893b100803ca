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
