"""
Growing, breadth first: finds the contenders of each node, decides among them, and divides its records among its children.

A node with a single contender, or whose contenders are certainly equal, is decided at once; a node whose contenders must be compared
exactly waits for `dtref.engines.compiled.exact_decision`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import TypeAlias

from dtref.engines.compiled.kernels.average import contenders_of_average
from dtref.engines.compiled.kernels.candidates import of_attribute
from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.contenders import keep_best
from dtref.engines.compiled.kernels.cut_scans import cuts
from dtref.engines.compiled.kernels.layout import (
    CHILD,
    DONE,
    HELLINGER,
    MORE_NODES,
    NEXT,
    NODES,
    PAUSE,
    PAUSED,
    START,
    STOP,
    TIED,
    WIDE_WEIGHTS,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.partition import divide, is_leaf
from dtref.engines.compiled.kernels.ties import settle_ties

GrowNodes: TypeAlias = Callable[[Training, Rules, Nodes, Scratch, Ints], int]
"""Divides the nodes that have been decided exactly, then grows other nodes; returns the status at its end, or at a pause."""


@kernel
def contenders(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> int:
    """
    Finds the candidates of a node that may be best, in order, and returns their number.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> contenders(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), 0)
    1
    """
    start, stop, node = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    if rules.criterion % WIDE_WEIGHTS == HELLINGER and (len(node) < 2 or node[0] == 0 or node[1] == 0):
        return 0  # it is undefined there
    if rules.average >= 0:
        return contenders_of_average(training, rules, nodes, scratch, t)
    n_contenders, floor, a = 0, -inf, 0
    while a < len(training.keys) and n_contenders >= 0:
        a, n_contenders, floor = of_attribute(training, rules, scratch, a, start, stop, node, n_contenders, floor)
    return keep_best(scratch, n_contenders, floor) if n_contenders >= 0 else n_contenders


@kernel
def contenders_of_cuts(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> int:
    """
    As `contenders`, where all attributes offer cuts and no selection is made: less to compile.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> contenders_of_cuts(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), 0)
    1
    """
    start, stop, node = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    if rules.criterion % WIDE_WEIGHTS == HELLINGER and (len(node) < 2 or node[0] == 0 or node[1] == 0):
        return 0  # it is undefined there
    _, n_contenders, floor = cuts(training, rules, scratch, 0, start, stop, node, 0, -inf)
    return keep_best(scratch, n_contenders, floor) if n_contenders >= 0 else n_contenders


@kernel
def cells_of(training: Training, rules: Rules, nodes: Nodes, t: int) -> int:
    """
    What a node costs: the cells of its records, and the groupings that may be tried there.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for
    >>> int(cells_of(example(), RULES, nodes_for(np.array([1, 1]), 2), 0))
    2
    """
    records: int = nodes.table[t, STOP] - nodes.table[t, START]
    return records * len(training.keys) + rules.groupings


def _growing(name: str, contenders_of: Callable[[Training, Rules, Nodes, Scratch, int], int], sources: str) -> GrowNodes:
    """The function of that name that finds contenders in this way."""

    def grow(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, decided: Ints) -> int:
        sources  # noqa: B018 - see `kept`
        for t in decided:
            if nodes.table[t, CHILD] == 0 and not divide(training, rules, nodes, scratch, t):
                return MORE_NODES
        cells = 0
        while nodes.state[NEXT] < nodes.state[NODES]:
            t = nodes.state[NEXT]
            if nodes.table[t, TIED] == 0 and not is_leaf(training, rules, nodes, t):
                n_contenders = contenders_of(training, rules, nodes, scratch, t)
                status = settle_ties(training, rules, nodes, scratch, t, n_contenders)
                if status != DONE:
                    return status
            if nodes.table[t, TIED] > 0 and not divide(training, rules, nodes, scratch, t):
                return MORE_NODES
            nodes.state[NEXT] += 1
            cells += cells_of(training, rules, nodes, t)
            if cells > PAUSE:
                return PAUSED
        return DONE

    grow.__name__ = name
    return grow


@kept
def grow_nodes(sources: str) -> GrowNodes:
    """
    Divides the nodes that have been decided exactly, then grows other nodes; returns the status at its end, or at a pause.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> training, nodes = example(), nodes_for(np.array([1, 1]), 2)
    >>> grow_nodes(training, RULES, nodes, scratch_for(2, 2, 4), nodes.waiting[:0]) == DONE, nodes.state[NODES]
    (True, np.int64(3))
    """
    return _growing("grow_nodes", contenders, sources)


@kept
def grow_nodes_by_cuts(sources: str) -> GrowNodes:
    """
    As `grow_nodes`, where all attributes offer cuts and no selection is made.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> training, nodes = example(), nodes_for(np.array([1, 1]), 2, narrow=True)
    >>> grow_nodes_by_cuts(training, RULES, nodes, scratch_for(2, 2, 4), nodes.waiting[:0]) == DONE, nodes.state[NODES]
    (True, np.int64(3))
    """
    return _growing("grow_nodes_by_cuts", contenders_of_cuts, sources)
