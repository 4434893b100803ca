"""
The pytest plugin: `pytest --dtref-impl "COMMAND"` judges a program, one test for each operation, beside whatever tests there are.

Without the option nothing of dtref is imported but this module, and nothing happens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from dtref.oracle.judge.process import AnsweringProgram


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options."""
    group = parser.getgroup("dtref", "judging a program of decision trees or metrics")
    group.addoption("--dtref-impl", metavar="COMMAND", help="A program that speaks the protocol of dtref (golden/PROTOCOL.md).")
    group.addoption("--dtref-only", action="append", default=[], metavar="NAME", help="Only this id, operation, or what ids begin with.")
    group.addoption("--dtref-known", metavar="FILE", help="Departures that are known, as `dtref judge --known` reads them.")
    group.addoption("--dtref-examples", type=int, default=0, metavar="N", help="Generated inputs of each kind besides.")
    group.addoption("--dtref-timeout", type=float, default=10.0, metavar="SECONDS", help="For each answer.")


def pytest_configure(config: pytest.Config) -> None:
    """Take part only where there is a program to judge."""
    if config.getoption("--dtref-impl"):
        config.pluginmanager.register(_Judging(config), "dtref-judging")


class _Judging:
    """Adds a test for each operation, and ends the program when all are done."""

    def __init__(self, config: pytest.Config) -> None:
        from dtref.oracle.judge.process import AnsweringProgram

        self.program: AnsweringProgram = AnsweringProgram(config.getoption("--dtref-impl"), config.getoption("--dtref-timeout"))

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
        """A test for each operation, which -k can choose from as from others."""
        items.extend(_items(session, config, self.program))

    def pytest_sessionfinish(self) -> None:
        """The program is stopped."""
        self.program.__exit__(None, None, None)


def _items(session: pytest.Session, config: pytest.Config, program: AnsweringProgram) -> Iterator[pytest.Item]:
    from dtref.errors import Invalid
    from dtref.io.files import read_text
    from dtref.oracle.judge.judge import read_known
    from dtref.oracle.judge.report.replay import by_command
    from dtref.testing.checks import checks, skipping

    known = config.getoption("--dtref-known")
    try:
        reasons = read_known(read_text(Path(known)), known) if known else {}
        every = checks(
            program,
            only=config.getoption("--dtref-only"),
            known=reasons,
            examples=config.getoption("--dtref-examples"),
            again=by_command(program.command),
        )
    except Invalid as problem:
        raise pytest.UsageError(str(problem)) from None
    parent = _Judged.from_parent(session, name="dtref")
    for check in every:
        item = _Operation.from_parent(parent, name=check.operation)
        item.run = skipping(check)
        yield item


class _Judged(pytest.Collector):
    """What the tests of operations stand under; it finds nothing by itself."""

    def collect(self) -> Iterator[pytest.Item]:
        """Nothing: its tests are added."""
        return iter(())


class _Operation(pytest.Item):
    """The test of one operation."""

    run: Callable[[], None]

    def runtest(self) -> None:
        """Ask its cases."""
        self.run()

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where it stands in reports."""
        return self.config.rootpath, None, f"dtref: {self.name}"
