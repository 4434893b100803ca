"""Every golden record is recomputed by dtref and compared exactly: one test for each file, which names each record that is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import takewhile

import pytest
from golden_files import RECORDS

from dtref.exact.definition import definition
from dtref.io.numbers import Json
from dtref.oracle.golden.records import Answered, Check, Figure, GoldenRecord, PrintedFormula, PrintedTable, Statement, Value
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


NEWER = {"placed_cut", "trees", "random_subsampling", "repeated_k_fold", "bootstrap_partitions", "cross_validation", "learning_curve"}
NEWER |= {"select_by_cross_validation", "select_by_validation", "cross_validate_trees"}
NEWER |= {"normalised_shares", "decision_path", "leaf_numbers"}
NEWER |= {"impurity_importance_bounds", "normalised_impurity_importance_bounds"}
NEWER |= {"delong_variance", "delong_interval", "delong_covariance", "delong_z", "delong_p"}
"""Other operations that the documents print no figures for: vectors run them; test_vectors.py holds that every operation has one."""


def from_elsewhere(name: str) -> bool:
    """Whether an operation's definition, or the impurity that it is about, has papers or programs for sources, and no document."""
    operation = OPERATIONS[name]
    about = operation.function.args if isinstance(operation.function, partial) else ()
    sources = next((definition(of).sources for of in (*about, operation.definition) if of is not None), ())
    return bool(sources) and all(isinstance(source, str) for source in sources)


def test_every_operation_of_the_documents_has_a_record() -> None:
    without = OPERATIONS.keys() - {name for record in RECORDS for name in operations(record)}
    assert {name for name in without if not from_elsewhere(name)} == NEWER


def test_the_readme_lists_the_operations_that_there_are() -> None:
    parts = (golden_folder() / "README.md").read_text("utf-8").split("| operation | given | answers |")[1:]
    rows = [row for part in parts for row in takewhile(lambda line: line.startswith("|"), part.splitlines()[2:])]
    names = [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(names) == sorted(OPERATIONS)
