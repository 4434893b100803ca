"""A table of nodes of scikit-learn's arrays, where they are as usual: whole weights, finite numbers, children after their parents."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from dtref.io.foreign.node_table import NodeTable
from dtref.io.foreign.scikit_learn_arrays import Arrays

HEAVIEST = 2.0**30
"""Below this weight a share times it is off by less than 2^-23 in doubles."""

NEAR_IN_DOUBLES = 8e-7
"""A count as near as this to a whole number in doubles is within the 1e-6 that `dtref.io.foreign.scikit_learn` allows of the exact one."""


def scikit_learn_table(tree: Arrays, names: tuple[str, ...], labels: tuple[str, ...]) -> NodeTable | None:
    """
    The arrays of a fitted tree as a table. None where a weight is not whole, a number not finite, a class count not near a whole number, a
    column none of those named, or the children are no tree of later rows: then its nodes are read, and refused, one by one.
    """
    left, right, column = (np.asarray(rows, np.int64) for rows in (tree.children_left, tree.children_right, tree.feature))
    cut, weight = np.asarray(tree.threshold, np.float64), np.asarray(tree.weighted_n_node_samples, np.float64)
    value, impurity = np.asarray(tree.value, np.float64)[:, 0], np.asarray(tree.impurity, np.float64)
    inner = left >= 0
    if not _is_tree(left, right) or value.shape[1] != max(1, len(labels)):
        return None
    # the questions
    if not ((column[inner] >= 0) & (column[inner] < len(names)) & np.isfinite(cut[inner])).all():
        return None
    known = hasattr(tree, "missing_go_to_left")
    missing = np.where(np.asarray(tree.missing_go_to_left), 0, 1) if known else np.zeros(0, np.int64)
    # the claims
    ordinary = np.isfinite(impurity) & np.isfinite(value).all(axis=1) & (weight == np.rint(weight)) & (weight < HEAVIEST) & (weight >= 0)
    if not ordinary.all():
        return None
    counts = _whole_counts(value, weight) if labels else np.zeros((len(left), 0), np.int64)
    if counts is None:
        return None
    return NodeTable(
        *(names, np.where(inner, column, -1), cut, left, right, missing),
        *(labels, counts, value.argmax(axis=1), value[:, 0], weight.astype(np.int64)),
        *(np.asarray(tree.n_node_samples, np.int64), impurity),
    )


def _is_tree(left: NDArray[np.int64], right: NDArray[np.int64]) -> bool:
    """Whether every row but the first is the child of one before it, and every row has two children or none."""
    inner = left >= 0
    parents = np.flatnonzero(inner)
    children = np.concatenate([left[inner], right[inner]])
    if not len(left) or ((right >= 0) != inner).any() or (children <= np.tile(parents, 2)).any():
        return False
    return bool((np.sort(children) == np.arange(1, len(left))).all()) if len(children) == len(left) - 1 else False


def _whole_counts(value: NDArray[np.float64], weight: NDArray[np.float64]) -> NDArray[np.int64] | None:
    """The whole class counts that a tree's values claim, which are shares or counts; None where one is none."""
    total = np.zeros(len(value))
    for of_class in value.T:  # in the order in which Python adds them
        total = total + of_class
    counts = value * weight[:, None] if (np.abs(total - 1) <= 1e-6).all() else value
    if (np.abs(counts) > HEAVIEST).any() or (np.abs(counts - np.rint(counts)) > NEAR_IN_DOUBLES).any():
        return None
    return np.rint(counts).astype(np.int64)
