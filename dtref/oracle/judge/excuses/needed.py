"""Says how often each excuse was needed, and which were not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from dtref.errors import Invalid
from dtref.oracle.judge.cases import Case
from dtref.oracle.judge.excuses.excuses import Excuses
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.results import Result
from dtref.oracle.judge.selection import names_of, near
from dtref.oracle.operations.registry import OPERATIONS


@frozen
class Need:
    """How many failures an excuse excused, how many different ones, and the reason."""

    failures: int
    different: int
    reason: str


def needed(results: Iterable[Result], excuses: Excuses) -> Mapping[str, Need]:
    """
    The excuses that were needed, by name, in the order of their first use.

    >>> needed([], Excuses())
    {}
    """
    answers: dict[str, list[str]] = {}
    for result in results:
        for name in result.excuses:
            answers.setdefault(name, []).append(f"{result.case.id} {result.reply.value!r}")
    reasons = excuses.reasons()
    return {name: Need(len(each), len(set(each)), reasons.get(name, name)) for name, each in answers.items()}


def stale(results: Iterable[Result], excuses: Excuses) -> tuple[str, ...]:
    """
    The known departures that are out of date: their cases were answered, and none needed the excuse.

    >>> from dtref.oracle.judge.excuses.excuses import excuses_of
    >>> stale([], excuses_of({"gini": "halves it"}))
    ()
    """
    answered = [result for result in results if result.judgement.outcome is not Outcome.SKIPPED]
    seen = {name for result in answered for name in names_of(result.case)}
    used = {name for result in answered for name in result.excuses}
    return tuple(known.name for known in excuses.known if known.name in seen and known.name not in used)


def outdated_notes(results: Iterable[Result], excuses: Excuses) -> Iterator[str]:
    """
    A line for each known departure that is out of date: that it is no longer so, or that the answer is wrong, but another one.

    >>> from dtref.oracle.judge.excuses.excuses import excuses_of
    >>> list(outdated_notes([], excuses_of({"gini": "halves it"})))
    []
    """
    every = [*results]
    failing = {name for result in every if result.judgement.outcome is Outcome.FAILED for name in names_of(result.case)}
    reasons = excuses.reasons()
    for name in stale(every, excuses):
        how = "known, but wrong with another answer now" if name in failing else "known, but no longer so"
        yield f"{how}: {name}: {reasons[name]}"


def unasked(results: Iterable[Result], excuses: Excuses) -> tuple[str, ...]:
    """
    The known departures of which no case was asked, or none was answered.

    >>> from dtref.oracle.judge.excuses.excuses import excuses_of
    >>> unasked([], excuses_of({"gini": "halves it"}))
    ('gini',)
    """
    seen = {name for result in results if result.judgement.outcome is not Outcome.SKIPPED for name in names_of(result.case)}
    return tuple(known.name for known in excuses.known if known.name not in seen)


def needless(results: Iterable[Result], excuses: Excuses) -> tuple[str, ...]:
    """
    The rules that excused no failure at all.

    >>> from dtref.oracle.judge.excuses.excuses import excuses_of
    >>> needless([], excuses_of("doubles"))
    ('doubles',)
    """
    used = {name for result in results for name in result.excuses}
    return tuple(rule.name for rule in excuses.rules if rule.name not in used)


def unknown(excuses: Excuses, cases: Iterable[Case]) -> tuple[str, ...]:
    """
    The names of known departures that are neither an operation nor the id of a case.

    >>> from dtref.oracle.judge.excuses.excuses import excuses_of
    >>> unknown(excuses_of({"gini": "x", "ginny": "y"}), [])
    ('ginny',)
    """
    ids = {name for case in cases for name in names_of(case)}
    return tuple(known.name for known in excuses.known if known.name not in OPERATIONS and known.name not in ids)


def checked_names(excuses: Excuses, where: str, cases: Iterable[Case]) -> Excuses:
    """
    The excuses themselves. Errors: Invalid for a known departure whose name is neither an operation nor the id of a case.

    >>> from dtref.oracle.judge.excuses.excuses import excuses_of
    >>> checked_names(excuses_of({"ginny": "y"}), "known.json", [])
    Traceback (most recent call last):
    dtref.errors.Invalid: known.json: expected operations, and ids of cases; near it: 'gini', 'gain' (got 'ginny')
    """
    kept = list(cases)
    if names := unknown(excuses, kept):
        raise Invalid(where, f"operations, and ids of cases{near(names[0], kept)}", ", ".join(names))
    return excuses


def excuse_notes(results: Sequence[Result], excuses: Excuses) -> Iterator[str]:
    """
    A line for each excuse that was needed: how many failures it excuses, how many different ones.

    >>> list(excuse_notes([], Excuses()))
    []
    """
    for name, need in needed(results, excuses).items():
        many = "1 failure" if need.failures == 1 else f"{need.failures} failures, {need.different} different ones"
        yield f"known: {name} excuses {many}: {need.reason}"
