"""
The documents for people: their examples run and say what comes out, their links and files exist, their figures are so.

Lines indented by four spaces are commands, run in order in a folder of their own. Python blocks run; a comment that begins with a value is
what the line gives.
"""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
import readme_tables
from click.testing import CliRunner

import dtref
from dtref.cli import app
from dtref.oracle.golden.store import golden_records, golden_vectors
from dtref.spec.model.branches import question_text
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import Test
from proofs.theorem import theorems

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
PLACES = ("*.md", "dtref/**/*.md", "proofs/*.md", "tests/bench/*.md", "golden/*.md", "golden/departures/*.md", "golden/peers/*.md")
DOCUMENTS = sorted(str(path.relative_to(ROOT)) for pattern in PLACES for path in ROOT.glob(pattern))
GUIDES = [name for name in DOCUMENTS if not name.startswith("golden/")]
"""The documents whose examples are run; of those in golden/ others take care."""

COMMANDS = {name: found for name in GUIDES if (found := re.findall(r"^    dtref (.+)$", (ROOT / name).read_text("utf-8"), re.MULTILINE))}
BLOCKS = {name: found for name in GUIDES if (found := re.findall(r"```python\n(.*?)```", (ROOT / name).read_text("utf-8"), re.DOTALL))}
VALUE = re.compile(r"(True|\d+|'[^']*'|\(\d.*\)|Fraction\(.*?\))(:|$)")
"""What a line gives, at the beginning of its comment."""


@pytest.mark.parametrize("name", readme_tables.MADE)
def test_a_document_holds_the_parts_that_the_code_makes(name: str) -> None:
    assert (ROOT / name).read_text("utf-8") == readme_tables.filled(name), "PYTHONPATH=tests python tests/readme_tables.py"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_runs_in_the_order_of_the_document(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Exit code 0; 1 where a check is meant to fail."""
    monkeypatch.chdir(tmp_path)
    for folder in ("golden", "tests"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    for command in COMMANDS[name]:
        result = CliRunner().invoke(app, shlex.split(command))
        assert result.exit_code in {0, 1}, f"{command}: {result.output} {result.exception}"
        assert result.exception is None or isinstance(result.exception, SystemExit), command


@pytest.mark.parametrize("name", BLOCKS)
def test_the_python_of_a_document_runs_and_its_comments_are_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    for block in BLOCKS[name]:
        exec(block, names)
        for line in block.splitlines():
            code, _, comment = line.partition("  # ")
            if promised := VALUE.match(comment.strip()):
                assert repr(eval(code, names)) == promised[1], line
        for test in [names.pop(name) for name in list(names) if name.startswith("test_")]:
            assert callable(test)
            run(test)


def run(test: Callable[..., object]) -> None:
    """A test of a document, with each check that it is given."""
    marks = [mark for mark in getattr(test, "pytestmark", ()) if mark.name == "parametrize"]
    for mark in marks:
        for given in mark.args[1]:
            test(*given.values)
    if not marks:
        test()


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_file_that_a_document_links_or_names_exists(name: str) -> None:
    text = (ROOT / name).read_text("utf-8")
    prose = re.sub("```.*?```|`[^`]*`", "", text, flags=re.DOTALL)
    links = {link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", prose) if not re.match(r"https?:|#", link)}
    assert [link for link in links if not ((ROOT / name).parent / link).exists()] == []
    named = re.findall(r"(?<![\w/.])(?:golden|dtref|proofs|tests)/[\w./-]*\w\.(?:csv|md|py|json|R)\b", text) if name in GUIDES else []
    assert [path for path in named if name != "CHANGELOG.md" and not (ROOT / path).exists()] == []


def test_the_readme_is_short_and_says_first_what_is_different() -> None:
    assert len(README.splitlines()) <= 150
    assert "equally good" in "\n".join(README.splitlines()[:5])


def test_the_figures_of_the_readme_are_so() -> None:
    figures = {
        r"(\d[\d,]*) worked examples": len(list(golden_records())),
        r"(\d[\d,]*) harder cases": len(list(golden_vectors())),
        r"(\d[\d,]*) theorems": len(list(theorems())),
    }
    assert {pattern: re.findall(pattern, README) for pattern in figures} == {pattern: [f"{n:,}"] for pattern, n in figures.items()}


def described(test: Test | EverySubset) -> str:
    """A test in words."""
    assert not isinstance(test, EverySubset)
    return question_text(test)


def test_the_tie_of_the_readme_is_one() -> None:
    root = dtref.explain(dtref.read_csv(ROOT / "golden/data/tan_default.csv", target="defaulted"), dtref.CART).steps[0]
    best = [(described(choice.test), choice.value) for choice in root.choices if choice.optimal]
    assert best == [("marital_status not in {Married}", Fraction(3, 25)), ("annual_income <= 97.5", Fraction(3, 25))]
    assert "`annual_income <= 97.5` is as good as the test shown" in README
    assert "by exactly 3/25" in README


def test_the_first_command_is_the_one_that_is_shown() -> None:
    (words,) = re.findall(r"^    python3 -m venv .* [.]venv/bin/dtref (.*)$", README, re.MULTILINE)
    assert readme_tables.MAIN_JOB.replace(f"{ROOT}/", "") == words


def test_ci_runs_the_readme_test_command() -> None:
    commands = [line.strip() for line in README.splitlines() if line.startswith("    python3 -m venv")]
    assert len(commands) == 2
    assert commands[1].endswith(".venv/bin/pytest")


def test_every_extra_is_told() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    told = README[README.index("Extras, as in") :].partition("\n")[0]
    assert sorted(set(re.findall(r"`([a-z]+)`", told))) == sorted(extras)


def test_the_command_line_guide_names_every_algorithm_and_every_command() -> None:
    guide = (ROOT / "dtref/cli/README.md").read_text("utf-8")
    from dtref.spec.presets import PRESETS

    listed = re.findall(r"`--as NAME`: (.*?)\. Each", guide, re.DOTALL)[0].replace("\n", " ").split(", ")
    assert sorted(listed) == sorted(PRESETS)
    assert [name for name in app.commands if f"`{name}`" not in guide] == []
