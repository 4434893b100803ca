"""What the kernels work on: arrays, by name. Numba hands them to compiled code as they are."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Ints: TypeAlias = NDArray[np.integer[Any]]
Codes: TypeAlias = NDArray[np.int32]
Floats: TypeAlias = NDArray[np.float64]

GINI, GAIN, GAIN_RATIO, VARIANCE = range(4)
"""The criteria."""

CUTS, SUBSETS, MULTIWAY = range(3)
"""What an attribute offers at a node: cuts of its order, groupings of its present values, one branch a declared value."""

EVERY = -1
"""In place of a grouping's index: every grouping (`dtref.spec.model.optima.EverySubset`)."""

START, STOP, LEVEL, CHILD, BRANCHES, FIRST, TIED, PARENT = range(8)
"""The columns of `Nodes.table`: records, from and up to; tests above; children, from, how many; optima, from, how many; parent."""

ATTRIBUTE, LOWER, UPPER = range(3)
"""The columns of a candidate: codes of the neighbours of a cut, or a grouping's index and 0."""

DONE, MORE_CONTENDERS, MORE_OPTIMA, MORE_NODES, BEYOND = range(5)
"""How a kernel returns: all nodes are grown; an array is too short, and is to be doubled; there are more groupings than the limit."""

NEXT, NODES, OPTIMA, WAITING, CONTENDERS = range(5)
"""The columns of `Nodes.state`: the node to look at next, and how many nodes, optima, nodes to be decided exactly, contenders there are."""


class Training(NamedTuple):
    """
    The training set, presorted. For attribute a, `keys[a]` are the codes of its values from low to high, `entries[a]` whose they are: the
    position of the record times 2^bits, plus its class, so that counting needs no look at the record (bits is 0 of a continuous target).

    A node is a range of positions, the same in every attribute: growing it permutes that range, so that its children are ranges too.
    labels: the class of each record, or the rank of its y. weights: empty where all are 1. amounts: w y of each record of a continuous
    target, as an integer (`dtref.engines.compiled.encoding`). offers, values: of each attribute what it offers, and its declared values.
    xlogx: n log2 n of small n.
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


class Rules(NamedTuple):
    """The policy in numbers. slack: by how much an amount may be off, per record; last: whether the last of the optima is chosen."""

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


class Nodes(NamedTuple):
    """The nodes grown so far: a row each, their class counts (of a continuous target records and amount), all their optima in a row."""

    state: Ints
    table: Ints
    counts: Ints
    optima: Ints
    waiting: Ints


class Scratch(NamedTuple):
    """
    Room to work in. contenders: the candidates that may be best, with the upper bounds of their values and the counts of their left side.

    left: the counts of the candidate at hand. sides: of each record the branch that it takes. keys, entries: the part of a list that moves.
    """

    contenders: Ints
    highs: Floats
    lefts: Ints
    left: Ints
    sides: NDArray[np.uint8]
    keys: Codes
    entries: Codes
