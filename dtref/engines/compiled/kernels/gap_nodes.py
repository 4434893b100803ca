"""
Growing where values are missing, breadth first: each node finds its optima, then its records go down, some of them in part.

The lists of records, sorted by each attribute, are kept for two levels: that which is divided and that which it makes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.gap_children import relative
from dtref.engines.compiled.kernels.gap_division import divide
from dtref.engines.compiled.kernels.gap_layout import (
    DECIDED,
    DEPTH,
    FILLED,
    FINISHED,
    LEAF,
    LEVEL,
    NEW,
    NEXT,
    NODES,
    RESTING,
    SIZE,
    START,
    STATE,
    STOP,
    SURROGATES,
    TALLY,
    TIED,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.gap_scores import xlogx_of
from dtref.engines.compiled.kernels.gap_ties import find_optima
from dtref.engines.compiled.kernels.layout import PAUSE, Ints
from dtref.engines.compiled.kernels.wide import U


@kernel
def load(training: GapTraining, nodes: GapNodes, scratch: GapScratch, t: int, groups: Ints) -> tuple[float, float, float]:
    """
    Writes the weight of each record of a node, and its group by number; returns the node's weight, X of it, its blur.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> [float(x) for x in load(training, nodes, scratch, 0, np.zeros(2, np.int64))]
    [2.0, 2.0, 0.0]
    """
    total, rows, here, weights, parts, tally, first = (
        0.0,
        nodes.rows,
        scratch.here,
        training.weights,
        nodes.parts,
        nodes.tally,
        nodes.table[t, TALLY],
    )
    for i in range(nodes.table[t, START], nodes.table[t, STOP]):
        r, row = rows[i, 0], rows[i, 1]
        groups[r] = row - first
        here[r] = weights[r] * parts[tally[row, 0]]
        # Whoever is there in part is told by it: less than in full, also where that is rounded.
        if tally[row, 0] > 0 and here[r] >= weights[r]:
            here[r] = weights[r] * (1 - 2 * U)
        total += here[r]
    blur = relative(nodes, t)
    return total, xlogx_of(total, blur == 0.0, training.xlogx), blur


@kept
def grow_with_gaps(sources: str) -> Callable[[GapTraining, GapRules, GapNodes, GapScratch], int]:
    """
    Grows all nodes from the next one on; returns the status at its end.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> grow_with_gaps(training, rules, nodes, scratch) == FINISHED, nodes.state[NODES]
    (True, np.int64(3))
    """

    def grow_with_gaps(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch) -> int:
        sources  # noqa: B018 - see `kept`
        groups, cells = np.zeros(len(training.labels), np.int64), 0
        while nodes.state[NEXT] < nodes.state[NODES]:
            t = nodes.state[NEXT]
            table = nodes.table[t]
            if table[LEVEL] > nodes.state[DEPTH]:
                nodes.state[DEPTH], nodes.state[FILLED] = table[LEVEL], 0
            if table[STATE] != LEAF:
                node = load(training, nodes, scratch, t, groups)
                if table[STATE] == NEW:
                    status = find_optima(training, rules, nodes, scratch, t, groups, node)
                    if status != FINISHED:
                        return status
                    table[STATE], nodes.state[SURROGATES] = DECIDED, -1
                if table[TIED] > 0:
                    status = divide(training, rules, nodes, scratch, t)
                    if status != FINISHED:
                        return status
                cells += table[SIZE] * len(training.codes)
            nodes.state[NEXT] += 1
            if cells > PAUSE:
                return RESTING
        return FINISHED

    return grow_with_gaps
