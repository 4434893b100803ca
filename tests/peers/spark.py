"""
Spark's trees by pyspark (the extra `spark`), which needs Java: one session for all that is asked of it, on one core, without its page.

A data set's nominal values are categories by their positions, its classes labels by theirs; the trees that are read back have the data
set's own names again.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

from attrs import evolve
from peers.library import Cell, DataSet, Nominal, exact

from dtref.io.foreign.formats import read_foreign
from dtref.io.foreign.spark.questions import feature_names
from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree, Values, fold_foreign
from dtref.oracle.verify.compatibility import renamed

Model: TypeAlias = Any
"""A fitted model of Spark, or its estimator, session and frames; the package has types that need the rest of it."""

SETTINGS = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.shuffle.partitions": "1",
    "spark.default.parallelism": "1",
    "spark.driver.memory": "1g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.log.level": "OFF",
    "spark.sql.parquet.compression.codec": "gzip",  # Java has it: of snappy it may take the library of another libc
}


@cache
def session() -> Model:
    """A session of Spark on this machine."""
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master("local[1]")
        for name, value in SETTINGS.items():
            builder = builder.config(name, value)
        return builder.getOrCreate()


def frame(
    rows: Sequence[Sequence[float]], labels: Sequence[float], weights: Sequence[float], arities: Mapping[int, int], classes: int
) -> Model:
    """A frame of features, label and weight. arities: the number of categories by column; classes: 0 for numbers."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pyspark.ml.linalg import Vectors
        from pyspark.sql.functions import col

        made = session().createDataFrame(
            [(Vectors.dense(row), y, w) for row, y, w in zip(rows, labels, weights, strict=True)], ["features", "label", "weight"]
        )
        attrs = {
            "numeric": [{"idx": i, "name": f"a{i}"} for i in range(len(rows[0])) if i not in arities],
            "nominal": [{"idx": i, "name": f"a{i}", "vals": [str(k) for k in range(count)]} for i, count in arities.items()],
        }
        features = {"ml_attr": {"attrs": {kind: some for kind, some in attrs.items() if some}, "num_attrs": len(rows[0])}}
        label = {"ml_attr": {"type": "nominal", "name": "label", "vals": [str(k) for k in range(classes)]}} if classes else {}
        columns = (col("features").alias("features", metadata=features), col("label").alias("label", metadata=label), col("weight"))
        return made.coalesce(1).select(*columns).cache()


def positions(data: DataSet, cells: Sequence[Cell]) -> list[float]:
    """The cells of a record as Spark has them."""
    return [
        float(a.values.index(str(cell))) if isinstance(a, Nominal) else float(exact(cell))
        for a, cell in zip(data.attributes, cells, strict=True)
    ]


def frame_of(data: DataSet) -> Model:
    """A data set as a frame. Errors: ValueError for a missing value, which Spark refuses."""
    if any(not isinstance(cell, str) and not hasattr(cell, "numerator") for r in data for cell in r.values):
        raise ValueError("Spark refuses missing values")
    classes = len(data.classes) if isinstance(data.target, Nominal) else 0
    arities = {i: len(a.values) for i, a in enumerate(data.attributes) if isinstance(a, Nominal)}
    labels = [float(data.classes.index(str(r.label))) if classes else float(exact(r.label)) for r in data]
    return frame([positions(data, r.values) for r in data], labels, [float(r.weight) for r in data], arities, classes)


@contextmanager
def fitted(made: Model, classes: bool, setting: Mapping[str, object]) -> Iterator[tuple[Model, Path]]:
    """A tree fitted to a frame, and the folder where it is saved meanwhile. Errors: ValueError with what Spark says where it refuses."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pyspark.errors import PySparkException
        from pyspark.ml.classification import DecisionTreeClassifier
        from pyspark.ml.regression import DecisionTreeRegressor

        own = {name: value for name, value in setting.items() if name != "thresholds" and value is not None}
        estimator = (DecisionTreeClassifier if classes else DecisionTreeRegressor)(weightCol="weight", **own)
        if setting.get("thresholds") is not None:
            estimator = estimator.setThresholds(setting["thresholds"])
        try:
            model = estimator.fit(made)
        except PySparkException as problem:
            raise ValueError(str(problem).partition("\n")[0]) from None
        with TemporaryDirectory() as folder:
            saved = Path(folder, "model")
            model.write().save(str(saved))
            yield model, saved


def named_as(tree: ForeignTree, data: DataSet) -> ForeignTree:
    """A tree in the names of a data set: columns, classes and values."""
    columns = dict(zip(feature_names(len(data.attributes)), (a.name for a in data.attributes), strict=True))
    classes = dict(zip(tree.classes, data.classes, strict=True)) if tree.classes else {}
    by_name = {a.name: a for a in data.attributes}

    def own(node: ForeignNode, below: Sequence[ForeignNode]) -> ForeignNode:
        ask = node.ask
        if isinstance(ask, Values):
            attribute = by_name[ask.attribute]
            assert isinstance(attribute, Nominal)
            ask = evolve(ask, groups=tuple(tuple(attribute.values[int(v)] for v in group) for group in ask.groups))
        assert ask is None or isinstance(ask, Cut | Values)
        return evolve(node, ask=ask, children=tuple(below))

    tree = renamed(tree, columns, classes)
    return evolve(tree, root=fold_foreign(tree.root, own))


def by_spark(data: DataSet, setting: Mapping[str, object]) -> ForeignTree:
    """A tree of Spark, as it is read from the folder where it was saved."""
    made = frame_of(data)
    try:
        with fitted(made, isinstance(data.target, Nominal), setting) as (_, saved):
            return named_as(read_foreign(saved, "spark"), data)
    finally:
        made.unpersist()
