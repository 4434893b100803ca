"""
Answers that stand in lines, as `dtref gen | ./mine` makes them. Each names its case in `seq`: a golden one by its id, any other by its
question. What wasn't asked isn't judged, and never computed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import IO

from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.judge import Result, judged
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.pipes import LONGEST_LINE
from dtref.oracle.judge.questions import Reply, question, read_message, reply_of
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS

NOWHERE = "(no case)"
"""The operation of a line that answers no case."""


def asked_id(case: Case) -> str:
    """
    What names a case in a line: its id; of one that is not golden its question.

    >>> [asked_id(Case(name, "", Call("gini", {}), ExactAnswer("0"), "", ())) for name in ("gini-1", "replay-gini")]
    ['gini-1', '{"operation": "gini", "given": {}}']
    """
    return json.dumps(question(case)) if is_question(case) else case.id


def is_question(case: Case) -> bool:
    """
    Whether a case has no id of its own: it was generated, or put as a question.

    >>> is_question(Case("replay-gini", "", Call("gini", {}), ExactAnswer("0"), "", ()))
    True
    """
    return case.id.startswith(("generated-", "replay-"))


def stream_lines(stream: IO[bytes]) -> Iterator[str]:
    """
    The lines of a stream as they come, of one that is longer than `LONGEST_LINE` its beginning. What isn't UTF-8 there is no answer, but no
    reason to stop.

    >>> from io import BytesIO
    >>> [len(line) for line in stream_lines(BytesIO(b"x" * 3_000_000 + b"\\nab"))]
    [2000001, 2]
    """
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(LONGEST_LINE)):
            pass
        yield line.decode(errors="replace").removesuffix("\n")


def answered_lines(lines: Iterable[str], cases: Iterable[Case], ulps: int = ANSWER_ULPS, *, wants_all: bool = False) -> Iterator[Result]:
    """
    The cases whose answers stand in lines, judged as they come. A line that is no answer, an answer to a case that wasn't asked, and a
    second one are failures of their own. wants_all: whether a case without an answer is one, too.
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
        if len(line) > LONGEST_LINE:
            raise ValueError(f"a line of more than {LONGEST_LINE} bytes: {line[:80]!r}")
        said = read_message(line)
        name = said.get("seq")
        if not isinstance(name, str) or name not in waiting:
            raise ValueError(_not_asked(name, line))
        if name in done:
            raise ValueError(f"a second answer to {name[:80]}")
        done.add(name)
    except (ValueError, MemoryError) as problem:
        nothing = Case(f"line-{i}", "a line that answers no case", Call(NOWHERE, {}), ExactAnswer("a line with the seq of a case"), "", ())
        return Result(nothing, Reply("broken", line[:80]), Judgement(Outcome.FAILED, str(problem)[:400]))
    try:
        return judged(waiting[name], reply_of(said), ulps)
    except ValueError as problem:
        return judged(waiting[name], Reply("broken", f"line {i}: {problem}"), ulps)


def _not_asked(name: object, line: str) -> str:
    """Why a line is not judged, and of a question what to do."""
    remedy = "; generated and replayed questions are judged behind the --only, --max-examples, --seed or --replay that `dtref gen` had"
    return f"seq: no id of a case: {line[:80]!r}{remedy if isinstance(name, str) and name.startswith('{') else ''}"


def unanswered(results: Iterable[Result], cases: Iterable[Case]) -> int:
    """
    How many cases of the operations that were answered have no answer.

    >>> unanswered([], [])
    0
    """
    found = list(results)
    answered, ids = {result.case.call.operation for result in found}, {asked_id(result.case) for result in found}
    return len({asked_id(case) for case in cases if case.call.operation in answered} - ids)
