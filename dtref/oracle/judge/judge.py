"""The judge: asks a program (an adapter) every case, judges the answers, and excuses known departures."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.checked_call import refuses_other_kinds
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
from dtref.oracle.judge.undecided import judge_undecided
from dtref.oracle.operations.inputs import Given
from dtref.oracle.operations.registry import OPERATIONS
from dtref.spec.model.schemes import preorder


@frozen(eq=False)
class Result:
    """
    A case, the reply (shortened if long, see `shortened_reply`), and its judgement. after_others: whether the case fails only after other
    questions, and is answered rightly when it is asked alone.
    """

    case: Case
    reply: Reply
    judgement: Judgement
    after_others: bool = False


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


@refuses_other_kinds
def judge(adapter: object, cases: Iterable[Case | str] | None = None, *, strict: bool = False) -> Iterator[Result]:
    """
    Asks an adapter each case and judges its answers; without `cases`, the golden ones. A text stands for the golden cases of an operation,
    of an id, or of a beginning of ids; or it is a question as JSON, as a failure prints it.

    adapter: a function of an operation's name and its inputs; or a mapping of names to functions, or an object with a method for each
    operation, that take the inputs by name. A missing operation, or NotImplementedError, skips the case; ValueError refuses the input.
    strict: doubles may be off by `STRICT` units in the last place, not `ANSWER_ULPS`. Errors: TypeError for another adapter; Invalid for a
    text that names no case.

    >>> halves = {"gini": lambda counts: 0.5}
    >>> asked = ["cs6220-gini-07", '{"operation": "gini", "given": {"counts": ["1", "1"]}}']
    >>> [result.judgement.outcome.value for result in judge(halves, asked)]
    ['failed', 'passed']
    """
    chosen_cases = golden_cases() if cases is None else (named for case in cases for named in cases_named(case))
    return judge_cases(answering(adapter), chosen_cases, ulps=STRICT if strict else ANSWER_ULPS)


def cases_named(case: Case | str) -> list[Case]:
    """
    The cases that a text stands for; a case stands for itself. Errors: Invalid for a text that names none.

    >>> [case.call.operation for case in cases_named("cs6220-gini-07")]
    ['gini']
    """
    if isinstance(case, Case):
        return [case]
    return [read_case(case, "case")] if case.lstrip().startswith("{") else chosen(golden_cases(), [case])


STRICT = 4
"""The units in the last place of the largest term that a double may be off in a strict run."""


def judge_cases(ask: Adapter, cases: Iterable[Case], *, ulps: int = ANSWER_ULPS) -> Iterator[Result]:
    """
    The results of cases, each asked when its result is taken.

    >>> list(judge_cases(answering({}), []))
    []
    """
    return (judged(case, ask(case), ulps) for case in cases)


def chosen(cases: Iterable[Case], only: Sequence[str]) -> list[Case]:
    """
    The cases that names choose: ids, operations, or beginnings of ids; all cases without names. Errors: Invalid for a name that chooses
    none.

    >>> len(chosen(golden_cases(), ["cs6220-gini-07"]))
    1
    """
    all_cases = list(cases)
    for name in only:
        if name not in OPERATIONS and not any(_is_named(case, name) for case in all_cases):
            raise Invalid("--only", f"an id, an operation, or what ids begin with{near(name, all_cases)}", name)
    return [case for case in all_cases if not only or any(_is_named(case, name) for name in only)]


def near(name: str, cases: Iterable[Case]) -> str:
    """
    The operations and ids that a misspelt name may mean, as the end of a message; the empty text where there are none.

    >>> near("ginny", []), near("nothing", [])
    ("; near it: 'gini', 'gain'", '')
    """
    matches = get_close_matches(name, [*OPERATIONS, *dict.fromkeys(id for case in cases for id in _names(case)[:-1])], 3, 0.65)
    return f"; near it: {', '.join(map(repr, matches))}" if matches else ""


def _is_named(case: Case, name: str) -> bool:
    return name in _names(case) or case.id.startswith(f"{name}-")


def _names(case: Case) -> tuple[str, ...]:
    """The names of a case: its id, the id of its record, its operation."""
    return case.id, case.id.partition("/")[0], case.call.operation


def read_known(text: str, name: str) -> Mapping[str, str]:
    """
    The known departures in a text: id or operation -> reason. Errors: Invalid where the text is no such list, or a reason is missing.

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
    The result, made acceptable where it is a failure that a known departure excuses.

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
    The known departures that are out of date: their cases were answered, and no answer departs any more.

    >>> stale([], {"gini": "halves it"})
    ()
    """
    # what was answered, and what failed
    answered = [result for result in results if result.judgement.outcome is not Outcome.SKIPPED]
    seen = {name for result in answered for name in _names(result.case)}
    departs = [result for result in answered if result.judgement.outcome is Outcome.FAILED]
    # an excuse for an operation is needed only where none for the id exists
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
    The number of cases with each outcome, by operation.

    >>> outcome_counts([])
    {}
    """
    counts: dict[str, dict[str, int]] = {}
    for result in results:
        row = counts.setdefault(result.case.call.operation, {outcome.value: 0 for outcome in Outcome})
        row[result.judgement.outcome.value] += 1
    return dict(sorted(counts.items()))
