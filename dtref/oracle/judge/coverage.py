"""What was judged at all, and what a program left out: an operation that nothing was answered of is not right, but unknown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from dtref.oracle.judge.judge import Result, excuse_of
from dtref.oracle.judge.lines import is_question
from dtref.oracle.judge.outcomes import Outcome


@frozen
class Covered:
    """How many cases of an operation were asked, and how many of them answered: golden ones, and generated ones or questions."""

    golden: int = 0
    golden_answered: int = 0
    others: int = 0
    others_answered: int = 0


@frozen
class Coverage:
    """
    What is missing: whether nothing was answered; the operations asked for by name that were never answered, with the cases of each; those
    whose golden cases were answered and whose generated ones never were.
    """

    nothing: bool
    unanswered: Mapping[str, int]
    only_golden: Mapping[str, int]

    def __bool__(self) -> bool:
        return self.nothing or bool(self.unanswered) or bool(self.only_golden)


def covered(results: Iterable[Result]) -> Mapping[str, Covered]:
    """
    For each operation how many of its cases were asked, and answered.

    >>> covered([])
    {}
    """
    found: dict[str, list[int]] = {}
    for result in results:
        row, answered = found.setdefault(result.case.call.operation, [0, 0, 0, 0]), result.judgement.outcome is not Outcome.SKIPPED
        first = 2 if is_question(result.case) else 0
        row[first] += 1
        row[first + 1] += answered
    return {operation: Covered(*row) for operation, row in sorted(found.items())}


def missing_coverage(results: Sequence[Result], only: Iterable[str] = ()) -> Coverage:
    """
    What is missing of what was asked; only: what was asked for by name.

    >>> from dtref.oracle.judge.judge import judge
    >>> missing_coverage(list(judge({}, ["gain"])), ["gain", "cs6220-gini-07"]).unanswered.keys(), missing_coverage([]).nothing
    (dict_keys(['gain']), True)
    """
    rows = covered(results)
    answered = {name: row.golden_answered + row.others_answered for name, row in rows.items()}
    return Coverage(
        nothing=not any(answered.values()),
        unanswered={name: rows[name].golden + rows[name].others for name in dict.fromkeys(only) if name in rows and not answered[name]},
        only_golden={name: row.others for name, row in rows.items() if row.golden_answered and row.others and not row.others_answered},
    )


def coverage_notes(found: Coverage) -> Iterator[str]:
    """
    What is missing, in lines.

    >>> list(coverage_notes(Coverage(True, {}, {"grow": 30})))
    ['nothing was answered', 'grow: 0 of 30 generated inputs answered']
    """
    if found.nothing and not found.unanswered:
        yield "nothing was answered"
    yield from (f"{name}: none of {n} cases was answered" for name, n in found.unanswered.items())
    yield from (f"{name}: 0 of {n} generated inputs answered" for name, n in found.only_golden.items())


def excused_notes(results: Iterable[Result], known: Mapping[str, str]) -> Iterator[str]:
    """
    How much each known departure excuses, of the results as they were judged: how many cases, and how many different answers.

    >>> list(excused_notes([], {"gini": "halves it"}))
    []
    """
    found: dict[str, list[str]] = {}
    for result in results:
        name = excuse_of(result, known)
        if name is not None:
            found.setdefault(name, []).append(f"{result.case.id} {result.reply.value!r}")
    for name, answers in found.items():
        many = "1 failure" if len(answers) == 1 else f"{len(answers)} failures, {len(set(answers))} different ones"
        yield f"known: {name} excuses {many}: {known[name]}"
