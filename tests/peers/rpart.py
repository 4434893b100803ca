"""
R's rpart, Gini and information, against CART, on numeric and nominal data.

The fitted object's `frame`, `splits` and `csplit` are read, records are routed through them here, and must end where `where` says
they ended in training. Sources of rpart: `src/bsplit.c`, `src/gini.c`, `src/partition.c`.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TypedDict

from attrs import evolve
from peers.library import CART, Continuous, DataSet, Rows, exact, gain, gini_reduction, sign
from peers.membership import Finding, Foreign, reference
from peers.programs import UNEXPLAINED, Grown, Program, within_rounding
from peers.samples import Sample, samples
from peers.standing import ask

SCRIPT = Path(__file__).with_suffix(".R")
STANDING = SCRIPT.with_name("standing.R")
CRITERIA = {"gini": gini_reduction, "information": gain}
MAX_DEPTH = 30
"""rpart numbers nodes 2k, 2k + 1 in an int, and so goes no deeper."""


class Fit(TypedDict):
    """A fitted rpart object, as rpart.R writes it."""

    split: str
    var: list[str]
    node: list[str]
    n: list[str]
    yval: list[str]
    ylevels: list[str]
    splits: list[list[str]]
    columns: list[str]
    csplit: list[list[str]]
    where: list[str]


@cache
def version() -> str:
    """The installed version of the R package."""
    if which("Rscript") is None:
        return ""
    asked = "library(jsonlite); cat(as.character(packageVersion('rpart')))"
    return subprocess.run(["Rscript", "-e", asked], capture_output=True, text=True, check=False).stdout.strip()


def run_script(script: Path, *files: Path) -> str:
    """Runs a script on files in the R that stays; what went wrong, or ""."""
    return ask(("Rscript", "--vanilla", str(STANDING)), str(script), *map(str, files))


def grow(sample: Sample) -> Iterator[Grown]:
    """A tree for each splitting rule."""
    data = sample.data
    for fit in fits(data):
        against = reference(data, evolve(CART, criterion=CRITERIA[fit["split"][0]]))
        yield Grown(fit["split"][0], against, foreign(data, fit))


def fits(data: DataSet) -> list[Fit]:
    """The objects that rpart fits. Values are sent as their positions, so that no name can be misread."""
    columns = [_column(data, i) for i in range(len(data.attributes))]
    labels = [data.classes.index(str(r.label)) + 1 for r in data]
    with TemporaryDirectory() as folder:
        given, answer = Path(folder, "given.json"), Path(folder, "answer.json")
        given.write_text(json.dumps({"columns": columns, "labels": labels, "classes": len(data.classes)}))
        problem = run_script(SCRIPT, given, answer)
        assert not problem, problem
        found: list[Fit] = json.loads(answer.read_text())["fits"]
    return found


def _column(data: DataSet, i: int) -> dict[str, object]:
    attribute, cells = data.attributes[i], [r.values[i] for r in data]
    if isinstance(attribute, Continuous):
        return {"cells": [float(exact(cell)).hex() for cell in cells]}
    return {"cells": [attribute.values.index(str(cell)) + 1 for cell in cells], "levels": len(attribute.values)}


def foreign(data: DataSet, fit: Fit) -> Foreign:
    """A fitted object as a foreign tree. Node k has the children 2k and 2k + 1; the rows of `frame` are in preorder."""
    at = {round(_hex(number)): i for i, number in enumerate(fit["node"])}
    asked = _routed(data, fit, at)
    nodes: dict[int, Foreign] = {}
    for number in sorted(at, reverse=True):
        rows, attribute, says = asked[number]
        label = data.classes[int(fit["ylevels"][round(_hex(fit["yval"][at[number]])) - 1]) - 1]
        below = (nodes[2 * number], nodes[2 * number + 1]) if attribute else ()
        nodes[number] = Foreign(rows, says, attribute, label, below)
        ended = below or all(_hex(fit["where"][r]) == at[number] + 1 for r in rows)
        assert ended and len(rows) == _hex(fit["n"][at[number]]), f"node {number}: not the records of training"
    return nodes[1]


def _routed(data: DataSet, fit: Fit, at: dict[int, int]) -> dict[int, tuple[Rows, str, str]]:
    """For each node its records, the attribute it asks ("" at a leaf) and its test in words. `splits` has one row for each test."""
    inner = iter(range(len(fit["splits"])))
    split_of = {i: next(inner) for i, var in enumerate(fit["var"]) if var != "<leaf>"}
    rows: dict[int, Rows] = {1: tuple(range(len(data)))}
    asked: dict[int, tuple[Rows, str, str]] = {}
    for number in sorted(at):
        i = at[number]
        attribute, says, left = left_of(data, fit, i, split_of[i], rows[number]) if i in split_of else ("", "leaf", ())
        asked[number] = rows[number], attribute, says
        rows[2 * number], rows[2 * number + 1] = left, tuple(sorted(set(rows[number]) - set(left)))
    return asked


def left_of(data: DataSet, fit: Fit, i: int, split: int, rows: Rows) -> tuple[str, str, Rows]:
    """The attribute that a frame row asks, its test in words, and the records that go left."""
    a = int(fit["var"][i].removeprefix("a"))
    attribute = data.attributes[a]
    _, ncat, _, index, *_ = (_hex(cell) for cell in fit["splits"][split])
    cells = {r: data.records[r].values[a] for r in rows}
    if isinstance(attribute, Continuous):
        goes = [r for r, cell in cells.items() if (float(exact(cell)) < index) == (ncat < 0)]
        return attribute.name, f"{attribute.name} {'<' if ncat < 0 else '>='} {index!r}", tuple(goes)
    sent = [_hex(cell) for cell in fit["csplit"][round(index) - 1]]
    left = [value for value, side in zip(attribute.values, sent, strict=False) if side == LEFT]
    return attribute.name, f"{attribute.name} in {{{', '.join(left)}}}", tuple(r for r, cell in cells.items() if cell in left)


LEFT = 1
"""What `csplit` says of a value that goes left; 2 is absent at the node, 3 right."""


def _hex(text: str) -> float:
    return float.fromhex(text)


def rule(_: Grown, finding: Finding) -> str:
    """
    `zero-gain`: a leaf where the best gain is exactly 0 (`improve` must be positive, and more than 1e-10 of the largest seen).

    `depth-limit`: a leaf at depth 30. `within-rounding`: as for scikit-learn.
    """
    if finding.kind == "stopped-early" and sign(finding.gap) == 0:
        return "zero-gain"
    if finding.kind == "stopped-early" and len(finding.path) == MAX_DEPTH:
        return "depth-limit"
    return "within-rounding" if within_rounding(finding) else UNEXPLAINED


RPART = Program("rpart", "Rscript with rpart and jsonlite is not there (tests/peers/install)", version, samples, grow, rule)
