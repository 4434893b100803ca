"""The results of judging a program as a page (`dtref.show.page`): one file of HTML that needs no other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from dtref.io.numbers import Json
from dtref.oracle.judge.answers import expected_text
from dtref.oracle.judge.lines import NOWHERE
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import question
from dtref.oracle.judge.report.replay import BY_MINE, Again
from dtref.oracle.judge.report.text import LONG, ONLY_AFTER, definition_of, got_text, hints, reasons, reservation, sums, terminal_safe
from dtref.oracle.judge.results import Result, outcome_counts
from dtref.show.page.as_html import NOT_SAID, as_html
from dtref.show.page.blocks import Block, Heading, Paragraph, TableBlock

_MOST = 200
"""The most failures that a page shows in full."""

_CODED = ("formula", "definition", "source")
"""The parts that come from docstrings, where backquotes mark code."""


def results_page(
    results: Sequence[Result],
    about: Mapping[str, object],
    again: Again = BY_MINE,
    notes: Iterable[str] = (),
    made_by: Mapping[str, Json] = NOT_SAID,
) -> str:
    """
    The page: the sums, the failures, a table of operations, why answers were right with a reservation. notes: further lines for its end;
    made_by: the version, seed and settings for its foot.

    >>> "<h1>dtref judge: a program</h1>" in results_page([], {})
    True
    """
    return as_html(tuple(_blocks(results, _name(about), again, notes)), made_by=made_by)


def _name(about: Mapping[str, object]) -> str:
    program = about.get("implementation")
    words = [str(program[part]) for part in ("name", "version", "language") if part in program] if isinstance(program, dict) else []
    return terminal_safe(" ".join(words))[:LONG] or "a program"


def _blocks(results: Sequence[Result], name: str, again: Again, notes: Iterable[str]) -> Iterator[Block]:
    yield Heading(f"dtref judge: {name}")
    yield Paragraph(", ".join(f"{n} {outcome}" for outcome, n in sums(results).items()))
    yield from _failures([result for result in results if result.judgement.outcome is Outcome.FAILED], again)
    yield Heading("Operations", 2)
    rows = outcome_counts(results)
    failed = tuple(i for i, row in enumerate(rows.values()) if row["failed"])
    head = ("operation", *(outcome.value for outcome in Outcome))
    yield TableBlock(head, tuple((operation, *map(str, row.values())) for operation, row in rows.items()), failed)
    yield from _listed("Right with a reservation", [f"{reservation(why)}: {n}" for why, n in reasons(results, Outcome.ACCEPTABLE).items()])
    yield from _listed("Skipped, and why", [f"{why}: {n}" for why, n in reasons(results, Outcome.SKIPPED).items()])
    yield from _listed("Notes", list(notes))


def _listed(heading: str, lines: Sequence[str]) -> Iterator[Block]:
    if lines:
        yield Heading(heading, 2)
        yield from map(Paragraph, lines)


def _failures(failed: Sequence[Result], again: Again) -> Iterator[Block]:
    if failed:
        yield Heading(f"Failures ({len(failed)})", 2)
    for result in failed[:_MOST]:
        yield Heading(f"{result.case.id}: {result.case.call.operation}", 3)
        yield from (Paragraph(value, name, code=name in _CODED) for name, value in _parts(result, again) if value)
    if len(failed) > _MOST:
        yield Paragraph(f"… and {len(failed) - _MOST} more: --json and --junit have them all.")


def _parts(result: Result, again: Again) -> Iterator[tuple[str, str]]:
    case = result.case
    if case.call.operation == NOWHERE:
        yield "why", terminal_safe(result.judgement.why)
        return
    definition = definition_of(result)
    yield "what", case.what
    yield "given", json.dumps(question(case))
    yield "expected", expected_text(case)
    yield "got", got_text(result)
    yield "why", terminal_safe(result.judgement.why)
    yield "formula", definition.formula
    yield "definition", "" if definition.formula else definition.sentence
    yield "source", f"{definition.source} ({definition.at})"
    yield "case", case.source
    yield from (("hint", hint) for hint in hints(result))
    yield "again", f"{again(case)}{ONLY_AFTER if result.after_others else ''}"
