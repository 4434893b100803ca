"""Exported code, compiled or run for real: it answers as dtref does at cuts, at the doubles beside them, at gaps and unseen values."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from exported.agreement import RUNS, disagreements, version_of
from many import as_many
from peers.rows import RUNNING

from dtref.io.export.targets import TARGETS

PEERS = [pytest.param(name, marks=pytest.mark.peer(name, "exports")) for name in RUNNING]


def test_every_target_is_run_by_a_program() -> None:
    run = {one.target for one in RUNS.values()}
    assert run - TARGETS.keys() == set(), "dtref/io/export/targets.py: list its target"
    assert TARGETS.keys() - run == {"json"}, "tests/exported/agreement.py: a program that runs it, with a runner"


def test_python_answers_as_dtref() -> None:
    asked, others = disagreements("Python", range(24), 150)
    assert asked == 24 * 150
    assert others == []


def test_sqlite_answers_as_dtref() -> None:
    assert disagreements("SQLite", range(24, 36), 150) == (12 * 150, [])


@pytest.mark.parametrize("name", PEERS)
def test_program_answers_as_dtref(name: str, record_property: Callable[[str, object], None]) -> None:
    if not version_of(name):
        pytest.skip(f"{name} is not there (tests/peers/install)")
    trees = as_many(6, 40)
    asked, others = disagreements(name, range(trees), 300)
    record_property("cases", asked)
    assert asked >= trees * 200
    assert others == []
