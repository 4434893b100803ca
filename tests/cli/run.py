"""What the fixture `run` gives a test: a command line's words in, its exit code, standard output and standard error out."""

from __future__ import annotations

from typing import Protocol


class Run(Protocol):
    """Runs dtref, or one of its commands, with these words."""

    def __call__(self, *words: str) -> tuple[int, str, str]: ...
