"""What the fixtures `run` give a test: a command line's words in, its exit code, standard output and standard error out."""

from __future__ import annotations

from typing import Protocol

import pytest

from dtref.cli import main


class Run(Protocol):
    """Runs dtref, or one of its commands, with these words."""

    def __call__(self, *words: str) -> tuple[int, str, str]: ...


def runner(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command line in this process, from where it is."""

    def run_command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr("sys.argv", ["dtref", *words])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return int(end.value.code or 0), said.out, said.err

    return run_command
