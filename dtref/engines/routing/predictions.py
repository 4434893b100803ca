"""The predictions for records whose ends are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import prod
from typing import TypeAlias

import numpy as np

from dtref.engines.compiled.kernels.route_layout import REFUSED, SHARED
from dtref.engines.predictions import Predictions
from dtref.engines.routing.rows import Labels, TreeRows
from dtref.engines.routing.walk import Ends
from dtref.spec.model.prediction import Prediction, Reached, prediction
from dtref.spec.model.trees import Label, Leaf

Share: TypeAlias = tuple[int | Fraction, int | Fraction]
"""The share of a record that a leaf has, as the two numbers of a quotient."""


def predictions_of(rows: TreeRows, ends: Ends, specified: Callable[[int], Prediction]) -> Predictions:
    """
    The predictions for all records. specified: that of the specification for a record that the compiled walk refused.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.engines.routing.walk import ends
    >>> from dtref.io.tables_for_trees import ColumnTable
    >>> rows = flat_rows(Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",)))
    >>> predictions_of(rows, ends(rows, ColumnTable(2, {})), lambda r: None).first_labels().tolist()
    ['+', '+']
    """
    apart = {r: specified(r) for r in np.flatnonzero(ends.rows == REFUSED).tolist()}
    of_leaf = cache(lambda t: prediction([(_leaf(rows, t), Fraction(1))]))
    of_leaves = cache(lambda leaves: prediction(_with_shares(rows, leaves)))

    def prediction_of(r: int) -> Prediction:
        t = int(ends.rows[r])
        if t >= 0:
            return of_leaf(t)
        if t == REFUSED:
            return apart[r]
        start, stop = ends.starts[(i := int(np.searchsorted(ends.shared, r))) : i + 2].tolist()
        return of_leaves(tuple(ends.leaves[start:stop].tolist()))

    return Predictions(len(ends.rows), prediction_of, lambda: _first_labels(rows, ends, prediction_of))


def _leaf(rows: TreeRows, t: int) -> Leaf:
    node = rows.node_of(t)
    assert isinstance(node, Leaf), "a route ends at a leaf"
    return node


def _first_labels(rows: TreeRows, ends: Ends, prediction_of: Callable[[int], Prediction]) -> Labels:
    """The first label of each record: those of the leaves that are reached are looked up once, others record by record."""
    others, nodes = np.flatnonzero(ends.rows < 0), len(rows.tests)
    reached = np.zeros(nodes + 1 - SHARED, np.bool_)  # what stands in place of a row is counted from the end
    reached[ends.rows] = True
    labels = rows.first_labels(np.flatnonzero(reached[:nodes]))
    at = (np.cumsum(reached) - 1)[ends.rows]
    if len(others):
        apart = _labels_of_others(rows, ends, others.tolist(), prediction_of)
        at[others] = len(labels) + np.arange(len(apart))
        labels = np.concatenate([labels, np.array(apart, labels.dtype if labels.dtype == object else None)])
    of_records: Labels = labels[at]
    return of_records


def _labels_of_others(rows: TreeRows, ends: Ends, others: Sequence[int], prediction_of: Callable[[int], Prediction]) -> list[Label]:
    """The first labels of the records without a leaf of their own: of whole numbers where that can be."""
    counted = rows.class_counts
    if counted is None or len(others) > len(ends.shared):
        return [prediction_of(r).labels[0] for r in others]
    counts = counted.of(ends.leaves)
    leaves, of_classes, largest = ends.leaves.tolist(), counts.tolist(), counts.argmax(axis=1).tolist()
    labels: list[Label] = []
    for r, (start, stop) in zip(others, pairwise(ends.starts.tolist()), strict=True):
        first = largest[start] if all(map(any, of_classes[start:stop])) else None
        # What is the first of the largest classes of every leaf is so of all together.
        if first is not None and any(j != first for j in largest[start:stop]):
            first = _largest_class(_shares(rows, leaves[start:stop]), of_classes[start:stop])
        labels.append(prediction_of(r).labels[0] if first is None else counted.classes[first])
    return labels


def _largest_class(shares: Sequence[Share], counts: Sequence[Sequence[int]]) -> int:
    """The first class of the greatest sum of leaves' class shares, each times its share of the record."""
    sizes = [of * sum(row) for (_, of), row in zip(shares, counts, strict=True)]
    whole = prod(sizes)
    parts = [share * (whole // size) for (share, _), size in zip(shares, sizes, strict=True)]
    sums = [sum(part * n for part, n in zip(parts, column, strict=True)) for column in zip(*counts, strict=True)]
    return sums.index(max(sums))


def _with_shares(rows: TreeRows, leaves: tuple[int, ...]) -> Reached:
    """Leaves that a record reaches, each with its share."""
    return [(_leaf(rows, leaf), Fraction(share) / of) for leaf, (share, of) in zip(leaves, _shares(rows, leaves), strict=True)]


def _shares(rows: TreeRows, leaves: Sequence[int]) -> list[Share]:
    """
    The share of each of the leaves that a record reaches, as a quotient: that of the training records at each node that shared the record.

    A node has shared it where more than one of its branches lead to these leaves; they are all among which it is shared.
    """
    parents, weights, below = rows.listed_parents, rows.listed_weights, dict[int, list[tuple[int, list[int]]]]()
    # From the leaves up, the last row first, until they have met: a parent's row is before its children's.
    alive = {leaf: [i] for i, leaf in enumerate(leaves)}
    while len(alive) > 1:
        row = max(alive)
        here, parent = alive.pop(row), parents[row]
        below.setdefault(parent, []).append((row, here))
        alive[parent] = alive.get(parent, []) + here
    shares: list[Share] = [(1, 1)] * len(leaves)
    for children in below.values():
        if len(children) > 1:
            of_all = sum(weights[child] for child, _ in children)
            for child, here in children:
                for i in here:
                    shares[i] = shares[i][0] * weights[child], shares[i][1] * of_all
    return shares
