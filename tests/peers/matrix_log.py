"""
What cells of a learner came to, kept in a file for the next run: a line for each cell, and with every so-manyth the functions of dtref that
ran in it and in none before.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from attrs import asdict, define, field
from peers.code_hash import ROOT
from peers.definitions import Name
from peers.matrix_cells import Outcome
from peers.what_ran import digest, functions, lines, watched

WATCHED_FIRST, WATCHED_EACH = 25, 20
"""The first cells, which have a table each and together most settings, are watched, then one of twenty: that takes twice their time."""


@define(eq=False)
class Log:
    """
    A learner's file. root, package: of the code. known: what cells came to, by table and setting, with whether the code has been the same
    since. ran: the functions that ran.
    """

    file: Path
    root: Path = ROOT
    package: str = "dtref"
    known: dict[tuple[str, str], tuple[Outcome, bool]] = field(factory=dict)
    ran: set[Name] = field(factory=set)
    code: str = ""

    @classmethod
    def of(cls, file: Path, root: Path = ROOT, package: str = "dtref") -> Log:
        """What is kept in a file, if there is one."""
        log = cls(file, root, package)
        for text in file.read_text().splitlines() if file.exists() else ():
            line = json.loads(text)
            log._add(functions(line.pop("ran", {})))
            same = line.pop("code") == log.code
            log.known[line["table"], line["setting"]] = Outcome(**line), same
        return log

    def _add(self, ran: set[Name]) -> None:
        if not self.code or ran - self.ran:
            self.ran |= ran
            still = {(file, name) for file, name in self.ran if (self.root / file).is_file()}
            self.code = digest(lines(still, self.root))

    def add(self, make: Callable[[], Outcome]) -> Outcome:
        """What a new cell comes to, which is kept."""
        with self._watching() as new:
            outcome = make()
        line = {**asdict(outcome), "code": self.code, **({"ran": new} if new else {})}
        with self.file.open("a") as log:
            log.write(json.dumps(line) + "\n")
        self.known[outcome.table, outcome.setting] = outcome, True
        return outcome

    @contextmanager
    def _watching(self) -> Iterator[dict[str, str]]:
        """Inside, functions are watched if it is a cell's turn; the lines of those that are new."""
        new, number = dict[str, str](), len(self.known)
        if number >= WATCHED_FIRST and number % WATCHED_EACH:
            yield new
            return
        ran = set[Name]()
        with watched(ran, self.root, self.package):
            yield new
        ran -= self.ran
        self._add(ran)
        new.update(_named(ran))


def _named(ran: set[Name]) -> Mapping[str, str]:
    """Functions as lines whose hash isn't told."""
    return {file: " ".join(("-", *sorted(name for other, name in ran if other == file))) for file, _ in sorted(ran)}
