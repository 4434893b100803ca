"""
The arrays of the kernels that grow trees from data with missing values, where a record may be in several nodes, in part.

The records of a node that are there by the same way are a group: all of it have the same part, 1 of records that are there in full. A part
is a double with a bound on its error; what it is exactly follows from the groups (`dtref.engines.compiled.gaps.exact_parts`). How much of
each class a group has is an integer, so that equal tables of groups and classes prove equal counts without any fraction.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from dtref.engines.compiled.kernels.layout import Codes, Floats, Ints

START, STOP, LIST, LEVEL, CHILD, BRANCHES, FIRST, TIED, PARENT, SIZE, TALLY, TALLIES, STATE, UNSURE = range(14)
"""
The columns of `GapNodes.table`: first place of its records in `rows`, and their end; their first place in the lists of its level; tests
above; first child, their number; first optimum, their number; parent; number of records; its first row in `tally`, their number; what
is known (NEW …); whether doubles can't tell if it weighs enough to be divided.
"""

NEW, DECIDED, LEAF, ROUTED = range(4)
"""What is known of a node: nothing; its optima; that it is a leaf; also the sides of the records that miss its value."""

NEXT, NODES, OPTIMA, TALLIED, GROUPED, CELLS, FILLED, DEPTH, CONTENDING, SELECTING_LEADERS, SURROGATES = range(11)
"""
The columns of `GapNodes.state`: the next node to grow; the numbers of nodes, optima, rows of tallies, groups, places of records; the
places of the next level's lists that are taken; the level that is divided; the number of contenders at the next node, whether they are the
leaders of a selection by average gain that is still to be made, the number of its surrogates.
"""

OF_GROUP, AT, BRANCH, EQUALLY = range(4)
"""
The columns of `GapNodes.groups`: the group that it is a part of; the node whose value it misses, and the branch that it takes there; the
number of branches that get equal parts, 0 where they get their share of the known records.
"""

FINISHED, MORE_CONTENDERS, MORE_OPTIMA, MORE_NODES, MORE_GROUPS, MORE_ROWS, MORE_PLACES, UNDECIDED, ASK, ASK_SIDES, ASK_PLACES, TINY = (
    range(12)
)
RESTING = 12
"""
The status that the kernel returns: all nodes are grown; which array must be doubled; a node whose contenders must be compared exactly, or
that the specification must decide; one whose gap rule it must decide; surrogates' cuts that must be placed; a part below `LEAST_PART`; so
many cells were looked at that Python shall see whether it is to stop.
"""

LEAST_PART = 1e-100
"""Parts below this are left to the specification."""

SHARED, HEAVIEST, SURROGATE = range(3)
"""The gap rules: fractions; the heaviest branch; surrogates, then `GapRules.rest`."""

TO_HEAVIEST, TO_MAJORITY, TO_NONE = range(3)
"""Where a record goes that no surrogate places: down the heaviest branches; down the heaviest if there is one; nowhere, it stays."""

COLUMN, LOWER_CODE, UPPER_CODE, PLACED, LEFT_BRANCH, RIGHT_BRANCH = range(6)
"""
The columns of a surrogate: its attribute; the codes between which it cuts; the greatest code that goes left, -1 where that is not known
yet; the branches that its sides stand for.
"""


class GapTraining(NamedTuple):
    """
    The training set. codes: for each attribute and record the code of its value, -1 where it is missing. labels: classes. weights: in
    units, whole numbers. offers, values, xlogx, reach: as in `dtref.engines.compiled.kernels.layout.Training`. numbers: whether an
    attribute is one of numbers. crowded: whether it has too many values for the average.
    """

    codes: Codes
    labels: Codes
    weights: Floats
    offers: Ints
    values: Ints
    xlogx: Floats
    reach: Codes
    numbers: Ints
    crowded: Ints


class GapRules(NamedTuple):
    """
    The policy in numbers, as in `dtref.engines.compiled.kernels.layout.Rules`.

    Each limit of weight is a pair of doubles, from below and above, equal where the limit is a double. classes: their number. gap: the gap
    rule. most, of_all: the most surrogates, and whether their association is that of all records that know the node's own answer. by_share:
    whether they are ordered by the share that they guess right. side_rows: how many records a surrogate must have on either side, and its
    cuts lie between the values of all records of the node; 0 for the book's, between those of records that know the answer. in_pairs:
    whether a full list of two is kept as rpart keeps it. rest: where a record goes that none places. few_errors: a node of complete
    records is a leaf where its classes but the largest weigh no more.

    Of released programs: above: whether attributes of above average gain are selected as `dtref.engines.compiled.kernels.gap_above` does;
    priced, improves, tolerance, least_info: its options. large: the least weight of a side of a cut of numbers, 0 for none;
    most_large: what a tenth of the weight per class counts at most; off_weight: what a comparison of weights leaves out of account.
    nearly_pure: a node is a leaf where all classes but the largest weigh less. per_unit: units of weight in one.
    """

    criterion: int
    classes: int
    gap: int
    average: int = -1
    pure: bool = True
    improve: bool = False
    last: bool = False
    shortcuts: bool = True
    levels: int = 2**62
    rows: int = 0
    limit: int = 0
    written_out: int = 0
    weight: tuple[float, float] = (0.0, 0.0)
    branch_weight: tuple[float, float] = (0.0, 0.0)
    two_weight: tuple[float, float] = (0.0, 0.0)
    branch_rows: int = 0
    least: float = -inf
    least_of_tree: float = -inf
    total: float = 1.0
    most: int = 0
    of_all: bool = False
    by_share: bool = False
    side_rows: int = 0
    in_pairs: bool = False
    rest: int = TO_HEAVIEST
    few_errors: float = -1.0
    above: bool = False
    priced: bool = False
    improves: bool = False
    tolerance: float = 0.0
    least_info: float = 0.0
    large: tuple[float, float] = (0.0, 0.0)
    most_large: tuple[float, float] = (0.0, 0.0)
    off_weight: float = 0.0
    nearly_pure: float = 0.0
    per_unit: float = 1.0


class GapNodes(NamedTuple):
    """
    The nodes grown so far, a row each; blur: the greatest relative error of a part at each. optima: all of all nodes. tally: for each node
    a row for each of its groups: the group, then the weight of each class, in units, as if the records were there in full. groups, parts:
    see above; group 0 is there in full. rows: for each node that was divided its records, ascending, each with its row of the tally.
    """

    state: Ints
    table: Ints
    blur: Floats
    optima: Ints
    tally: Ints
    groups: Ints
    parts: Floats
    rows: Codes


class GapScratch(NamedTuple):
    """
    Working arrays. lists: for even and odd levels, and each attribute, the records of each node in order of their codes, those without one
    last. here: the weight of each record that is at the node. sides: the branch that each takes, -1 where it misses the answer. terms: of
    cuts, the term and the weight of the right side. contenders, with bounds of the value that is compared first and of that which is
    compared second. counts: of the left and right side, the known records, the node; X of those of one side. surrogates: those of the node,
    in order. cuts: for each attribute the number of its cuts at the node, and whether that is unsure. votes: of each record for the second
    branch of the node, while surrogates are learned.
    """

    lists: Codes
    here: Floats
    sides: Codes
    terms: Floats
    contenders: Ints
    bounds: Floats
    counts: Floats
    surrogates: Ints
    cuts: Ints
    votes: Ints
