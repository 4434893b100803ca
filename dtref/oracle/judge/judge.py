"""Judging a program: every case is asked and its answer judged; what fails is told with everything that is needed to look into it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.io.numbers import Json
from dtref.oracle.arithmetic.deep_json import is_longer, parts_of, values_in
from dtref.oracle.arithmetic.json_numbers import parse_exact_json
from dtref.oracle.golden.vectors import Refused
from dtref.oracle.judge.answers import judge_refusal, judge_value
from dtref.oracle.judge.cases import CUT, Case, golden_cases, read_case, right_answers
from dtref.oracle.judge.equally_right.tied_trees import judge_of_tied_trees
from dtref.oracle.judge.equally_right.trees import judge_equally_right
from dtref.oracle.judge.outcomes import Judgement, Outcome
from dtref.oracle.judge.python_values import name_of, why_of
from dtref.oracle.judge.questions import Adapter, Reply, answering, has_part, shortened_reply
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.model.schemes import preorder


@frozen(eq=False)
class Result:
    """
    A case, what was replied (of a long answer the beginning, see `shortened_reply`), and how that is judged. after_others: whether it fails
    only after other questions, and is right when it is asked alone.
    """

    case: Case
    reply: Reply
    judgement: Judgement
    after_others: bool = False


def judged(case: Case, reply: Reply, ulps: int = ANSWER_ULPS) -> Result:
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
            judgement = _bounded(case, reply.value, ulps)
        case "refused":
            judgement = judge_refusal(case, str(reply.value))
        case "skipped":
            judgement = Judgement(Outcome.SKIPPED, str(reply.value)[:200])
        case _:
            judgement = Judgement(Outcome.FAILED, f"{reply.kind}: {reply.value}")
    return Result(case, shortened_reply(reply), judgement)


SPARE, MORE = 20_000, 100
"""An answer may have so many values, or so many times those of the longest that is right: more can't be right, and takes long to judge."""
_SUM = 20_000
"""The most characters of a sum of logarithms, or of a quotient of two, that is written in another way than the one expected."""


def _bounded(case: Case, answer: object, ulps: int) -> Judgement:
    """How an answer is judged, whatever it is."""
    try:
        too_much = _too_much(answer, right_answers(case.expected))
        return Judgement(Outcome.FAILED, too_much) if too_much else judge_answer(case, answer, ulps)
    except (RecursionError, MemoryError, ArithmeticError, ValueError) as problem:
        return Judgement(Outcome.FAILED, f"it can't be judged: {name_of(problem)}: {why_of(problem)}")


