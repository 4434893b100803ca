"""
Trees of C4.5 release 8, as it printed them, against the errors that it counts: `PYTHONPATH=.:tests python tests/peers/c45_errors.py`.

The program may not be handed on: the environment variable DTREF_C45 names a folder with its output, `NAME-OPTIONS.txt`, for the files of
the folder that DTREF_DATA names. Each tree, before and after pruning, predicts its training records; as many as the program counts are
wrong. A record of which several labels may be meant, as some of its values are missing, may be wrong or not.
"""

from __future__ import annotations

import csv
import json
import os
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.printed_trees.quinlan import parse_c45
from dtref.io.foreign.tree import ForeignTree

OUTPUT, TABLES = (Path(os.environ.get(name) or "no folder") for name in ("DTREF_C45", "DTREF_DATA"))
_SIZES = re.compile(r"^\s*\d+\s+(?P<before>\d+)\(.*?%\)\s+\d+\s+(?P<after>\d+)\(.*?%\)", re.MULTILINE)

Labelled = tuple[Mapping[str, object], str]
"""A record, None where a value is missing, and its class."""


def version() -> str:
    """The release, where its output is."""
    return "release 8" if OUTPUT.is_dir() and TABLES.is_dir() else ""


def records(name: str) -> list[Labelled]:
    """The records of a file."""
    columns = dict(json.loads((TABLES / "schema.json").read_text("utf-8"))[name]["columns"])
    header, *rows = csv.reader((TABLES / f"{name}.csv").read_text("utf-8").splitlines())

    def cell(text: str, column: str) -> object:
        return None if text == "?" else Fraction(text) if columns[column] is None else text

    return [({c: cell(x, c) for c, x in zip(header[:-1], row[:-1], strict=True)}, row[-1]) for row in rows]


def errors(tree: ForeignTree, asked: Sequence[Labelled]) -> tuple[int, int]:
    """The numbers of records that are wrong for sure, and that may be."""
    predict = foreign_predictor(tree)
    said = [(predict(record).labels, label) for record, label in asked]
    return sum(label not in labels for labels, label in said), sum(labels != (label,) for labels, label in said)


def totals_of_c45() -> tuple[int, int, int]:
    """The numbers of trees, of records that they predict, and of errors more or less than the program counts."""
    trees = predicted = different = 0
    for path in sorted(OUTPUT.glob("*.txt")):
        text, asked = path.read_text("utf-8"), records(path.stem.partition("-")[0])
        counted = _SIZES.search(text)
        assert counted is not None, path
        found = parse_c45(text, path.name)
        for tree, when in ((found[0], "before"), (found[-1], "after")):
            least, most = errors(tree, asked)
            trees, predicted = trees + 1, predicted + len(asked)
            different += max(least - int(counted[when]), int(counted[when]) - most, 0)
    return trees, predicted, different


if __name__ == "__main__":
    print("c45", version(), "{} trees, {} records, {} errors apart".format(*totals_of_c45()), flush=True)
