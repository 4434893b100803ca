"""
What judging a program found, for programs: as JSON (golden/schema/report.schema.json), and as JUnit XML.

Before this: `dtref.oracle.judge.telling.text`. Next: `dtref.oracle.judge.telling.page`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from xml.etree import ElementTree

from dtref.oracle.judge.answers import Outcome, expected_text
from dtref.oracle.judge.asking import question
from dtref.oracle.judge.judging import Result, tally
from dtref.oracle.judge.lines import NOWHERE
from dtref.oracle.judge.telling.replaying import Again, by_python
from dtref.oracle.judge.telling.text import definition_of, failure_text, plain, reasons, sums


def results_json(
    results: Sequence[Result], about: object, again: Again = by_python, stale: Sequence[str] = (), unanswered: Iterable[str] = ()
) -> str:
    """
    What was found: the program's own words, the sums, each operation's figures, every failure, known departures that are none any more, and
    operations asked for by name of which no case was answered.

    >>> json.loads(results_json([], {}))["sums"]
    {'passed': 0, 'acceptable': 0, 'failed': 0, 'skipped': 0}
    """
    failures = [_failure(result, again) for result in results if result.judgement.outcome is Outcome.FAILED]
    return json.dumps(
        {
            "implementation": about,
            "sums": sums(results),
            "acceptable": reasons(results, Outcome.ACCEPTABLE),
            "skipped": reasons(results, Outcome.SKIPPED),
            "operations": tally(results),
            "failures": failures,
            "stale": list(stale),
            "unanswered": list(unanswered),
        },
        default=repr,
    )


def _failure(result: Result, again: Again) -> dict[str, object]:
    case = result.case
    found = None if case.call.operation == NOWHERE else definition_of(result)
    return {
        "id": case.id,
        "what": case.what,
        **question(case),
        "expected": expected_text(case),
        "got": result.reply.value,
        "why": result.judgement.why,
        "formula": "" if found is None else found.formula,
        "definition": "" if found is None else found.sentence,
        "source": "" if found is None else found.source,
        "case": case.source,
        "flags": list(case.flags),
        "again": again(case),
    }


def results_junit(results: Sequence[Result], again: Again = by_python) -> str:
    """
    What was found as JUnit XML: a test case for each case, by operation.

    >>> results_junit([]).splitlines()[1]
    '<testsuites><testsuite name="dtref judge" tests="0" failures="0" errors="0" skipped="0" /></testsuites>'
    """
    found = sums(results)
    suites = ElementTree.Element("testsuites")
    counted = {"tests": len(results), "failures": found["failed"], "errors": 0, "skipped": found["skipped"]}
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "dtref judge", **{name: str(n) for name, n in counted.items()}})
    for result in results:
        case = ElementTree.SubElement(suite, "testcase", classname=f"dtref.{result.case.call.operation}", name=plain(result.case.id))
        match result.judgement.outcome:
            case Outcome.FAILED:
                failure = ElementTree.SubElement(case, "failure", message=plain(result.judgement.why or "another answer"))
                failure.text = plain("\n".join(failure_text(result, again)))
            case Outcome.SKIPPED:
                ElementTree.SubElement(case, "skipped", message=plain(result.judgement.why))
            case Outcome.ACCEPTABLE:
                ElementTree.SubElement(case, "system-out").text = plain(f"acceptable: {result.judgement.why}")
            case Outcome.PASSED:
                pass
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)
