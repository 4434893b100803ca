"""Evidence is stale where something that ran has changed, or what it reads, and nowhere else; a file of cells tells which are."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from peers.definitions import Name, definitions, standing_for
from peers.matrix_cells import Outcome
from peers.matrix_log import Log
from peers.what_ran import changed, digest, functions, lines, watched

FILES = {
    "rules.py": """
        from functools import cache

        LIMIT, OTHER = 3, 4

        def noted(function):
            return function

        @cache
        def table():
            return entries()

        def entries():
            return [LIMIT]

        def untouched():
            return OTHER
    """,
    "trees.py": """
        from pack.rules import LIMIT, OTHER, noted, table, untouched

        class Tree:
            most = LIMIT

            def size(self):
                return (lambda: len(table()))()

            def depth(self):
                return untouched()

        @noted
        def grow() -> "OTHER":
            return Tree().size()

        def prune():
            return OTHER
    """,
}


@pytest.fixture
def code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package in which a function has run before, so that what is kept isn't made again."""
    (tmp_path / "pack").mkdir()
    for name, text in {"__init__.py": "", **FILES}.items():
        (tmp_path / "pack" / name).write_text("\n".join(line[8:] for line in text.splitlines()))
    monkeypatch.syspath_prepend(str(tmp_path))
    importlib.import_module("pack.trees").grow()
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "pack"]:
        del sys.modules[name]


def grown(code: Path) -> set[Name]:
    """What runs when a tree is grown."""
    ran = set[Name]()
    with watched(ran, code, "pack"):
        sys.modules["pack.trees"].grow()
    return ran


def test_functions_that_are_entered_are_noted(code: Path) -> None:
    assert grown(code) == {("pack/trees.py", "grow"), ("pack/trees.py", "Tree.size")}
    assert functions(lines(grown(code), code)) == grown(code)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("trees.py", "len(table())", "len(table()) + 1"),  # inside a function that ran
        ("trees.py", "most = LIMIT", "most = 7"),  # of its class
        ("rules.py", "LIMIT, OTHER = 3, 4", "LIMIT, OTHER = 5, 4"),  # what it reads
        ("rules.py", "return function", "return lambda: function()"),  # its decorator
        ("rules.py", "return entries()", "return entries() * 2"),  # what was kept from another time
        ("rules.py", "[LIMIT]", "[LIMIT, 1]"),  # what that called
        ("trees.py", "def grow(", "def grows("),  # it is gone
        ("trees.py", "import LIMIT, OTHER, noted, table", "import LIMIT, OTHER, noted, entries as table"),  # another one by its name
    ],
)
def test_a_change_of_what_ran_or_of_what_that_reads_is_seen(code: Path, file: str, old: str, new: str) -> None:
    kept = lines(grown(code), code)
    edited(code / "pack" / file, old, new)
    assert changed(kept, code) != []
    assert digest(lines(functions(kept), code)) != digest(kept)


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("trees.py", "return untouched()", "return 2"),  # a method that did not run
        ("trees.py", "return OTHER", "return 2"),
        ("rules.py", "return OTHER", "return 2"),
        ("rules.py", "return entries()", "# a comment\n    return (entries())"),
        ("trees.py", "def prune():", "def more():\n    return 1\n\ndef prune():"),
        ("trees.py", 'grow() -> "OTHER":', 'grow() -> "OTHER":\n    """A tree."""'),
    ],
)
def test_any_other_change_is_not(code: Path, file: str, old: str, new: str) -> None:
    kept = lines(grown(code), code)
    edited(code / "pack" / file, old, new)
    assert changed(kept, code) == []


def test_a_file_that_is_gone_is_a_change(code: Path) -> None:
    kept = lines(grown(code), code)
    (code / "pack" / "rules.py").unlink()
    forgotten()
    assert changed(kept, code) == ["pack/rules.py"]


def test_cells_are_known_while_what_ran_in_them_and_before_is_as_it_was(code: Path) -> None:
    log = Log(code / "cells.jsonl", code, "pack")
    log.add(lambda: Outcome("first", "", verdicts={"Optimal": sys.modules["pack.trees"].grow()}))
    log.add(lambda: Outcome("second", "", verdicts={"Optimal": sys.modules["pack.trees"].prune()}))
    assert [same for _, same in Log.of(log.file, code, "pack").known.values()] == [True, True]
    edited(code / "pack" / "trees.py", "return OTHER", "return 2")
    assert [same for _, same in Log.of(log.file, code, "pack").known.values()] == [True, False]
    edited(code / "pack" / "trees.py", "most = LIMIT", "most = 7")
    assert [same for _, same in Log.of(log.file, code, "pack").known.values()] == [False, False]


def edited(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    forgotten()


def forgotten() -> None:
    """Files are read once in a run; here they change in it."""
    definitions.cache_clear()
    standing_for.cache_clear()
