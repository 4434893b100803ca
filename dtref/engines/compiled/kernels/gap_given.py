"""Growing where values are missing, by tests that are given: as in `dtref.engines.compiled.kernels.gap_nodes`, but nothing is chosen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.gap_division import divide
from dtref.engines.compiled.kernels.gap_layout import (
    BRANCHES,
    CHILD,
    DECIDED,
    DEPTH,
    FILLED,
    FINISHED,
    FIRST,
    LEVEL,
    NEXT,
    NODES,
    STATE,
    TIED,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.gap_nodes import load
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, LOWER, UPPER, Ints

BELOW, KINDS, ASKS, LEFT = range(4)
"""
The columns of given tests: the row of the first branch; whether it is a test; the attribute; the greatest code that goes left, where codes
are cut.
"""


@kernel
def ask(nodes: GapNodes, t: int, test: Ints) -> None:
    """
    Makes a test the only optimum of the node that is to be divided.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> nodes = gap_example()[2]
    >>> ask(nodes, 0, np.array([1, 1, 0, 5]))
    >>> nodes.optima[0].tolist(), int(nodes.table[0, TIED])
    ([0, 5, 6], 1)
    """
    optimum = nodes.optima[0]
    optimum[ATTRIBUTE], optimum[LOWER], optimum[UPPER] = test[ASKS], test[LEFT], test[LEFT] + 1
    nodes.table[t, FIRST], nodes.table[t, TIED], nodes.table[t, STATE] = 0, 1, DECIDED


@kept
def grow_by_tests(sources: str) -> Callable[[GapTraining, GapRules, GapNodes, GapScratch, Ints, Ints], int]:
    """
    Grows all nodes from the next one on, by tests; returns the status at its end. rows: for each node the row of its test, to be filled in.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> tests, rows = np.array([[1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]), np.zeros(3, np.int64)
    >>> grow_by_tests(training, rules, nodes, scratch, tests, rows) == FINISHED, nodes.state[NODES], rows.tolist()
    (True, np.int64(3), [0, 1, 2])
    """

    def grow_by_tests(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, tests: Ints, rows: Ints) -> int:
        sources  # noqa: B018 - see `kept`
        groups = np.zeros(len(training.labels), np.int64)
        while nodes.state[NEXT] < nodes.state[NODES]:
            t = nodes.state[NEXT]
            table, test = nodes.table[t], tests[rows[t]]
            if table[LEVEL] > nodes.state[DEPTH]:
                nodes.state[DEPTH], nodes.state[FILLED] = table[LEVEL], 0
            if test[KINDS] > 0:
                load(training, nodes, scratch, t, groups)
                ask(nodes, t, test)
                status = divide(training, rules, nodes, scratch, t)
                if status != FINISHED:
                    return status
                for b in range(table[BRANCHES]):
                    rows[table[CHILD] + b] = test[BELOW] + b
            nodes.state[NEXT] += 1
        return FINISHED

    return grow_by_tests
