"""
Writes the models of Spark beside this file, in the folder spark: `PYTHONPATH=tests python tests/io/foreign/files/make_spark.py`, with the
extra `spark` and Java. The names of Parquet files and of uids are made plain, and time stamps 0, so that nothing else changes.
"""

from __future__ import annotations

import json
import random
import re
import shutil
from collections.abc import Mapping, Sequence
from math import inf, nan, nextafter
from pathlib import Path
from typing import Any

from peers.spark import Model, fitted, frame, session

HERE = Path(__file__).parent / "spark"
NAMES = ("a", "b", "k", "m")
ARITIES = {2: 3, 3: 7}
ROWS = 60


def rows() -> list[tuple[list[float], float, float, float]]:
    """Features, a class of three, a number, a weight."""
    draw = random.Random(11)
    made = []
    for _ in range(ROWS):
        x = [draw.randrange(9) / 2, round(draw.gauss(0, 3), 2), float(draw.randrange(3)), float(draw.choice((0, 1, 2, 3, 5, 6)))]
        label = (x[0] > 2) + (x[2] == 1) * (x[3] in (1, 5))
        made.append((x, float((label + (draw.random() < 0.1)) % 3), round(x[0] + x[1] * (x[2] == 2), 1), draw.choice((1.0, 1.0, 2.0, 0.5))))
    return made


def kept(saved: Path, name: str) -> None:
    """A saved model under plain names."""
    target = HERE / name
    shutil.rmtree(target, ignore_errors=True)
    for path in sorted(saved.rglob("part-*")):
        folder = target / re.sub(r"_[0-9a-f]{12}", "_1", str(path.parent.relative_to(saved)))
        folder.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".parquet":
            shutil.copy(path, folder / "part-00000.snappy.parquet")
        else:
            text = re.sub(r'"timestamp":[0-9]+', '"timestamp":0', re.sub(r"_[0-9a-f]{12}", "_1", path.read_text()))
            (folder / "part-00000.txt").write_text(text)


def probes(text: str) -> list[list[float]]:
    """Records at each cut of a text, beside it, with NaN, and with categories that no record has."""
    base = [record[0] for record in rows()]
    asked = [(int(i), float(cut)) for i, cut in re.findall(r"If \(feature (\d+) <= ([-0-9.E]+)\)", text)]
    made = []
    for n, (i, cut) in enumerate(asked):
        near = base[n % ROWS]
        made += [[*near[:i], value, *near[i + 1 :]] for value in (cut, nextafter(cut, inf), nextafter(cut, -inf), nan)]
    made += [[*x[:2], float(c), float(d)] for x in base[:6] for c in (0, 1, 2, 3, 9) for d in (0, 4, 6, 8)]
    return made


def answers(model: Model, text: str) -> list[dict[str, Any]]:
    """What Spark itself predicts for the probes of a model."""
    asked = probes(text)
    made = frame(asked, [0.0] * len(asked), [1.0] * len(asked), {}, 0)
    predicted = [row.prediction for row in model.transform(made).select("prediction").collect()]
    return [{"record": [str(x) for x in record], "predicts": repr(y)} for record, y in zip(asked, predicted, strict=True)]


def main() -> None:
    HERE.mkdir(exist_ok=True)
    told: dict[str, list[dict[str, Any]]] = {}
    records = rows()
    header = ",".join((*NAMES, "label", "number", "weight"))
    lines = [",".join([*(f"{v:g}" for v in x), f"{label:g}", f"{number:g}", f"{weight:g}"]) for x, label, number, weight in records]
    (HERE / "records.csv").write_text("\n".join((header, *lines, "")))

    def made(name: str, target: Sequence[float], classes: int, setting: Mapping[str, object]) -> None:
        of_rows = frame([r[0] for r in records], target, [r[3] for r in records], ARITIES, classes)
        with fitted(of_rows, bool(classes), setting) as (model, saved):
            kept(saved, name)
            text = re.sub(r"_[0-9a-f]{12}", "_1", model.toDebugString)
            (HERE / f"{name}.txt").write_text(text)
            told[name] = answers(model, text)

    labels, numbers = [r[1] for r in records], [r[2] for r in records]
    made("classes", labels, 3, {"maxBins": 8, "minInstancesPerNode": 2})
    made("entropy", labels, 3, {"impurity": "entropy", "maxDepth": 3, "maxBins": 30, "minInfoGain": 0.01})
    made("thresholds", [min(y, 1.0) for y in labels], 2, {"thresholds": [0.75, 0.25], "pruneTree": False, "maxDepth": 3})
    made("numbers", numbers, 0, {"maxDepth": 4, "minWeightFractionPerNode": 0.05})
    made("one-leaf", [0.0] * ROWS, 2, {})
    with_others(records, labels)
    (HERE / "answers.json").write_text(json.dumps(told, indent=0).replace("\n", " ").replace('{ "record"', '\n{ "record"') + "\n")
    example("entropy", told["entropy"])
    session().stop()


def example(name: str, asked: Sequence[Mapping[str, Any]]) -> None:
    """The example of the format: a text, and what Spark predicts where it says so, for numbers and for categories that it had."""
    known = [one for one in asked if "nan" not in one["record"] and all(float(one["record"][i]) < n for i, n in ARITIES.items())]
    records = [
        {f"feature {i}": str(int(float(x))) if i in ARITIES else x for i, x in enumerate(one["record"])} | {"": one["predicts"][:-2]}
        for one in known
    ]
    told = [json.dumps({"record": {k: v for k, v in r.items() if k}, "predicts": r[""]}) for r in records]
    model = json.dumps((HERE / f"{name}.txt").read_text().splitlines(), indent=4)
    by = "Spark 4.3.0: toDebugString of a DecisionTreeClassifier, and transform"
    text = f'{{\n  "by": {json.dumps(by)},\n  "model": {model},\n  "numbers": ["feature 0", "feature 1"],\n  "asked": [\n    '
    (HERE.parents[1] / "examples" / "spark.json").write_text(text + ",\n    ".join(told) + "\n  ]\n}\n")


def with_others(records: Sequence[tuple[list[float], float, float, float]], labels: Sequence[float]) -> None:
    """A random forest, a pipeline that names its columns, and a model of gradient boosting, which is refused."""
    from pyspark.ml import Pipeline
    from pyspark.ml.classification import DecisionTreeClassifier, GBTClassifier, RandomForestClassifier
    from pyspark.ml.feature import VectorAssembler

    made = frame([r[0] for r in records], [min(y, 1.0) for y in labels], [r[3] for r in records], ARITIES, 2)
    forest = RandomForestClassifier(numTrees=2, maxDepth=2, seed=1).fit(made)
    boosted = GBTClassifier(maxIter=2, maxDepth=1, seed=1).fit(made)
    plain = session().createDataFrame([(*r[0], r[1]) for r in records], [*NAMES, "label"]).coalesce(1)
    assembler = VectorAssembler(inputCols=list(NAMES), outputCol="features")
    pipeline = Pipeline(stages=[assembler, DecisionTreeClassifier(maxDepth=2, seed=1)]).fit(plain)
    for name, model in (("forest", forest), ("boosted", boosted), ("pipeline", pipeline)):
        saved = HERE / f"{name}-saved"
        model.write().overwrite().save(str(saved))
        kept(saved, name)
        shutil.rmtree(saved)
    (HERE / "forest.txt").write_text(re.sub(r"_[0-9a-f]{12}", "_1", forest.toDebugString))


if __name__ == "__main__":
    main()
