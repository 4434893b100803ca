"""
Trees of Weka's learners, as it prints them, against its own predictions: `PYTHONPATH=tests python tests/peers/weka_models.py [LEARNER …]`.

As `foreign_formats`. Numbers are halves, whose cuts are printed in full; names and values have blanks and signs. Trees are grown of
known values, so that the counts that divide a record with gaps are printed in full: of two classes it is asked about gaps, too. J48 of this
release takes a number less than 1e-6 above a cut for the cut, which the tree's note says: it is asked about the number as it takes it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from attrs import frozen
from peers.foreign_models import MODELS, Array, Model, probes, record_of
from peers.standing import ask
from peers.weka import JAR, LEARNERS

from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.tree import Cut, ForeignTree, foreign_nodes

NAMES = ("a", "wide b", "c (cm)", "kind", "flag")
VALUES = {"kind": ("u", "v and w", "long name", "z"), "flag": ("yes", "no = never")}
CLASSES = ("first", "second one", "c=3")
CLASS_OF_ID3, NUMBERS = "Id3", "REPTree of numbers"
OPTIONS: dict[str, Sequence[Sequence[str]]] = {
    "J48": (("-U", "-M", "1"), ("-C", "0.4"), ("-B", "-M", "3"), ("-U", "-B"), ("-R", "-N", "4"), ("-S",)),
    CLASS_OF_ID3: ((),),
    "REPTree": (("-P", "-M", "1"), (), ("-P", "-L", "3")),
    NUMBERS: (("-P", "-M", "1"), ("-P", "-L", "3")),
    "SimpleCart": (("-U",), (), ("-U", "-H", "-M", "4")),
    "RandomTree": (("-K", "2"), ("-K", "0", "-M", "3"), ("-depth", "4")),
}
"""The learners, each with options in turn."""
_PREDICTED = re.compile(r" *[0-9]+ +(?:[0-9]+:)?\S+ +(?P<number>[0-9]+:)?(?P<answer>\S+)")


@frozen(eq=False)
class Table:
    """A generated table: numbers, positions of values, and the position of the class or the number that is the target."""

    rows: Array
    target: Sequence[float]
    classes: int


def table(seed: int, learner: str) -> Table:
    """A table of 80 records; every third has a value that no record has."""
    rng = np.random.default_rng(seed)
    numbers = np.column_stack([rng.integers(0, 9, 80), rng.normal(0, 8, 80).round(), rng.normal(0, 4e3, 80).round()]) / 2
    kinds = np.column_stack([rng.integers(0, 3 if seed % 3 == 0 else 4, 80), rng.integers(0, 2, 80)])
    score = numbers[:, 0] + np.sign(numbers[:, 1]) * (kinds[:, 1] + 1) + kinds[:, 0] + rng.normal(0, 0.7, 80)
    classes = 0 if learner == NUMBERS else 2 + seed % 2
    target = score.round(2) if not classes else np.digitize(score, np.quantile(score, np.arange(1, classes) / classes))
    rows = np.column_stack([numbers, kinds])
    if learner == CLASS_OF_ID3:
        rows[:, :3] = 0
    return Table(rows, [float(y) for y in target], classes)


def arff(made: Table, rows: Array, target: Sequence[float] | None, nominal: bool) -> str:
    """Rows as ARFF; nominal: only the columns of values."""
    kept = [i for i, name in enumerate(NAMES) if name in VALUES or not nominal]

    def quoted(text: str) -> str:
        return f"'{text}'"

    def kind(name: str) -> str:
        return "{" + ",".join(map(quoted, VALUES[name])) + "}" if name in VALUES else "numeric"

    def cell(i: int, x: float) -> str:
        return "?" if np.isnan(x) else quoted(VALUES[NAMES[i]][int(x)]) if NAMES[i] in VALUES else repr(float(x))

    def answer(y: float | None) -> str:
        return "?" if y is None else quoted(CLASSES[int(y)]) if made.classes else repr(float(y))

    of_class = "{" + ",".join(map(quoted, CLASSES[: made.classes])) + "}" if made.classes else "numeric"
    head = ["@relation made", *(f"@attribute {quoted(NAMES[i])} {kind(NAMES[i])}" for i in kept), f"@attribute y {of_class}", "@data"]
    answers = [None] * len(rows) if target is None else target
    lines = [",".join([*(cell(i, row[i]) for i in kept), answer(y)]) for row, y in zip(rows, answers, strict=True)]
    return "\n".join([*head, *lines]) + "\n"


def said(folder: Path, learner: str, options: Sequence[str]) -> str:
    """What Weka says of a learner that is asked."""
    name = "REPTree" if learner == NUMBERS else learner
    command = ("java", "-Xss64m", "-Xmx400m", "-cp", str(JAR), str(LEARNERS))
    problem = ask(command, str(folder / "answer"), f"weka.classifiers.trees.{name}", *options)
    assert not problem, problem
    return (folder / "answer").read_text("utf-8")


def totals_of_weka(learner: str, models: int = MODELS) -> tuple[int, int, int]:
    """The numbers of models, of records that a tree predicts, and of those that are predicted otherwise."""
    records = wrong = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        for seed in range(models):
            options = OPTIONS[learner][seed % len(OPTIONS[learner])]
            made, nominal = table(seed, learner), learner == CLASS_OF_ID3
            (folder / "made.arff").write_text(arff(made, made.rows, made.target, nominal))
            (folder / "tree.txt").write_text(said(folder, learner, ["-t", str(folder / "made.arff"), "-no-cv", "-v", *options]))
            tree = read_foreign(folder / "tree.txt", "j48")
            gaps = made.classes == 2 and learner in ("J48", "REPTree", "RandomTree") and "-S" not in options
            model = Model(list, tree, gaps, categories=VALUES)
            rows = probes(model, made.rows, NAMES)
            (folder / "asked.arff").write_text(arff(made, rows, None, nominal))
            asked = ["-t", str(folder / "made.arff"), "-T", str(folder / "asked.arff"), "-p", "0", *options]
            answers = [m for line in said(folder, learner, asked).splitlines() if (m := _PREDICTED.match(line))]
            predict, taken = foreign_predictor(tree), taken_for(tree) if learner == "J48" else {}
            for row, theirs in zip(rows, answers, strict=True):
                record = record_of(row, NAMES, VALUES)
                labels = predict(record | {name: nearest(record[name], cuts) for name, cuts in taken.items()}).labels
                records += bool(labels)
                wrong += bool(labels) and not any(same(label, theirs, made.classes) for label in labels)
    return models, records, wrong


def taken_for(tree: ForeignTree) -> dict[str, list[float]]:
    """The cuts of each column."""
    cuts = [node.ask for node in foreign_nodes(tree.root) if isinstance(node.ask, Cut)]
    return {name: [float(cut.cut) for cut in cuts if cut.attribute == name] for name in NAMES if name not in VALUES}


def nearest(x: object, cuts: Sequence[float]) -> object:
    """The cut that a number is less than 1e-6 above; else the number."""
    return next((cut for cut in cuts if isinstance(x, float) and 0 < x - cut < 1e-6), x)


def same(ours: str | Fraction, theirs: re.Match[str], classes: int) -> bool:
    """Whether a label is Weka's, of which it prints the number; a mean is printed in the tree with two decimals, and here with three."""
    if isinstance(ours, str):
        return classes > 0 and theirs["number"] is not None and CLASSES.index(ours) + 1 == int(theirs["number"][:-1])
    return abs(ours - Fraction(theirs["answer"])) <= Fraction(11, 2000)


if __name__ == "__main__":
    for wanted in sys.argv[1:] or OPTIONS:
        print(wanted, "{} models, {} records, {} different".format(*totals_of_weka(wanted)), flush=True)
