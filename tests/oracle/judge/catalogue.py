"""
The catalogue golden/departures: for each program what it gives that the definition doesn't, and what is made from that: a table for people,
the lists that `dtref judge --known` reads. `oracle.judge.departures` asks the programs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, TypedDict

from oracle.judge.harnesses import FOLDER, HARNESSES, Harness
from peers.departures import FILE as PEERS
from peers.pruning import FILE as PRUNING

from dtref.oracle.golden.store import golden_folder

CATALOGUE = golden_folder() / "departures"
TABLE = CATALOGUE / "DEPARTURES.md"
KNOWN = FOLDER / "known"


class Listed(TypedDict):
    """A case in which a program departs: what it says, what is right."""

    id: str
    operation: str
    answers: str
    exact: str


class Departure(TypedDict, total=False):
    """What a program does, where it says so, and the evidence: cases, a rule of golden/peers, tests."""

    name: str
    what: str
    reference: str
    cases: list[Listed]
    peers: dict[str, str]
    tests: list[str]


class Catalogue(TypedDict):
    """A file of golden/departures."""

    program: str
    version: str
    harness: str
    command: str
    departures: list[Departure]


def catalogue(harness: Harness) -> Catalogue:
    """The departures of a program."""
    found: Catalogue = json.loads((CATALOGUE / f"{harness.name}.json").read_text("utf-8"))
    return found


def cases_of(listed: Catalogue) -> Iterator[Listed]:
    """Every case in which a program departs."""
    return (case for departure in listed["departures"] for case in departure.get("cases", ()))


def is_backed(departure: Departure) -> bool:
    """Whether there is any evidence of a departure."""
    return bool(departure.get("cases") or departure.get("tests") or on_real_data(departure))


# What is made from the catalogue


def known_text(listed: Catalogue) -> str:
    """The departures as `dtref judge --known` reads them."""
    reasons = {case["id"]: one["what"] for one in listed["departures"] for case in one.get("cases", ())}
    return json.dumps({"known": reasons}, indent=1, ensure_ascii=False) + "\n"


def on_real_data(departure: Departure) -> str:
    """How many nodes of trees on real data golden/peers counts by the same rule, "" if none."""
    rule = departure.get("peers")
    rows = [row for row in peer_rows() if rule and (row["program"], row["rule"]) == (rule["program"], rule["rule"])]
    return f"{sum(int(row.get('count', len(row['nodes']))) for row in rows)} nodes of {len(rows)} trees" if rows else ""


@cache
def peer_rows() -> tuple[Mapping[str, Any], ...]:
    """What golden/peers lists of trees that programs grew, and pruned."""
    return tuple(row for file in (PEERS, PRUNING) for row in json.loads(file.read_text("utf-8"))["departures"])


def table_text() -> str:
    """DEPARTURES.md."""
    parts = [TITLE]
    for listed in map(catalogue, HARNESSES):
        rows = "\n".join(map(_row, listed["departures"]))
        parts.append(f"## {listed['program']} {listed['version']}\n\n{HEAD}\n{rows}\n")
    return "\n".join(parts)


TITLE = """# How programs depart from the definition

Made by `PYTHONPATH=tests python -m oracle.judge.departures` from the files beside it; [README.md](README.md) says how to read it. The
example is the first of the cases.
"""
COLUMNS = ("departure", "operations", "cases", "on real data", "tests", "example", "it answers", "exact", "documented")
HEAD = f"| {' | '.join(COLUMNS)} |\n{'| --- ' * len(COLUMNS)}|"


def _row(one: Departure) -> str:
    cases = one.get("cases", [])
    shown = next((f"`{case['id']}` ({case['operation']}) | {_code(case['answers'])} | {_code(case['exact'])}" for case in cases), " | | ")
    tests = "; ".join(f"`{test.split('::')[1]}`" for test in one.get("tests", ()))
    evidence = f"{len(cases) or ''} | {on_real_data(one)} | {tests} | {shown}"
    return f"| **{one['name']}**: {cell(one['what'])} | {_operations(one)} | {evidence} | {cell(one['reference'])} |"


def _operations(one: Departure) -> str:
    return ", ".join(f"`{name}`" for name in dict.fromkeys(case["operation"] for case in one.get("cases", ())))


def _code(text: str) -> str:
    return f"`{cell(text if len(text) <= 90 else text[:90] + '…')}`"


def cell(text: str) -> str:
    """A text as a cell of a Markdown table."""
    return text.replace("|", "\\|")


def layout(listed: Catalogue) -> str:
    """The text of a file: a case on a line of its own, so that a difference between versions is one in content."""
    head = "".join(f"  {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)},\n" for k, v in listed.items() if k != "departures")
    return "{\n" + head + '  "departures": [\n' + ",\n".join(map(_laid_out, listed["departures"])) + "\n  ]\n}\n"


def _laid_out(one: Departure) -> str:
    parts = [f"      {json.dumps(k)}: {json.dumps(v, ensure_ascii=False)}" for k, v in one.items() if k != "cases"]
    if "cases" in one:
        cases = ",\n".join(f"        {json.dumps(case, ensure_ascii=False)}" for case in one["cases"])
        parts.append(f'      "cases": [\n{cases}\n      ]')
    return "    {\n" + ",\n".join(parts) + "\n    }"


def write_made() -> None:
    """Write what is made from the catalogue."""
    KNOWN.mkdir(exist_ok=True)
    for harness in HARNESSES:
        (KNOWN / f"{harness.name}.json").write_text(known_text(catalogue(harness)), "utf-8")
    TABLE.write_text(table_text(), "utf-8")
