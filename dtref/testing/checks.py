"""Checks for a test suite: the golden cases of an operation as one test, failures told as `dtref judge` tells them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen
from toolz import groupby

from dtref.errors import Invalid
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.coverage import coverage_notes, excused_notes, missing_coverage
from dtref.oracle.judge.judge import Result, chosen, excused, judge_cases, stale, unknown
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Adapter, answering
from dtref.oracle.judge.report.replay import Again, by_python
from dtref.oracle.judge.report.text import failure_text

if TYPE_CHECKING:
    import pytest

NOT_JUDGED, OLD_EXCUSE = "what was generated was not judged", "an excuse is not needed any more"
_SHOWN = 3
"""How many failures of an operation a message shows in full."""


class NotAnsweredError(Exception):
    """Every case of an operation was skipped; why."""


@frozen(eq=False)
class OperationCheck:
    """
    The golden cases of an operation, and perhaps generated ones; calling it asks them.

    ask: who answers. known: id or operation -> why it departs. examples: how many inputs of each kind are generated besides.
    Errors of a call: AssertionError where an answer is wrong, or a known departure is none; NotAnsweredError where all is skipped.
    """

    operation: str
    cases: tuple[Case, ...]
    ask: Adapter
    known: Mapping[str, str]
    examples: int = 0
    again: Again = by_python

    def __call__(self) -> None:
        """Ask every case."""
        results = [*judge_cases(self.ask, self.cases)]
        if all(result.judgement.outcome is Outcome.SKIPPED for result in results):
            raise NotAnsweredError(results[0].judgement.why if results else "no case")
        if self.examples:
            from dtref.oracle.judge.generators.generated_cases import generated_failures

            results += generated_failures(self.ask, [self.operation], examples=self.examples, answers=[self.operation])
        self._complain(results)

    def _complain(self, results: Sequence[Result]) -> None:
        told = [excused(result, self.known) for result in results]
        failed = [result for result in told if result.judgement.outcome is Outcome.FAILED]
        lines = [line for result in failed[:_SHOWN] for line in (*failure_text(result, self.again), "")]
        if len(failed) > _SHOWN:
            lines.append(f"… and {', '.join(result.case.id for result in failed[_SHOWN:])}")
        missing = list(coverage_notes(missing_coverage(results)))
        lines += [*missing, *(excused_notes(results, self.known) if failed else ())]
        lines += [f"known, but no longer so: {name}: {self.known[name]}" for name in stale(results, self.known)]
        if lines:
            wrong = f"{len(failed)} of {len(results)} answers are wrong" if failed else NOT_JUDGED if missing else OLD_EXCUSE
            raise AssertionError("\n".join([f"{self.operation}: {wrong}", *lines]))


def checks(
    ask: Adapter, *, only: Sequence[str] = (), known: Mapping[str, str] | None = None, examples: int = 0, again: Again = by_python
) -> tuple[OperationCheck, ...]:
    """
    A check for each operation of the golden cases chosen, as `dtref judge --only` chooses. Errors: Invalid for a name of none.

    >>> [check.operation for check in checks(answering({}), only=["gini", "f1"])]
    ['f1', 'gini']
    """
    by_operation: Mapping[str, list[Case]] = groupby(lambda case: case.call.operation, chosen(golden_cases(), only))
    return tuple(OperationCheck(name, tuple(cases), ask, known or {}, examples, again) for name, cases in sorted(by_operation.items()))


def parametrize_with_checks(
    adapter: object, *, only: Iterable[str] = (), known: Mapping[str, str] | None = None, examples: int = 0
) -> pytest.MarkDecorator:
    """
    A decorator that gives a test the argument `check`, once for each operation; the test calls it. What the adapter has not is skipped.

    adapter: as for `dtref.judge`. only: these operations, ids, or what ids begin with. known: id or operation -> why it departs. examples:
    how many inputs of each kind are generated besides (needs hypothesis). Without `only`, of a mapping those that it has.
    Errors: Invalid for a name of none, also in `known`; TypeError for no adapter.

    >>> @parametrize_with_checks({"gini": lambda counts: 0.5}, only=["gini"])
    ... def test_mine(check):
    ...     check()
    >>> test_mine.pytestmark[0].args[1][0].id
    'gini'
    """
    import pytest

    if isinstance(only, str):
        raise Invalid("only", "a list of names", only)
    if nobody := unknown(known or {}, golden_cases()):
        raise Invalid("known", "operations, and ids of cases", ", ".join(nobody))
    named = tuple(only) or (tuple(map(str, adapter)) if isinstance(adapter, Mapping) else ())
    every = checks(answering(adapter), only=named, known=known, examples=examples)
    return pytest.mark.parametrize("check", [pytest.param(skipping(check), id=check.operation) for check in every])


def skipping(check: OperationCheck) -> Callable[[], None]:
    """
    A check as pytest runs it: one that nothing answers is skipped, with the reason.

    >>> skipping(OperationCheck("gini", (), answering({}), {})).__name__
    'gini'
    """
    import pytest

    def run() -> None:
        __tracebackhide__ = True
        try:
            check()
            return
        except NotAnsweredError as why:
            skipped, told = True, str(why)
        except (AssertionError, Invalid) as problem:  # a wrong answer; a program that does not start
            skipped, told = False, str(problem)
        if skipped:  # not where it was caught: pytest would tell it twice
            pytest.skip(told)
        pytest.fail(told, pytrace=False)

    run.__name__ = check.operation
    return run
