"""Asks failures again in a fresh program, to mark those that depend on earlier questions, as with a faulty cache."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager

from attrs import evolve

from dtref.errors import Invalid
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.process import AnsweringProgram
from dtref.oracle.judge.questions import Adapter
from dtref.oracle.judge.results import Judge, Result, judged

MOST_AGAIN, MOST_OF_ONE = 20, 2
"""The most failures that are asked again in a fresh program, and the most of one operation: each start takes time."""


@contextmanager
def anew(program: AnsweringProgram) -> Iterator[Adapter]:
    """
    A context in which the program runs afresh; questions after it start the program again. Only one process runs at a time, to save memory.

    >>> with anew(AnsweringProgram("node my.js")) as ask:
    ...     ask is not None
    True
    """
    program.end()
    try:
        yield program
    finally:
        program.end()


def asked_alone(
    results: Iterable[Result], fresh: Callable[[], AbstractContextManager[Adapter]], judging: Judge = judged
) -> Iterator[Result]:
    """
    The results, with those failures marked that a fresh program, asked nothing else, answers rightly.

    >>> list(asked_alone([], lambda: None))
    []
    """
    asked_again: Counter[str] = Counter()
    for result in results:
        operation = result.case.call.operation
        if result.judgement.outcome is Outcome.FAILED and asked_again[operation] < MOST_OF_ONE and asked_again.total() < MOST_AGAIN:
            asked_again[operation] += 1
            yield evolve(result, after_others=_is_right_alone(result, fresh, judging))
        else:
            yield result


def _is_right_alone(result: Result, fresh: Callable[[], AbstractContextManager[Adapter]], judging: Judge) -> bool:
    """Whether a fresh program answers rightly; a question that was late or broke the program isn't asked again, as that takes long."""
    if result.reply.kind == "broken":
        return False
    try:
        with fresh() as ask:
            return judging(result.case, ask(result.case)).judgement.outcome in {Outcome.PASSED, Outcome.ACCEPTABLE}
    except Invalid:  # it does not start again
        return False
