"""The report of judging as text: each failure with all that is needed to investigate it, and a table of operations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache

from attrs import define, field

from dtref.exact.checked_call import refuses_other_kinds
from dtref.oracle.golden.store import vector_flags
from dtref.oracle.judge.answers import expected_text
from dtref.oracle.judge.cases import Case, right_answers
from dtref.oracle.judge.lines import NOWHERE, is_question
from dtref.oracle.judge.outcomes import ROUNDED, Outcome
from dtref.oracle.judge.questions import question
from dtref.oracle.judge.report.definitions import OperationDefinition, operation_definition
from dtref.oracle.judge.report.patterns import constant_factors, right_number
from dtref.oracle.judge.report.replay import BY_MINE, Again
from dtref.oracle.judge.results import Result, outcome_counts

ONLY_AFTER = "   (fails only after other questions: a fresh program that is asked nothing else is right)"
"""The note on a command that, run alone, does not show the failure again."""
LONG = 300
"""The most characters of an input or answer in the text."""
MOST_FAILURES = 3
"""The most failures of an operation that the text shows in full."""
MOST_REASONS = 20
"""The most reasons for skipping in the text."""


@define
class ShownFailures:
    """The failures of each operation so far; the first `MOST_FAILURES` are shown in full, of fixed cases and of questions each."""

    all_of_them: bool = False
    failures: Counter[tuple[str, bool]] = field(factory=Counter)

    def is_shown(self, result: Result) -> bool:
        """Counts a failure, and says whether it is shown in full."""
        operation = result.case.call.operation
        key = operation, is_question(result.case)
        self.failures[key] += 1
        return self.all_of_them or self.failures[key] <= MOST_FAILURES or operation == NOWHERE

    def rest(self) -> Iterator[str]:
        """A line for each operation that has failures that aren't shown."""
        if not self.all_of_them:
            more: Counter[str] = Counter()
            for (name, _), n in self.failures.items():
                more[name] += max(n - MOST_FAILURES, 0) if name != NOWHERE else 0
            yield from (f"… and {n} failures more of {name} (--all shows them)" for name, n in more.items() if n)


@refuses_other_kinds
def results_text(results: Sequence[Result], again: Again = BY_MINE, notes: Iterable[str] = ()) -> Iterator[str]:
    """
    The report in lines: each failure, a table of operations, the sums, the reasons why answers were acceptable or skipped. again: the
    command that asks a case again. notes: further lines.

    >>> list(results_text([]))[-1]
    '0 passed, 0 acceptable, 0 failed, 0 skipped'
    """
    told = ShownFailures()
    for result in results:
        if result.judgement.outcome is Outcome.FAILED and told.is_shown(result):
            yield from failure_text(result, again)
            yield ""
    yield from told.rest()
    yield from sums_text(results, notes)


def sums_text(results: Sequence[Result], notes: Iterable[str] = ()) -> Iterator[str]:
    """
    The lines after the failures: the table of operations, the sums, the reasons, what failures have in common, their ids, the notes.

    >>> list(sums_text([], ["that was all"]))[-2:]
    ['0 passed, 0 acceptable, 0 failed, 0 skipped', 'that was all']
    """
    yield f"{'operation':44} {'passed':>8} {'acceptable':>10} {'failed':>8} {'skipped':>8}"
    rows = outcome_counts(results)
    for operation, row in rows.items():
        if sum(row.values()) > row["skipped"]:
            yield f"{operation:44} {row['passed']:>8} {row['acceptable']:>10} {row['failed']:>8} {row['skipped']:>8}"
    skipped = [row["skipped"] for row in rows.values() if sum(row.values()) == row["skipped"]]
    if skipped:
        yield f"{f'{len(skipped)} operations of which nothing was answered':44} {0:>8} {0:>10} {0:>8} {sum(skipped):>8}"
    yield ", ".join(f"{n} {outcome}" for outcome, n in sums(results).items())
    yield from (f"  {reservation(why)} ({n})" for why, n in reasons(results, Outcome.ACCEPTABLE).items())
    yield from _skipped(reasons(results, Outcome.SKIPPED))
    yield from (f"factor: {line}" for line in constant_factors(results))
    yield from _failed_ids(results)
    yield from notes


def reservation(why: str) -> str:
    """
    How an answer that is right with a reservation is told: a double that is right needs no other word.

    >>> reservation(ROUNDED.why), reservation("known: halves it")
    ('right (as a double)', 'acceptable: known: halves it')
    """
    return why if why == ROUNDED.why else f"acceptable: {why}"


def _failed_ids(results: Iterable[Result]) -> Iterator[str]:
    """The ids of what failed, by operation, so that they stand together at the end."""
    ids: dict[str, list[str]] = {}
    for result in results:
        if result.judgement.outcome is Outcome.FAILED:
            ids.setdefault(result.case.call.operation, []).append(result.case.id)
    yield from (f"failed: {operation}: {_short(', '.join(dict.fromkeys(names)))}" for operation, names in ids.items())


