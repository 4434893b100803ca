"""The runner in Node.js agrees with every record and vector whose operation it has, and says so where one is changed."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dtref.oracle.golden.store import golden_folder

RUNNER = golden_folder() / "runners" / "node" / "run.mjs"
NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not installed")


def run(folder: Path, *options: str) -> tuple[int, str, str]:
    ran = subprocess.run([str(NODE), str(RUNNER), "--folder", str(folder), *options], capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout, ran.stderr


def test_every_answer_that_it_has_is_right() -> None:
    code, text, errors = run(golden_folder(), "--json")
    assert (code, errors) == (0, "")
    told = json.loads(text)
    assert told["wrong"] == []
    assert told["right"] >= 1200
    assert len(told["operations"]) >= 115


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    return Path(shutil.copytree(golden_folder(), tmp_path / "golden", ignore=shutil.ignore_patterns("runners", "peers", "schema")))


@pytest.mark.parametrize(
    ("file", "before", "after", "name"),
    [
        ("cs6220/gini.json", '"exact": "45/98"', '"exact": "46/98"', "cs6220-gini-"),
        ("vectors/measures.json", '"exact": "2/3"', '"exact": "3/3"', "vectors-measures-"),
    ],
)
def test_a_changed_digit_is_named(copied: Path, file: str, before: str, after: str, name: str) -> None:
    path = copied / file
    text = path.read_text("utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), "utf-8")
    code, told, _ = run(copied)
    assert code == 1
    assert f"WRONG {name}" in told


def test_a_broken_file_is_named(copied: Path) -> None:
    (copied / "tan" / "gini.json").write_text("{", "utf-8")
    code, _, errors = run(copied)
    assert code == 2
    assert "gini.json" in errors
