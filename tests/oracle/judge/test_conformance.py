"""
Conformance levels: what is pinned exists, archives are the same bytes, and their checkers find what is right and what is wrong.

The whole levels are made again, and compared with their checksums, by the deep profile; in an ordinary run some cases of one are.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

import pytest
from attrs import evolve
from hypothesis import settings
from oracle.judge.programs import command

from dtref.errors import Invalid
from dtref.oracle.golden.store import golden_folder, golden_vectors
from dtref.oracle.judge.conformance import CHECKERS, archive, checker, checksum, conformance_level, conformance_levels, vectors_text
from dtref.oracle.judge.kits import HARNESS_KITS

FLOATS = str(Path(__file__).with_name("harness_floats.py"))
DEEP = settings.get_current_profile_name() == "deep"
RUNNERS = {"check.py": (sys.executable, "check.py"), "check.mjs": ("node", "check.mjs")}
SMALL = conformance_level("metrics")
"""The level that is made in an ordinary run: its answers take least."""


def test_pinned_ids_are_vectors() -> None:
    ids = {vector.id for vector in golden_vectors()}
    for level in conformance_levels().values():
        assert set(level.ids) <= ids
        assert len(set(level.ids)) == len(level.ids) >= 40


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An archive, laid out, of a few cases of the level, so that it takes a moment."""
    some = evolve(SMALL, ids=tuple(name for i, name in enumerate(SMALL.ids) if i % 8 == 0))
    packed = evolve(some, sha256=checksum(vectors_text(some).encode()))
    data = archive(packed)
    assert data == archive(packed), "other bytes the second time"
    place = tmp_path_factory.mktemp("level")
    with ZipFile(io.BytesIO(data)) as zipped:
        zipped.extractall(place)
    return place / "dtref-metrics-1"


def answers(folder: Path, out: Path, change: str = "") -> Path:
    """A program that answers what is expected, and what isn't where an operation is named."""
    program = out / "program.py"
    program.write_text(PROGRAM.format(vectors=str(folder / "vectors.json"), change=change), "utf-8")
    return program


PROGRAM = """
import json, sys
level = json.load(open({vectors!r}, encoding="utf-8"))
def plain(x):
    if isinstance(x, dict) and set(x) == {{"number"}}: return float(x["number"])
    if isinstance(x, dict) and set(x) == {{"undefined"}}: return float("nan")
    if isinstance(x, dict): return {{name: plain(part) for name, part in x.items()}}
    return [plain(part) for part in x] if isinstance(x, list) else x
for line in sys.stdin:
    m = json.loads(line)
    if m["cmd"] == "stop": break
    if m["cmd"] == "start": print(json.dumps({{"version": 1, "implementation": {{"name": "as pinned"}}}})); continue
    case = level["cases"][m["seq"]]
    assert case["operation"] == m["case"]["operation"] and case["given"] == m["case"]["given"]
    right = case["expected"]
    if case["operation"] == {change!r}: reply = {{"answer": 0.123}}
    elif isinstance(right, dict) and set(right) == {{"refused"}}: reply = {{"refused": "no"}}
    else: reply = {{"answer": plain(right)}}
    print(json.dumps({{"seq": m["seq"], **reply}}))
"""


def checked(folder: Path, name: str, out: Path, *program: str) -> tuple[int, str, dict[str, Any], str]:
    """The exit code of a checker, what it prints, its report and its badge."""
    if shutil.which(RUNNERS[name][0]) is None:
        pytest.skip(f"no {RUNNERS[name][0]}")
    report, badge = out / f"{name}.json", out / f"{name}.svg"
    words = [*RUNNERS[name], "--report", str(report), "--badge", str(badge), *program]
    ran = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, timeout=120)
    if not report.exists():
        return ran.returncode, ran.stdout + ran.stderr, {}, ""
    return ran.returncode, ran.stdout + ran.stderr, json.loads(report.read_text("utf-8")), badge.read_text("utf-8")


@pytest.mark.parametrize("name", RUNNERS)
def test_a_checker_tells_right_from_wrong(folder: Path, name: str, tmp_path: Path) -> None:
    level = json.loads((folder / "vectors.json").read_text("utf-8"))
    operations = Counter(case["operation"] for case in level["cases"])
    # all right
    code, text, report, badge = checked(folder, name, tmp_path, sys.executable, str(answers(folder, tmp_path)))
    assert (code, report.get("sums")) == (0, {"right": len(level["cases"]), "wrong": 0, "left out": 0}), text
    assert ElementTree.fromstring(badge).get("aria-label") == "dtref metrics 1: reached"
    # one operation wrong
    operation = operations.most_common(1)[0][0]
    code, _, report, badge = checked(folder, name, tmp_path, sys.executable, str(answers(folder, tmp_path, operation)))
    assert (code, report["reached"]) == (1, False)
    assert report["wrong"] == [case["id"] for case in level["cases"] if case["operation"] == operation]
    assert f"{len(level['cases']) - operations[operation]} of {len(level['cases'])}" in badge


@pytest.mark.skipif(not DEEP, reason="starts two programs of a second each")
def test_the_checkers_agree_on_a_real_program(folder: Path, tmp_path: Path) -> None:
    """It leaves operations out, so the level isn't reached; nothing that it answers is wrong."""
    reports = [checked(folder, name, tmp_path, sys.executable, FLOATS)[2] for name in RUNNERS]
    assert reports[0] == reports[1]
    assert reports[0]["sums"]["right"] > 10
    assert reports[0]["wrong"] == []
    assert not reports[0]["reached"]


@pytest.mark.skipif(not DEEP, reason="each answer is computed to 17 digits")
@pytest.mark.parametrize("name", conformance_levels())
def test_a_level_is_what_is_pinned(name: str) -> None:
    level = conformance_level(name)
    assert checksum(vectors_text(level).encode()) == level.sha256


@pytest.mark.parametrize("name", RUNNERS)
def test_a_changed_file_is_noticed(folder: Path, tmp_path: Path, name: str) -> None:
    place = tmp_path / "changed"
    shutil.copytree(folder, place)
    vectors = place / "vectors.json"
    vectors.write_text(vectors.read_text("utf-8").replace("0.5", "0.6", 1), "utf-8")
    code, text, _, _ = checked(place, name, tmp_path, sys.executable, "-c", "pass")
    assert code == 1
    assert "vectors.json is not the file of the archive" in text


def test_checkers_are_short_and_of_kits() -> None:
    for name in CHECKERS.values():
        assert len((golden_folder() / "conformance" / name).read_text("utf-8").splitlines()) <= 150
    assert set(CHECKERS) <= set(HARNESS_KITS)


def test_other_languages_and_levels_are_refused_by_name() -> None:
    with pytest.raises(Invalid, match=r"^--language: expected one of python, javascript .*no checker yet.* \(got 'r'\)$"):
        checker("r")
    with pytest.raises(Invalid, match=r"no such kit"):
        checker("cobol")
    with pytest.raises(Invalid, match=r"^LEVEL: expected one of metrics"):
        conformance_level("trees")
    with pytest.raises(Invalid, match=r"as levels\.json pins it"):
        archive(evolve(SMALL, ids=SMALL.ids[:1]))


def test_the_command_lists_levels() -> None:
    code, text = command("conformance", "list")
    assert code == 0
    assert text.splitlines()[0] == f"metrics 1: {len(SMALL.ids)} cases. {SMALL.what}"
