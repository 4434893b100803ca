"""
Subtrees that save no training errors, made leaves (`dtref.spec.pruning.steps.Collapse`), over the arrays of the kernels.

A node's errors e, its weight outside the largest class, come from parts that are doubles: they are off by at most r n, r being
the greatest relative error of a sum of weights at the node (`relative`) and n its weight. Those of the leaves below add up theirs, and u of
the sum for each addition. Where a saving is nearer to the allowance than that, nothing is answered.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.kernels.gap_layout import LEVEL, NODES, PARENT, SIZE, TALLIES, TALLY, TIED, GapNodes
from dtref.engines.compiled.kernels.layout import Floats
from dtref.engines.compiled.kernels.wide import U
from dtref.spec.pruning.steps import Collapse


def collapsed(grown: GapGrown, step: Collapse) -> GapGrown | None:
    """
    The tree without subtrees that save no training errors, or less than the allowance; None where doubles can't tell of one.

    >>> from fractions import Fraction
    >>> from dtref.engines.compiled.gaps.grow import grown_with_gaps
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> tree = grown_with_gaps(parity(2), CART)
    >>> [collapsed(tree, Collapse(Fraction(allowance, 2))).node(0) for allowance in (3, 5)]
    [<Branch on x1 (0 2, 1 2)>, <Leaf 0/1 (0 2, 1 2)>]
    """
    nodes = grown.nodes
    table = nodes.table[: nodes.state[NODES]].copy()
    errors, off = errors_of_nodes(nodes)
    # The errors of the leaves below each node, from the last level up.
    below, off_below = np.where(table[:, TIED] > 0, 0.0, errors), np.where(table[:, TIED] > 0, 0.0, off)
    firsts = np.searchsorted(table[:, LEVEL], np.arange(table[-1, LEVEL] + 2)).tolist()
    for first, stop in reversed(list(pairwise(firsts[1:]))):
        np.add.at(below, table[first:stop, PARENT], below[first:stop])
        np.add.at(off_below, table[first:stop, PARENT], off_below[first:stop])
    # Those that save no more than the allowance.
    allowance = float(step.allowance / grown.data.unit)
    saved, doubt = errors - below, off + off_below + 2 * U * len(table) * (below + errors + allowance)
    if (np.abs(saved - allowance) <= doubt)[table[:, TIED] > 0].any():
        return None
    table[saved < allowance, TIED] = 0
    return grown.over(nodes._replace(table=table))


def errors_of_nodes(nodes: GapNodes) -> tuple[Floats, Floats]:
    """
    The weight outside the largest class of each node, in units, and how much it may be off.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> [column.tolist() for column in errors_of_nodes(gap_example()[2])]
    [[1.0], [0.0]]
    """
    table = nodes.table[: nodes.state[NODES]]
    lengths, firsts = table[:, TALLIES], table[:, TALLY]
    # The rows of the tallies, node by node.
    owner = np.repeat(np.arange(len(table)), lengths)
    rows = np.arange(len(owner)) - np.repeat(np.cumsum(lengths) - lengths, lengths) + np.repeat(firsts, lengths)
    tally = nodes.tally[rows]
    parts, whole = nodes.parts[tally[:, 0]], (lengths == 0) | ((lengths == 1) & (nodes.tally[firsts, 0] == 0))
    counts = np.array([np.bincount(owner, parts * column, len(table)) for column in tally[:, 1:].T])
    weight = counts.sum(axis=0)
    relative = np.where(whole, 0.0, 1.01 * (nodes.blur[: len(table)] + (table[:, SIZE] + lengths + 8) * U))
    return weight - counts.max(axis=0), 2 * relative * weight
