"""The results of cases: each the judgement of a reply, against the expected answer or else against all that is equally right."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.io.numbers import Json
from dtref.oracle.arithmetic.deep_json import is_longer, parts_of, values_in
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.answers import judge_refusal, judge_value
from dtref.oracle.judge.cases import CUT, Case, right_answers
from dtref.oracle.judge.equally_right.tied_trees import judge_of_tied_trees
from dtref.oracle.judge.equally_right.trees import judge_equally_right
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.python_values import name_of, why_of
from dtref.oracle.judge.questions import Adapter, Reply, has_part, shortened_reply
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS
from dtref.oracle.judge.undecided import judge_undecided
from dtref.spec.model.schemes import preorder


@frozen(eq=False)
class Result:
    """
    A case, the reply (shortened if long, see `shortened_reply`), and its judgement. after_others: whether the case fails only after other
    questions, and is answered rightly when it is asked alone. excuses: the names of the excuses that made a failure acceptable.
    seconds: the time to the reply, where it was measured.
    """

    case: Case
    reply: Reply
    judgement: Judgement
    after_others: bool = False
    excuses: tuple[str, ...] = ()
    seconds: float | None = None


Judge: TypeAlias = Callable[[Case, Reply], Result]
"""A way to judge: a case and a reply -> the result."""


def judged(case: Case, reply: Reply, ulps: int = ANSWER_ULPS) -> Result:
    """
    The result of a case: the judgement of a reply to it.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> case = Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ())
    >>> [judged(case, Reply(kind, "1/2")).judgement.outcome.value for kind in ("answer", "skipped", "broken")]
    ['passed', 'skipped', 'failed']
    """
    match reply.kind:
        case "answer":
            judgement = _bounded(case, reply.value, ulps)
        case "refused":
            judgement = judge_refusal(case, str(reply.value))
        case "skipped":
            judgement = Judgement(Outcome.SKIPPED, str(reply.value)[:200])
        case _:
            judgement = Judgement(Outcome.FAILED, f"{reply.kind}: {reply.value}")
    return Result(case, shortened_reply(reply), judgement)


def asked_result(case: Case, ask: Adapter, judging: Judge = judged) -> Result:
    """
    The result of a case that is asked now, with the time to the reply.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> result = asked_result(Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), lambda case: Reply("answer", 0.5))
    >>> result.judgement.outcome.value, result.seconds is not None
    ('passed', True)
    """
    began = perf_counter()
    reply = ask(case)
    seconds = perf_counter() - began
    return evolve(judging(case, reply), seconds=seconds)


SPARE, MORE = 20_000, 100
"""The most values of an answer, or times as many as the longest right one: a longer answer is wrong, and would take long to judge."""
_SUM = 20_000
"""The most characters of a sum or quotient of logarithms that is written in another way than the expected one."""


def _bounded(case: Case, answer: object, ulps: int) -> Judgement:
    """The judgement of any answer, however long or odd."""
    try:
        too_much = _too_much(answer, right_answers(case.expected))
        return Judgement(Outcome.FAILED, too_much) if too_much else judge_answer(case, answer, ulps)
    except (RecursionError, MemoryError, ArithmeticError, ValueError) as problem:
        return Judgement(Outcome.FAILED, f"it can't be judged: {name_of(problem)}: {why_of(problem)}")


def _too_much(answer: object, right: Sequence[Json]) -> str:
    """The reason that an answer is too long to be judged; the empty text if it isn't."""
    if values_in(answer, SPARE) > SPARE:
        most = max(SPARE, MORE * max(map(values_in, right), default=0))
        if values_in(answer, most) > most:
            return f"an answer of more than {most} values"
    if is_longer(answer, _SUM) and answer not in right and any(is_longer(number, _SUM) for number in _numbers_of_logarithms(answer)):
        return f"a number of more than {_SUM} characters"
    return ""


def _numbers_of_logarithms(answer: object) -> Iterator[object]:
    return filter(_has_logarithms, preorder(answer, lambda value: () if _has_logarithms(value) else parts_of(value)))


def _has_logarithms(value: object) -> bool:
    return isinstance(value, dict) and bool(value.keys() & {"log2", "quotient"})


def judge_answer(case: Case, answer: object, ulps: int = ANSWER_ULPS) -> Judgement:
    """
    The judgement of an answer: against the expected one, or else against all that is equally right.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> judge_answer(Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), 0.5).outcome.value
    'passed'
    """
    if (open_answer := judge_undecided(case, answer)) is not None:
        return open_answer
    judgement = _judged_value(case, answer, ulps)
    if judgement.outcome is Outcome.FAILED:
        judgement = judge_equally_right(case, answer, ulps) or _in_other_trees(case, answer, ulps, judgement.why) or judgement
    return evolve(judgement, why=_departure(case, answer, judgement.why)) if judgement.outcome is Outcome.FAILED else judgement


def _judged_value(case: Case, answer: object, ulps: int) -> Judgement:
    """The judgement by `judge_value`; an answer nested too deep for it is right only if written exactly as expected."""
    try:
        return judge_value(case, answer, ulps)
    except RecursionError:
        right = answer in right_answers(case.expected)
        return Judgement(Outcome.PASSED) if right else Judgement(Outcome.FAILED, "nested too deep to be compared part by part")


def _in_other_trees(case: Case, answer: object, ulps: int, why: str) -> Judgement | None:
    """The judgement of an answer that may be true of another tied tree; a failure also says where it differs from dtref's own tree."""
    judgement = judge_of_tied_trees(case, answer, ulps)
    return judgement if judgement is None or judgement.outcome is not Outcome.FAILED else evolve(judgement, why=f"{judgement.why}; {why}")


def _departure(case: Case, answer: object, why: str) -> str:
    """The explanation of a wrong answer, with a note where only a part was asked or compared."""
    part = json.dumps(list(case.call.part))
    if case.call.part and has_part(answer, case.call.part):
        return f"only the part {part} was asked"
    if case.call.operation in CUT and case.cuts is None and not isinstance(case.expected, Refused):
        comparison = "compared with the answer expected alone, not with all that ties leave open"
        return f"{comparison}: the part {part} was asked, or no cuts are named; {why}"
    return why


def outcome_counts(results: Iterable[Result]) -> Mapping[str, Mapping[str, int]]:
    """
    The number of cases with each outcome, by operation.

    >>> outcome_counts([])
    {}
    """
    counts: dict[str, dict[str, int]] = {}
    for result in results:
        row = counts.setdefault(result.case.call.operation, {outcome.value: 0 for outcome in Outcome})
        row[result.judgement.outcome.value] += 1
    return dict(sorted(counts.items()))
