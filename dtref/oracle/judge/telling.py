"""
What judging a program found: as text, as JSON, as JUnit XML.

Before this: `dtref.oracle.judge.judging`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from xml.etree import ElementTree

from dtref.oracle.judge.answers import Outcome, expected_text
from dtref.oracle.judge.judging import Result, tally
from dtref.oracle.judge.process import question

LONG = 300


def results_text(results: Sequence[Result], replay: str) -> Iterator[str]:
    """Each failure with its smallest input; a table of operations; the sums. replay: what to type before a case's id to run it alone."""
    for result in results:
        if result.judgement.outcome is Outcome.FAILED:
            yield from failure_text(result, replay)
            yield ""
    yield f"{'operation':44} {'passed':>8} {'acceptable':>10} {'failed':>8} {'skipped':>8}"
    for operation, row in tally(results).items():
        yield f"{operation:44} {row['passed']:>8} {row['acceptable']:>10} {row['failed']:>8} {row['skipped']:>8}"
    sums = {outcome: sum(result.judgement.outcome is outcome for result in results) for outcome in Outcome}
    yield ", ".join(f"{n} {outcome.value}" for outcome, n in sums.items())
    yield from acceptable_text(results)


def acceptable_text(results: Iterable[Result]) -> Iterator[str]:
    """Why answers were acceptable, and how often."""
    whys = [result.judgement.why for result in results if result.judgement.outcome is Outcome.ACCEPTABLE]
    yield from (f"  acceptable: {why} ({whys.count(why)})" for why in sorted(set(whys)))


def failure_text(result: Result, replay: str) -> Iterator[str]:
    """
    A failure in lines: what was asked, what is right, what came, where the definition is, how to ask it again.

    >>> from dtref.oracle.golden.records import Call
    >>> from dtref.oracle.golden.vectors import ExactAnswer
    >>> from dtref.oracle.judge.cases import Case
    >>> from dtref.oracle.judge.judging import judged
    >>> from dtref.oracle.judge.process import Reply
    >>> case = Case("x-1", "a half", Call("gini", {"counts": ["1", "1"]}), ExactAnswer("1/2"), "by hand", ())
    >>> list(failure_text(judged(case, Reply("answer", 0.25)), "again"))[1:4]
    ['  given    {"operation": "gini", "given": {"counts": ["1", "1"]}}', '  expected "1/2"', '  got      0.25']
    """
    case = result.case
    yield f"FAILED {case.id}: {case.call.operation}: {case.what}"
    yield f"  given    {_short(json.dumps(question(case.call)))}"
    yield f"  expected {_short(expected_text(case))}"
    yield f"  got      {_short(json.dumps(result.reply.value, default=repr))}{f' ({result.judgement.why})' if result.judgement.why else ''}"
    yield f"  source   {case.source}" + (f"; {', '.join(case.flags)}" if case.flags else "")
    yield f"  again    {replay} {case.id}"


def _short(text: str) -> str:
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def results_json(results: Sequence[Result], about: object) -> str:
    """What was found as a text of JSON: the program's own words, each operation's figures, every failure."""
    failures = [
        {
            "id": result.case.id,
            "what": result.case.what,
            **question(result.case.call),
            "expected": expected_text(result.case),
            "got": result.reply.value,
            "why": result.judgement.why,
            "source": result.case.source,
            "flags": list(result.case.flags),
        }
        for result in results
        if result.judgement.outcome is Outcome.FAILED
    ]
    return json.dumps({"implementation": about, "operations": tally(results), "failures": failures}, default=repr, ensure_ascii=False)


def results_junit(results: Sequence[Result]) -> str:
    """What was found as JUnit XML: a test case for each case, by operation."""
    failed = sum(result.judgement.outcome is Outcome.FAILED for result in results)
    skipped = sum(result.judgement.outcome is Outcome.SKIPPED for result in results)
    suite = ElementTree.Element("testsuite", name="dtref", tests=str(len(results)), failures=str(failed), skipped=str(skipped))
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname=result.case.call.operation, name=result.case.id)
        if result.judgement.outcome is Outcome.FAILED:
            ElementTree.SubElement(case, "failure", message=_plain(result.judgement.why)).text = _plain("\n".join(failure_text(result, "")))
        if result.judgement.outcome is Outcome.SKIPPED:
            ElementTree.SubElement(case, "skipped", message=_plain(result.judgement.why))
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True)


def _plain(text: str) -> str:
    """The text without characters that XML has not."""
    return "".join(c if c in "\n\t" or (c >= " " and not "\ud800" <= c <= "\udfff") else "?" for c in text)
