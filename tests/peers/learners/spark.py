"""The learners of Spark MLlib: its decision trees of classes and of numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from inspect import signature

from covering import Setting
from peers.learners.learner import FLAG, Learner
from peers.library import DataSet
from peers.matrix_tables import Gaps, class_tables, number_tables
from peers.rows import spark_version
from peers.spark import by_spark

from dtref.io.foreign.tree import ForeignTree

SHAPELESS = (
    "featuresCol",
    "labelCol",
    "predictionCol",
    "leafCol",
    "weightCol",
    "maxMemoryInMB",
    "cacheNodeIds",
    "checkpointInterval",
    "seed",
)
"""Names of columns, how it computes, and the seed of a sample that isn't drawn of so few records."""
BOTH: Mapping[str, Sequence[object]] = {
    "maxDepth": (5, 2, 30),
    "maxBins": (32, 8, 200),
    "minInstancesPerNode": (1, 5),
    "minWeightFractionPerNode": (0.0, 0.1),
    "minInfoGain": (0.0, 0.05),
}


def _of_classes() -> Collection[str]:
    """The parameters of the constructor, and the one that has a setter alone."""
    from pyspark.ml.classification import DecisionTreeClassifier

    return (*signature(DecisionTreeClassifier).parameters, "thresholds")


def _of_numbers() -> Collection[str]:
    from pyspark.ml.regression import DecisionTreeRegressor

    return tuple(signature(DecisionTreeRegressor).parameters)


def grow_of_classes(data: DataSet, setting: Setting) -> ForeignTree:
    """A tree; thresholds: whether there are some, which differ from class to class."""
    return by_spark(data, {**setting, "thresholds": [1 / (2 + i % 3) for i in range(len(data.classes))] if setting["thresholds"] else None})


LEARNERS = (
    Learner(
        "Spark, classes", spark_version, None, partial(class_tables, False),
        {"impurity": ("gini", "entropy"), **BOTH, "pruneTree": (True, False), "thresholds": FLAG},
        grow_of_classes, gaps=(Gaps.NONE,), signature=_of_classes, shapeless=frozenset((*SHAPELESS, "probabilityCol", "rawPredictionCol")),
    ),
    Learner(
        "Spark, numbers", spark_version, None, partial(number_tables, False), BOTH, by_spark,
        gaps=(Gaps.NONE,), signature=_of_numbers, shapeless=frozenset((*SHAPELESS, "varianceCol", "impurity")),
    ),
)  # fmt: skip
