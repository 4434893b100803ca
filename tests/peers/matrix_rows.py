"""The rows of the matrix of programs, a file for each learner in the folder matrix_rows; and the page that shows them."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import cast

from peers.definitions import Name
from peers.learners.learner import Learner
from peers.matrix_cells import NAMED, NAMED_BELOW, NAMED_EXCHANGED, RIGHT_ALL_THE_SAME, RIGHT_THERE, Outcome
from peers.what_ran import Lines, changed, digest, lines
from spoilings import SPOILINGS

ROWS = Path(__file__).with_name("matrix_rows")
PAGE = Path(__file__).with_name("MATRIX.md")
Row = dict[str, object]
"""The row of a learner as it is written."""
RIGHT = ("Optimal", "Tied", "TiedSurrogates")
ROUNDED = ("WithinFloat", "StopWithinFloat")
LISTED = 20
"""The most cells of a kind that are listed."""


def slug(name: str) -> str:
    """The name of a learner's file."""
    return "_".join(re.findall(r"[a-z0-9]+", name.lower()))


def written() -> dict[str, Row]:
    """The rows that are written, by learner."""
    return {row["learner"]: row for row in (json.loads(file.read_text()) for file in sorted(ROWS.glob("*.json")))}


def row_of(learner: Learner, outcomes: Sequence[Outcome], ran: Collection[Name], by_other_code: int = 0) -> Row:
    """
    What came of all cells of a learner. ran: the functions of dtref that ran; by_other_code: how many cells were run by code that has
    changed since.
    """
    verdicts, open_reasons, faults, kinds, grown, not_run = (Counter[str]() for _ in range(6))
    for o in outcomes:
        verdicts.update(o.verdicts)
        open_reasons.update(o.open)
        faults.update(o.faults)
        kinds.update(o.kinds)
        grown[o.grown] += bool(o.grown)
        not_run[re.sub(r" \(got .*", "", o.not_run)] += bool(o.not_run)
    nodes = sum(verdicts.values())
    rounded = sum(verdicts[name] for name in ROUNDED)
    return {
        "learner": learner.name,
        "version": learner.version(),
        "code": digest(found := lines(ran)),
        "by other code": by_other_code,
        "tables": len({o.table for o in outcomes if not o.not_run}),
        "settings": len({o.setting for o in outcomes}),
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
        "by kind": dict(sorted(kinds.items())),
        "missed": [f"{_cell(o)}: {', '.join(o.missed)}" for o in outcomes if o.missed],
        "near": [f"{_cell(o)}: {', '.join(o.near)}" for o in outcomes if o.near],
        "grown": dict(sorted((+grown).items())),
        "grown otherwise": [_cell(o) for o in outcomes if o.grown == "other"],
        "ran": found,
    }


def _cell(o: Outcome) -> str:
    return f"{o.table} ({o.setting})"


def why_stale(learner: Learner) -> str:
    """Why a learner's row tells nothing of the code as it is; "" where it does."""
    row = written().get(learner.name)
    if row is None:
        return "never run"
    if row["by other code"]:
        return f"{row['by other code']} cells were run by other code"
    now = changed(cast(Lines, row.get("ran", {"it doesn't say what ran": ""})))
    return f"changed since: {', '.join(now)}" if now else ""


def page_text(rows: Iterable[Row]) -> str:
    """MATRIX.md."""
    rows = list(rows)
    lines = [_HEAD.strip("\n"), *map(_line, rows)]
    if len(rows) > 1:
        lines.append(_line(_total(rows)))
    lines += ["", *_kind_lines(rows)]
    for row in rows:
        lines += ["", f"## {row['learner']}", ""]
        lines += [f"* Run by code that has changed since: {row['by other code']:,} cells"] if row.get("by other code") else []
        for title, key in (("Not run", "not run"), ("Not checked", "why"), ("Spoiled", "spoiled"), ("Grown", "grown")):
            lines += [f"* {title}: {why}: {n:,}" for why, n in _counts(row, key).items()]
        for title, key in (
            ("Wrong", "wrong nodes"),
            ("Spoiled and not named", "missed"),
            ("Spoiled, and open", "near"),
            ("Grown otherwise", "grown otherwise"),
        ):
            listed = cast(Sequence[str], row[key])
            lines += [f"* {title}: {text}" for text in listed[:LISTED]]
            lines += [f"* {title}: {len(listed) - LISTED} more"] if len(listed) > LISTED else []
    return "\n".join(lines) + "\n"


AT_THE_NODE = (NAMED, NAMED_EXCHANGED)
"""What comes of a spoiled tree whose fault is named where it is."""


