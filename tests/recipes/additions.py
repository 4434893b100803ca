"""What adding something takes, as edits of the repository: each file of a recipe of CONTRIBUTING.md, and what is written there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from pathlib import Path

from attrs import frozen

LAST_VECTOR = "\n  ]\n}\n"
"""What a file of vectors ends with."""


class Part(Enum):
    """The part of an addition that an edit belongs to; the first three are forced by failing tests."""

    DEFINITION = "definition"
    VECTOR = "vector"
    TWIN = "twin"
    PROPERTY = "property"


@frozen
class Edit:
    """
    An edit of a file. text: what is written. before: what it is written in front of, which stands once in the file; empty at the end of a
    file, and for a new one.
    """

    part: Part
    path: str
    text: str
    before: str = ""

    def apply(self, root: Path) -> None:
        """Write it. Errors: ValueError where what it should stand in front of is not there once."""
        path = root / self.path
        old = path.read_text("utf-8") if path.exists() else ""
        if self.before and old.count(self.before) != 1:
            raise ValueError(f"{self.path}: {self.before!r} is there {old.count(self.before)} times; say in tests/recipes where it goes")
        path.write_text(old.replace(self.before, self.text + self.before) if self.before else old + self.text, "utf-8")


def vector(path: str, text: str) -> Edit:
    """The edit that adds a vector, as it is laid out, behind the last one of a file."""
    return Edit(Part.VECTOR, path, f",\n{text.strip(chr(10))}", LAST_VECTOR)


@frozen
class Addition:
    """
    An addition by a recipe.

    recipe: the heading in CONTRIBUTING.md. edits: in order. passes: the tests that must pass when all is there. without: for each part that
    is forced the test that fails without it, and words of what it says. rows: documents and what tests/readme_tables.py writes there.
    """

    recipe: str
    edits: Sequence[Edit]
    passes: Sequence[str]
    without: Mapping[Part, tuple[str, str]]
    rows: Sequence[tuple[str, str]] = ()

    def apply(self, root: Path, leave_out: Part | None = None) -> None:
        """Make the edits, but for those of one part."""
        for edit in self.edits:
            if edit.part is not leave_out:
                edit.apply(root)

    def files(self) -> set[str]:
        """The files that are touched."""
        return {edit.path for edit in self.edits}


NUMBERS = ("no", "one", "two", "three", "four", "five", "six")


@frozen
class Recipe:
    """A recipe as CONTRIBUTING.md tells it: the most files that it says, and the rows of its table, each the files that it names."""

    most: int
    rows: Sequence[Sequence[str]]

    def complaints(self, files: Iterable[str]) -> list[str]:
        """What is wrong: too many files, files that no row names, rows of which no file is touched. A <word> stands for any name."""
        patterns: Mapping[str, Callable[[str], re.Match[str] | None]] = {
            name: re.compile(re.sub(r"<.*?>", r"[\\w-]+", name.replace(".", r"\."))).fullmatch for row in self.rows for name in row
        }
        touched = set(files)
        unnamed = [file for file in sorted(touched) if not any(match(file) for match in patterns.values())]
        untouched = [row for row in self.rows if not any(patterns[name](file) for name in row for file in touched)]
        too_many = [f"{len(touched)} files, not {self.most}"] if len(touched) > self.most else []
        return [*too_many, *(f"{file} is in no row" for file in unnamed), *(f"no file of {row}" for row in untouched)]


def recipes(contributing: str) -> dict[str, Recipe]:
    """The recipes of a text, by heading. Errors: ValueError where one does not say how many files it takes."""
    sections = re.findall(r"^## (How to add .*?)\n(.*?)(?=^## )", contributing, re.MULTILINE | re.DOTALL)
    return {heading: _recipe(heading, section) for heading, section in sections}


def _recipe(heading: str, section: str) -> Recipe:
    said = re.match(r"\n(?:At most )?(\w+) files?\b", section)
    if said is None or said[1].lower() not in NUMBERS:
        raise ValueError(f"CONTRIBUTING.md, {heading}: begin with how many files it takes, as 'At most five files'")
    return Recipe(NUMBERS.index(said[1].lower()), [files for row in section.splitlines() if (files := _files(row))])


def _files(row: str) -> tuple[str, ...]:
    """The files that a row of a table names; none where it is no such row."""
    cells = row.split("|")
    if len(cells) < 3 or "only if" in cells[2]:
        return ()
    return tuple(re.findall(r"`([\w./<>-]+)`", cells[1]))
