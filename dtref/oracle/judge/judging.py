"""
Judging a program: every case is asked and its answer judged; what fails is told with everything that is needed to look into it.

Before this: `dtref.oracle.judge.generated`. Next: `dtref.oracle.judge.telling`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.oracle.arithmetic.written import parse_json
from dtref.oracle.judge.answers import ULPS, Judgement, Outcome, judge_answer, judge_refusal
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.process import Ask, Reply
from dtref.oracle.operations.inputs import Given


@frozen(eq=False)
class Result:
    """A case, what was replied, and how that is judged."""

    case: Case
    reply: Reply
    judgement: Judgement


def judged(case: Case, reply: Reply, ulps: int = ULPS) -> Result:
    """
    How a reply is judged.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> case = Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ())
    >>> [judged(case, Reply(kind, "1/2")).judgement.outcome.value for kind in ("answer", "skipped", "broken")]
    ['passed', 'skipped', 'failed']
    """
    match reply.kind:
        case "answer":
            judgement = judge_answer(case, reply.value, ulps)
        case "refused":
            judgement = judge_refusal(case, str(reply.value))
        case "skipped":
            judgement = Judgement(Outcome.SKIPPED, str(reply.value)[:200])
        case _:
            judgement = Judgement(Outcome.FAILED, f"{reply.kind}: {reply.value}"[:200])
    return Result(case, reply, judgement)


def judge(ask: Ask, cases: Iterable[Case] | None = None, *, ulps: int = ULPS) -> Iterator[Result]:
    """
    Each case as somebody answers it; the golden ones if none are given.

    >>> from dtref.oracle.judge.process import ask_function
    >>> results = judge(ask_function(lambda operation, given: 0.0 if operation == "gini" else 1 / 0))
    >>> next(results).judgement.outcome.value in {"passed", "failed", "acceptable"}
    True
    """
    return (judged(case, ask(case.call), ulps) for case in (golden_cases() if cases is None else cases))


def chosen(cases: Iterable[Case], only: Sequence[str]) -> list[Case]:
    """The cases of these ids, operations or groups of ids (what a name begins with); all where none is named. Errors: Invalid for none."""
    every = list(cases)
    found = [
        case for case in every if not only or any(name in (case.id, case.call.operation) or case.id.startswith(f"{name}-") for name in only)
    ]
    if not found:
        raise Invalid("--only", "an id, an operation, or what ids begin with", ", ".join(only))
    return found


def read_known(text: str, name: str) -> Mapping[str, str]:
    """
    The departures that are known: id or operation -> reason. Errors: Invalid where the text is no such list.

    >>> read_known('{"known": {"vectors-ties-01": "keeps the last of equal tests"}}', "known.json")
    {'vectors-ties-01': 'keeps the last of equal tests'}
    """
    known = Given.of(parse_json(text, name), name).only("known").object("known")
    return {where: known.text(where) for where in known.parts}


def excused(result: Result, known: Mapping[str, str]) -> Result:
    """A failure that is known is acceptable, for the reason given; anything else is as it was."""
    reason = known.get(result.case.id) or known.get(result.case.call.operation)
    if reason is None or result.judgement.outcome is not Outcome.FAILED:
        return result
    return evolve(result, judgement=Judgement(Outcome.ACCEPTABLE, f"known: {reason}"))


def answered_lines(lines: Iterable[str], cases: Iterable[Case], ulps: int = ULPS) -> Iterator[Result]:
    """The cases whose answers stand in lines, as `dtref gen | ./mine` makes them: each names its case in `seq`. Errors: Invalid."""
    by_id: dict[str, Case] = {}
    for case in cases:
        by_id.setdefault(case.id, case)
    for i, line in enumerate(lines, 1):
        if line.strip():
            said = _line(line, i)
            if said["seq"] not in by_id:
                raise Invalid(f"line {i}, seq", "the id of a case", said["seq"])
            kind = next((kind for kind in ("answer", "skipped", "refused", "errored") if kind in said), "broken")
            yield judged(by_id[str(said["seq"])], Reply(kind, said.get(kind, "no answer")), ulps)


def _line(line: str, i: int) -> dict[str, object]:
    try:
        said = json.loads(line)
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict) or "seq" not in said:
        raise Invalid(f"line {i}", "an object of JSON with 'seq'", line[:60])
    return said


def tally(results: Iterable[Result]) -> Mapping[str, Mapping[str, int]]:
    """For each operation how many of its cases had each outcome."""
    found: dict[str, dict[str, int]] = {}
    for result in results:
        row = found.setdefault(result.case.call.operation, {outcome.value: 0 for outcome in Outcome})
        row[result.judgement.outcome.value] += 1
    return dict(sorted(found.items()))
