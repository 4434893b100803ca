"""
What judging a program found, as one page of HTML that needs no other file.

Before this: `dtref.oracle.judge.telling.programs`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from dtref.oracle.judge.answers import Outcome, expected_text
from dtref.oracle.judge.asking import question
from dtref.oracle.judge.judging import Result, tally
from dtref.oracle.judge.lines import NOWHERE
from dtref.oracle.judge.telling.replaying import Again, by_python
from dtref.oracle.judge.telling.text import acceptable, definition_of, got_text, hints, plain, sums

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem; color: #1b1f24; background: #fff; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; } h3 { font-size: 1rem; margin: 0 0 .5rem; }
table { border-collapse: collapse; width: 100%; } th, td { padding: .2rem .6rem; text-align: right; border-bottom: 1px solid #d8dee4; }
th:first-child, td:first-child { text-align: left; } tr.failed td { background: #fff1f0; }
article { border: 1px solid #d8dee4; border-left: 4px solid #cf222e; border-radius: 4px; padding: .8rem 1rem; margin: 1rem 0; }
dl { display: grid; grid-template-columns: 6rem 1fr; gap: .3rem 1rem; margin: 0; } dt { color: #59636e; } dd { margin: 0; min-width: 0; }
code { font: 14px/1.45 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
.sums { display: flex; gap: 2rem; padding: 0; list-style: none; } .sums strong { font-size: 1.6rem; display: block; }
@media (prefers-color-scheme: dark) { body { color: #e6edf3; background: #0d1117; } tr.failed td { background: #3a1518; } }
@media (max-width: 40rem) { dl { grid-template-columns: 1fr; } .sums { flex-wrap: wrap; } }
"""
MOST = 200
"""The most failures that a page shows in full."""


def results_page(results: Sequence[Result], about: Mapping[str, object], again: Again = by_python, notes: Iterable[str] = ()) -> str:
    """
    The page: the sums, every failure, a table of operations, why answers were acceptable. notes: what else there is to say.

    >>> results_page([], {}).startswith("<!DOCTYPE html>")
    True
    """
    page = Element("html", lang="en")
    head, body = SubElement(page, "head"), SubElement(page, "body")
    SubElement(head, "meta", charset="utf-8")
    SubElement(head, "meta", name="viewport", content="width=device-width, initial-scale=1")
    title = f"dtref judge: {_name(about)}"
    _text(head, "title", title)
    SubElement(head, "style").text = STYLE
    _text(body, "h1", title)
    listed = SubElement(body, "ul", {"class": "sums"})
    for outcome, n in sums(results).items():
        item = SubElement(listed, "li")
        _text(item, "strong", str(n)).tail = outcome
    _failures(body, [result for result in results if result.judgement.outcome is Outcome.FAILED], again)
    _operations(body, results)
    _list(body, "Acceptable, and why", [f"{why}: {n}" for why, n in acceptable(results).items()])
    _list(body, "Notes", list(notes))
    return "<!DOCTYPE html>\n" + ElementTree.tostring(page, encoding="unicode", method="html")


def _name(about: Mapping[str, object]) -> str:
    said = about.get("implementation")
    words = [str(said[part]) for part in ("name", "version", "language") if part in said] if isinstance(said, dict) else []
    return plain(" ".join(words)) or "a program"


def _text(parent: Element, tag: str, text: str) -> Element:
    element = SubElement(parent, tag)
    element.text = plain(text)
    return element


def _list(body: Element, heading: str, lines: Sequence[str]) -> None:
    if lines:
        _text(body, "h2", heading)
        listed = SubElement(body, "ul")
        for line in lines:
            _text(listed, "li", line)


def _failures(body: Element, failed: Sequence[Result], again: Again) -> None:
    if failed:
        _text(body, "h2", f"Failures ({len(failed)})")
    for result in failed[:MOST]:
        article = SubElement(body, "article", id=plain(result.case.id))
        _text(article, "h3", f"{result.case.id}: {result.case.call.operation}")
        listed = SubElement(article, "dl")
        for name, value, is_code in _parts(result, again):
            if value:
                _text(listed, "dt", name)
                _text(SubElement(listed, "dd"), "code" if is_code else "span", value)
    if len(failed) > MOST:
        _text(body, "p", f"… and {len(failed) - MOST} more: --json and --junit have them all.")


def _parts(result: Result, again: Again) -> list[tuple[str, str, bool]]:
    case = result.case
    if case.call.operation == NOWHERE:
        return [("why", result.judgement.why, False)]
    found = definition_of(result)
    return [
        ("what", case.what, False),
        ("given", json.dumps(question(case)), True),
        ("expected", expected_text(case), True),
        ("got", got_text(result), True),
        ("why", result.judgement.why, False),
        ("formula", found.formula or found.sentence, True),
        ("source", f"{found.source} ({found.at})", False),
        ("case", case.source, False),
        *(("hint", hint, False) for hint in hints(result)),
        ("again", again(case), True),
    ]


def _operations(body: Element, results: Sequence[Result]) -> None:
    _text(body, "h2", "Operations")
    table = SubElement(body, "table")
    heads = SubElement(SubElement(table, "thead"), "tr")
    for name in ("operation", *(outcome.value for outcome in Outcome)):
        _text(heads, "th", name)
    rows = SubElement(table, "tbody")
    for operation, row in tally(results).items():
        line = SubElement(rows, "tr", {"class": "failed"} if row["failed"] else {})
        _text(line, "td", operation)
        for n in row.values():
            _text(line, "td", str(n))
