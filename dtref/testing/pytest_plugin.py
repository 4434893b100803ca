"""
The pytest plugin: `pytest --dtref-impl "COMMAND"` judges a program, one test for each operation, beside the suite's own tests.

Without the option it does nothing, and imports nothing else of dtref.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from dtref.oracle.judge.announced import Takes
    from dtref.oracle.judge.process import AnsweringProgram


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options to pytest's command line."""
    group = parser.getgroup("dtref", "judging a program of decision trees or metrics")
    group.addoption("--dtref-impl", metavar="COMMAND", help="A program that speaks the protocol of dtref (golden/PROTOCOL.md).")
    group.addoption("--dtref-only", action="append", default=[], metavar="NAME", help="Only this id, operation, or what ids begin with.")
    group.addoption("--dtref-known", metavar="FILE", help="Departures that are known, as `dtref judge --known` reads them.")
    group.addoption("--dtref-examples", type=int, default=0, metavar="N", help="Generated inputs of each kind besides.")
    group.addoption("--dtref-timeout", type=float, default=10.0, metavar="SECONDS", help="For each answer.")


def pytest_configure(config: pytest.Config) -> None:
    """Registers the plugin only where there is a program to judge."""
    if config.getoption("--dtref-impl"):
        config.pluginmanager.register(_Judging(config), "dtref-judging")


class _Judging:
    """Adds a test for each operation, and ends the program when all are done."""

    def __init__(self, config: pytest.Config) -> None:
        from dtref.oracle.judge.process import AnsweringProgram

        self.program: AnsweringProgram = AnsweringProgram(config.getoption("--dtref-impl"), config.getoption("--dtref-timeout"))
        self.left_out: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Adds a test for each operation, before -k chooses among all tests."""
        items.extend(_items(session, config, self))

    def pytest_report_collectionfinish(self) -> list[str]:
        """What isn't asked, as the program says that it doesn't take it: a line."""
        return [f"dtref: {note}" for note in self.left_out]

    def pytest_sessionfinish(self) -> None:
        """Stops the program."""
        self.program.__exit__(None, None, None)


def _items(session: pytest.Session, config: pytest.Config, judging: _Judging) -> Iterator[pytest.Item]:
    from dtref.errors import Invalid
    from dtref.io.files import read_text
    from dtref.oracle.judge.announced import asked_of
    from dtref.oracle.judge.cases import golden_cases
    from dtref.oracle.judge.excuses.excuses import Excuses
    from dtref.oracle.judge.excuses.needed import checked_names
    from dtref.oracle.judge.excuses.reading import read_known
    from dtref.oracle.judge.report.replay import by_command
    from dtref.oracle.judge.selection import chosen
    from dtref.testing.checks import HowAsked, checks, skipping

    # what is asked, and what is excused
    known, only = config.getoption("--dtref-known"), config.getoption("--dtref-only")
    try:
        excuses = checked_names(read_known(read_text(Path(known)), known), known, golden_cases()) if known else Excuses()
        takes = _takes(judging.program)
        asking = HowAsked(config.getoption("--dtref-examples"), takes, by_command(judging.program.command))
        operation_checks = checks(judging.program, only=only, excuses=excuses, asking=asking)
        judging.left_out += asked_of(chosen(golden_cases(), only), takes)[1].note()
    except Invalid as problem:
        raise pytest.UsageError(str(problem)) from None
    # one test for each check
    parent = _Judged.from_parent(session, name="dtref")
    for check in operation_checks:
        item = _Operation.from_parent(parent, name=check.operation)
        item.run = skipping(check)
        yield item


def _takes(program: AnsweringProgram) -> Takes:
    """What a program announces; everything where it doesn't start, which each of its tests then tells."""
    from dtref.errors import Invalid
    from dtref.oracle.judge.announced import EVERYTHING, takes_of

    try:
        program.start()
    except Invalid:
        return EVERYTHING
    return takes_of(program.about)


class _Judged(pytest.Collector):
    """The node of pytest's collection that holds the tests of operations; it collects nothing itself."""

    def collect(self) -> Iterator[pytest.Item]:
        """Nothing: its tests are added by the plugin."""
        return iter(())


class _Operation(pytest.Item):
    """The test of one operation."""

    run: Callable[[], None]

    def runtest(self) -> None:
        """Asks the cases of the operation."""
        self.run()

    def reportinfo(self) -> tuple[Path, None, str]:
        """The place and the name that pytest's reports show."""
        return self.config.rootpath, None, f"dtref: {self.name}"
