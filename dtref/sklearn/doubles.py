"""The answers of nodes as the nearest doubles, many at once: shares of classes, and means."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import cast

import numpy as np

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.trees import grown_from
from dtref.engines.routing.rows import TreeRows
from dtref.spec.model.trees import Label, Tree


def node_shares(rows: TreeRows, classes: Sequence[str]) -> Floats:
    """
    The share of each class at each node of a tree, as the nearest doubles; where no training record came, equal ones of its labels.

    Counts below 2^53 are doubles, and one division of doubles is rounded once.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.spec.model.trees import Leaf
    >>> node_shares(flat_rows(Leaf((("-", Fraction(1)), ("+", Fraction(2))), ("+",))), ("-", "+")).tolist()
    [[0.3333333333333333, 0.6666666666666666]]
    >>> node_shares(flat_rows(Leaf((("-", Fraction(0)), ("+", Fraction(0))), ("+",))), ("-", "+")).tolist()
    [[0.0, 1.0]]
    """
    nodes, shares = np.arange(len(rows.parents)), np.zeros((len(rows.parents), len(classes)))
    counts = None if rows.class_counts is None else rows.class_counts.of(nodes)
    if counts is not None and (counts.sum(axis=1) < 2**53).all():
        totals = counts.sum(axis=1)
        listed = np.flatnonzero(totals == 0)
        np.divide(counts, np.maximum(totals, 1)[:, np.newaxis], out=shares)
    else:
        listed = nodes
    for t in listed.tolist():
        node = rows.node_of(t)
        weights = [weight for _, weight in node.counts]
        total = sum(weights)
        shares[t] = [
            float(weight / total if total else Fraction(name in node.labels, len(node.labels)))
            for name, weight in zip(classes, weights, strict=True)
        ]
    return shares


def middle(labels: Sequence[Label]) -> float:
    """
    What a node predicts of a number: its mean, or the middle of its medians, as the nearest double.

    >>> middle((Fraction(1), Fraction(2)))
    1.5
    """
    return float((cast(Fraction, labels[0]) + cast(Fraction, labels[-1])) / 2)


def leaf_means(tree: Tree, rows: TreeRows, leaves: Ints) -> Floats:
    """
    What some leaves predict of a number, as the nearest doubles.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.spec.model.tally import Moments
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf(Moments(Fraction(3), Fraction(1), Fraction(1)), (Fraction(1, 3),))
    >>> leaf_means(leaf, flat_rows(leaf), np.array([0])).tolist()
    [0.3333333333333333]
    """
    source = grown_from(tree)
    if source is not None and source[1] == 0:
        means: Floats = source[0].means(leaves)
        return means
    return np.array([middle(rows.node_of(t).labels) for t in leaves.tolist()], np.float64)
