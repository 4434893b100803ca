"""The predictions for records whose ends are known."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import prod
from operator import mul
from typing import TypeAlias

import numpy as np

from dtref.engines.compiled.kernels.layout import Ints
from dtref.engines.compiled.kernels.route_layout import REFUSED, SHARED
from dtref.engines.predictions import Predictions
from dtref.engines.routing.rows import Labels, TreeRows
from dtref.engines.routing.walk import Ends
from dtref.spec.model.prediction import Prediction, Reached, prediction
from dtref.spec.model.trees import Leaf

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
        apart = _labels_of_others(rows, ends, others, prediction_of)
        at[others] = len(labels) + np.arange(len(apart))
        labels = np.concatenate([labels, apart.astype(object) if labels.dtype == object else apart])
    of_records: Labels = labels[at]
    return of_records


def _labels_of_others(rows: TreeRows, ends: Ends, others: Ints, prediction_of: Callable[[int], Prediction]) -> Labels:
    """The first labels of the records without a leaf of their own: of whole numbers where that can be."""
    counted = rows.class_counts
    if counted is None or len(others) > len(ends.shared):
        return np.array([prediction_of(r).labels[0] for r in others.tolist()])
    counts, starts = counted.of(ends.leaves), ends.starts
    largest, filled = counts.argmax(axis=1), counts.any(axis=1)
    # What is the first of the largest classes of every leaf is so of all together.
    first, last = np.minimum.reduceat(largest, starts[:-1]), np.maximum.reduceat(largest, starts[:-1])
    all_filled = np.logical_and.reduceat(filled, starts[:-1])
    for i in np.flatnonzero((first != last) | ~all_filled).tolist():
        start, stop = starts[i : i + 2].tolist()
        if all_filled[i]:
            first[i] = _largest_class(_shares(rows, ends.leaves[start:stop].tolist()), counts[start:stop].tolist())
        else:
            first[i] = counted.classes.index(prediction_of(int(others[i])).labels[0])
    labels: Labels = np.array(counted.classes)[first]
    return labels


def _largest_class(shares: Sequence[Share], counts: Sequence[Sequence[int]]) -> int:
    """The first class of the greatest sum of leaves' class shares, each times its share of the record."""
    sizes = [of * sum(row) for (_, of), row in zip(shares, counts, strict=True)]
    whole = prod(sizes)
    parts = [share * (whole // size) for (share, _), size in zip(shares, sizes, strict=True)]
    sums = [sum(map(mul, parts, column)) for column in zip(*counts, strict=True)]
    return sums.index(max(sums))


def _with_shares(rows: TreeRows, leaves: tuple[int, ...]) -> Reached:
    """Leaves that a record reaches, each with its share."""
    return [(_leaf(rows, leaf), Fraction(share) / of) for leaf, (share, of) in zip(leaves, _shares(rows, leaves), strict=True)]


def _shares(rows: TreeRows, leaves: Sequence[int]) -> list[Share]:
    """
    The share of each of the leaves that a record reaches, as a quotient: that of the training records at each node that shared the record.

    A node has shared it where more than one of its branches lead to these leaves; they are all among which it is shared.
    """
    parents, weights, below = rows.listed_parents, rows.listed_weights, dict[int, list[int]]()
    # From the leaves up, the last row first, until they have met: a parent's row is before its children's.
    led_to = {leaf: [i] for i, leaf in enumerate(leaves)}
    waiting = sorted(led_to)
    while len(waiting) > 1:
        row = waiting.pop()
        parent = parents[row]
        if parent in led_to:
            below[parent].append(row)
            led_to[parent] = led_to[parent] + led_to[row]
        else:
            below[parent], led_to[parent] = [row], led_to[row]
            insort(waiting, parent)
    shares: list[Share] = [(1, 1)] * len(leaves)
    for children in below.values():
        if len(children) > 1:
            of_all = sum(weights[child] for child in children)
            for child in children:
                for i in led_to[child]:
                    shares[i] = shares[i][0] * weights[child], shares[i][1] * of_all
    return shares
