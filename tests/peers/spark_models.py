"""
Spark's trees of generated data and settings, against Spark's own predictions and against dtref's trees of the policies that they state:
`PYTHONPATH=tests python tests/peers/spark_models.py [N]` prints what came of N models (30).

Columns are doubles, floats of single precision and categories, few and many; records weigh 1, whole numbers or any decimals. Each model is
asked for 1,000 records: each cut, the doubles and floats beside it, NaN, and categories that no record had.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import inf, isnan, nextafter
from pathlib import Path
from random import Random
from struct import pack, unpack
from tempfile import TemporaryDirectory

from attrs import frozen
from peers.library import Branch, Continuous, DataSet, Nominal, Record, Tree, Width
from peers.spark import fitted, frame, frame_of, session

import dtref
from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.prediction import foreign_predictor
from dtref.io.foreign.spark.questions import feature_names
from dtref.io.foreign.tree import Cut, ForeignTree, foreign_nodes
from dtref.oracle.verify.verdicts import NotChecked, StopWithinFloat, Tied, WithinFloat
from dtref.spec.model.schemes import preorder

MODELS, PROBES = 30, 1000


@frozen
class Outcome:
    """What came of a model: its nodes, those that are wrong, not checked or decided by rounding, probes and those predicted otherwise."""

    seed: int
    nodes: int
    wrong: tuple[str, ...]
    open: int
    rounded: int
    probes: int
    different: int
    grown: str


def single(x: float) -> float:
    """The nearest float of single precision."""
    return float(unpack("f", pack("f", x))[0])


def data(draw: Random) -> DataSet:
    """Generated records under Spark's own names."""
    arities = [draw.choice((0, 0, 0, 2, 3, 5, 9)) for _ in range(draw.randrange(2, 5))]
    classes = draw.choice((0, 2, 2, 3, 4))
    columns = [
        Nominal(name, tuple(map(str, range(k)))) if k else Continuous(name, Width.FLOAT64)
        for name, k in zip(feature_names(len(arities)), arities, strict=True)
    ]
    decimals = [draw.randrange(4) for _ in arities]
    wide = [draw.choice((1.0, 1e-6, 1e6)) for _ in arities]
    weighed = draw.choice(("all 1", "whole", "decimals"))
    records = []
    for _ in range(draw.randrange(30, 120)):
        x = [float(draw.randrange(k)) if k else round(draw.gauss(0, 2), d) * w for k, d, w in zip(arities, decimals, wide, strict=True)]
        x = [single(v) if i % 2 else v for i, v in enumerate(x)]
        score = sum((int(v) % 2 if k else v / w) for v, k, w in zip(x, arities, wide, strict=True)) + draw.gauss(0, 0.7)
        label = str(int(score * 2) % classes) if classes else Fraction(round(score, draw.choice((0, 2))))
        cells = tuple(str(int(v)) if k else Fraction(v) for v, k in zip(x, arities, strict=True))
        weight = {"all 1": 1.0, "whole": float(draw.randrange(1, 4)), "decimals": round(draw.random() + 0.05, 2)}[weighed]
        records.append(Record(cells, label, Fraction(weight)))
    target = Nominal("y", tuple(map(str, range(classes)))) if classes else Continuous("y", Width.FLOAT64)
    return DataSet(tuple(columns), target, tuple(records))


def setting(draw: Random, classes: int) -> Mapping[str, object]:
    """Generated parameters."""
    own: dict[str, object] = {"impurity": draw.choice(("gini", "entropy")), "pruneTree": draw.random() < 0.7} if classes else {}
    if classes and draw.random() < 0.2:
        own["thresholds"] = [draw.choice((0.25, 0.5, 0.1)) for _ in range(classes)]
    return {
        **own,
        "maxDepth": draw.choice((5, 3, 8)),
        "maxBins": draw.choice((32, 10, 128)),
        "minInstancesPerNode": draw.choice((1, 1, 4)),
        "minWeightFractionPerNode": draw.choice((0.0, 0.0, 0.04)),
        "minInfoGain": draw.choice((0.0, 0.0, 0.01)),
    }


def probes(tree: ForeignTree, records: DataSet, draw: Random) -> list[list[float]]:
    """Records at every border of a tree, as Spark has them."""
    names = [a.name for a in records.attributes]
    own = [[float(Fraction(cell)) for cell in r.values] for r in records]  # type: ignore[arg-type]
    cuts: list[tuple[int, float] | None] = [
        (names.index(n.ask.attribute), float(n.ask.cut)) for n in foreign_nodes(tree.root) if isinstance(n.ask, Cut)
    ]
    cuts = cuts or [None]
    rows: list[list[float]] = []
    while len(rows) < PROBES:
        for cut in cuts:
            row = list(draw.choice(own))
            for i, a in enumerate(records.attributes):
                if isinstance(a, Nominal) and draw.random() < 0.3:
                    row[i] = float(draw.randrange(len(a.values) + 2))
            rows.append(row)
            if cut is not None:
                i, at = cut
                near = single(at)
                rows += [[*row[:i], x, *row[i + 1 :]] for x in (at, nextafter(at, inf), nextafter(at, -inf), near, float("nan"))]
    return rows[:PROBES]


