"""
Judges answers that come as lines, as from `dtref gen | ./mine`. Each line names its case in `seq`: a golden one by its id, any other by its
question. An answer to a case that wasn't asked is a failure, and nothing is computed for it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import IO

from dtref.oracle.golden.records import Call
from dtref.oracle.golden.vectors import ExactAnswer
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.pipes import LONGEST_LINE
from dtref.oracle.judge.questions import Reply, question, read_message, reply_of
from dtref.oracle.judge.results import Judge, Result, judged

NOWHERE = "(no case)"
"""The operation in the result of a line that answers no case."""


def asked_id(case: Case) -> str:
    """
    The name of a case in a line: the id of a golden case, the question of any other.

    >>> [asked_id(Case(name, "", Call("gini", {}), ExactAnswer("0"), "", ())) for name in ("gini-1", "replay-gini")]
    ['gini-1', '{"operation": "gini", "given": {}}']
    """
    return json.dumps(question(case)) if is_question(case) else case.id


def is_question(case: Case) -> bool:
    """
    Whether a case has no id of its own, as it was generated or asked by a question.

    >>> is_question(Case("replay-gini", "", Call("gini", {}), ExactAnswer("0"), "", ()))
    True
    """
    return case.id.startswith(("generated-", "replay-"))


def stream_lines(stream: IO[bytes]) -> Iterator[str]:
    """
    The lines of a stream as they come; a line longer than `LONGEST_LINE` is cut off there. Bytes that aren't UTF-8 are replaced, so that
    only their line fails.

    >>> from io import BytesIO
    >>> [len(line) for line in stream_lines(BytesIO(b"x" * 3_000_000 + b"\\nab"))]
    [2000001, 2]
    """
    while line := stream.readline(LONGEST_LINE + 1):
        rest = line
        while not rest.endswith(b"\n") and (rest := stream.readline(LONGEST_LINE)):
            pass
        yield line.decode(errors="replace").removesuffix("\n")


def answered_lines(lines: Iterable[str], cases: Iterable[Case], judging: Judge = judged, *, wants_all: bool = False) -> Iterator[Result]:
    """
    The results of cases answered in lines, as the lines come. A line that isn't an answer, an answer to a case that wasn't asked, and a
    second answer are failures of their own. wants_all: whether a case without an answer is a failure, too.
    """
    # the cases by the names that lines have for them
    cases_by_name: dict[str, Case] = {}
    for case in cases:
        cases_by_name.setdefault(asked_id(case), case)
    answered_names: set[str] = set()
    for i, line in enumerate(lines, 1):
        if line.strip():
            yield _answered(line, i, cases_by_name, answered_names, judging)
    # cases without an answer
    if wants_all:
        missing = (case for name, case in cases_by_name.items() if name not in answered_names)
        yield from (Result(case, Reply("broken", None), Judgement(Outcome.FAILED, "no answer came")) for case in missing)


def _answered(line: str, i: int, cases_by_name: dict[str, Case], answered_names: set[str], judging: Judge) -> Result:
    """The result of one line, the i-th; its name is added to the answered ones."""
    try:
        if len(line) > LONGEST_LINE:
            raise ValueError(f"a line of more than {LONGEST_LINE} bytes: {line[:80]!r}")
        message = read_message(line)
        name = message.get("seq")
        if not isinstance(name, str) or name not in cases_by_name:
            raise ValueError(_not_asked(name, line))
        if name in answered_names:
            raise ValueError(f"a second answer to {name[:80]}")
        answered_names.add(name)
    except (ValueError, MemoryError) as problem:
        no_case = Case(f"line-{i}", "a line that answers no case", Call(NOWHERE, {}), ExactAnswer("a line with the seq of a case"), "", ())
        return Result(no_case, Reply("broken", line[:80]), Judgement(Outcome.FAILED, str(problem)[:400]))
    try:
        return judging(cases_by_name[name], reply_of(message))
    except ValueError as problem:
        return judging(cases_by_name[name], Reply("broken", f"line {i}: {problem}"))


def _not_asked(name: object, line: str) -> str:
    """The reason that a line isn't judged; for a question also how to have it judged."""
    remedy = "; generated and replayed questions are judged behind the --only, --max-examples, --seed or --replay that `dtref gen` had"
    return f"seq: no id of a case: {line[:80]!r}{remedy if isinstance(name, str) and name.startswith('{') else ''}"


def unanswered(results: Iterable[Result], cases: Iterable[Case]) -> int:
    """
    The number of cases without an answer, among the operations that have some.

    >>> unanswered([], [])
    0
    """
    answers = list(results)
    answered, ids = {result.case.call.operation for result in answers}, {asked_id(result.case) for result in answers}
    return len({asked_id(case) for case in cases if case.call.operation in answered} - ids)
