"""The runner in Perl, written from golden/README.md alone, agrees with the records of two documents, and says so where one is changed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dtref.oracle.golden.store import golden_folder

PERL = shutil.which("perl")
pytestmark = pytest.mark.skipif(PERL is None, reason="perl is not installed")


def run(folder: Path, *only: str) -> tuple[int, str]:
    words = [str(PERL), str(golden_folder() / "runners" / "perl" / "run.pl"), str(folder), *only]
    ran = subprocess.run(words, capture_output=True, text=True, check=False)
    return ran.returncode, ran.stdout + ran.stderr


def test_every_answer_that_it_has_is_right() -> None:
    code, text = run(golden_folder(), "cs6220", "iaml")
    found = re.fullmatch(r"(\d+) right, 0 wrong, (\d+) operations, \d+ inputs of a kind that isn't here\n", text)
    assert code == 0, text
    assert found is not None, text
    assert int(found[1]) >= 140
    assert int(found[2]) >= 25


def test_a_changed_answer_is_found(tmp_path: Path) -> None:
    (tmp_path / "cs6220").mkdir()
    text = (golden_folder() / "cs6220" / "gini.json").read_text("utf-8")
    (tmp_path / "cs6220" / "gini.json").write_text(text.replace('"45/98"', '"46/98"'), "utf-8")
    code, said = run(tmp_path)
    assert code == 1
    assert "cs6220-gini-07 gini: expected" in said
