"""
Growing where each node tries some columns only, drawn by a seed: `dtref.spec.growing.drawn_order`, in whole numbers.

The columns that a node didn't draw offer nothing while its contenders are found.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, TypeAlias

import numpy as np

from dtref.engines.compiled.kernels.candidates import of_attribute
from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.contenders import keep_best
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
from dtref.engines.compiled.kernels.nodes import cells_of
from dtref.engines.compiled.kernels.partition import divide, is_leaf
from dtref.engines.compiled.kernels.ties import settle_ties

GrowDrawn: TypeAlias = Callable[[Training, Rules, Nodes, Scratch, Ints, Ints], int]
"""As `GrowNodes`, with what is drawn."""

SEED, TRIED, FIRST_COLUMN = range(3)
"""What `draws` holds: the seed, how many columns a node tries, and from there on room for their order, and for what each offers."""

NOTHING = -1
"""What a column offers that wasn't drawn."""

WORD = 2**32 - 1
"""The bits of a number that are stirred."""


@kernel
def stirred(x: int | np.signedinteger[Any]) -> int | np.signedinteger[Any]:
    """
    A number of 32 bits, each of which hangs on each of x; no product needs more than 63 bits.

    >>> from dtref.spec.growing import drawn_order
    >>> all(stirred(x) == drawn_order.scrambled(x) for x in (0, 1, 2, 2**31, 2**32 - 1))
    True
    """
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & WORD
    x = ((x ^ (x >> 15)) * 0x735A2D97) & WORD
    return x ^ (x >> 15)


@kernel
def draw(training: Training, start: int, stop: int, draws: Ints) -> int:
    """
    Writes the order of the columns at a node, and returns how many of them it tries.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example
    >>> draw(example(), 0, 2, np.array([7, 1, 0, 0]))
    1
    """
    columns, first = len(training.keys), np.int64(training.entries[0, start] >> training.bits)
    for i in range(start + 1, stop):
        first = min(first, np.int64(training.entries[0, i] >> training.bits))
    x = stirred((stirred((stirred(draws[SEED]) + first) & WORD) + stop - start) & WORD)
    for a in range(columns):
        draws[FIRST_COLUMN + a] = a
    for i in range(columns - 1):
        x = stirred((x + 0x6D2B79F5) & WORD)
        j = i + x % (columns - i)
        swapped = draws[FIRST_COLUMN + i]
        draws[FIRST_COLUMN + i] = draws[FIRST_COLUMN + j]
        draws[FIRST_COLUMN + j] = swapped
    drawn, all_constant = 0, True
    while drawn < columns and (drawn < draws[TRIED] or all_constant):
        keys = training.keys[draws[FIRST_COLUMN + drawn]]
        all_constant = all_constant and keys[start] == keys[stop - 1]
        drawn += 1
    return drawn


@kernel
def contenders_of_drawn(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, draws: Ints) -> int:
    """
    As `dtref.engines.compiled.kernels.nodes.contenders`, of the columns that the node draws.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> contenders_of_drawn(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), 0, np.array([7, 1, 0, 0]))
    1
    """
    start, stop, node = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    if rules.criterion % WIDE_WEIGHTS == HELLINGER and (len(node) < 2 or node[0] == 0 or node[1] == 0):
        return 0  # it is undefined there
    columns, drawn = len(training.keys), draw(training, start, stop, draws)
    offered = FIRST_COLUMN + columns
    for i in range(drawn, columns):
        a = draws[FIRST_COLUMN + i]
        draws[offered + a] = training.offers[a]
        training.offers[a] = NOTHING
    n_contenders, floor, a = 0, -inf, 0
    while a < columns and n_contenders >= 0:
        if training.offers[a] == NOTHING:
            a += 1
        else:
            a, n_contenders, floor = of_attribute(training, rules, scratch, a, start, stop, node, n_contenders, floor)
    for i in range(drawn, columns):
        a = draws[FIRST_COLUMN + i]
        training.offers[a] = draws[offered + a]
    return keep_best(scratch, n_contenders, floor) if n_contenders >= 0 else n_contenders


@kept
def grow_drawn_nodes(sources: str) -> GrowDrawn:
    """
    As `dtref.engines.compiled.kernels.nodes.grow_nodes`, where each node tries the columns that it draws.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> training, nodes, draws = example(), nodes_for(np.array([1, 1]), 2), np.array([7, 1, 0, 0])
    >>> grow_drawn_nodes(training, RULES, nodes, scratch_for(2, 2, 4), nodes.waiting[:0], draws) == DONE, nodes.state[NODES]
    (True, np.int64(3))
    """

    def grow_drawn_nodes(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, decided: Ints, draws: Ints) -> int:
        sources  # noqa: B018 - see `kept`
        for t in decided:
            if nodes.table[t, CHILD] == 0 and not divide(training, rules, nodes, scratch, t):
                return MORE_NODES
        cells = 0
        while nodes.state[NEXT] < nodes.state[NODES]:
            t = nodes.state[NEXT]
            if nodes.table[t, TIED] == 0 and not is_leaf(training, rules, nodes, t):
                n_contenders = contenders_of_drawn(training, rules, nodes, scratch, t, draws)
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

    return grow_drawn_nodes