def _too_much(answer: object, right: Sequence[Json]) -> str:
    """Why an answer is not even looked at, as that would take too long; nothing of one that is."""
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
    How an answer is judged: as what is expected, or else as something that is equally right.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> judge_answer(Case("x", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), 0.5).outcome.value
    'passed'
    """
    found = _judged_value(case, answer, ulps)
    if found.outcome is Outcome.FAILED:
        found = judge_equally_right(case, answer, ulps) or _in_other_trees(case, answer, ulps, found.why) or found
    return evolve(found, why=_departure(case, answer, found.why)) if found.outcome is Outcome.FAILED else found


def _judged_value(case: Case, answer: object, ulps: int) -> Judgement:
    """As `judge_value`; where that goes too deep only what is written as expected is right, and trees are judged node by node."""
    try:
        return judge_value(case, answer, ulps)
    except RecursionError:
        right = answer in right_answers(case.expected)
        return Judgement(Outcome.PASSED) if right else Judgement(Outcome.FAILED, "nested too deep to be compared part by part")


def _in_other_trees(case: Case, answer: object, ulps: int, why: str) -> Judgement | None:
    """How an answer is judged that may be true of another tree; where it isn't, it is told where it differs from dtref's own."""
    found = judge_of_tied_trees(case, answer, ulps)
    return found if found is None or found.outcome is not Outcome.FAILED else evolve(found, why=f"{found.why}; {why}")


def _departure(case: Case, answer: object, why: str) -> str:
    """What there is to say of a wrong answer."""
    part = json.dumps(list(case.call.part))
    if case.call.part and has_part(answer, case.call.part):
        return f"only the part {part} was asked"
    if case.call.operation in CUT and case.cuts is None and not isinstance(case.expected, Refused):
        alone = "compared with the answer expected alone, not with all that ties leave open"
        return f"{alone}: the part {part} was asked, or no cuts are named; {why}"
    return why


def judge(adapter: object, cases: Iterable[Case | str] | None = None, *, strict: bool = False) -> Iterator[Result]:
    """
    Each case as somebody answers it, judged; the golden ones if none are given. A text stands for the golden cases of an operation, of an
    id, or of what ids begin with; or it is a question as JSON, as a failure prints it.

    adapter: a function of an operation's name and its inputs; or a mapping of names to functions, or an object with a method for each
    operation, that take the inputs by name. What isn't there, or raises NotImplementedError, is skipped; ValueError refuses an input.
    strict: doubles may be `STRICT` units in the last place off, not `ANSWER_ULPS`. Errors: TypeError for another adapter; Invalid for a
    text that names no case.

    >>> halves = {"gini": lambda counts: 0.5}
    >>> asked = ["cs6220-gini-07", '{"operation": "gini", "given": {"counts": ["1", "1"]}}']
    >>> [result.judgement.outcome.value for result in judge(halves, asked)]
    ['failed', 'passed']
    """
    every = golden_cases() if cases is None else (found for case in cases for found in cases_named(case))
    return judge_cases(answering(adapter), every, ulps=STRICT if strict else ANSWER_ULPS)


def cases_named(case: Case | str) -> list[Case]:
    """
    A case, or the cases that a text stands for. Errors: Invalid for a text that names none.

    >>> [case.call.operation for case in cases_named("cs6220-gini-07")]
    ['gini']
    """
    if isinstance(case, Case):
        return [case]
    return [read_case(case, "case")] if case.lstrip().startswith("{") else chosen(golden_cases(), [case])


STRICT = 4
"""How many units in the last place of the largest term a double may be off where that is asked for."""


def judge_cases(ask: Adapter, cases: Iterable[Case], *, ulps: int = ANSWER_ULPS) -> Iterator[Result]:
    """
    Each case as somebody answers it, judged.

    >>> list(judge_cases(answering({}), []))
    []
    """
    return (judged(case, ask(case), ulps) for case in cases)


def chosen(cases: Iterable[Case], only: Sequence[str]) -> list[Case]:
    """
    The cases of these ids, operations or groups of ids (what a name begins with); all where none is named. Errors: Invalid for a name
    of none.

    >>> len(chosen(golden_cases(), ["cs6220-gini-07"]))
    1
    """
    every = list(cases)
    for name in only:
        if name not in OPERATIONS and not any(_is_named(case, name) for case in every):
            raise Invalid("--only", f"an id, an operation, or what ids begin with{near(name, every)}", name)
    return [case for case in every if not only or any(_is_named(case, name) for name in only)]


def near(name: str, cases: Iterable[Case]) -> str:
    """
    The operations and ids that a name may have meant, as the end of a message; empty where there is none.

    >>> near("ginny", []), near("nothing", [])
    ("; near it: 'gini', 'gain'", '')
    """
    found = get_close_matches(name, [*OPERATIONS, *dict.fromkeys(id for case in cases for id in _names(case)[:-1])], 3, 0.65)
    return f"; near it: {', '.join(map(repr, found))}" if found else ""


def _is_named(case: Case, name: str) -> bool:
    return name in _names(case) or case.id.startswith(f"{name}-")


def _names(case: Case) -> tuple[str, ...]:
    """Its id, that of the record that it is a case of, its operation."""
    return case.id, case.id.partition("/")[0], case.call.operation


def read_known(text: str, name: str) -> Mapping[str, str]:
    """
    The departures that are known: id or operation -> reason. Errors: Invalid where the text is no such list, or a reason is missing.

    >>> read_known('{"known": {"vectors-ties-01": "keeps the last of equal tests"}}', "known.json")
    {'vectors-ties-01': 'keeps the last of equal tests'}
    """
    known = Given.of(parse_exact_json(text, name), name).only("known").object("known")
    for where in known.parts:
        if not known.text(where).strip():
            raise Invalid(f"{known.where}, {where}", "a reason", known.text(where))
    return {where: known.text(where) for where in known.parts}


def excused(result: Result, known: Mapping[str, str]) -> Result:
    """
    A failure that is known is acceptable, for the reason given; anything else is as it was.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> failed = judged(Case("x-1", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), Reply("answer", "1"))
    >>> excused(failed, {"gini": "halves it"}).judgement.why
    'known: halves it'
    """
    name = excuse_of(result, known)
    return result if name is None else evolve(result, judgement=Judgement(Outcome.ACCEPTABLE, f"known: {known[name]}"))


def excuse_of(result: Result, known: Mapping[str, str]) -> str | None:
    """
    The name of the known departure that excuses a failure; None where there is none, or nothing to excuse.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> excuse_of(judged(Case("x-1", "", Call("gini", {}), ExactAnswer("1/2"), "", ()), Reply("answer", "1")), {"gini": "halves it"})
    'gini'
    """
    failed = result.judgement.outcome is Outcome.FAILED
    return next((name for name in _names(result.case) if name in known), None) if failed else None


def stale(results: Iterable[Result], known: Mapping[str, str]) -> tuple[str, ...]:
    """
    The known departures that are none any more: cases of theirs were asked and answered, and no answer departs.

    >>> stale([], {"gini": "halves it"})
    ()
    """
    answered = [result for result in results if result.judgement.outcome is not Outcome.SKIPPED]
    seen = {name for result in answered for name in _names(result.case)}
    departs = [result for result in answered if result.judgement.outcome is Outcome.FAILED]
    needed = {name for result in departs for name in _names(result.case)[:-1]} | {
        result.case.call.operation for result in departs if not known.keys() & set(_names(result.case)[:-1])
    }
    return tuple(name for name in known if name in seen and name not in needed)


def unknown(known: Mapping[str, str], cases: Iterable[Case]) -> tuple[str, ...]:
    """
    The names in a list of known departures that are neither an operation nor the id of a case.

    >>> unknown({"gini": "x", "ginny": "y"}, [])
    ('ginny',)
    """
    ids = {name for case in cases for name in _names(case)}
    return tuple(name for name in known if name not in OPERATIONS and name not in ids)


def outcome_counts(results: Iterable[Result]) -> Mapping[str, Mapping[str, int]]:
    """
    For each operation how many of its cases had each outcome.

    >>> outcome_counts([])
    {}
    """
    found: dict[str, dict[str, int]] = {}
    for result in results:
        row = found.setdefault(result.case.call.operation, {outcome.value: 0 for outcome in Outcome})
        row[result.judgement.outcome.value] += 1
    return dict(sorted(found.items()))
