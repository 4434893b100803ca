"""Asks an adapter cases, and judges its answers: what `dtref.judge` does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dtref.exact.checked_call import refuses_other_kinds
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.excuses.excuses import Judging, excuses_of
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import Adapter, answering
from dtref.oracle.judge.results import Judge, Result, asked_result, judged
from dtref.oracle.judge.rounding.numbers import ANSWER_ULPS
from dtref.oracle.judge.selection import cases_named

STRICT = 4
"""The units in the last place of the largest term that a double may be off in a strict run."""


@refuses_other_kinds
def judge(
    adapter: object, cases: Iterable[Case | str] | None = None, *, strict: bool = False, examples: int = 0, excuse: object = None
) -> Iterator[Result]:
    """
    Asks an adapter each case and judges its answers; without `cases`, the golden ones. A text stands for the golden cases of an operation,
    of an id, or of a beginning of ids; or it is a question as JSON, as a failure prints it.

    adapter: a function of an operation's name and its inputs; or a mapping of names to functions, or an object with a method for each
    operation, that take the inputs by name. A missing operation, or NotImplementedError, skips the case; ValueError refuses the input.
    strict: doubles may be off by `STRICT` units in the last place, not `ANSWER_ULPS`. examples: how many inputs of each kind are generated
    besides for the operations asked (needs hypothesis), failures being shrunk. excuse: what is known, and so acceptable: the name of a rule
    ("undefined zero", "width float32", "tolerance 1e-9", "doubles", "natural-logarithms" …), {id or operation: reason}, a function of a
    failed result that is true or a reason where it excuses it, or a list of these; failures that no excuse covers are shrunk. Errors:
    TypeError for another adapter; Invalid for a text that names no case, or no rule.

    >>> halves = {"gini": lambda counts: 0.5}
    >>> asked = ["cs6220-gini-07", '{"operation": "gini", "given": {"counts": ["1", "1"]}}']
    >>> [result.judgement.outcome.value for result in judge(halves, asked)]
    ['failed', 'passed']
    >>> [result.judgement.why for result in judge(halves, asked[:1], excuse={"gini": "halves it"})]
    ['known: halves it']
    """
    chosen_cases = golden_cases() if cases is None else (named for case in cases for named in cases_named(case))
    judging = Judging(STRICT if strict else ANSWER_ULPS, excuses_of(excuse))
    ask = answering(adapter)
    return _with_examples(ask, list(chosen_cases), judging, examples) if examples else judge_cases(ask, chosen_cases, judging)


def _with_examples(ask: Adapter, cases: Sequence[Case], judging: Judge, examples: int) -> Iterator[Result]:
    """The results of cases, then those of generated ones for their operations."""
    from dtref.oracle.judge.generators.generated_cases import generated_failures

    answered = set()
    for result in judge_cases(ask, cases, judging):
        if result.judgement.outcome is not Outcome.SKIPPED:
            answered.add(result.case.call.operation)
        yield result
    operations = dict.fromkeys(case.call.operation for case in cases)
    yield from generated_failures(ask, operations, examples=examples, judging=judging, answers=answered)


def judge_cases(ask: Adapter, cases: Iterable[Case], judging: Judge = judged) -> Iterator[Result]:
    """
    The results of cases, each asked when its result is taken.

    >>> list(judge_cases(answering({}), []))
    []
    """
    return (asked_result(case, ask, judging) for case in cases)
