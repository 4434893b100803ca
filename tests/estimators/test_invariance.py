"""
The same tree from permuted records and, for frames, permuted columns; for matrices the same ties: as many trees that are as good, in as
many partitions, and all of them the same trees.

`python tests/estimators/test_invariance.py 1000` prints how many of so many data sets keep their tree, by dtref and by scikit-learn.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd
import pytest
from sklearn.tree import DecisionTreeClassifier
from sklearn.tree import export_text as their_text

from dtref.sklearn import ExactTreeClassifier, export_text
from dtref.sklearn.ties import trees_as_good
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Leaf, Tree

MOST_TREES = 200
"""Sets of at most so many trees are compared tree by tree."""

SETTINGS: dict[str, Any] = {"max_depth": 3}


def drawn(seed: int) -> tuple[pd.DataFrame, pd.Series, pd.DataFrame, pd.Series]:
    """A data set of few different values, so that tests tie, and the same with records and columns permuted."""
    random = np.random.default_rng(seed)
    frame = pd.DataFrame(random.integers(0, 4, (int(random.integers(12, 40)), 4)) / 2, columns=list("abcd"))
    y = pd.Series(random.integers(0, 2, len(frame)))
    rows, columns = random.permutation(len(frame)), random.permutation(4)
    return frame, y, frame.iloc[rows, columns], y.iloc[rows]


def keeps_tree(seed: int) -> bool:
    """Whether the tree of a permuted frame is the same, and of a permuted matrix as many trees are as good, in as many partitions."""
    frame, y, permuted, permuted_y = drawn(seed)
    exact = ExactTreeClassifier(**SETTINGS)
    same = export_text(exact.fit(frame, y)) == export_text(exact.fit(permuted, permuted_y))
    ours, other = (ExactTreeClassifier(**SETTINGS).fit(X.to_numpy(), t) for X, t in ((frame, y), (permuted, permuted_y)))
    counts = [(tree.ties_.trees, tree.ties_.partitions) for tree in (ours, other)]
    return same and counts[0] == counts[1] and set_of_trees(frame, y) == set_of_trees(permuted, permuted_y)


def set_of_trees(frame: pd.DataFrame, y: pd.Series) -> frozenset[tuple[object, ...]] | None:
    """All trees that are as good, from a matrix, to two levels, written with the names of the frame's columns; None where too many are."""
    exact = ExactTreeClassifier(max_depth=2).fit(frame.to_numpy(), y)
    if not isinstance(exact.ties_.trees, int) or exact.ties_.trees > MOST_TREES:
        return None
    training = exact._grown_by
    return frozenset(written(tree, frame.columns) for tree in trees_as_good(training.data, training.policy, MOST_TREES))


def written(tree: Tree, columns: Sequence[str]) -> tuple[object, ...]:
    """A tree as nested tuples: the column of each test by its name in the frame, the cut; of a leaf the counts."""
    if isinstance(tree, Leaf):
        return tuple(tree.counts)
    assert isinstance(tree.test, Threshold)
    return columns[int(tree.test.attribute.name[1:])], tree.test.cut, *(written(child, columns) for child in tree.children)


def scikit_learn_keeps_tree(seed: int) -> bool:
    """Whether scikit-learn's tree, with one random_state, is the same."""
    texts = []
    frame, y, permuted, permuted_y = drawn(seed)
    for X, target in ((frame, y), (permuted, permuted_y)):  # noqa: N806
        texts.append(their_text(DecisionTreeClassifier(random_state=0, **SETTINGS).fit(X, target), feature_names=[*X.columns], decimals=9))
    return texts[0] == texts[1]


def test_permuted_records_and_columns_keep_the_tree(request: pytest.FixtureRequest) -> None:
    """40 data sets, 1,000 with the profile deep of Hypothesis."""
    seeds = 1000 if request.config.getoption("--hypothesis-profile") == "deep" else 40
    assert [seed for seed in range(seeds) if not keeps_tree(seed)] == []


def test_scikit_learns_tree_changes_with_the_order_of_columns() -> None:
    """Else the test above would show nothing."""
    assert not all(map(scikit_learn_keeps_tree, range(10)))


if __name__ == "__main__":
    count = int(sys.argv[1])
    kept, kept_there = (sum(map(keeps, range(count))) for keeps in (keeps_tree, scikit_learn_keeps_tree))
    print(f"{kept} of {count} keep dtref's tree, {kept_there} scikit-learn's")
