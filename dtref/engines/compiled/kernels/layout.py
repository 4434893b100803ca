"""The arrays that the kernels work on, as named tuples, which numba passes to compiled code as they are."""

from __future__ import annotations

from math import inf
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.integer[Any]]
Codes: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]

GINI, GAIN, GAIN_RATIO, VARIANCE, MISCLASSIFICATION, CHI_SQUARE, TWOING, SEPARATION, DKM, HELLINGER = range(10)
"""The criteria by number."""

WIDE_WEIGHTS = 16
"""Added to the number of a criterion where weights are too wide for products of integers: below 2^62 together, and perhaps rounded."""

CUTS, SUBSETS, MULTIWAY = range(3)
"""The candidates that an attribute offers: cuts of its order, groupings of its present values, one branch for each declared value."""

EVERY = -1
"""In place of a grouping's index: every grouping (`dtref.spec.model.optima.EverySubset`)."""

START, STOP, LEVEL, CHILD, BRANCHES, FIRST, TIED = range(7)
"""
The columns of `Nodes.table`: first record and end; tests above; first child, their number; first optimum, their number. Of a node whose
contenders are those of a selection by average gain, which is still to be made, the first one f is written as -1 - f.
"""

ATTRIBUTE, LOWER, UPPER = range(3)
"""The columns of a candidate: codes of the neighbours of a cut, or a grouping's index and 0."""

DONE, MORE_CONTENDERS, MORE_OPTIMA, MORE_NODES, BEYOND, PAUSED = range(6)
"""
The status that a kernel returns: all nodes are grown; an array is too short and must be longer; more groupings than the limit; time to see
whether the user wants it to stop.
"""

PAUSE = 2**22
"""The cells after which a kernel pauses, a tenth of a second or two."""

NEXT, NODES, OPTIMA, WAITING, CONTENDERS = range(5)
"""The columns of `Nodes.state`: the next node to grow, and the numbers of nodes, optima, nodes to be decided exactly, contenders."""


class Training(NamedTuple):
    """
    The training set, presorted. For attribute a, `keys[a]` are the codes of its values from low to high, `entries[a]` their records: the
    position of the record times 2^bits, plus its class, so that counting doesn't look the record up (bits is 0 of a continuous target).

    A node is a range of positions, the same in every attribute: growing it permutes that range, so that its children are ranges too.
    labels: the class of each record, or the rank of its y. weights: empty where all are 1. amounts: w y of each record of a continuous
    target, as an integer (`dtref.engines.compiled.encoding`). offers, values: the kind of candidates of each attribute, and the number of
    its declared values. xlogx: n log2 n of small n. reach: for each attribute and code the last code between which and this one there is
    no cut; empty where there is one between any two.
    """

    keys: Codes
    entries: Codes
    bits: int
    labels: Codes
    weights: Ints
    amounts: Ints
    offers: Ints
    values: Ints
    xlogx: Floats
    reach: Codes


class Rules(NamedTuple):
    """
    The policy in numbers.

    criterion: by which candidates are compared. last: whether the last of the optima is chosen. levels, weight, rows: a node is a leaf from
    that level on, or with less weight or fewer records. slack: the greatest error of an amount, per unit of weight; of wide weights the
    greatest relative error of one. average: the criterion among candidates that lead their attribute by `criterion`, with attributes of at
    least average value; -1: none. branch_weight, branch_rows: the least weight and number of records of every branch that has any.
    two_weight: the least weight of two. least, least_of_tree: a node is a leaf where its best test is worth less, or less times its share
    of the total weight; valued: whether `dtref.engines.compiled.kernels.values` knows the criterion's values. groupings: at most so
    many are tried at a node.
    """

    criterion: int
    pure: bool
    improve: bool
    last: bool
    shortcuts: bool
    levels: int
    weight: int
    limit: int
    written_out: int
    slack: float
    rows: int = 0
    average: int = -1
    branch_weight: int = 0
    branch_rows: int = 0
    two_weight: int = 0
    least: float = -inf
    least_of_tree: float = -inf
    total: int = 1
    valued: bool = False
    groupings: int = 0


class Nodes(NamedTuple):
    """The nodes grown so far: a row each, their class counts (of a continuous target records and amount), all their optima in a row."""

    state: Ints
    table: Ints
    counts: Ints
    optima: Ints
    waiting: Ints


class Scratch(NamedTuple):
    """
    Working arrays. contenders: the candidates that may be best, with the upper bounds of their values and the counts of their left side (of
    a multiway test: its first branch).

    lows, scores: the lower
    bounds; while a selection by average gain is made, the bounds of the gain of the contender's attribute.
    left: the counts on the left of the current candidate. sides: the branch that each record takes. keys, entries: the part of a list that
    moves.
    """

    contenders: Ints
    highs: Floats
    lows: Floats
    scores: Floats
    lefts: Ints
    left: Ints
    sides: NDArray[np.uint8]
    keys: Codes
    entries: Codes
