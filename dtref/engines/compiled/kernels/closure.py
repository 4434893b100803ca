"""
The tie closure: all nodes of all trees that a policy can grow, each set of records once.

Each optimum of a node divides its records; a branch whose records make a node already, wherever that is, is that node. The first optimum
divides the node's own ranges, after the branches of the others have been copied behind all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from dtref.engines.compiled.kernels.compilation import kept, kernel
from dtref.engines.compiled.kernels.counting import count_entry
from dtref.engines.compiled.kernels.given_nodes import find_optima
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    BEYOND,
    BRANCHES,
    CHILD,
    DONE,
    EVERY,
    FIRST,
    LEVEL,
    LOWER,
    MORE_NODES,
    MULTIWAY,
    NEXT,
    NODES,
    PAUSE,
    PAUSED,
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
from dtref.engines.compiled.kernels.nodes import cells_of
from dtref.engines.compiled.kernels.partition import assign, part
from dtref.spec.growing.tied_trees import CELLS_OF_A_SUBPROBLEM

MORE_CELLS, UNDECIDED, SPENT = range(10, 13)
"""More statuses: the lists are too short for a branch; the next node must be decided exactly; the budget is spent."""

OPTIMUM, USED, BELOW, COST = range(4)
"""The columns of `ClosureArrays.state`: optima of the next node that have been divided; positions in use; branches; what has been spent."""

DECIDED = -1
"""In place of a first child: the node was decided exactly, and is a leaf."""

KNOWN, PAID = 1, 2
"""In place of a number of branches: what the node costs, and what its optima cost, has been spent."""


class ClosureArrays(NamedTuple):
    """
    What is kept of the closure. marks: a number for each record, whose sums tell sets of records apart, nearly always; sums: that of each
    node. memo: the nodes, by sum. stamps: a place for each record. branches: for each optimum the first of its branches and their number.
    below: the nodes of all branches. levels: whether nodes of the same records at other levels are others.
    """

    state: Ints
    marks: Ints
    sums: Ints
    memo: Ints
    stamps: Ints
    branches: Ints
    below: Ints
    levels: bool


@kernel
def node_of(training: Training, nodes: Nodes, scratch: Scratch, closure: ClosureArrays, t: int, side: int, size: int, mark: int) -> int:
    """
    The node of the records of t that take a branch, by the sum of their marks; -1 if there is none yet.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example, nodes_for, scratch_for
    >>> from dtref.engines.compiled.tie_closure import closure_for
    >>> nodes, closure = nodes_for(np.array([1, 1]), 2), closure_for(2, 8, False)
    >>> remember(closure, 0, int(closure.marks.sum()))
    >>> [node_of(example(), nodes, scratch_for(2, 2, 4), closure, 0, 0, 2, int(closure.marks.sum()) + i) for i in (0, 1)]
    [0, -1]
    """
    memo, table, entries, bits, stamps = closure.memo, nodes.table, training.entries, training.bits, closure.stamps
    place = mark % len(memo)
    while memo[place] >= 0:
        c = memo[place]
        same_level = not closure.levels or table[c, LEVEL] == table[t, LEVEL] + 1
        if closure.sums[c] == mark and table[c, STOP] - table[c, START] == size and same_level:
            # The same sum: the same records?
            for i in range(table[c, START], table[c, STOP]):
                stamps[entries[0, i] >> bits] = c + 1
            alike = True
            for i in range(table[t, START], table[t, STOP]):
                record = entries[0, i] >> bits
                alike = alike and (scratch.sides[record] != side or stamps[record] == c + 1)
            if alike:
                return int(c)
        place = (place + 1) % len(memo)
    return -1


@kernel
def remember(closure: ClosureArrays, t: int, mark: int) -> None:
    """
    Puts a node into the memo.

    >>> from dtref.engines.compiled.tie_closure import closure_for
    >>> closure = closure_for(2, 8, False)
    >>> remember(closure, 0, 8)
    >>> int(closure.memo[8 % len(closure.memo)]), int(closure.sums[0])
    (0, 8)
    """
    closure.sums[t] = mark
    place = mark % len(closure.memo)
    while closure.memo[place] >= 0:
        place = (place + 1) % len(closure.memo)
    closure.memo[place] = t


@kernel
def cost_of(training: Training, rules: Rules, nodes: Nodes, t: int) -> int:
    """
    What a node costs of the budget, as in `dtref.spec.growing.tied_trees`: 1, and 1 more for each `CELLS_OF_A_SUBPROBLEM` of work.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for
    >>> cost_of(example(), RULES, nodes_for(np.array([1, 1]), 2), 0)
    1
    """
    start, stop, work = nodes.table[t, START], nodes.table[t, STOP], 0
    classes = nodes.counts.shape[1]
    for a in range(len(training.keys)):
        keys = training.keys[a]
        if keys[start] == keys[stop - 1]:
            continue
        tried = 0
        if training.offers[a] == SUBSETS and classes > 2 and not len(training.amounts):
            present = 1
            for i in range(start, stop - 1):
                present += keys[i] != keys[i + 1]
            tried = min((1 << (present - 1)) - 1, rules.limit) * classes
        work += max(stop - start, tried)
    return int(1 + work // CELLS_OF_A_SUBPROBLEM)


@kernel
def divide_all_ways(training: Training, nodes: Nodes, scratch: Scratch, closure: ClosureArrays, t: int) -> int:
    """
    Makes the branches of each optimum of a node, those of the first last; DONE, or the status that says what is missing.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example, nodes_for, scratch_for
    >>> from dtref.engines.compiled.tie_closure import closure_for
    >>> nodes, closure = nodes_for(np.array([1, 1]), 2), closure_for(2, 8, False)
    >>> nodes.table[0, TIED], nodes.optima[0] = 1, (0, 0, 1)
    >>> divide_all_ways(example(), nodes, scratch_for(2, 2, 4), closure, 0) == DONE, closure.below[:2].tolist()
    (True, [1, 2])
    """
    start, stop, tied = nodes.table[t, START], nodes.table[t, STOP], nodes.table[t, TIED]
    while closure.state[OPTIMUM] < tied:
        # From the last to the first.
        o = nodes.table[t, FIRST] + tied - 1 - closure.state[OPTIMUM]
        a, lower = nodes.optima[o, ATTRIBUTE], nodes.optima[o, LOWER]
        if training.offers[a] == SUBSETS and lower == EVERY:
            return BEYOND
        branches = training.values[a] if training.offers[a] == MULTIWAY else 2
        if nodes.state[NODES] + branches > len(closure.sums) or closure.state[BELOW] + branches > len(closure.below):
            return MORE_NODES
        in_place = closure.state[OPTIMUM] == tied - 1
        if not in_place and closure.state[USED] + stop - start > training.keys.shape[1]:
            return MORE_CELLS
        assign(training, scratch.sides, start, stop, a, lower)
        make_branches(training, nodes, scratch, closure, t, o, branches, in_place)
        closure.state[OPTIMUM] += 1
    closure.state[OPTIMUM] = 0
    return DONE


@kernel
def make_branches(
    training: Training, nodes: Nodes, scratch: Scratch, closure: ClosureArrays, t: int, o: int, branches: int, in_place: bool
) -> None:
    """
    The branches of an optimum as nodes: those that are there already, or new ones, whose records are divided in place, or copied.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example, nodes_for, scratch_for
    >>> from dtref.engines.compiled.tie_closure import closure_for
    >>> nodes, scratch, closure = nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), closure_for(2, 8, False)
    >>> scratch.sides[:] = [0, 1]
    >>> make_branches(example(), nodes, scratch, closure, 0, 0, 2, True)
    >>> nodes.counts[1:3].tolist()
    [[1, 0], [0, 1]]
    """
    start, stop, entries, bits, sides = nodes.table[t, START], nodes.table[t, STOP], training.entries, training.bits, scratch.sides
    # Sizes and marks of the branches.
    spans, sums = np.zeros((branches, 2), np.int64), np.zeros(branches, np.int64)
    for i in range(start, stop):
        record = entries[0, i] >> bits
        spans[sides[record], STOP] += 1
        sums[sides[record]] += closure.marks[record]
    # Their ranges: in place all of them, else behind all others those that are new.
    position, made, below = start if in_place else closure.state[USED], 0, closure.state[BELOW]
    closure.branches[o, 0], closure.branches[o, 1] = below, branches
    for b in range(branches):
        size = spans[b, STOP]
        c = node_of(training, nodes, scratch, closure, t, b, size, sums[b]) if size > 0 else -1
        new = size > 0 and c < 0
        if in_place or new:
            spans[b, START], position = position, position + size
            spans[b, STOP] = position
        else:
            spans[b, START] = -1
        if new:
            c = nodes.state[NODES]
            nodes.table[c] = 0
            nodes.table[c, START], nodes.table[c, STOP] = spans[b, START], spans[b, STOP]
            nodes.table[c, LEVEL] = nodes.table[t, LEVEL] + 1
            remember(closure, c, sums[b])
            nodes.state[NODES] += 1
            made += 1
        closure.below[below + b] = c
    closure.state[BELOW] += branches
    # The lists, and the counts of the new nodes.
    if made > 0 and in_place:
        part(training, scratch, spans, start, stop, 0, len(training.keys))
    elif made > 0:
        copy_branches(training, scratch, spans, start, stop)
        closure.state[USED] = position
    for c in range(nodes.state[NODES] - made, nodes.state[NODES]):
        nodes.counts[c] = 0
        for i in range(nodes.table[c, START], nodes.table[c, STOP]):
            count_entry(bits, training.weights, training.amounts, entries[0, i], nodes.counts[c])


@kernel
def copy_branches(training: Training, scratch: Scratch, spans: Ints, start: int, stop: int) -> None:
    """
    Copies the records of a node that take some branches into the ranges of these, in the order of each list; -1: not this branch.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import example, scratch_for
    >>> twice = example()._replace(keys=np.array([[0, 1, 0, 0]], np.int32), entries=np.array([[0, 3, 0, 0]], np.int32))
    >>> scratch = scratch_for(2, 2, 4)
    >>> scratch.sides[:] = [0, 1]
    >>> copy_branches(twice, scratch, np.array([[-1, 1], [2, 3]]), 0, 2)
    >>> twice.keys.tolist(), twice.entries.tolist()
    ([[0, 1, 1, 0]], [[0, 3, 3, 0]])
    """
    keys, entries, bits = training.keys, training.entries, training.bits
    for a in range(len(keys)):
        ends = spans[:, START].copy()
        for i in range(start, stop):
            side = scratch.sides[entries[a, i] >> bits]
            to = ends[side]
            if to >= 0:
                keys[a, to], entries[a, to] = keys[a, i], entries[a, i]
                ends[side] = to + 1


@kept
def close_ties(sources: str) -> Callable[[Training, Rules, Nodes, Scratch, ClosureArrays, int], int]:
    """
    Finds the optima of all nodes, and their branches, from where it stopped; returns the status at its end.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> from dtref.engines.compiled.tie_closure import closure_for
    >>> nodes, closure = nodes_for(np.array([1, 1]), 2), closure_for(2, 8, False)
    >>> close_ties(example(), RULES, nodes, scratch_for(2, 2, 4), closure, 100) == DONE, nodes.state[NODES]
    (True, np.int64(3))
    """

    def close_ties(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, closure: ClosureArrays, budget: int) -> int:
        sources  # noqa: B018 - see `kept`
        table, cells = nodes.table, 0
        while nodes.state[NEXT] < nodes.state[NODES]:
            t = nodes.state[NEXT]
            # What it costs, at the first meeting.
            if table[t, BRANCHES] == 0:
                closure.state[COST] += cost_of(training, rules, nodes, t)
                table[t, BRANCHES] = KNOWN
                cells += cells_of(training, rules, nodes, t)
            if closure.state[COST] > budget:
                return SPENT
            # Its optima, and what they cost.
            if table[t, TIED] == 0 and table[t, CHILD] != DECIDED:
                status = find_optima(training, rules, nodes, scratch, t)
                if status != DONE:
                    return status
            if table[t, TIED] < 0:
                return UNDECIDED
            if table[t, TIED] > 0:
                if table[t, BRANCHES] == KNOWN:
                    closure.state[COST] += table[t, TIED]
                    table[t, BRANCHES] = PAID
                if closure.state[COST] > budget:
                    return SPENT
                status = divide_all_ways(training, nodes, scratch, closure, t)
                if status != DONE:
                    return status
            nodes.state[NEXT] += 1
            if cells > PAUSE:
                return PAUSED
        return DONE

    return close_ties
