"""
Departures with their smallest input, golden/departures/smallest: each with a program of a few lines that shows it.
`PYTHONPATH=tests python -m oracle.judge.smallest` writes golden/departures/SMALLEST.md from them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from shutil import which
from typing import TypedDict

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.json_numbers import certified_text, layout
from dtref.oracle.golden.store import golden_folder

FOLDER = golden_folder() / "departures" / "smallest"
PAGE = FOLDER.parent / "SMALLEST.md"
ROOT = Path(__file__).parents[3]
INTERPRETERS = {
    "python": (os.environ.get("DTREF_PEERS_PYTHON", sys.executable), "-W", "ignore", "-c"),
    "javascript": ("node", "--input-type=module", "-e"),
    "r": ("Rscript", "--vanilla", "-e"),
}
"""What runs the text of a program, by language."""
VERSION = {
    "python": "from importlib.metadata import version; print(version('{}'))",
    "javascript": "import {{ readFileSync }} from 'node:fs'; "
    "console.log(JSON.parse(readFileSync('node_modules/{}/package.json', 'utf-8')).version);",
    "r": "cat(as.character(packageVersion('{}')), '\\n')",
}
"""What prints the version of a package, by language."""
HOME = Path(os.environ.get("DTREF_PEERS_NODE", ROOT))
"""The folder with node_modules."""


class Smallest(TypedDict, total=False):
    """A departure: the question, what is exact and why, the program that shows another answer."""

    name: str
    kind: str
    what: str
    why: str
    reference: str
    operation: str
    given: dict[str, Json]
    part: list[str]
    exact: Json
    script: list[str]
    answers: str


Program = TypedDict("Program", {"$schema": str, "program": str, "version": str, "language": str, "home": str, "departures": list[Smallest]})
"""A file: the departures of a program."""


@cache
def programs() -> dict[str, Program]:
    """Every file by its name."""
    return {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}


def said(language: str, package: str, script: Sequence[str]) -> tuple[str, str]:
    """The version of a package that is installed, and the last line of what a program prints; ("", "") where one isn't there."""
    words = INTERPRETERS[language]
    if which(words[0]) is None:
        return "", ""
    text = "\n".join([VERSION[language].format(package), *script])
    ran = subprocess.run([*words, text], capture_output=True, text=True, cwd=HOME, timeout=300, check=False)
    lines = ran.stdout.split("\n")
    return (lines[0].strip(), lines[-1 if lines[-1] else -2].strip()) if ran.returncode == 0 else ("", "")


def report(program: Program, one: Smallest) -> str:
    """A text for the program's maintainers, in Markdown."""
    return "\n".join(_report(program, one))


def _report(program: Program, one: Smallest) -> Iterator[str]:
    yield f"### {program['program']} {program['version']}: {one['name']}"
    yield ""
    yield one["what"]
    yield ""
    yield from (f"    {line}" for line in one["script"])
    yield ""
    part = f", its part {', '.join(one['part'])}" if "part" in one else ""
    yield f"prints `{one['answers']}`. By the definition (`{one['operation']}`{part}) it is {shown(one['exact'])}: {one['why']}"
    yield ""
    yield f"Where: {one['reference']}. To be reported at: {program['home']}."


def shown(exact: Json) -> str:
    """An exact value as a text: a number, or that there is none."""
    match exact:
        case {"undefined": why}:
            return f"undefined ({why})"
        case str():
            return f"`{exact}`"
        case _:
            return f"`{certified_text(exact) or ' '.join(layout(exact).split())}`"


TITLE = """# Smallest inputs on which released programs depart

Made by `PYTHONPATH=tests python -m oracle.judge.smallest` from `smallest/`; [README.md](README.md) says how to read it. Each text can be
sent to the maintainers of a program as it is. Faults come first; what is documented, or a choice, is a convention.
"""


def page_text() -> str:
    """SMALLEST.md."""
    pairs = [(program, one) for program in programs().values() for one in program["departures"]]
    kinds = {"fault": "## Faults", "convention": "## Conventions"}
    parts = [part for kind, head in kinds.items() for part in (head, *(report(*pair) for pair in pairs if pair[1]["kind"] == kind))]
    return "\n\n".join([TITLE.rstrip("\n"), *parts]) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page_text(), "utf-8")