def _kind_lines(rows: Sequence[Row]) -> Iterator[str]:
    """What came of each kind of fault, of all learners."""
    came = sum((Counter(_counts(row, "by kind")) for row in rows if "by kind" in row), Counter[str]())
    yield from _KINDS.strip("\n").splitlines()
    for kind in (spoil.__name__ for spoil in SPOILINGS):
        by = {text.removeprefix(f"{kind}: "): n for text, n in came.items() if text.startswith(f"{kind}: ")}
        right = sum(by.get(name, 0) for name in RIGHT_ALL_THE_SAME)
        shown = (*AT_THE_NODE, RIGHT_THERE, NAMED_BELOW)
        left = {name: n for name, n in by.items() if name not in (*shown, *RIGHT_ALL_THE_SAME)}
        told = ", ".join(f"{name} {n:,}" for name, n in sorted(left.items()))
        counts = (sum(by.values()), *(by.get(name, 0) for name in shown), right)
        yield f"| {kind.replace('_', ' ')} | {' | '.join(f'{n:,}' for n in counts)} | {told} |"


_KINDS = """
| kind of fault | trees | named there | at an exchanged side | right there, named below | named below it | right all the same | else |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |
"""
NUMBERS = ("tables", "cells", "trees", "nodes", "tied", "within rounding", "not checked", "wrong")


def _counts(row: Row, key: str) -> Mapping[str, int]:
    return cast(Mapping[str, int], row[key])


def _total(rows: Sequence[Row]) -> Row:
    """All rows in one."""
    sums: Row = {key: sum(cast(int, row[key]) for row in rows) for key in NUMBERS}
    merged = {key: sum((Counter(_counts(row, key)) for row in rows), Counter[str]()) for key in ("spoiled", "grown")}
    return {**sums, **merged, "learner": "all", "version": "", "code": "", "tables": max(cast(int, row["tables"]) for row in rows)}


def _line(row: Row) -> str:
    spoiled, grown = _counts(row, "spoiled"), _counts(row, "grown")
    right = sum(spoiled.get(name, 0) for name in RIGHT_ALL_THE_SAME)
    found = sum(spoiled.values()) - right - spoiled.get(RIGHT_THERE, 0)
    drawn = sum(n for name, n in grown.items() if name.startswith("not grown"))
    compared = {name: n for name, n in grown.items() if not name.startswith("not grown")}
    by = ", ".join(f"{name} {n:,}" for name, n in {**compared, "not grown": drawn}.items() if n)
    parts = [
        *(str(row["learner"]), str(row["version"]), *(f"{row[key]:,}" for key in NUMBERS)),
        *(
            f"{sum(spoiled.get(name, 0) for name in AT_THE_NODE):,} of {found:,}",
            f"{spoiled.get(RIGHT_THERE, 0):,}",
            f"{right:,}",
            by,
            f"`{row['code']}`" if row["code"] else "",
        ),
    ]
    return f"| {' | '.join(parts)} |"


_HEAD = """
# The matrix of programs

Trees of released programs, by every pair of values of their parameters, on 25 tables each or as many as the row says, with and without
gaps and weights: each verified under the policy that the model states (`dtref.policy_of`). Each is spoiled by every one of eleven kinds of
fault that it can have, at a node each, and verified again; and dtref grows the tree of the same policy. Of forests one tree is taken, with
its draws. `PYTHONPATH=tests:. python tests/peers/matrix.py` writes this page and the files of `matrix_rows`, in some half an hour;
`--only NAME --cells 20` tries some cells of a learner in a minute. `code` is a hash of the functions of dtref that ran, of which the files
of `matrix_rows` have a list (`what_ran.py`; the first 25 cells of a learner are watched, then one of twenty): it stays what it is while
these, and what they read, do, whatever else changes.

* *Tied*: nodes that ask one of several equally good tests, or have one of several equally good lists of surrogates.
* *Rounding*: nodes where another test is better by less than the program's floats can tell, 64 units in the last place at most.
* *Not checked* and *wrong* are listed below, with reasons.
* *Named*: spoiled trees in which a verdict names the spoiled node, of those that are not right all the same. Where a node's sides were
  exchanged the node itself is as it was, and what stands at its branches isn't: named are such a branch or, if the branches' claims
  together are right (`Report.parted_otherwise`), the node.
* *There*: spoiled trees in which the spoiled node is right by itself, by brute force, as a draw may have asked that, or it is a tie, and
  what is below, and was made by another test, is named: either may be the fault.
* *Right*: spoiled trees that are right all the same, by brute force (`brute_ties.py`); with another list of surrogates that are as good;
  or that a draw of columns or cuts may have made, by brute force, too.
* *Grown*: trees that part the records as dtref's own does, those that tie with it, those where rounding or what isn't checked may have
  decided. Where columns or cuts are drawn dtref grows none.

| learner | version | tables | cells | trees | nodes | tied | rounding | not checked | wrong | named | there | right | grown | code |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- | --- |
"""
