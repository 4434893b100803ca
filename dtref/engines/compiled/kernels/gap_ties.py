"""
Decides which contenders tie for best where values are missing; where doubles and integers can't tell, the node is decided exactly.
"""

from __future__ import annotations

from math import inf

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_above import UNTOLD, select_above
from dtref.engines.compiled.kernels.gap_candidates import FULL, HIGH, HIGH_RATIO, LOW, LOW_RATIO, TOO_MANY, keep
from dtref.engines.compiled.kernels.gap_layout import (
    ASK,
    CONTENDING,
    FINISHED,
    FIRST,
    MORE_CONTENDERS,
    MORE_OPTIMA,
    OPTIMA,
    SELECTING_LEADERS,
    TIED,
    UNDECIDED,
    UNSURE,
    GapNodes,
    GapRules,
    GapScratch,
    GapTraining,
)
from dtref.engines.compiled.kernels.gap_tables import alike, keep_whole_classes
from dtref.engines.compiled.kernels.gap_values import contenders_of
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, GAIN_RATIO, Ints
from dtref.engines.compiled.kernels.wide import U

ADMITTED = 3
"""The column of a contender that says whether its admission is unsure."""


@kernel
def leave_out(
    training: GapTraining,
    rules: GapRules,
    nodes: GapNodes,
    scratch: GapScratch,
    t: int,
    groups: Ints,
    n_contenders: int,
    average: tuple[float, float],
) -> bool:
    """
    Leaves out the leaders of each attribute of which doubles can't tell whether it is of average gain, or which of them lead; False where
    one of these may be best. Certain is: below the average, or not below it and of one value. average: its bounds.

    >>> import numpy as np
    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.bounds[0] = [1.0, 1.0, 0.5, 0.5]
    >>> [leave_out(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), 1, average) for average in ((1.0, 1.0), (0.9, 1.1))]
    [True, False]
    """
    bounds, contenders, first, floor, unsure = scratch.bounds, scratch.contenders, 0, -inf, -inf
    while first < n_contenders:
        last = first + 1
        while last < n_contenders and contenders[last, ATTRIBUTE] == contenders[first, ATTRIBUTE]:
            last += 1
        if bounds[first, HIGH] >= average[0]:
            sure = bounds[first, LOW] >= average[1] and alike(training, rules, nodes, scratch, t, groups, first, last)
            for i in range(first, last):
                if sure:
                    floor = max(floor, bounds[i, LOW_RATIO])
                else:
                    unsure, bounds[i, HIGH] = max(unsure, bounds[i, HIGH_RATIO]), -inf
        first = last
    # Their ratios are certainly below that of one that is certain.
    return bool(unsure == -inf or (unsure < floor and rules.average == GAIN_RATIO))


@kernel
def select_by_average(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, groups: Ints, n_contenders: int
) -> int:
    """
    Of the leaders of all attributes those that may be best by gain ratio among attributes of at least average gain; their number, or -1
    where doubles can't tell.

    >>> import numpy as np
    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> select_by_average(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), 1)
    1
    """
    bounds, contenders = scratch.bounds, scratch.contenders
    attributes, lowest, highest, first = 0, 0.0, 0.0, 0
    while first < n_contenders:
        low, high, last = -inf, -inf, first
        while last < n_contenders and contenders[last, ATTRIBUTE] == contenders[first, ATTRIBUTE]:
            low, high, last = max(low, bounds[last, LOW]), max(high, bounds[last, HIGH]), last + 1
        for i in range(first, last):
            bounds[i, LOW], bounds[i, HIGH] = low, high
        attributes, lowest, highest, first = attributes + 1, lowest + low, highest + high, last
    # Summing, dividing: roundings of at most the greatest magnitude each, as in `average`.
    rounding = (attributes + 4) * 2 * U * max(abs(lowest), abs(highest))
    least, most = (lowest - rounding) / attributes, (highest + rounding) / attributes
    least, most = least - 4 * U * abs(least), most + 4 * U * abs(most)
    certain = attributes == 1 and n_contenders == 1
    certain = certain or alike(training, rules, nodes, scratch, t, groups, 0, n_contenders)
    if attributes == 1:
        least = most = -inf
    if not certain and not leave_out(training, rules, nodes, scratch, t, groups, n_contenders, (least, most)):
        return -1
    if rules.average != GAIN_RATIO:  # by gain itself
        floor = -inf
        for i in range(n_contenders):
            floor = max(floor, bounds[i, LOW])
        return keep(scratch, 0, n_contenders, floor)
    floor = -inf
    for i in range(n_contenders):
        out = not certain and bounds[i, HIGH] < least
        bounds[i, LOW] = -inf if out else bounds[i, LOW_RATIO]
        bounds[i, HIGH] = -inf if out else bounds[i, HIGH_RATIO]
        floor = max(floor, bounds[i, LOW])
    return keep(scratch, 0, n_contenders, max(floor, -1e308))


