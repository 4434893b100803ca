"""
The arrays of the kernels that prune by predicted errors, with raising of branches (`dtref.spec.pruning.subtree_raising`).

A subtree has the number of the node that it stood at when the tree was grown; when a branch is raised, it stands at the number of its
parent. Its records lie one behind the other, and those of its branches above them, for as long as these are pruned.
"""

from __future__ import annotations

from typing import NamedTuple

from dtref.engines.compiled.kernels.layout import Codes, Floats, Ints

ASKED, AFTER = range(2)
"""The columns of `Pruning.tests`: the column asked; the greatest code that goes left, -1 where each code has a branch of its own."""

OF, FIRST, KIDS, START, STOP, BASE, GROUPS, NEXT, VISIT = range(9)
"""
The columns of `Pruning.subtrees`: the grown node whose test is asked; its first branch, their number, 0 of a leaf; its first record, and
their end; where the records of its branches begin; the number of groups before; the next branch to prune, -1 before the records are sent
to them; a number that is new whenever its pruning begins.
"""

ERRORS, OFF, KNOWN, BLUR = range(4)
"""
The columns of `Pruning.sums`: predicted errors, and how much these may be off; the weight of the records that took the branch by its
parent's test; the greatest relative error of a weight.
"""

DEPTH, FILLED, GROUPED, VISITS, TRIED, ACTION = range(6)
"""
The columns of `Pruning.state`: how many subtrees are being pruned; the places of records that are taken; the number of groups; of visits;
the branch that may be raised, and what is done, -1 where that isn't decided.
"""

RECORD, GROUP = range(2)
"""The columns of `Pruning.rows`. Group 0 is there in full; records of one group are there with the same part."""

KEEP, REPLACE, RAISE = range(3)
"""What is done with a subtree."""

PRUNED, MORE_ROOM, ASK_LARGEST, ASK_ACTION, BEYOND = range(5)
"""The status at the end: done; no room for records; the largest branch, or what is done, must be decided exactly; left to others."""


class PruneRules(NamedTuple):
    """
    A program's rules. unit: the weight that is counted as 1; off_unit: its relative error. z: the normal deviate of the confidence level;
    bits: -log2 of the level. none: whether nothing is added to the errors. release_8: whether by C4.5 release 8, else by J48. allowance:
    how much more may be predicted; raises: whether branches are raised; last: whether the last of the largest branches is tried.
    """

    classes: int
    unit: float
    off_unit: float
    z: float
    bits: float
    none: bool
    release_8: bool
    allowance: float
    raises: bool
    last: bool


class Pruning(NamedTuple):
    """
    A tree that is being pruned. stack: the subtrees that are. rows, parts: the records of subtrees, and their weights there. ways: records
    that are sent down to see what a branch would be with them: subtree, first place, end; and the greatest relative error of a weight.
    marks: for each group the first of its parts, while they are made.
    """

    state: Ints
    tests: Ints
    subtrees: Ints
    sums: Floats
    stack: Ints
    rows: Codes
    parts: Floats
    ways: Ints
    blurs: Floats
    marks: Ints
