"""
The claims of a foreign tree's nodes in arrays, as far as these hold what is claimed: class counts and numbers of records that are whole,
impurities and means as doubles.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.io.foreign.node_table import NodeTable
from dtref.io.foreign.tree import ForeignNode
from dtref.spec.model.tally import ClassCounts

NONE, OTHER = -1, -2
"""In place of a number of records or a class: nothing is claimed; something that no array holds, and that is no whole number or class."""

EXACT_BELOW = 2**53
"""Whole numbers below this are doubles."""


Marks: TypeAlias = NDArray[np.bool_]
"""For each node whether something is so."""


@frozen(eq=False)
class ClaimArrays:
    """
    For each node: rows and records, NONE where none are claimed; counts, a row of class counts, and whether they are claimed; impurity and
    mean, doubles, NaN where none is claimed; label, the position of the class. others: whether a node claims more than that.
    """

    rows: Ints
    records: Ints
    counts: Ints
    has_counts: Marks
    impurity: Floats
    mean: Floats
    label: Ints
    labelled: Marks
    others: Marks


def claims_of_table(table: NodeTable, order: Ints, classes: tuple[str, ...]) -> ClaimArrays:
    """The claims of the rows of a table in some order. classes: those of the data, none of a continuous target."""
    n, none = len(order), np.full(len(order), NONE)
    position = {name: j for j, name in enumerate(classes)}
    label = np.array([position.get(name, OTHER) for name in table.classes], np.int64)
    return ClaimArrays(
        rows=table.rows[order],
        records=none if table.classes else table.records[order],
        counts=table.counts[order] if table.classes == classes else np.zeros((n, len(classes)), np.int64),
        has_counts=np.full(n, bool(table.classes)),
        impurity=table.impurity[order],
        mean=np.full(n, np.nan) if table.classes else table.mean[order],
        label=label[table.label[order]] if table.classes else none,
        labelled=np.full(n, True),
        others=np.full(n, table.classes != classes),
    )


def claim_arrays(nodes: Sequence[ForeignNode], classes: tuple[str, ...]) -> ClaimArrays | None:
    """
    The claims of some nodes. classes: those of the data, none of a continuous target. None where a claimed number is beyond the doubles.

    >>> claims = claim_arrays((ForeignNode("1", label="b", counts=(("a", Fraction(1)), ("b", Fraction(2)))),), ("a", "b"))
    >>> claims.counts.tolist(), claims.label.tolist(), claims.rows.tolist(), claims.others.tolist()
    ([[1, 2]], [1], [-1], [False])
    """
    position: dict[object, int] = {name: j for j, name in enumerate(classes)} | {None: NONE}
    counts = [_counts(node.counts, classes) for node in nodes]
    try:
        impurity = np.array([np.nan if node.impurity is None else float(node.impurity) for node in nodes])
        mean = np.array([float(node.label) if isinstance(node.label, Fraction) else np.nan for node in nodes])
    except OverflowError:
        return None
    return ClaimArrays(
        np.array([_whole(node.rows) for node in nodes]),
        np.array([_whole(node.records) for node in nodes]),
        np.array([row or (0,) * len(classes) for row in counts], np.int64).reshape(len(nodes), len(classes)),
        np.array([bool(row) for row in counts]),
        impurity,
        mean,
        np.array([NONE if isinstance(node.label, Fraction) else position.get(node.label, OTHER) for node in nodes]),
        np.array([node.label is not None for node in nodes]),
        np.array(
            [
                row is None or bool(node.within) or node.errors is not None or node.predicted is not None
                for row, node in zip(counts, nodes, strict=True)
            ]
        ),
    )


def _whole(claimed: Fraction | None) -> int:
    """A claimed number of records: OTHER where it is no whole number, or none that records can have."""
    if claimed is None:
        return NONE
    return claimed.numerator if claimed.denominator == 1 and 0 <= claimed.numerator < EXACT_BELOW else OTHER


def _counts(claimed: ClassCounts | None, classes: tuple[str, ...]) -> tuple[int, ...] | None:
    """The claimed counts of all classes, () where none are claimed; None where they are not whole, or of other classes or order."""
    if not claimed:
        return ()
    whole = tuple([n.numerator for name, n in claimed if n.denominator == 1 and 0 <= n.numerator < EXACT_BELOW])
    return whole if len(whole) == len(claimed) and tuple([name for name, _ in claimed]) == classes else None
