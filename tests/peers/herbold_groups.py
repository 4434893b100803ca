"""
The groups of Herbold and Tunkel's comparison: which programs with which settings were taken to grow the same trees, and those given up.

A member grows trees of a data set: one, or those of a forest, each with its draws. Spark's tree, J48 and REPTree are of those that they
gave up. Not run: Spark's forest, whose models don't tell which records were drawn, Rborist, and caret's others, which are not there.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from functools import partial

from attrs import evolve, frozen
from covering import Setting
from peers import rpart, weka
from peers.forests import by_r, by_scikit_learn_forest, by_weka_forest, r_package
from peers.learners import rpart as rpart_learner
from peers.learners import weka as weka_learner
from peers.library import DataSet, exact
from peers.rows import scikit_learn, spark_version
from peers.spark import by_spark

from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.verify.in_bag import drawn_records

TREES, FEWER = 10, 2
"""The trees of a forest, on a table of the comparison and on another one."""


@frozen(eq=False)
class Member:
    """
    A program with its settings. version: "" where it is not there. grow: its trees, from data, a seed and the
    number of trees. gini: whether it goes by Gini, as
    those do that are compared with each other.
    """

    name: str
    settings: str
    version: Callable[[], str]
    grow: Callable[[DataSet, int, int], Sequence[ForeignTree]]
    gini: bool = True


@frozen(eq=False)
class Group:
    """Members whose settings were taken to be the same, or are here the nearest ones."""

    name: str
    members: Sequence[Member]


def by_one_tree(data: DataSet, _: int, _trees: int) -> Sequence[ForeignTree]:
    """The tree of scikit-learn's DecisionTreeClassifier()."""
    from sklearn.tree import DecisionTreeClassifier

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = DecisionTreeClassifier(random_state=0).fit([[float(exact(v)) for v in r.values] for r in data], [r.label for r in data])
    return (read_scikit_learn(model, [a.name for a in data.attributes]),)


def _weka(learner: str, settings: Setting, data: DataSet, _: int, _trees: int) -> Sequence[ForeignTree]:
    return (weka_learner.grown(learner, data, settings),)


def _rpart(settings: Setting, data: DataSet, _: int, _trees: int) -> Sequence[ForeignTree]:
    return (rpart_learner.grown(data, settings),)


def _spark(settings: Setting, data: DataSet, _: int, _trees: int) -> Sequence[ForeignTree]:
    return (by_spark(data, settings),)


def _tried(data: DataSet) -> int:
    """Five columns, or all where there are fewer."""
    return min(5, len(data.attributes))


def _scikit_learn_forest(depth: int | None, mtry: bool, data: DataSet, seed: int, trees: int) -> Sequence[ForeignTree]:
    settings = {"n_estimators": trees, "max_depth": depth, "max_features": _tried(data) if mtry else "sqrt"}
    return by_scikit_learn_forest("RandomForest", data, seed, settings)


def _weka_forest(depth: int | None, mtry: bool, data: DataSet, seed: int, trees: int) -> Sequence[ForeignTree]:
    columns = ("-K", str(_tried(data))) if mtry else ()
    return by_weka_forest(data, "-I", str(trees), *columns, *(() if depth is None else ("-depth", str(depth))), "-S", str(seed))


def _ranger(depth: int | None, mtry: bool, data: DataSet, seed: int, trees: int) -> Sequence[ForeignTree]:
    own = {"num.trees": trees, "mtry": _tried(data) if mtry else None, "max.depth": depth, "min.node.size": 1 if mtry else None}
    return by_r("ranger", data, seed, own)


def _random_forest(mtry: bool, data: DataSet, seed: int, trees: int) -> Sequence[ForeignTree]:
    return by_r("randomForest", data, seed, {"ntree": trees, "mtry": _tried(data) if mtry else None})


def _forests(depth: int | None, mtry: bool) -> tuple[Member, ...]:
    columns, deep = ("5" if mtry else "default"), ("" if depth is None else f", depth {depth}")
    said = f"{TREES} trees, columns: {columns}{deep}"
    return (
        Member("scikit-learn forest", said, scikit_learn, partial(_scikit_learn_forest, depth, mtry)),
        Member("Weka RandomForest", said, weka.version, partial(_weka_forest, depth, mtry)),
        Member("ranger", said, partial(r_package, "ranger"), partial(_ranger, depth, mtry)),
    )


def groups() -> tuple[Group, ...]:
    """The groups, those of single trees first."""
    single = (
        Member("scikit-learn", "DecisionTreeClassifier()", scikit_learn, by_one_tree),
        Member("SimpleCart", "-M 1 -U", weka.version, partial(_weka, "SimpleCart", {"M": 1, "U": True})),
        Member(
            "rpart", "minsplit 2, minbucket 1, cp -1", rpart.version,
            partial(_rpart, {"method": "class", "split": "gini", "prior": False, "loss": False, "minsplit": 2, "minbucket": 1, "cp": -1}),
        ),
        Member(
            "Spark", "maxDepth 30, maxBins 64, pruneTree false", spark_version,
            partial(_spark, {"impurity": "gini", "maxDepth": 30, "maxBins": 64, "pruneTree": False}),
        ),
        Member("J48", "-U -M 1", weka.version, partial(_weka, "J48", {"U": True, "M": 1}), gini=False),
        Member("REPTree", "-P -M 1", weka.version, partial(_weka, "REPTree", {"P": True, "M": 1}), gini=False),
    )  # fmt: skip
    own = Member("randomForest", f"{TREES} trees, columns: 5", partial(r_package, "randomForest"), partial(_random_forest, True))
    by_default = evolve(own, settings=f"{TREES} trees, columns: default", grow=partial(_random_forest, False))
    return (
        Group("single trees", single),
        Group("forests with depth", _forests(5, mtry=True)),
        Group("forests without depth", (*_forests(None, mtry=True), own)),
        Group("forests by default", (*_forests(None, mtry=False), by_default)),
    )


def alone(tree: ForeignTree, data: DataSet) -> tuple[ForeignTree, DataSet]:
    """A tree without what it says of its program, and the records that it was grown from: to be judged as another program's."""
    return evolve(tree, settings=(), in_bag=(), notes=(), program=type(tree.program).OTHER), drawn_records(tree, data)
