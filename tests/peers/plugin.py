"""
What pytest is told of peers: a run without them says so, one of them alone loads only the files that have some, and `--write-peers`
writes the table from the tests that ran.

A test with `pytest.mark.peer(program, subject)` is one of a row. It may record the properties `cases` and `departures`, else it is one
case without a departure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from peers import standing
from peers.code_hash import ROOT
from peers.table import Sums, all_stale, entries, entry, write

MARK = "mark.peer"
"""What a file with tests of peers has in it."""


@cache
def has_peers(file: Path) -> bool:
    """Whether a file may have tests of peers."""
    return MARK in file.read_text("utf-8")


class Peers:
    """Counts what tests with other programs say, in each process; the one that reports sums it up."""

    def __init__(self, config: pytest.Config) -> None:
        self.config = config
        self.left_out = 0
        self.sums: dict[tuple[str, str], Sums] = defaultdict(lambda: Sums(cases=0, departures=0))
        self.failed: set[tuple[str, str]] = set()

    @property
    def complete(self) -> bool:
        """Whether no test of a row was left out by its name or its file."""
        folders = {(self.config.invocation_params.dir / arg).resolve() for arg in self.config.args}
        return not self.config.getoption("keyword") and folders <= {ROOT, ROOT / "tests"} | {ROOT / name for name in ("dtref", "proofs")}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """With `-m peer`, a file without such a test isn't loaded: there are hundreds of them."""
        alone = self.config.getoption("markexpr") == "peer"
        return True if alone and collection_path.suffix == ".py" and not has_peers(collection_path) else None

    def pytest_collection_modifyitems(self, items: Sequence[pytest.Item]) -> None:
        """Each test tells of which row it is, so that its report does; and its file must show that it has such tests."""
        for item in items:
            if mark := item.get_closest_marker("peer"):
                item.user_properties.append(("peer", mark.args))
                if not has_peers(item.path):
                    raise pytest.UsageError(f"{item.nodeid}: write pytest.{MARK} in the file itself: pytest -m peer reads no others")

    def pytest_deselected(self, items: Sequence[pytest.Item]) -> None:
        self.left_out += sum(item.get_closest_marker("peer") is not None for item in items)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A process of several tells how many tests were left out; every one of them counts the same. Programs that it has asked end."""
        standing.end()
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput["peers"] = self.left_out

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        self.left_out = max(self.left_out, getattr(node, "workeroutput", {}).get("peers", 0))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        told: dict[str, Any] = dict(report.user_properties)
        if "peer" not in told:
            return
        key = told["peer"][0], told["peer"][1]
        if report.failed:
            self.failed.add(key)
        if report.when == "call" and (report.passed or "cases" in told):
            self.sums[key]["cases"] += told.get("cases", 1)
            self.sums[key]["departures"] += told.get("departures", 0)

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        say = terminalreporter.write_line
        if self.left_out:
            say(f"{self.left_out} tests with other programs (peers) were not run: .venv/bin/poe peers runs them, or pytest -m peer")
        if self.config.getoption("write_peers"):
            if not self.complete:
                say("tests/peers/README.md: not written, as only some of the tests were chosen")
                return
            write({key: entry(key, sums) for key, sums in self.sums.items() if key not in self.failed})
            say(f"tests/peers/README.md: {len(self.sums.keys() - self.failed)} rows written")
            for line in (*(f"not written, as a test failed: {', '.join(key)}" for key in sorted(self.failed)), *all_stale(entries())):
                say(f"  {line}")
