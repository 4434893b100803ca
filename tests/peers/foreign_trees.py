"""
Trees of R's rpart, partykit, ranger and randomForest, against their own predictions: `python tests/peers/foreign_trees.py [FORMAT …]`.

As `foreign_formats`; R is started twice for each format, to fit the models, and to predict the records. What R prints has few digits, so
that the data of printed trees are quarters, whose cuts are printed in full. Of each forest one tree is asked, without gaps.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
from peers.foreign_models import COLUMNS, MODELS, Array, Model, data, probes, record_of

from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.prediction import foreign_predictor

R_FORMATS = ("rpart", "rpart-text", "partykit", "partykit-text", "ranger", "randomForest")
FORESTS = ("ranger", "randomForest")
HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "dtref" / "io" / "foreign"
KINDS = ("u", "v and w", "long name", "z")
NAMES = (*COLUMNS, "k")


def hexadecimal(x: float) -> str:
    return "NA" if np.isnan(x) else float(x).hex()


def table(rows: Array, more: Sequence[Sequence[str]] = ((), ())) -> str:
    """Rows as text for R; more: the class and the number of each."""
    lines = [[*map(hexadecimal, row[:3]), "NA" if np.isnan(row[3]) else KINDS[int(row[3])]] for row in rows]
    heads = [*NAMES, "label", "score"] if more[0] else [*NAMES]
    whole = [[*line, *extra] for line, extra in zip(lines, zip(*more, strict=True), strict=True)] if more[0] else lines
    return "\n".join(",".join(line) for line in [heads, *whole]) + "\n"


def run(step: str, folder: str, file_format: str, models: int) -> None:
    words = ["Rscript", str(HERE / "foreign_trees.R"), step, folder, file_format, str(models), str(SCRIPTS)]
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, timeout=600)


def tables(file_format: str, folder: Path, models: int) -> list[tuple[Array, bool]]:
    """The data of each model, written for R, and whether they have gaps."""
    made = []
    for i in range(models):
        gaps = i % 3 == 0 and not file_format.endswith("-text") and file_format not in FORESTS
        x, label, score = data(i, gaps)
        rng = np.random.default_rng(i)
        if file_format.endswith("-text"):
            x = np.round(np.clip(x * (1, 1, 1 / np.abs(x[:, 2]).max()), -50, 50) * (1, 1, 20) * 4) / 4
        x = np.column_stack([x, rng.integers(0, 4, len(x))])
        label = np.where(x[:, 3] == 1, "other", label)
        (folder / f"{i}.data").write_text(table(x, (list(label), [float(y).hex() for y in score + 3 * x[:, 3]])))
        made.append((x, gaps))
    return made


def totals_of_r(file_format: str, models: int = MODELS) -> tuple[int, int, int]:
    """The numbers of models, of records that a tree predicts, and of those that are predicted otherwise."""
    records = wrong = silent = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        given = tables(file_format, folder, models)
        run("fit", name, file_format, models)
        name_of, several = ("r-forest", 3) if file_format in FORESTS else (file_format, 1)
        trees = [read_foreign(folder / f"{i}.model", name_of, 1 + i % several) for i in range(models)]
        asked = []
        for i, (x, gaps) in enumerate(given):
            model = Model(list, trees[i], gaps, categories={"k": KINDS})
            asked.append(probes(model, x if gaps else np.nan_to_num(x), NAMES))
            (folder / f"{i}.probes").write_text(table(asked[-1]))
        run("predict", name, file_format, models)
        for i, (tree, rows) in enumerate(zip(trees, asked, strict=True)):
            predict = foreign_predictor(tree)
            for row, theirs in zip(rows, (folder / f"{i}.predicted").read_text().splitlines(), strict=True):
                labels = predict(record_of(row, NAMES, {"k": KINDS})).labels
                records += 1
                # where the tree says nothing, R goes by chance, or to where the level was absent
                silent += not labels
                wrong += bool(labels) and not same(labels[0], theirs, file_format)
    return models, records - silent, wrong


def same(ours: str | Fraction, theirs: str, file_format: str) -> bool:
    """Whether a label is R's; of a printed mean as far as it is printed."""
    if isinstance(ours, str):
        return ours == theirs
    x = Fraction(float.fromhex(theirs))
    return abs(x - ours) <= (Fraction(1, 2000) + abs(x) / 10**6 if file_format.endswith("-text") else 0)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or R_FORMATS:
        print(wanted, "{} models, {} records, {} different".format(*totals_of_r(wanted)), flush=True)