def _skipped(reasons_counted: Mapping[str, int]) -> Iterator[str]:
    """The most frequent reasons for skipping; there may be as many as operations."""
    most = sorted(reasons_counted.items(), key=lambda item: -item[1])[:MOST_REASONS]
    yield from (f"  skipped: {why or 'for no reason'} ({n})" for why, n in most)
    if len(reasons_counted) > len(most):
        others = sum(reasons_counted.values()) - sum(n for _, n in most)
        yield f"  skipped: for {len(reasons_counted) - len(most)} other reasons ({others}): --json has them all"


def sums(results: Iterable[Result]) -> Mapping[str, int]:
    """
    The number of cases with each outcome.

    >>> sums([])
    {'passed': 0, 'acceptable': 0, 'failed': 0, 'skipped': 0}
    """
    outcomes = [result.judgement.outcome for result in results]
    return {outcome.value: outcomes.count(outcome) for outcome in Outcome}


def reasons(results: Iterable[Result], outcome: Outcome) -> Mapping[str, int]:
    """
    The reasons why cases have an outcome (acceptable or skipped), each with its number of cases.

    >>> reasons([], Outcome.ACCEPTABLE)
    {}
    """
    whys = [result.judgement.why for result in results if result.judgement.outcome is outcome]
    return {terminal_safe(why): whys.count(why) for why in sorted(set(whys))}


def failure_text(result: Result, again: Again = BY_MINE) -> Iterator[str]:
    """
    A failure in lines: the question, the right answer, the program's answer, the definition, the command that asks it again.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> from dtref.oracle.judge.questions import Reply
    >>> from dtref.oracle.judge.cases import Case
    >>> from dtref.oracle.judge.judge import judged
    >>> case = Case("x-1", "a half", Call("gini", {"counts": ["1", "1"]}), ExactAnswer("1/2"), "by hand", ())
    >>> print(*failure_text(judged(case, Reply("answer", 0.25))), sep=chr(10))
    FAILED x-1: gini: a half
      given    {"operation": "gini", "given": {"counts": ["1", "1"]}}
      expected "1/2" ≈ 0.5
      got      0.25
      why      0.25, not "1/2"
      formula  GINI(t) = 1 - sum_j [p(j|t)]^2. From 0 (one class) to 1 - 1/c (c equal classes)
      source   `tan`, Measure of Impurity: GINI; `cs6220`, Gini Index (CART, IBM IntelligentMiner) (dtref.spec.split.impurity.gini)
      case     by hand
      again    import dtref; print(*dtref.results_text([*dtref.judge(mine, ['x-1'])]), sep='\\n')
    """
    case = result.case
    yield terminal_safe(f"FAILED {case.id}: {case.call.operation}{f': {case.what}' if case.what else ''}")
    if case.call.operation == NOWHERE:
        yield f"  why      {terminal_safe(result.judgement.why)}"
        return
    yield f"  given    {_short(json.dumps(question(case)))}"
    yield f"  expected {_short(expected_text(case))}{_in_decimals(case)}"
    yield f"  got      {_short(got_text(result))}"
    if result.judgement.why:
        yield f"  why      {terminal_safe(result.judgement.why)}"
    definition = definition_of(result)
    yield f"  formula  {definition.formula}" if definition.formula else f"  what     {definition.sentence}"
    yield f"  source   {definition.source} ({definition.at})"
    yield f"  case     {case.source}"
    yield from (f"  hint     {hint}" for hint in hints(result))
    yield f"  again    {again(case)}{ONLY_AFTER if result.after_others else ''}"


def _in_decimals(case: Case) -> str:
    """The right number in decimals, where it is one that isn't whole."""
    right = right_answers(case.expected)
    number = right_number(right[0]) if len(right) == 1 else None
    return "" if number is None or number.is_integer() else f" ≈ {number:.9g}"


def definition_of(result: Result) -> OperationDefinition:
    """The definition of the operation that was asked."""
    return operation_definition(result.case.call.operation, result.case.call.given)


def hints(result: Result) -> tuple[str, ...]:
    """The kinds of mistake that the case is there to find, by its flags."""
    notes = _flags()
    return tuple(f"{flag}: {notes[flag]}" if flag in notes else flag for flag in result.case.flags)


@cache
def _flags() -> Mapping[str, str]:
    return vector_flags()


def got_text(result: Result) -> str:
    """The reply as JSON text."""
    return terminal_safe(json.dumps(result.reply.value, default=repr))


def _short(text: str) -> str:
    """
    The beginning of a long text.

    >>> len(_short("x" * 1000))
    301
    """
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def terminal_safe(text: str) -> str:
    """
    The text with ? for characters that would control a terminal, or that UTF-8 or XML can't hold.

    >>> terminal_safe("a" + chr(27) + chr(0xD800) + "b")
    'a??b'
    """
    return "".join(c if c in "\n\t" or (c.isprintable() and c not in "\ufffe\uffff") else "?" for c in text)