def differ(tree: ForeignTree, records: DataSet, rows: Sequence[Sequence[float]], predicted: Sequence[float]) -> tuple[int, int]:
    """The numbers of records of which a tree says something, and of those that are predicted otherwise."""
    predict = foreign_predictor(tree)
    said = wrong = 0
    for row, theirs in zip(rows, predicted, strict=True):
        cells = {
            a.name: None if isnan(x) else str(int(x)) if isinstance(a, Nominal) else x for a, x in zip(records.attributes, row, strict=True)
        }
        labels = predict(cells).labels
        said += bool(labels)
        wrong += bool(labels) and [float(Fraction(label)) for label in labels] != [theirs]
    return said, wrong


@frozen(eq=False)
class Asked:
    """A model as its folder and its text have it, records, and what Spark predicts for each."""

    data: DataSet
    tree: ForeignTree
    printed: ForeignTree
    rows: Sequence[Sequence[float]]
    predicted: Sequence[float]


def asked_of(seed: int, without: Sequence[str] = ()) -> Asked:
    """One model. without: parameters that it has as Spark has them by default."""
    draw = Random(seed)
    records = data(draw)
    classes = len(records.classes) if isinstance(records.target, Nominal) else 0
    made = frame_of(records)
    own = {name: value for name, value in setting(draw, classes).items() if name not in without}
    with fitted(made, bool(classes), own) as (model, saved), TemporaryDirectory() as folder:
        tree = read_foreign(saved, "spark")
        (text := Path(folder, "tree.txt")).write_text(model.toDebugString, "utf-8")
        rows = probes(tree, records, draw)
        asked = frame(rows, [0.0] * len(rows), [1.0] * len(rows), {}, 0)
        predicted = [row.prediction for row in model.transform(asked).select("prediction").collect()]
        printed = read_foreign(text, "spark")
    made.unpersist(), asked.unpersist()
    return Asked(records, tree, printed, rows, predicted)


def totals_of_spark(printed: bool, models: int = MODELS) -> tuple[int, int, int]:
    """The numbers of models, of records that a tree predicts, and of those that are predicted otherwise. The text has no thresholds."""
    sums = [0, 0]
    for seed in range(models):
        one = asked_of(seed, ("thresholds",) if printed else ())
        for i, n in enumerate(differ(one.printed if printed else one.tree, one.data, one.rows, one.predicted)):
            sums[i] += n
    return models, sums[0], sums[1]


def outcome(seed: int) -> Outcome:
    """What comes of one model."""
    one = asked_of(seed)
    records, tree, rows = one.data, one.tree, one.rows
    policy = dtref.policy_of(tree)
    report = dtref.verify(tree, records, policy)
    verdicts = [v for finding in report.findings for v in finding.verdicts]
    own = dtref.grow(records, policy)
    same = shape(tree) == own_shape(own)
    rounded = sum(isinstance(v, WithinFloat | StopWithinFloat) for v in verdicts)
    tied = any(isinstance(v, Tied) for v in verdicts)
    grown = "same" if same else "within rounding" if rounded else "tied" if tied else "other"
    wrong = tuple(f"{f.place}: {f.verdicts}" for f in report.wrong)
    still_open = sum(isinstance(v, NotChecked) for v in verdicts)
    return Outcome(seed, len(report.findings), wrong, still_open, rounded, len(rows), differ(tree, records, rows, one.predicted)[1], grown)


def shape(tree: ForeignTree) -> list[object]:
    """What a tree asks, in preorder."""
    return [None if n.ask is None else n.ask.attribute for n in foreign_nodes(tree.root)]


def own_shape(tree: Tree) -> list[object]:
    """The same of one of dtref's."""
    nodes = preorder(tree, lambda n: n.children if isinstance(n, Branch) else ())
    return [n.test.attribute.name if isinstance(n, Branch) else None for n in nodes]  # type: ignore[union-attr]


def outcomes(models: int) -> Iterator[Outcome]:
    """What comes of some models."""
    yield from map(outcome, range(models))


if __name__ == "__main__":
    came = []
    for one in outcomes(int(sys.argv[1]) if len(sys.argv) > 1 else MODELS):
        came.append(one)
        print(one, flush=True)
    total = Counter(one.grown for one in came)
    sums = {name: sum(getattr(one, name) for one in came) for name in ("nodes", "open", "rounded", "probes", "different")}
    print(len(came), "models", sums, sum(len(one.wrong) for one in came), "wrong; grown by dtref:", dict(total))
    session().stop()
