"""
The sums of a continuous target at all nodes of a given tree, in doubles, each with a bound on its error.

Notation: u, 2^-53. A sum of numbers in any order is off by at most k u times the sum of their magnitudes (first order), where no number
passes through more than k additions. The sums of an inner node are those of its children together, so that k grows with its height,
not with its records.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from attrs import frozen

from dtref.engines.compiled.encoding import Coded
from dtref.engines.compiled.given_nodes import GivenNodes
from dtref.engines.compiled.kernels.given_nodes import ASKED, BELOW
from dtref.engines.compiled.kernels.layout import LEVEL, START, STOP, Floats, Ints
from dtref.spec.model.arrays import DoubleLevels
from dtref.spec.model.attributes import Cell

SMALLEST, GREATEST = 2.0**-300, 2.0**300
"""Between these the squares of numbers, and sums of them, are far from the limits of doubles."""


@frozen(eq=False)
class NodeSums:
    """
    For each node of a tree: weight, the sum of weights, exact; total, absolute and squares, those of w y, w |y| and w y^2; additions, the
    number k such that total is off by at most k u times `absolute`, and `absolute` and `squares` by k u times themselves.
    """

    weight: Floats
    total: Floats
    absolute: Floats
    squares: Floats
    additions: Floats


def node_sums(nodes: GivenNodes) -> NodeSums | None:
    """The sums at the nodes of a tree; None where a number is too large or too small for squares of doubles."""
    data, tree = nodes.grown.data, nodes.tree
    outcomes = doubles_of(data.outcomes)
    if outcomes is None:
        return None
    table = nodes.grown.nodes.table[: len(tree)]
    records = records_in_order(data)
    terms = terms_of(data, outcomes, records)
    # the leaves: those with records lie one behind the other
    sums, additions = np.zeros((4, len(tree))), np.zeros(len(tree))
    leaves = np.flatnonzero((tree[:, ASKED] < 0) & (table[:, STOP] > table[:, START]))
    leaves = leaves[np.argsort(table[leaves, START])]
    sums[:, leaves] = np.add.reduceat(terms, table[leaves, START], axis=1)
    additions[leaves] = (table[leaves, STOP] - table[leaves, START] - 1) + 3
    # the others, from the deepest level up
    for asking in reversed(_levels(table[:, LEVEL], tree)):
        below = tree[asking, BELOW]
        sums[:, asking] = sums[:, below] + sums[:, below + 1]
        additions[asking] = 1 + np.maximum(additions[below], additions[below + 1])
    weight, total, absolute, squares = sums
    return NodeSums(weight, total, absolute, squares, additions)


def doubles_of(numbers: Sequence[Cell]) -> Floats | None:
    """
    The nearest doubles of some numbers; None where one is too large or too small for its square to be a double like any other.

    >>> doubles_of((Fraction(0), Fraction(1, 4))).tolist(), doubles_of((Fraction(1, 10**200),)) is None
    ([0.0, 0.25], True)
    """
    try:
        doubles = numbers.doubles if isinstance(numbers, DoubleLevels) else np.array([float(x) for x in numbers if isinstance(x, Fraction)])
    except OverflowError:
        return None
    # a number too near 0 for a double comes out as 0
    if any(numbers[i] != 0 for i in np.flatnonzero(doubles == 0).tolist()):
        return None
    sizes = np.abs(doubles[doubles != 0])
    return doubles if ((sizes > SMALLEST) & (sizes < GREATEST)).all() else None


def records_in_order(data: Coded) -> Ints:
    """The records in the order in which nodes are ranges of them."""
    records: Ints = data.training.entries[0] >> data.training.bits
    return records


def terms_of(data: Coded, outcomes: Floats, records: Ints) -> Floats:
    """
    For each of some records w, w y, w |y| and w y^2: off by at most 3u times their magnitudes, as y, the product with w and the square are
    rounded once each.
    """
    y = outcomes[data.training.labels[records]]
    w = data.training.weights[records].astype(np.float64) if len(data.training.weights) else np.ones(len(records))
    return np.array([w, w * y, w * np.abs(y), w * (y * y)])


def _levels(level: Ints, tree: Ints) -> Sequence[Ints]:
    """The inner nodes of each level, from the root down. The nodes of a tree are listed breadth first."""
    starts = np.searchsorted(level, np.arange(int(level[-1]) + 2))
    return [start + np.flatnonzero(tree[start:stop, ASKED] >= 0) for start, stop in pairwise(starts.tolist())]
