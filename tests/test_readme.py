"""The README's Python runs, says what its comments say, and its two commands are the ones that are used elsewhere."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from dtref.cli import app

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def test_the_python_tour_runs_and_its_comments_are_right(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    (tour,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}
    for line in tour.splitlines():
        code, _, comment = line.partition("#")
        promised = re.match(r"(\d+|'[^']*'|\(\d.*\)|Fraction\(.*?\))(:|$)", comment.strip())
        if promised:
            assert repr(eval(code, names)) == promised[1], line
        else:
            exec(code, names)


COMMANDS = re.findall(r"^    dtref (.+)$", README, re.MULTILINE)


def test_every_command_runs_in_the_order_of_the_readme(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Exit code 0; 1 where a check is meant to fail."""
    monkeypatch.chdir(tmp_path)
    for name in ("golden", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    assert len(COMMANDS) > 15
    for command in COMMANDS:
        result = CliRunner().invoke(app, shlex.split(command))
        assert result.exit_code in {0, 1}, f"{command}: {result.output} {result.exception}"
        assert result.exception is None or isinstance(result.exception, SystemExit), command


def test_every_data_file_that_the_readme_names_exists() -> None:
    named = set(re.findall(r"golden/[\w./]+\.(?:csv|md)", README))
    assert named
    assert all((ROOT / name).exists() for name in named)


def test_ci_runs_the_readme_test_command() -> None:
    commands = [line.strip() for line in README.splitlines() if line.startswith("    python3 -m venv")]
    assert len(commands) == 2
    assert commands[1].endswith(".venv/bin/pytest")
