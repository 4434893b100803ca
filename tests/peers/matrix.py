"""
The matrix of programs: trees of released programs by every pair of values of their parameters, on 25 tables each, with and without gaps and
weights, verified under the policies that the models state; the same trees spoiled; and dtref's own trees beside them.

`PYTHONPATH=tests python tests/peers/matrix.py` runs all of it, some minutes a learner, and writes matrix.json and MATRIX.md beside this
file, which are committed by hand. `--only NAME` (repeatable) runs some learners and leaves the other rows as they are; `--tables N` takes
every so-manyth table, N in all, and the row says so; `--dry` writes nothing. The folder that DTREF_DATA names must be there for all tables.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum
from pathlib import Path
from time import process_time

from peers.code_hash import code_hash
from peers.matrix_cells import Outcome, cells, outcome
from peers.matrix_programs import Learner, learners
from peers.matrix_tables import TABLES

JSON = Path(__file__).with_name("matrix.json")
PAGE = Path(__file__).with_name("MATRIX.md")
Row = dict[str, object]
"""The row of a learner as it is written."""
RIGHT = ("Optimal", "Tied", "TiedSurrogates")
ROUNDED = ("WithinFloat", "StopWithinFloat")


def row_of(learner: Learner, outcomes: Sequence[Outcome]) -> Row:
    """What came of all cells of a learner."""
    verdicts, open_reasons, faults, grown, not_run = (Counter[str]() for _ in range(5))
    for o in outcomes:
        verdicts += o.verdicts
        open_reasons += o.open
        faults += o.faults
        grown[o.grown] += bool(o.grown)
        not_run[o.not_run] += bool(o.not_run)
    nodes = sum(verdicts.values())
    rounded = sum(verdicts[name] for name in ROUNDED)
    return {
        "learner": learner.name,
        "version": learner.version(),
        "about": list(learner.about),
        "code": code_hash(learner.about),
        "tables": len({o.cell.table for o in outcomes}),
        "cells": len(outcomes),
        "trees": sum(not o.not_run for o in outcomes),
        "not run": dict(sorted((+not_run).items())),
        "nodes": nodes,
        "tied": verdicts["Tied"] + verdicts["TiedSurrogates"],
        "within rounding": rounded,
        "not checked": verdicts["NotChecked"],
        "why": dict(sorted(open_reasons.items())),
        "wrong": nodes - rounded - verdicts["NotChecked"] - sum(verdicts[name] for name in RIGHT),
        "wrong nodes": [f"{_cell(o)}: {', '.join(o.wrong[:3])}" for o in outcomes if o.wrong],
        "spoiled": dict(sorted(faults.items())),
        "missed": [f"{_cell(o)}: {', '.join(o.missed)}" for o in outcomes if o.missed],
        "grown": dict(sorted((+grown).items())),
    }


def _cell(o: Outcome) -> str:
    said = (f"{name}={value.value if isinstance(value, Enum) else value}" for name, value in o.cell.setting.items())
    return f"{o.cell.table} ({', '.join(said)})"


def run(learner: Learner, tables: int) -> tuple[Row, float]:
    """The row of a learner on its first tables, and the seconds of processor time that it took."""
    start = process_time()
    outcomes = []
    chosen = learner.tables()
    for number, (table, setting) in enumerate(cells(learner, chosen[:: -(-len(chosen) // tables)])):
        outcomes.append(outcome(learner, table, setting, number))
        if number % 50 == 49:
            print(f"  {learner.name}: {number + 1} cells, {process_time() - start:.0f} s", file=sys.stderr, flush=True)
    return row_of(learner, outcomes), process_time() - start


def page_text(rows: Iterable[Row]) -> str:
    """MATRIX.md."""
    rows = list(rows)
    lines = [_HEAD.strip("\n")]
    for row in rows:
        spoiled, grown = row["spoiled"], row["grown"]
        assert isinstance(spoiled, dict) and isinstance(grown, dict)
        found = sum(n for name, n in spoiled.items() if name not in ("still right", "tied surrogates", "may be drawn so"))
        numbers = (row[key] for key in ("tables", "cells", "trees", "nodes", "tied", "within rounding", "not checked", "wrong"))
        parts = [
            *(str(row["learner"]), str(row["version"]), *(f"{n:,}" for n in numbers)),
            f"{spoiled.get('named', 0):,} of {found:,}",
            ", ".join(f"{name} {n:,}" for name, n in grown.items()),
            f"`{row['code']}`",
        ]
        lines.append(f"| {' | '.join(parts)} |")
    for row in rows:
        lines += ["", f"## {row['learner']}", ""]
        for title, key in (("Not run", "not run"), ("Not checked", "why"), ("Spoiled", "spoiled")):
            part = row[key]
            assert isinstance(part, dict)
            lines += [f"* {title}: {why}: {n:,}" for why, n in part.items()]
        for title, key in (("Wrong", "wrong nodes"), ("Spoiled and not named", "missed")):
            listed = row[key]
            assert isinstance(listed, list)
            lines += [f"* {title}: {text}" for text in listed]
    return "\n".join(lines) + "\n"


_HEAD = """
# The matrix of programs

Trees of released programs, by every pair of values of their parameters, on 25 tables each or as many as the row says, with and without gaps
and weights: each verified under the policy that the model states (`dtref.policy_of`). Each is spoiled by two of eleven kinds of fault, in
turn, and verified again; and dtref grows the tree of the same policy. `PYTHONPATH=tests python tests/peers/matrix.py` writes this page and
`matrix.json`; `code` is a hash as in [README.md](README.md). Of the *nodes* the *tied* ask one of several equally good tests, or one of
several equally good lists of surrogates; *rounding*: another test is better by less than the program's floats can tell; *not checked* and
*wrong* are listed below, with reasons. *Named*: spoiled trees in which a verdict names the spoiled node or a child of it, of those that are
not right all the same (shown by brute force: `brute_ties.py`), and that no draw of columns or cuts may have made.

| learner | version | tables | cells | trees | nodes | tied | rounding | not checked | wrong | named | grown by dtref | code |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
"""


def stale() -> list[str]:
    """A line for each row whose code has changed since, and for each that is missing."""
    rows = written()
    told = []
    for learner in learners():
        row = rows.get(learner.name)
        why = "never run" if row is None else "" if row["code"] == code_hash(learner.about) else "its code has changed since"
        told += [f"{learner.name}: {why}"] if why else []
    return told


def main() -> None:
    """What the module's text says."""
    options = ArgumentParser(description=__doc__)
    options.add_argument("--only", action="append", help="a learner")
    options.add_argument("--tables", type=int, default=TABLES, help="so many tables")
    options.add_argument("--dry", action="store_true", help="write nothing")
    given = options.parse_args()
    for learner in learners():
        if (given.only and learner.name not in given.only) or not learner.version():
            continue
        row, seconds = run(learner, given.tables)
        print(json.dumps(row, indent=1) if given.dry else f"{learner.name}: {row['trees']} trees, {seconds:.0f} s", flush=True)
        if not given.dry:  # another process may have written other rows meanwhile
            rows = {**written(), learner.name: row}
            ordered = [rows[other.name] for other in learners() if other.name in rows]
            JSON.write_text(json.dumps(ordered, indent=1) + "\n")
            PAGE.write_text(page_text(ordered))


def written() -> dict[str, Row]:
    """The rows that are written, by learner."""
    return {row["learner"]: row for row in json.loads(JSON.read_text())} if JSON.exists() else {}


if __name__ == "__main__":
    main()
