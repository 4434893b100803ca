"""
Growing, breadth first: each node is looked at once, and its records are divided among its children.

A node whose contenders are certainly alike, or a single one, is settled at once; one whose contenders must be compared exactly
waits for `dtref.engines.compiled.exact_decision`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from dtref.engines.compiled.kernels.candidates import FULL, TOO_MANY, cuts, keep_best, multiway, try_groupings
from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.layout import (
    BEYOND,
    CHILD,
    CUTS,
    DONE,
    MORE_CONTENDERS,
    MORE_NODES,
    MORE_OPTIMA,
    NEXT,
    NODES,
    OPTIMA,
    START,
    STOP,
    SUBSETS,
    TIED,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.partition import divide, is_leaf
from dtref.engines.compiled.kernels.ties import settle_ties


@kernel
def contenders(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> int:
    """
    The candidates of a node that may be best, in order; how many they are.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> contenders(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), 0)
    1
    """
    start, stop, node = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    found, floor, a = 0, -inf, 0
    while a < len(training.keys) and found >= 0:
        if training.offers[a] == CUTS:
            a, found, floor = cuts(training, rules, scratch, a, start, stop, node, found, floor)
            continue
        if training.keys[a, start] != training.keys[a, stop - 1]:
            if training.offers[a] == SUBSETS:
                found, floor = try_groupings(training, rules, scratch, a, start, stop, node, found, floor)
            else:
                found, floor = multiway(training, rules, scratch, a, start, stop, node, found, floor)
        a += 1
    return keep_best(scratch, found, floor) if found >= 0 else found


@kept
def grow_nodes(sources: str) -> Callable[[Training, Rules, Nodes, Scratch, Ints], int]:
    """
    The children of the nodes that have been decided meanwhile, then all that can be grown; how it ended.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> training, nodes = example(), nodes_for(np.array([1, 1]), 2)
    >>> grow_nodes(training, RULES, nodes, scratch_for(2, 2, 4), np.zeros(0, np.int64)) == DONE, nodes.state[NODES]
    (True, np.int64(3))
    """

    def grow_nodes(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, decided: Ints) -> int:
        sources  # noqa: B018 - see `kept`
        for t in decided:
            if nodes.table[t, CHILD] == 0 and not divide(training, rules, nodes, scratch, t):
                return MORE_NODES
        while nodes.state[NEXT] < nodes.state[NODES]:
            t = nodes.state[NEXT]
            if nodes.table[t, TIED] == 0 and not is_leaf(training, rules, nodes, t):
                found = contenders(training, rules, nodes, scratch, t)
                if found == FULL:
                    return MORE_CONTENDERS
                if found == TOO_MANY:
                    return BEYOND
                if nodes.state[OPTIMA] + found > len(nodes.optima):
                    return MORE_OPTIMA
                settle_ties(training, rules, nodes, scratch, t, found)
            if nodes.table[t, TIED] > 0 and not divide(training, rules, nodes, scratch, t):
                return MORE_NODES
            nodes.state[NEXT] += 1
        return DONE

    return grow_nodes
