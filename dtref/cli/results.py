"""
The results of a run of the judge: each failure is printed at once, and a run that is ended early still reports its results so far.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from signal import SIGINT
from threading import Timer

from attrs import define, field, frozen

from dtref.cli.exit_codes import failing
from dtref.cli.output import ReaderGone
from dtref.cli.signals import Terminated
from dtref.io.files import write_text
from dtref.io.numbers import Json
from dtref.oracle.judge.coverage import Coverage
from dtref.oracle.judge.excuses.excuses import Excuses
from dtref.oracle.judge.excuses.needed import needed
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.report.programs import Aside, annotation_lines, results_json, results_junit
from dtref.oracle.judge.report.replay import Again
from dtref.oracle.judge.report.text import ShownFailures, failure_text, sums_text
from dtref.oracle.judge.results import Result
from dtref.show.judge_page import results_page


@contextmanager
def nothing_lost() -> Iterator[None]:
    """
    Inside, a signal whose exception was lost is sent again. Python drops an exception raised while it frees memory, which Hypothesis hooks
    into, and the run would go on as if nobody had asked it to end.
    """
    previous_hook = sys.unraisablehook

    def hear(lost: sys.UnraisableHookArgs) -> None:
        match lost.exc_value:
            case KeyboardInterrupt():
                Timer(SOON, os.kill, (os.getpid(), SIGINT)).start()
            case Terminated(signum=number):
                Timer(SOON, os.kill, (os.getpid(), number)).start()
            case _:
                previous_hook(lost)

    sys.unraisablehook = hear
    try:
        yield
    finally:
        sys.unraisablehook = previous_hook


SOON = 0.05
"""Seconds after which a lost signal is sent again."""


@frozen
class Reports:
    """The outputs for results: standard output as text or JSON, and files. again: the command that asks a case again."""

    again: Again
    junit: Path | None
    html: Path | None
    as_json: bool
    made_by: Mapping[str, Json]
    annotations: bool = False


@define
class Run:
    """The results of a run, with known departures excused. stopped: what ended the run early."""

    reports: Reports
    excuses: Excuses
    results: list[Result] = field(factory=list)
    stopped: BaseException | None = None
    shown: ShownFailures = field(factory=ShownFailures)

    def hear(self, results: Iterable[Result]) -> None:
        """Takes each result as it comes. What ends a run early (a signal, a reader that goes away, a full disk) is kept in `stopped`."""
        try:
            with nothing_lost():
                self._each(results)
        except (KeyboardInterrupt, Terminated, ReaderGone) as end:
            self.stopped = end
        except Exception as problem:
            if not self.results:  # a wrong command, or no such file
                raise
            self.stopped = problem

    def _each(self, results: Iterable[Result]) -> None:
        for result in results:
            self.results.append(result)
            failed = result.judgement.outcome is Outcome.FAILED
            if failed and self.shown.is_shown(result) and not self.reports.as_json:
                print(*failure_text(result, self.reports.again), "", sep="\n", flush=True)

    def report(self, about: Mapping[str, object], stale: Sequence[str], missing: Coverage, notes: Iterable[str]) -> None:
        """Writes the reports. Errors: whatever ended the run early; SystemExit with 1 where a check failed, or something has no answer."""
        early, reports = self._early(), self.reports
        lines = [*self.shown.rest(), *notes, *((early,) if early else ())]
        # files
        if reports.junit:
            write_text(reports.junit, results_junit(self.results, reports.again, early, reports.made_by))
        if reports.html:
            write_text(reports.html, results_page(self.results, about, reports.again, lines, reports.made_by))
        # standard output
        with failing(bool(missing) or any(result.judgement.outcome is Outcome.FAILED for result in self.results)):
            if not isinstance(self.stopped, ReaderGone):
                text = "\n".join(sums_text(self.results, lines))
                aside = Aside(stale, tuple(missing.unanswered), early, reports.made_by, needed(self.results, self.excuses))
                print(results_json(self.results, about, reports.again, aside) if reports.as_json else text)
                if reports.annotations:
                    print(*annotation_lines(self.results), sep="\n")
            if self.stopped is not None:
                raise self.stopped

    def _early(self) -> str:
        """A note on what ended the run early, and after how many results; empty if it ended by itself."""
        match self.stopped:
            case None:
                return ""
            case KeyboardInterrupt():
                why = "SIGINT"
            case ReaderGone():
                why = "nobody reads its output any more"
            case problem:
                why = str(problem) or type(problem).__name__
        return f"ended early ({why}) after {len(self.results)} results"
