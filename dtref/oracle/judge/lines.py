"""
Answers that stand in lines, as `dtref gen | ./mine` makes them. Each names its case in `seq`: a golden one by its id, any other by its
question.

Before this: `dtref.oracle.judge.judging`. Next: `dtref.oracle.judge.generating`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from dtref.errors import Invalid
from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.answers import ULPS, Judgement, Outcome
from dtref.oracle.judge.asking import Reply, question, read_message, reply_of
from dtref.oracle.judge.cases import Case, read_case
from dtref.oracle.judge.judging import Result, judged

NOWHERE = "(no case)"
"""The operation of a line that answers no case."""


def asked_id(case: Case) -> str:
    """
    What names a case in a line: its id; of one that is not golden its question, which is all that a judge needs to judge its answer.

    >>> [asked_id(Case(name, "", Call("gini", {}), ExactAnswer("0"), "", ())) for name in ("gini-1", "replay-gini")]
    ['gini-1', '{"operation": "gini", "given": {}}']
    """
    return json.dumps(question(case)) if is_question(case) else case.id


def is_question(case: Case) -> bool:
    """
    Whether a case has no id of its own: it was generated, or put as a question.

    >>> is_question(read_case('{"operation": "gini", "given": {"counts": ["1"]}}'))
    True
    """
    return case.id.startswith(("generated-", "replay-"))


def answered_lines(lines: Iterable[str], cases: Iterable[Case], ulps: int = ULPS, *, wants_all: bool = False) -> Iterator[Result]:
    """
    The cases whose answers stand in lines, judged. A line that is no answer, an answer to no case, and a second one are failures of their
    own. wants_all: whether a case without an answer is one, too.
    """
    waiting: dict[str, Case] = {}
    for case in cases:
        waiting.setdefault(asked_id(case), case)
    done: set[str] = set()
    for i, line in enumerate(lines, 1):
        if line.strip():
            yield _answered(line, i, waiting, done, ulps)
    if wants_all:
        missing = (case for name, case in waiting.items() if name not in done)
        yield from (Result(case, Reply("broken", None), Judgement(Outcome.FAILED, "no answer came")) for case in missing)


def _answered(line: str, i: int, waiting: dict[str, Case], done: set[str], ulps: int) -> Result:
    try:
        said = read_message(line)
        name = str(said.get("seq"))
        case = waiting[name] if name in waiting else read_case(name, "seq")
        if name in done:
            raise ValueError(f"a second answer to {name}")
        done.add(name)
    except (ValueError, KeyError) as problem:
        why = f"seq: no id of a case: {line[:80]!r}" if isinstance(problem, Invalid) else str(problem)
        nothing = Case(f"line-{i}", "a line that answers no case", Call(NOWHERE, {}), ExactAnswer("a line with the seq of a case"), "", ())
        return Result(nothing, Reply("broken", line[:80]), Judgement(Outcome.FAILED, why[:300]))
    try:
        return judged(case, reply_of(said), ulps)
    except ValueError as problem:
        return judged(case, Reply("broken", str(problem)), ulps)


def unanswered(results: Iterable[Result], cases: Iterable[Case]) -> int:
    """
    How many cases of the operations that were answered have no answer.

    >>> unanswered([], [])
    0
    """
    found = list(results)
    answered, ids = {result.case.call.operation for result in found}, {asked_id(result.case) for result in found}
    return len({asked_id(case) for case in cases if case.call.operation in answered} - ids)
