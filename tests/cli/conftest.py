"""How the tests run a command line: in this process, as a user would, from the top of the repository or from a folder of their own."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.run import Run, runner

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line from the top of the repository; its exit code, standard output and standard error."""
    monkeypatch.chdir(ROOT)
    return runner(monkeypatch, capsys)


@pytest.fixture
def run_apart(run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """The same from a folder of its own, which sees the repository's files and may be written to."""
    for name in ("golden", "tests", "dtref"):
        (tmp_path / name).symlink_to(ROOT / name)
    monkeypatch.chdir(tmp_path)
    return run
