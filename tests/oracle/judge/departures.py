"""
Asking programs where they depart: `PYTHONPATH=tests python -m oracle.judge.departures` asks those that are here anew, puts their answers
and what is exact into golden/departures/<program>.json, and writes what is made from these.

Names, words, references and the ids of cases are written by hand; what departs and isn't listed, or is listed and doesn't, is printed. A
test run never writes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping

from oracle.judge.catalogue import CATALOGUE, Catalogue, Departure, Listed, cases_of, catalogue, is_backed, layout, write_made
from oracle.judge.harnesses import HARNESSES, Harness

from dtref.oracle.judge.answers import expected_text
from dtref.oracle.judge.cases import Case, golden_cases
from dtref.oracle.judge.judge import judge_cases
from dtref.oracle.judge.outcomes import Outcome
from dtref.oracle.judge.results import Result

LONG = 300
"""How many characters of an answer the catalogue holds."""


def ask(harness: Harness) -> list[Result]:
    """What a program answers to every golden case."""
    with harness.program() as program:
        return list(judge_cases(program, list(golden_cases())))


def failed(results: Iterable[Result]) -> dict[str, Listed]:
    """The cases in which a program departs, by their ids, as the catalogue lists them."""
    found: dict[str, Listed] = {}
    for r in results:
        if r.judgement.outcome is Outcome.FAILED:
            found.setdefault(r.case.id, listed_case(r.case, told(r)))  # a formula has several cases of one id
    return found


def listed_case(case: Case, answers: str) -> Listed:
    """A case as the catalogue lists it."""
    return Listed(id=case.id, operation=case.call.operation, answers=answers, exact=short(" ".join(expected_text(case).split())))


def told(result: Result) -> str:
    """What a program said, in a line."""
    reply = result.reply
    return short(json.dumps(reply.value, ensure_ascii=False, sort_keys=True) if reply.kind == "answer" else f"{reply.kind}: {reply.value}")


def short(text: str) -> str:
    """A text of at most 300 characters."""
    return text if len(text) <= LONG else f"{text[:LONG]}…"


def refreshed(listed: Catalogue, version: str, found: Mapping[str, Listed]) -> Catalogue:
    """A catalogue with a program's own answers of today, what doesn't depart any more left out."""
    departures = [with_cases(one, found) for one in listed["departures"]]
    return Catalogue(**{**listed, "version": version, "departures": [one for one in departures if is_backed(one)]})


def with_cases(departure: Departure, found: Mapping[str, Listed]) -> Departure:
    """A departure with the cases that were found; none is no list."""
    rest = {key: value for key, value in departure.items() if key != "cases"}
    cases = [found[case["id"]] for case in departure.get("cases", ()) if case["id"] in found]
    return Departure(**rest, **({"cases": cases} if cases else {}))  # type: ignore[typeddict-item]


def main() -> None:
    """Ask every program that is here, and write."""
    for harness in HARNESSES:
        if not harness.version():
            print(f"left as it is: {harness.name}: {harness.absent}")
            continue
        found, listed = failed(ask(harness)), catalogue(harness)
        ids = {case["id"] for case in cases_of(listed)}
        print(f"{harness.name}: not listed {sorted(found.keys() - ids)}, gone {sorted(ids - found.keys())}")
        (CATALOGUE / f"{harness.name}.json").write_text(layout(refreshed(listed, harness.version(), found)), "utf-8")
    write_made()


if __name__ == "__main__":
    main()
