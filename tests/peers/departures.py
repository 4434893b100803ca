"""
The departures that are known: golden/peers/departures.json, read, written and compared with a run.

`DTREF_DATA=… PYTHONPATH=tests python -m peers.departures` compares everything anew and rewrites the two lists `compared` and
`departures`; `programs` and `rules` are written by hand. A test run never writes.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import TypedDict

from peers.j48 import J48
from peers.membership import Finding, gap_text
from peers.programs import Comparison, Program, compare_trees
from peers.rpart import RPART
from peers.samples import Sample
from peers.scikit import SKLEARN
from peers.weka import WEKA_ID3

PROGRAMS = (SKLEARN, RPART, WEKA_ID3, J48)

FILE = Path(__file__).parent.parent.parent / "golden" / "peers" / "departures.json"

COUNTED_ONLY = frozenset({"null-leaf"})
"""Rules whose nodes are counted, not listed: there are thousands, one for each empty branch."""


class Listed(TypedDict, total=False):
    """A node at which a tree departs: the branches from the root, the class counts, what is there, what dtref prefers by how much."""

    path: str
    counts: str
    kind: str
    what: str
    gap: str


class Departure(TypedDict):
    """The nodes of one tree that one rule explains."""

    program: str
    file: str
    variant: str
    rule: str
    count: str
    nodes: list[Listed]


class Compared(TypedDict):
    """What was compared: how many trees of a program on a file, with how many nodes."""

    program: str
    file: str
    sha256: str
    trees: str
    inner: str
    tied: str
    leaves: str


class Departures(TypedDict):
    """The whole file."""

    about: str
    programs: list[dict[str, str]]
    rules: list[dict[str, str]]
    compared: list[Compared]
    departures: list[Departure]


def known() -> Departures:
    """The file."""
    found: Departures = json.loads(FILE.read_text())
    return found


def departures_of(program: Program, sample: Sample, comparisons: Iterable[Comparison]) -> list[Departure]:
    """The departures of a program on a sample, as the file would list them."""
    return [d for c in comparisons for d in _of_tree(program, sample, c)]


def _of_tree(program: Program, sample: Sample, comparison: Comparison) -> Iterator[Departure]:
    by_rule = sorted(comparison.findings, key=lambda pair: pair[0])  # stable: preorder within a rule
    for rule, group in groupby(by_rule, key=lambda pair: pair[0]):
        nodes = [_listed(finding) for _, finding in group]
        shown = [] if rule in COUNTED_ONLY else nodes
        variant = comparison.grown.variant
        yield Departure(program=program.name, file=sample.name, variant=variant, rule=rule, count=str(len(nodes)), nodes=shown)


def _listed(finding: Finding) -> Listed:
    return Listed(
        path=".".join(map(str, finding.path)) or "root",
        counts=", ".join(map(str, finding.counts)),
        kind=finding.kind,
        what=finding.detail,
        gap=gap_text(finding.gap),
    )


def compared_of(program: Program, sample: Sample, comparisons: list[Comparison]) -> Compared:
    """What was compared on a sample, as the file would list it."""
    trees, inner, tied, leaves = (str(sum(numbers)) for numbers in zip(*((1, c.inner, c.tied, c.leaves) for c in comparisons), strict=True))
    digest = sha256(sample.path.read_bytes()).hexdigest()
    return Compared(program=program.name, file=sample.name, sha256=digest, trees=trees, inner=inner, tied=tied, leaves=leaves)


def rewrite(programs: Iterable[Program]) -> None:
    """Compare everything that is there, and write what was found. Rows of programs that are not there stay as they are."""
    text = known()
    for program in programs:
        if not program.version():
            print(f"left as it is: {program.name}: {program.absent}")
            continue
        runs = [(sample, list(compare_trees(program, sample))) for sample in program.samples()]
        text["compared"] = [c for c in text["compared"] if c["program"] != program.name]
        text["compared"] += [compared_of(program, sample, found) for sample, found in runs]
        text["departures"] = [d for d in text["departures"] if d["program"] != program.name]
        text["departures"] += [d for sample, found in runs for d in departures_of(program, sample, found)]
        for said in text["programs"]:
            if said["name"] == program.name:
                said["version"] = program.version()
    FILE.write_text(layout(text))


def layout(text: Mapping[str, object]) -> str:
    """The text of the file: each row of a list on a line of its own, so that a difference between versions is one in content."""
    lists = [f"{json.dumps(key)}: {json.dumps(value) if isinstance(value, str) else _rows(value)}" for key, value in text.items()]
    return "{\n" + ",\n".join(lists) + "\n}\n"


def _rows(rows: object) -> str:
    assert isinstance(rows, list)
    return "[\n" + ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"


if __name__ == "__main__":
    rewrite(p for p in PROGRAMS if p.name in sys.argv[1:] or not sys.argv[1:])