@kernel
def worth(rules: GapRules, low: float, node: tuple[float, float, float]) -> bool:
    """
    Whether a score is certainly worth what the policy asks for. low: its lower bound. node: its weight, X of it, its blur.

    >>> [worth(GapRules(0, 2, 0, least=least), 1.0, (4.0, 8.0, 0.0)) for least in (0.125, 0.25)]
    [True, False]
    """
    ratio = GAIN_RATIO in (rules.criterion, rules.average)
    off = 2 * (node[2] + 8 * U)
    value = low if ratio else low / node[0]
    value -= off * abs(value)
    if rules.improve and not value > 0.0:
        return False
    if rules.least > -inf and not value > rules.least + 4 * U * abs(rules.least):
        return False
    of_tree = value * node[0] / rules.total
    of_tree -= off * abs(of_tree)
    return not (rules.least_of_tree > -inf and not of_tree > rules.least_of_tree + 4 * U * abs(rules.least_of_tree))


@kernel
def certain_number(
    training: GapTraining,
    rules: GapRules,
    nodes: GapNodes,
    scratch: GapScratch,
    t: int,
    groups: Ints,
    n_contenders: int,
    node: tuple[float, float, float],
) -> int:
    """
    The number of contenders that are certainly the optima, which come first; -1 where doubles and integers can't tell.

    >>> import numpy as np
    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.contenders[0], scratch.bounds[0] = [0, 0, 1, 0], 1.0
    >>> certain_number(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), 1, (2.0, 2.0, 0.0))
    1
    """
    low, high = -inf, -inf
    for i in range(n_contenders):
        low, high = max(low, scratch.bounds[i, LOW]), max(high, scratch.bounds[i, HIGH])
    if not worth(rules, low, node):
        return -1
    if high >= 1.0 and n_contenders > 1 and GAIN_RATIO in (rules.criterion, rules.average):
        whole = keep_whole_classes(training, rules, nodes, scratch, t, groups, n_contenders)
        if whole > 0:
            return whole
    return n_contenders if alike(training, rules, nodes, scratch, t, groups, 0, n_contenders) else -1


@kernel
def write_contenders(nodes: GapNodes, scratch: GapScratch, t: int, n_contenders: int) -> int:
    """
    Makes the first contenders the optima of a node; returns the status.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> write_contenders(nodes, scratch, 0, 1) == FINISHED, nodes.table[0, TIED]
    (True, np.int64(1))
    """
    if nodes.state[OPTIMA] + n_contenders > len(nodes.optima):
        return MORE_OPTIMA
    nodes.table[t, FIRST], nodes.table[t, TIED] = nodes.state[OPTIMA], n_contenders
    for i in range(n_contenders):
        for j in range(3):
            nodes.optima[nodes.state[OPTIMA] + i, j] = scratch.contenders[i, j]
    nodes.state[OPTIMA] += n_contenders
    return FINISHED


@kernel
def find_optima(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, groups: Ints, node: tuple[float, float, float]
) -> int:
    """
    Finds the optima of a node, none at a leaf; FINISHED, or the status that says what is missing.

    >>> import numpy as np
    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> find_optima(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), (2.0, 2.0, 0.0)) == FINISHED, nodes.table[0, TIED]
    (True, np.int64(1))
    """
    n_contenders = contenders_of(training, rules, nodes, scratch, t, node) if node[2] < 2.0**-10 else TOO_MANY
    if n_contenders < 0:
        return MORE_CONTENDERS if n_contenders == FULL else ASK
    nodes.table[t, TIED] = 0
    if n_contenders == 0:
        return FINISHED
    nodes.state[CONTENDING] = n_contenders
    unsure = nodes.table[t, UNSURE] == 1
    for i in range(n_contenders):
        unsure = unsure or scratch.contenders[i, ADMITTED] == 1
    if rules.above:
        n_contenders = UNTOLD if unsure else select_above(training, rules, nodes, scratch, t, groups, n_contenders, node)
        return ASK if n_contenders == UNTOLD else write_contenders(nodes, scratch, t, n_contenders)
    selecting = unsure
    if rules.average >= 0 and not unsure:
        selected = select_by_average(training, rules, nodes, scratch, t, groups, n_contenders)
        n_contenders, selecting = max(selected, n_contenders if selected < 0 else 0), selected < 0
    nodes.state[SELECTING_LEADERS], nodes.state[CONTENDING] = selecting and rules.average >= 0, n_contenders
    if unsure or selecting:
        return UNDECIDED
    n_contenders = certain_number(training, rules, nodes, scratch, t, groups, n_contenders, node)
    return UNDECIDED if n_contenders < 0 else write_contenders(nodes, scratch, t, n_contenders)
