"""Harnesses to copy, in six languages: two functions are to be filled in, the rest speaks the protocol."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from dtref.errors import Invalid
from dtref.oracle.golden.store import golden_folder


@frozen
class HarnessKit:
    """A file to copy. file: its name. build: the command that makes a program of it, or nothing. run: the command for `--impl`."""

    file: str
    run: str
    build: str = ""

    def text(self) -> str:
        """What the file holds."""
        return (golden_folder() / "harnesses" / "kits" / self.file).read_text("utf-8")


HARNESS_KITS: Mapping[str, HarnessKit] = {
    "python": HarnessKit("harness.py", "python3 harness.py"),
    "javascript": HarnessKit("harness.mjs", "node harness.mjs"),
    "r": HarnessKit("harness.R", "Rscript --vanilla harness.R"),
    "java": HarnessKit("Harness.java", "java Harness.java"),
    "c": HarnessKit("harness.c", "./harness", "cc -o harness harness.c -lm"),
    "go": HarnessKit("harness.go", "./harness", "go build harness.go"),
}
"""The kits by language."""


def harness_kit(language: str) -> HarnessKit:
    """
    The kit of a language. Errors: Invalid for one that there is no kit of.

    >>> harness_kit("c").build
    'cc -o harness harness.c -lm'
    """
    if language not in HARNESS_KITS:
        raise Invalid("language", f"one of {', '.join(HARNESS_KITS)}", language)
    return HARNESS_KITS[language]
