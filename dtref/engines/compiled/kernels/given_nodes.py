"""
The best tests at the nodes of a given tree of cuts: each node gets its optima, then its records go where its own cut sends them.

The optima are found as in growing (`dtref.engines.compiled.kernels.nodes`); only the division goes by the given cuts.
"""

from __future__ import annotations

from collections.abc import Callable

from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.counting import count_entry
from dtref.engines.compiled.kernels.layout import (
    BRANCHES,
    CHILD,
    DONE,
    LEVEL,
    NEXT,
    NODES,
    PAUSE,
    PAUSED,
    START,
    STOP,
    TIED,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.nodes import cells_of, contenders
from dtref.engines.compiled.kernels.partition import assign, is_leaf, part
from dtref.engines.compiled.kernels.ties import settle_ties

ASKED, CODE, BELOW = range(3)
"""The columns of a given tree: the attribute that a node asks, -1 at a leaf; the greatest code that goes left; its first child's row."""


@kernel
def find_optima(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> int:
    """
    Finds the optima of a node, or lets it wait to be decided exactly; DONE, or the status that says what is missing.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> nodes = nodes_for(np.array([1, 1]), 2)
    >>> find_optima(example(), RULES, nodes, scratch_for(2, 2, 4), 0) == DONE, int(nodes.table[0, TIED])
    (True, 1)
    """
    if nodes.table[t, TIED] != 0 or is_leaf(training, rules, nodes, t):
        return DONE
    return settle_ties(training, rules, nodes, scratch, t, contenders(training, rules, nodes, scratch, t))


@kernel
def divide_by(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, tree: Ints, t: int) -> None:
    """
    Gives the records of a node to its two children in the given tree.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> nodes, tree = nodes_for(np.array([1, 1]), 2), np.array([[0, 0, 1], [-1, 0, 0], [-1, 0, 0]])
    >>> divide_by(example(), RULES, nodes, scratch_for(2, 2, 4), tree, 0)
    >>> nodes.counts[1:3].tolist(), nodes.table[1:3, START].tolist()
    ([[1, 0], [0, 1]], [0, 1])
    """
    start, stop, a, child = nodes.table[t, START], nodes.table[t, STOP], tree[t, ASKED], tree[t, BELOW]
    # The branch of each record; sizes and counts of the children, then their ranges.
    assign(training, scratch.sides, start, stop, a, tree[t, CODE])
    table, counts = nodes.table[child : child + 2], nodes.counts[child : child + 2]
    entries, sides, bits = training.entries[a], scratch.sides, training.bits
    n_left = 0
    for i in range(start, stop):
        side = sides[entries[i] >> bits]
        n_left += 1 - side
        count_entry(bits, training.weights, training.amounts, entries[i], counts[side])
    table[0, START], table[0, STOP], table[1, START], table[1, STOP] = start, start + n_left, start + n_left, stop
    for b in range(2):
        table[b, LEVEL] = nodes.table[t, LEVEL] + 1
    nodes.table[t, CHILD], nodes.table[t, BRANCHES] = child, 2
    # The lists: the first for every child, the others only where a child asks, or must be compared with those that do.
    part(training, scratch, table, start, stop, 0, 1)
    for b in range(2):
        if tree[child + b, ASKED] >= 0 or not is_leaf(training, rules, nodes, child + b):
            part(training, scratch, table, start, stop, 1, len(training.keys))
            break


@kept
def best_tests(sources: str) -> Callable[[Training, Rules, Nodes, Scratch, Ints, bool], int]:
    """
    Finds the optima of the nodes of a given tree, a row each, parents before their children; returns the status at its end, or at a pause.
    tests: whether nodes that ask get theirs, too.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> nodes, tree = nodes_for(np.array([1, 1]), 2), np.array([[0, 0, 1], [-1, 0, 0], [-1, 0, 0]])
    >>> nodes.state[NODES] = 3
    >>> best_tests(example(), RULES, nodes, scratch_for(2, 2, 4), tree, True) == DONE, nodes.table[:3, TIED].tolist()
    (True, [1, 0, 0])
    """

    def best_tests(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, tree: Ints, tests: bool) -> int:
        sources  # noqa: B018 - see `kept`
        cells = 0
        while nodes.state[NEXT] < nodes.state[NODES]:
            t = nodes.state[NEXT]
            if tests or tree[t, ASKED] < 0:
                status = find_optima(training, rules, nodes, scratch, t)
                if status != DONE:
                    return status
            if tree[t, ASKED] >= 0:
                divide_by(training, rules, nodes, scratch, tree, t)
            nodes.state[NEXT] += 1
            cells += cells_of(training, rules, nodes, t)
            if cells > PAUSE:
                return PAUSED
        return DONE

    return best_tests
