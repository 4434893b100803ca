"""Counts the cases that a program answered and left out: an operation without any answer is not right, but unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from attrs import frozen

from dtref.oracle.judge.cases import right_answers
from dtref.oracle.judge.lines import is_question
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.results import Result


@frozen
class Covered:
    """
    The numbers of an operation's cases asked and answered: golden ones, and others (generated ones and questions); of both together those
    whose right answer is a value, where others are refusals, or have none.
    """

    golden: int = 0
    golden_answered: int = 0
    others: int = 0
    others_answered: int = 0
    values: int = 0
    values_answered: int = 0


_NONE: Mapping[str, int] = {}


@frozen
class Coverage:
    """
    The gaps in what was answered.

    nothing: no case at all was answered. unanswered: operations asked for by name and never answered, with their number of cases.
    only_golden: operations whose golden cases were answered and generated ones never, with the number of the latter. without_values:
    operations asked for by name that were answered only where nothing is to be computed, with the number of cases that have a value.
    """

    nothing: bool
    unanswered: Mapping[str, int]
    only_golden: Mapping[str, int]
    without_values: Mapping[str, int] = _NONE

    def __bool__(self) -> bool:
        return self.nothing or bool(self.unanswered) or bool(self.only_golden) or bool(self.without_values)


def covered(results: Iterable[Result]) -> Mapping[str, Covered]:
    """
    The numbers of cases asked and answered, by operation.

    >>> covered([])
    {}
    """
    rows: dict[str, list[int]] = {}
    for result in results:
        row, answered = rows.setdefault(result.case.call.operation, [0] * 6), result.judgement.outcome is not Outcome.SKIPPED
        first = 2 if is_question(result.case) else 0
        row[first] += 1
        row[first + 1] += answered
        if _has_value(result):
            row[4] += 1
            row[5] += answered
    return {operation: Covered(*row) for operation, row in sorted(rows.items())}


def _has_value(result: Result) -> bool:
    """Whether the right answer to a case is a value: no refusal, and not that there is none."""
    exact = right_answers(result.case.expected)
    return bool(exact) and not all(isinstance(one, dict) and one.keys() == {"undefined"} for one in exact)


def missing_coverage(results: Sequence[Result], only: Iterable[str] = (), left_out: Mapping[str, int] = _NONE) -> Coverage:
    """
    The gaps in what was answered. only: the names asked for. left_out: the numbers of cases, by operation, that the program doesn't take.

    >>> from dtref.oracle.judge.judge import judge
    >>> missing_coverage(list(judge({}, ["gain"])), ["gain", "cs6220-gini-07"]).unanswered.keys(), missing_coverage([]).nothing
    (dict_keys(['gain']), True)
    """
    rows = covered(results)
    answered = {name: row.golden_answered + row.others_answered for name, row in rows.items()}
    cases = Counter({name: row.golden + row.others for name, row in rows.items()}) + Counter(left_out)
    named = tuple(dict.fromkeys(only))
    return Coverage(
        nothing=not any(answered.values()),
        unanswered={name: cases[name] for name in named if cases.get(name) and not answered.get(name)},
        only_golden={name: row.others for name, row in rows.items() if row.golden_answered and row.others and not row.others_answered},
        without_values={n: rows[n].values for n in named if answered.get(n) and rows[n].values and not rows[n].values_answered},
    )


def coverage_notes(coverage: Coverage) -> Iterator[str]:
    """
    The gaps in coverage, as lines of text.

    >>> list(coverage_notes(Coverage(True, {}, {"grow": 30})))
    ['nothing was answered', 'grow: 0 of 30 generated inputs answered']
    """
    if coverage.nothing and not coverage.unanswered:
        yield "nothing was answered"
    yield from (f"{name}: none of {n} cases was answered" for name, n in coverage.unanswered.items())
    yield from (f"{name}: none of the {n} cases that have a value was answered" for name, n in coverage.without_values.items())
    yield from (f"{name}: 0 of {n} generated inputs answered" for name, n in coverage.only_golden.items())
