"""How the tests run a command line: in this process, as a user would."""

from __future__ import annotations

import pytest
from cli.run import Run, runner


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line; its exit code, standard output and standard error."""
    return runner(monkeypatch, capsys)
