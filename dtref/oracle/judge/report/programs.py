"""
Reports of judging for other programs: JSON (golden/schema/report.schema.json) and JUnit XML. The page for people is
`dtref.show.judge_page`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from xml.etree import ElementTree

from attrs import asdict, field, frozen

from dtref.io.numbers import Json
from dtref.oracle.judge.answers import expected_text
from dtref.oracle.judge.coverage import covered
from dtref.oracle.judge.excuses.needed import Need
from dtref.oracle.judge.lines import NOWHERE
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.questions import question
from dtref.oracle.judge.report.replay import BY_MINE, Again
from dtref.oracle.judge.report.text import definition_of, failure_text, got_text, reasons, reservation, sums, terminal_safe
from dtref.oracle.judge.results import Result, outcome_counts


@frozen
class Aside:
    """
    Notes on a run beside its results.

    stale: known departures that are out of date. unanswered: operations asked for by name without any answer. stopped: what ended the
    run early, or the empty text. made_by: the command and the settings that make the report. needed: excuses
    that were needed.
    """

    stale: Sequence[str] = ()
    unanswered: Sequence[str] = ()
    stopped: str = ""
    made_by: Mapping[str, Json] = field(factory=dict)
    needed: Mapping[str, Need] = field(factory=dict)


_NOTHING = Aside()


def results_json(results: Sequence[Result], about: object, again: Again = BY_MINE, aside: Aside = _NOTHING) -> str:
    """
    The report as JSON: the program's description of itself, the sums, each operation's counts, how many generated inputs were answered,
    every failure, and the notes of `aside`.

    >>> json.loads(results_json([], {}))["sums"]
    {'passed': 0, 'acceptable': 0, 'failed': 0, 'skipped': 0}
    """
    from dtref.io.version import __version__

    failures = [_failure(result, again) for result in results if result.judgement.outcome is Outcome.FAILED]
    return json.dumps(
        {
            "implementation": about,
            "sums": sums(results),
            "acceptable": reasons(results, Outcome.ACCEPTABLE),
            "skipped": reasons(results, Outcome.SKIPPED),
            "operations": outcome_counts(results),
            "failures": failures,
            "stale": list(aside.stale),
            "excused": {name: asdict(need) for name, need in aside.needed.items()},
            "unanswered": list(aside.unanswered),
            "generated": {
                name: {"asked": row.others, "answered": row.others_answered} for name, row in covered(results).items() if row.others
            },
            "stopped": aside.stopped,
            "dtref": {"version": __version__, **aside.made_by},
        },
        default=repr,
    )


def _failure(result: Result, again: Again) -> dict[str, object]:
    case = result.case
    definition = None if case.call.operation == NOWHERE else definition_of(result)
    return {
        "id": case.id,
        "what": case.what,
        **question(case),
        "expected": expected_text(case),
        "got": result.reply.value,
        "why": result.judgement.why,
        "formula": "" if definition is None else definition.formula,
        "definition": "" if definition is None else definition.sentence,
        "source": "" if definition is None else definition.source,
        "case": case.source,
        "flags": list(case.flags),
        "again": again(case),
        "only_after_others": result.after_others,
    }


def results_junit(
    results: Sequence[Result], again: Again = BY_MINE, stopped: str = "", made_by: Mapping[str, Json] = _NOTHING.made_by
) -> str:
    """
    The report as JUnit XML: a test case for each case, by operation. stopped: what ended the run early, or the empty text; that is an
    error of its own, so that cases not asked aren't taken for right. made_by: its version and settings are properties of the suite.
    Times are those to a reply; answers that were read have none.

    >>> results_junit([]).partition("<properties>")[0].splitlines()[1]
    '<testsuites><testsuite name="dtref judge" tests="0" failures="0" errors="0" skipped="0">'
    """
    counts = sums(results)
    # the suite with its sums
    suites = ElementTree.Element("testsuites")
    errors = 1 if stopped else 0
    attributes = {"tests": len(results) + errors, "failures": counts["failed"], "errors": errors, "skipped": counts["skipped"]}
    suite = ElementTree.SubElement(suites, "testsuite", {"name": "dtref judge", **{name: str(n) for name, n in attributes.items()}})
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in _properties(made_by):
        ElementTree.SubElement(properties, "property", name=terminal_safe(name), value=terminal_safe(value))
    # a test case for each result
    if times := [result.seconds for result in results if result.seconds is not None]:
        suite.set("time", _time(sum(times)))
    for result, name in zip(results, _names(results), strict=True):
        case = ElementTree.SubElement(suite, "testcase", classname=f"dtref.{result.case.call.operation}", name=terminal_safe(name))
        if result.seconds is not None:
            case.set("time", _time(result.seconds))
        match result.judgement.outcome:
            case Outcome.FAILED:
                failure = ElementTree.SubElement(case, "failure", message=terminal_safe(result.judgement.why or "another answer"))
                failure.text = terminal_safe("\n".join(failure_text(result, again)))
            case Outcome.SKIPPED:
                ElementTree.SubElement(case, "skipped", message=terminal_safe(result.judgement.why))
            case Outcome.ACCEPTABLE:
                ElementTree.SubElement(case, "system-out").text = terminal_safe(reservation(result.judgement.why))
            case Outcome.PASSED:
                pass
    # the end of the run
    if stopped:
        case = ElementTree.SubElement(suite, "testcase", classname="dtref.judge", name="the whole run")
        ElementTree.SubElement(case, "error", message=terminal_safe(stopped))
    return ElementTree.tostring(suites, encoding="unicode", xml_declaration=True)


def _time(seconds: float) -> str:
    """Seconds to the millisecond, as JUnit has them."""
    return f"{seconds:.3f}"


def _names(results: Iterable[Result]) -> Iterator[str]:
    """A name for each case, as generated ones of an operation have the same id: the second of an id is "id #2"."""
    so_far: Counter[str] = Counter()
    for result in results:
        so_far[result.case.id] += 1
        n = so_far[result.case.id]
        yield result.case.id if n == 1 else f"{result.case.id} #{n}"


def _properties(made_by: Mapping[str, Json]) -> Iterator[tuple[str, str]]:
    """Pairs of a name and a text: the version as `dtref`, the command as `command`, a setting such as the seed as `settings.seed`."""
    from dtref.io.version import __version__

    yield "dtref", __version__
    for name, value in made_by.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{part}", text if isinstance(text, str) else json.dumps(text)) for part, text in value.items())
        else:
            yield name, str(value)


def annotation_lines(results: Iterable[Result]) -> Iterator[str]:
    """
    A line for each failure, as code hosts read them from the output of a job (`::error title=…::…`).

    >>> list(annotation_lines([]))
    []
    """
    for result in results:
        if result.judgement.outcome is Outcome.FAILED:
            says = f"expected {expected_text(result.case)}, got {got_text(result)} ({result.judgement.why})"
            yield f"::error title={_property(result.case.id)}::{_data(says[:1000])}"


def _data(text: str) -> str:
    return terminal_safe(text).replace("%", "%25").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
