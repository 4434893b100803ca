"""The predictions for records whose ends are known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache

import numpy as np

from dtref.engines.compiled.kernels.layout import Ints
from dtref.engines.compiled.kernels.route_layout import REFUSED
from dtref.engines.predictions import Predictions
from dtref.engines.routing.rows import Labels, TreeRows
from dtref.engines.routing.walk import Ends
from dtref.spec.model.prediction import Prediction, Reached, prediction
from dtref.spec.model.trees import Leaf


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
    weights = cache(lambda: _exact(rows.weights()))
    of_leaf = cache(lambda t: prediction([(_leaf(rows, t), Fraction(1))]))
    of_leaves = cache(lambda leaves: prediction(_with_shares(rows, leaves, weights())))

    def prediction_of(r: int) -> Prediction:
        t = int(ends.rows[r])
        if t >= 0:
            return of_leaf(t)
        if t == REFUSED:
            return apart[r]
        start, stop = ends.starts[(i := int(np.searchsorted(ends.shared, r))) : i + 2].tolist()
        return of_leaves(tuple(ends.leaves[start:stop].tolist()))

    return Predictions(len(ends.rows), prediction_of, lambda: _first_labels(rows, ends, prediction_of))


def _exact(weights: Ints | Sequence[Fraction]) -> Sequence[int | Fraction]:
    return weights.tolist() if isinstance(weights, np.ndarray) else weights


def _leaf(rows: TreeRows, t: int) -> Leaf:
    node = rows.node_of(t)
    assert isinstance(node, Leaf), "a route ends at a leaf"
    return node


def _first_labels(rows: TreeRows, ends: Ends, prediction_of: Callable[[int], Prediction]) -> Labels:
    """The first label of each record: those of the leaves that are reached are looked up once, others record by record."""
    placed = ends.rows >= 0
    alone = bool(placed.all())
    reached = np.zeros(len(rows.tests), np.bool_)
    reached[ends.rows if alone else ends.rows[placed]] = True
    labels = rows.first_labels(np.flatnonzero(reached))
    position = np.cumsum(reached) - 1
    if alone:
        of_records: Labels = labels[position[ends.rows]]
        return of_records
    others = [prediction_of(r).labels[0] for r in np.flatnonzero(~placed).tolist()]
    at = np.where(placed, position[ends.rows], 0)
    at[~placed] = len(labels) + np.arange(len(others))
    return np.concatenate([labels, np.array(others, labels.dtype if labels.dtype == object else None)])[at]


def _with_shares(rows: TreeRows, leaves: tuple[int, ...], weights: Sequence[int | Fraction]) -> Reached:
    """
    Leaves that a record reaches, each with its share: that of the training records at each node that shared the record.

    A node has shared it where more than one of its branches lead to these leaves; they are all among which it is shared.
    """
    # The nodes above the leaves, each with its children on the way.
    below: dict[int, set[int]] = {}
    for leaf in leaves:
        child, parent = leaf, int(rows.parents[leaf])
        while parent >= 0 and child not in below.setdefault(parent, set()):
            below[parent].add(child)
            child, parent = parent, int(rows.parents[parent])
    # The shares, from the root down: a parent's row is before its children's.
    share = {rows.root: Fraction(1)}
    for t in sorted(below):
        total = sum(weights[child] for child in below[t])
        share.update((child, share[t] * weights[child] / total if len(below[t]) > 1 else share[t]) for child in below[t])
    return [(_leaf(rows, leaf), share[leaf]) for leaf in leaves]
