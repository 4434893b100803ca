"""
What is timed beside scikit-learn besides fits: pruning, cross-validation and forests, of the same records; and a first fit, with nothing
that an earlier process has kept.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from tempfile import mkdtemp

import numpy as np
from bench.gap_cases import MakesCase
from bench.inputs import COLUMNS, on, signal
from bench.measuring import timed_process
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import KFold, cross_val_predict
from sklearn.tree import DecisionTreeClassifier

import dtref
from dtref.engines.unseen import routed_labels
from dtref.spec.ensembles.forest import Samples, Sampling
from dtref.spec.model.data import DataSet

TREES = 30

FIRST = """import numpy, dtref; x = numpy.random.default_rng(0).random((1000, 10))
dtref.grow(dtref.from_arrays(x, x[:, 0] > x[:, 1]), dtref.CART)"""
"""A process that fits one tree, by whichever engine is expected to be faster."""


def tree_cases(n: int, case: MakesCase) -> Iterator[object]:
    """Tasks on n records, then, of the first size alone, the first fit of a process."""
    arrays = cache(lambda: signal(n))
    data = cache(lambda: dtref.from_arrays(*arrays()))
    of = f"{n:,} records of {COLUMNS} numbers"
    task = f"fit and prune by cost-complexity, {of}"
    yield case(task, "dtref", on(data, lambda d: dtref.cost_complexity(dtref.grow(d, dtref.CART, engine="fast"))))
    yield case(task, "scikit-learn", on(arrays, lambda xy: DecisionTreeClassifier().cost_complexity_pruning_path(*xy)))
    task = f"cross-validate, 10 folds, {of}"
    yield case(task, "dtref", on(data, cross_validated))
    yield case(task, "scikit-learn", on(arrays, lambda xy: cross_val_predict(DecisionTreeClassifier(), *xy, cv=KFold(10))))
    task = f"forest of {TREES} trees and its out-of-bag error, {of}"
    yield case(task, "dtref", on(data, forest))
    others = RandomForestClassifier(TREES, max_features=None, oob_score=True)
    yield case(task, "scikit-learn", on(arrays, lambda xy: others.fit(*xy).oob_score_))
    if n <= 1_000:
        task = "first fit of a process, 1,000 records of 10 numbers"
        kept = mkdtemp()
        for program, folder in (("dtref, nothing kept", mkdtemp), ("dtref, machine code kept", lambda: kept)):
            yield case(task, program, lambda folder=folder: lambda: [first_fit(folder())], elsewhere=True)  # type: ignore[misc]


def first_fit(folder: str) -> object:
    """A fresh process that keeps its machine code in a folder."""
    return timed_process(["env", f"NUMBA_CACHE_DIR={folder}", sys.executable, "-c", FIRST])


def cross_validated(data: DataSet) -> object:
    """Ten trees, each of nine tenths of the records, and their labels for the others."""
    folds = dtref.k_fold(range(len(data)), 10)
    return dtref.cross_validate_trees(data, lambda fold: dtref.grow(fold, dtref.CART), folds, routed_labels)


def forest(data: DataSet) -> object:
    """Trees of as many records, drawn with replacement, and the error on those that were not drawn."""
    chance = np.random.default_rng(0)
    drawn = tuple(tuple(chance.integers(0, len(data), len(data)).tolist()) for _ in range(TREES))
    return dtref.out_of_bag_error(dtref.grow_forest(data, dtref.CART, Samples(Sampling.BOOTSTRAP, drawn)), data).error
