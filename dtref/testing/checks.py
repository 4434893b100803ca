"""Checks for a test suite: the golden cases of an operation as one test. Failures read as in `dtref judge`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import field, frozen
from toolz import groupby

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
from dtref.oracle.judge.announced import EVERYTHING, Takes, asked_of
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.coverage import coverage_notes, missing_coverage
from dtref.oracle.judge.excuses.excuses import NO_EXCUSES, Excuses, Judging, excuses_of
from dtref.oracle.judge.excuses.needed import checked_names, excuse_notes, outdated_notes
from dtref.oracle.judge.judge import judge_cases
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Adapter, FunctionAdapter, answering
from dtref.oracle.judge.report.replay import BY_MINE, Again, by_python
from dtref.oracle.judge.report.text import failure_text
from dtref.oracle.judge.results import Result
from dtref.oracle.judge.selection import chosen, is_chosen, near

if TYPE_CHECKING:
    import pytest

NOT_JUDGED, OLD_EXCUSE = "what was generated was not judged", "an excuse is not needed any more"
_SHOWN = 3
"""The most failures of an operation that a message shows in full."""


class NotAnsweredError(Exception):
    """Every case of an operation was skipped; its text is the reason."""


@frozen(eq=False)
class HowAsked:
    """
    How a program is asked: how many inputs of each kind are generated besides, what it takes, and the command that asks a case again.
    """

    examples: int = 0
    takes: Takes = EVERYTHING
    again: Again = BY_MINE


@frozen(eq=False)
class OperationCheck:
    """
    The golden cases of an operation, and generated ones where `examples` is above 0; calling it asks the adapter each of them.

    ask: the adapter that answers. excuses: how it is known to depart. Errors of a call: AssertionError where an answer is wrong, a known
    departure no longer is, or nothing is answered of what the program announces; NotAnsweredError where all else is skipped.
    """

    operation: str
    cases: tuple[Case, ...]
    ask: Adapter
    excuses: Excuses = field(factory=Excuses)
    asking: HowAsked = HowAsked()

    def __call__(self) -> None:
        """Ask every case."""
        judging, asking = Judging(excuses=self.excuses), self.asking
        results = [*judge_cases(self.ask, self.cases, judging)]
        if all(result.judgement.outcome is Outcome.SKIPPED for result in results) and not self._is_announced():
            raise NotAnsweredError(results[0].judgement.why if results else "no case")
        if asking.examples:
            from dtref.oracle.judge.generators.generated_cases import generated_failures

            results += generated_failures(
                self.ask,
                [self.operation],
                examples=asking.examples,
                judging=judging,
                answers=[self.operation],
                wanted=lambda call: not asking.takes.leaves_out(call),
            )
        self._complain(results)

    def _is_announced(self) -> bool:
        """Whether the program names the operation among those that it has."""
        return self.operation in (self.asking.takes.operations or ())

    def _complain(self, results: Sequence[Result]) -> None:
        failed = [result for result in results if result.judgement.outcome is Outcome.FAILED]
        # a few failures in full, the others by id
        lines = [line for result in failed[:_SHOWN] for line in (*failure_text(result, self.asking.again), "")]
        if len(failed) > _SHOWN:
            lines.append(f"… and {', '.join(result.case.id for result in failed[_SHOWN:])}")
        # cases that should have been judged, and excuses used or out of date
        missing = list(coverage_notes(missing_coverage(results, [self.operation] if self._is_announced() else [])))
        lines += [*missing, *(excuse_notes(results, self.excuses) if failed else ())]
        lines += outdated_notes(results, self.excuses)
        if lines:
            wrong = f"{len(failed)} of {len(results)} answers are wrong" if failed else NOT_JUDGED if missing else OLD_EXCUSE
            raise AssertionError("\n".join([f"{self.operation}: {wrong}", *lines]))


def checks(
    ask: Adapter, *, only: Sequence[str] = (), excuses: Excuses = NO_EXCUSES, asking: HowAsked = HowAsked()
) -> tuple[OperationCheck, ...]:
    """
    A check for each operation of the golden cases that `only` chooses, as `dtref judge --only` does, and that the program takes. Errors:
    Invalid for an unknown name.

    >>> [check.operation for check in checks(answering({}), only=["gini", "f1"])]
    ['f1', 'gini']
    """
    by_operation: Mapping[str, list[Case]] = groupby(
        lambda case: case.call.operation, asked_of(chosen(golden_cases(), only), asking.takes)[0]
    )
    return tuple(OperationCheck(name, tuple(cases), ask, excuses, asking) for name, cases in sorted(by_operation.items()))


@refuses_other_kinds
def parametrize_with_checks(adapter: object, *, only: Iterable[str] = (), known: object = None, examples: int = 0) -> pytest.MarkDecorator:
    """
    A decorator that gives a test the argument `check`, once for each operation; the test calls it. Operations not answered are skipped.

    adapter: as for `dtref.judge`. only: these operations, ids, or what ids begin with. known: what is excused, as `excuse` of
    `dtref.judge`. examples: how many inputs of each kind are generated besides (needs hypothesis). Without `only`, a mapping or an object
    is asked for its own operations. Errors: Invalid for an unknown name, also in `known`; TypeError where `adapter` isn't one.

    >>> @parametrize_with_checks({"gini": lambda counts: 0.5}, only=["gini"])
    ... def test_mine(check):
    ...     check()
    >>> test_mine.pytestmark[0].args[1][0].id
    'gini'
    """
    import pytest

    __tracebackhide__ = True  # a misspelt name is an error of the module that names it
    if isinstance(only, str):
        raise Invalid("only", "a list of names", only)
    excuses = checked_names(excuses_of(known), "known", golden_cases())
    asked_only = tuple(only)
    named = asked_only or _own_operations(adapter)
    cases = [*golden_cases()]
    for name in named:
        if not is_chosen(cases, name):
            where = "only" if asked_only else "the names of the functions"
            raise Invalid(where, f"operations, ids, or what ids begin with{near(name, cases)}", name)
    asking = HowAsked(examples, again=by_python(adapter))
    operation_checks = checks(answering(adapter), only=named, excuses=excuses, asking=asking)
    return pytest.mark.parametrize("check", [pytest.param(skipping(check), id=check.operation) for check in operation_checks])


def _own_operations(adapter: object) -> tuple[str, ...]:
    """The operations that a mapping or an object has a function for; none of a function, which is asked for all."""
    if isinstance(adapter, Mapping):
        return tuple(map(str, adapter))
    if callable(adapter) or isinstance(adapter, FunctionAdapter | str):
        return ()
    return tuple(sorted({case.call.operation for case in golden_cases() if callable(getattr(adapter, case.call.operation, None))}))


def skipping(check: OperationCheck) -> Callable[[], None]:
    """
    A check as a function for pytest: skips, with the reason, where no case is answered; fails without a traceback where an answer is wrong.

    >>> skipping(OperationCheck("gini", (), answering({}))).__name__
    'gini'
    """
    import pytest

    def run() -> None:
        __tracebackhide__ = True
        try:
            check()
            return
        except NotAnsweredError as why:
            skipped, message = True, str(why)
        except (AssertionError, Invalid) as problem:  # a wrong answer; a program that does not start
            skipped, message = False, str(problem)
        if skipped:  # outside the except clause, or pytest would show the message twice
            pytest.skip(message)
        pytest.fail(message, pytrace=False)

    run.__name__ = check.operation
    return run
