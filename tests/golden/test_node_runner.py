"""The runner in Node.js agrees with every record and vector whose operation it has, and says so where one is changed."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from dtref.oracle.golden.store import golden_folder

RUNNER = golden_folder() / "runners" / "node" / "run.mjs"
EXAMPLE = RUNNER.with_name("example.mjs")
NODE = shutil.which("node")
pytestmark = [pytest.mark.peer("Node.js", "golden answers"), pytest.mark.skipif(NODE is None, reason="node is not installed")]


RIGHT = 3600
OPERATIONS = 300


def node(*words: str | Path) -> tuple[int, str, str]:
    ran = subprocess.run([str(NODE), *map(str, words)], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def run(folder: Path, *options: str) -> tuple[int, str, str]:
    return node(RUNNER, "--folder", folder, *options)


def test_every_answer_that_it_has_is_right(record_property: Callable[[str, object], None]) -> None:
    code, text, errors = run(golden_folder(), "--json")
    told = json.loads(text)
    record_property("cases", told["right"])
    assert told["wrong"] == []
    assert (code, errors) == (0, "")
    assert told["right"] >= RIGHT
    assert told["refusals"] >= 140
    assert len(told["operations"]) >= OPERATIONS


def test_what_it_imports_is_its_own_or_of_node() -> None:
    modules = sorted(RUNNER.parent.glob("*.mjs"))
    lines = [line for module in modules for line in module.read_text("utf-8").splitlines() if line.startswith("import ")]
    from_where = {line.rsplit(" from ", 1)[1].strip('";') for line in lines}
    assert {name for name in from_where if not name.startswith("node:")} <= {f"./{module.name}" for module in modules} | {"fs", "path"}


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(golden_folder(), tmp_path / "golden", ignore=shutil.ignore_patterns("runners", "peers", "schema")))


CHANGES = (
    ("cs6220/gini.json", "cs6220-gini-07", "45/98", "46/98"),
    ("vectors/measures.json", "vectors-measures-04", "519770112/", "519770113/"),
    ("vectors/distributions.json", "vectors-distributions-32", "1.959963984540", "1.959963984541"),
    ("vectors/ties.json", "vectors-ties-20", '"576"', '"577"'),
)


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A folder with the changed files alone: that nothing else is wrong is what the first test says."""
    shutil.copytree(golden_folder() / "data", tmp_path / "data")
    for file, name, before, after in CHANGES:
        text = (golden_folder() / file).read_text("utf-8")
        start = text.index(f'"id": "{name}"')
        assert before in text[start:]
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text[:start] + text[start:].replace(before, after, 1), "utf-8")
    return tmp_path


def wrong_ids(text: str) -> set[str]:
    return {line.split()[1].rstrip(":") for line in text.splitlines() if line.startswith("WRONG ")}


def test_changed_digits_are_named(changed: Path) -> None:
    code, text, _ = run(changed)
    assert (code, wrong_ids(text)) == (1, {name for _, name, _, _ in CHANGES})


@pytest.mark.parametrize("content", ["{", '{"records": [}'])
def test_a_broken_file_is_named(copied: Path, content: str) -> None:
    (copied / "tan" / "gini.json").write_text(content, "utf-8")
    code, _, errors = run(copied)
    assert code == 2
    assert errors.startswith(str(copied / "tan" / "gini.json") + ": ")
    assert "JSON" in errors


def test_an_unknown_operation_and_a_folder_that_is_none(tmp_path: Path) -> None:
    assert run(golden_folder(), "--operation", "gin") == (2, "", "gin: no operation that is here\n")
    assert run(tmp_path) == (2, "", f"{tmp_path}: no folder of golden files\n")


def test_the_example_for_implementers_is_short_and_right(record_property: Callable[[str, object], None]) -> None:
    """It stands alone: copied elsewhere it runs, and asks the golden files that it is given."""
    code, text, errors = node(EXAMPLE)
    operations, right, wrong = map(int, re.findall(r"\d+", text))
    assert (code, errors, wrong) == (0, "", 0)
    assert operations >= 12
    assert right >= 380
    record_property("cases", right)
    lines = EXAMPLE.read_text("utf-8").splitlines()
    assert len(lines) <= 300
    assert all(' from "node:' in line for line in lines if line.startswith("import "))


def test_the_example_names_what_is_wrong(changed: Path) -> None:
    """The two whose operation it has."""
    code, text, _ = node(EXAMPLE, changed)
    assert (code, wrong_ids(text)) == (1, {"cs6220-gini-07", "vectors-measures-04"})
