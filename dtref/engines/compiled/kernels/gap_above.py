"""
The selection of C4.5 release 8 and J48 (`dtref.spec.split.average_gain.AboveAverageGain`) among the leaders of all attributes.

Every comparison has a certain answer where the bounds of both sides are apart; a tolerance makes ties certain, too. Else the specification
decides the node. Scores are n times gains, so that the price log2(cuts)/n is log2(cuts) per unit of weight; a threshold x is one of x n.

Bounds: n is off by a factor within 1 ± (1.01 r + 2u), r being the blur, so that x n is within 1 ± (1.02 r + 8u); log2 has 6u; sums and
differences have u of their magnitudes.
"""

from __future__ import annotations

from math import inf

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_candidates import HIGH, HIGH_RATIO, LOW, LOW_RATIO, keep
from dtref.engines.compiled.kernels.gap_layout import LEVEL, LIST, SIZE, GapNodes, GapRules, GapScratch, GapTraining
from dtref.engines.compiled.kernels.gap_tables import alike
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, GAIN_RATIO, Ints
from dtref.engines.compiled.kernels.logarithms import log2_of_float
from dtref.engines.compiled.kernels.wide import U

UNTOLD = -1
"""In place of the number of optima: doubles can't tell."""

LESS = 0.001
"""What the average is less by."""


@kernel
def minority(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int) -> float:
    """
    The weight of the records of a node that aren't of its largest class.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> float(minority(training, rules, nodes, scratch, 0))
    1.0
    """
    counts, records, start = np.zeros(rules.classes), scratch.lists[nodes.table[t, LEVEL] & 1, 0], nodes.table[t, LIST]
    for i in range(start, start + nodes.table[t, SIZE]):
        r = records[i]
        counts[training.labels[r]] += scratch.here[r]
    most, rest = 0, 0.0
    for j in range(1, rules.classes):
        most = j if counts[j] > counts[most] else most
    for j in range(rules.classes):
        rest += counts[j] if j != most else 0.0
    return rest


@kernel
def above(low: float, high: float, least: float, off: float) -> int:
    """
    Whether a number within bounds is above a threshold that is off by that part of it: 1, 0; 2 where that can't be told.

    >>> [above(low, high, 1.0, 0.0) for low, high in ((2.0, 3.0), (0.0, 1.0), (0.5, 1.5))]
    [1, 0, 2]
    """
    margin = off * abs(least)
    if low > least + margin:
        return 1
    return 0 if high <= least - margin else 2


@kernel
def price_of(training: GapTraining, rules: GapRules, scratch: GapScratch, i: int) -> float:
    """
    What is taken off the score of a contender, log2 of the number of its attribute's cuts, per unit of weight.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.cuts[0] = 4, 0
    >>> [float(price_of(training, rules._replace(priced=priced), scratch, 0)) for priced in (True, False)]
    [2.0, 0.0]
    """
    a = scratch.contenders[i, ATTRIBUTE]
    return log2_of_float(float(scratch.cuts[a, 0])) * rules.per_unit if rules.priced and training.numbers[a] == 1 else 0.0


@kernel
def keep_leaders(
    training: GapTraining,
    rules: GapRules,
    nodes: GapNodes,
    scratch: GapScratch,
    t: int,
    groups: Ints,
    span: tuple[int, int],
    slack: float,
) -> bool:
    """
    Drops the contenders of an attribute, from the first of the span up to the last, that are no leaders: of the others the lower bounds
    are made those of their gains. False where doubles can't tell. slack: the tolerance, times the weight of the node.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> keep_leaders(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), (0, 1), 0.0)
    True
    """
    bounds, low, high = scratch.bounds, -inf, -inf
    for i in range(span[0], span[1]):
        raised = bounds[i, LOW] + slack
        bounds[i, LOW] = raised - 4 * U * (abs(raised) + slack)
        low, high = max(low, bounds[i, LOW]), max(high, bounds[i, HIGH])
    if span[1] == span[0] + 1:
        return True
    if slack == 0.0:
        return alike(training, rules, nodes, scratch, t, groups, span[0], span[1])
    for i in range(span[0], span[1]):
        if bounds[i, HIGH] + slack < low:
            bounds[i, HIGH] = -inf
        elif bounds[i, LOW] + slack * (1 - 2.0**-8) < high:
            return False
    return True


@kernel
def too_little(rules: GapRules, scratch: GapScratch, span: tuple[int, int], price: float, n: float, off: float) -> bool:
    """
    Whether a number certainly doesn't enter, whichever of its contenders lead; they are then dropped. As where its known records are of one
    class: no cut gains anything, and all tie.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.bounds[:2] = [[-0.5, 0.5, 0, 0], [-0.5, 0.25, 0, 0]]
    >>> [too_little(rules, scratch, (0, 2), price, 2.0, 0.0) for price in (0.25, 1.0)], float(scratch.bounds[0, HIGH])
    ([False, True], -inf)
    """
    bounds, high = scratch.bounds, -inf
    for i in range(span[0], span[1]):
        high = max(high, bounds[i, HIGH])
    high += 12 * U * (price + abs(high)) - price
    if above(high, high, rules.tolerance * n, off) != 0:
        return False
    for i in range(span[0], span[1]):
        bounds[i, HIGH] = -inf
    return True


@kernel
def gains_of_attributes(
    training: GapTraining,
    rules: GapRules,
    nodes: GapNodes,
    scratch: GapScratch,
    t: int,
    groups: Ints,
    n_contenders: int,
    node: tuple[float, float, float],
) -> tuple[int, float, float]:
    """
    Writes the bounds of each attribute's gain, less its price, over `terms`, which is done with. Returns how many count in the average,
    UNTOLD where doubles can't tell, and the bounds of their sum. Leaders of attributes that don't enter are dropped.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.contenders[0], scratch.bounds[0] = 0, 2.0
    >>> gains_of_attributes(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), 1, (2.0, 2.0, 0.0))[0]
    1
    """
    n, blur = node[0], node[2]
    off, bounds, contenders, gains = 1.02 * blur + 8 * U, scratch.bounds, scratch.contenders, scratch.terms
    slack = rules.tolerance * n * (1 + 1.02 * blur + 8 * U)
    averaged, lowest, highest, first = 0, 0.0, 0.0, 0
    while first < n_contenders:
        a, last = contenders[first, ATTRIBUTE], first + 1
        while last < n_contenders and contenders[last, ATTRIBUTE] == a:
            last += 1
        number, price = training.numbers[a] == 1, price_of(training, rules, scratch, first)
        if number and scratch.cuts[a, 1] > 0:
            return UNTOLD, 0.0, 0.0
        if number and too_little(rules, scratch, (first, last), price, n, off):
            gains[a, 0] = gains[a, 1] = -inf
            first = last
            continue
        if not keep_leaders(training, rules, nodes, scratch, t, groups, (first, last), slack):
            return UNTOLD, 0.0, 0.0
        low, high = -inf, -inf
        for i in range(first, last):
            if bounds[i, HIGH] > -inf:
                low, high = max(low, bounds[i, LOW]), max(high, bounds[i, HIGH])
        rounding = 12 * U * (price + abs(low) + abs(high))
        low, high = low - price - rounding, high - price + rounding
        enters = above(low, high, rules.tolerance * n, off) if number else 1
        if enters == 2:
            return UNTOLD, 0.0, 0.0
        for i in range(first, last):
            out = enters == 0 or bounds[i, HIGH] == -inf
            bounds[i, HIGH] = -inf if out else bounds[i, HIGH] - price + rounding
            bounds[i, LOW] = bounds[i, LOW] - price - rounding
        gains[a, 0], gains[a, 1] = low, high
        if enters == 1 and training.crowded[a] == 0:
            averaged, lowest, highest = averaged + 1, lowest + low, highest + high
        first = last
    rounding = (averaged + 4) * 2 * U * max(abs(lowest), abs(highest))
    return averaged, lowest - rounding, highest + rounding


@kernel
def values_of(rules: GapRules, scratch: GapScratch, i: int, node: tuple[float, float, float]) -> int:
    """
    Makes the bounds of a contender those of the value by which it competes: 1; 0 where it may not be asked; 2 where that can't be told.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.bounds[0] = 2.0, 2.0, 4.0, 0.0
    >>> values_of(rules._replace(average=GAIN_RATIO), scratch, 0, (4.0, 8.0, 0.0)), float(scratch.bounds[0, LOW]) <= 0.5
    (1, True)
    """
    n, off, bounds = node[0], 1.02 * node[2] + 8 * U, scratch.bounds
    information, e = bounds[i, LOW_RATIO], bounds[i, HIGH_RATIO]
    low, high = bounds[i, LOW], bounds[i, HIGH]
    enough = above(information - e, information + e, rules.least_info * n, off)
    if enough != 1:
        return enough
    if rules.average == GAIN_RATIO:
        least, most = information - e, information + e
    else:
        least, most = n * (1 - off), n * (1 + off)
    low, high = low / (most if low > 0.0 else least), high / (least if high > 0.0 else most)
    low, high = low - 4 * U * abs(low), high + 4 * U * abs(high)
    bounds[i, LOW], bounds[i, HIGH] = low, high
    return above(low, high, rules.tolerance, 2 * U) if rules.improves else 1


@kernel
def is_nearly_pure(training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, off: float) -> int:
    """
    Whether a node is as good as pure: 1, 0; 2 where that can't be told. off: how far weights may be off, as a part.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> [is_nearly_pure(training, rules._replace(nearly_pure=least), nodes, scratch, 0, 0.0) for least in (0.0, 0.5, 1.0, 2.0)]
    [0, 0, 2, 1]
    """
    if rules.nearly_pure <= 0.0:
        return 0
    rest = minority(training, rules, nodes, scratch, t)
    if rest * (1 - off) > rules.nearly_pure * (1 + 8 * U):
        return 0
    return 1 if rest * (1 + off) < rules.nearly_pure * (1 - 8 * U) else 2


@kernel
def drop_below_average(scratch: GapScratch, n_contenders: int, least: float, most: float) -> bool:
    """
    Drops the contenders of attributes below the average, which is within bounds; False where doubles can't tell of one.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.terms[0] = 1.0, 2.0
    >>> [drop_below_average(scratch, 1, least, 2.0) for least in (1.5, 2.5)]
    [False, True]
    """
    bounds, gains = scratch.bounds, scratch.terms
    for i in range(n_contenders):
        a = scratch.contenders[i, ATTRIBUTE]
        if bounds[i, HIGH] == -inf:
            continue
        if gains[a, 1] < least:
            bounds[i, HIGH] = -inf
        elif gains[a, 0] < most:
            return False
    return True


@kernel
def keep_greatest(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, groups: Ints, n_contenders: int
) -> int:
    """
    Moves the contenders of the greatest value to the front, or of one within the tolerance of it; returns their number, or UNTOLD.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> keep_greatest(training, rules, nodes, scratch, 0, np.zeros(2, np.int64), 0)
    0
    """
    bounds, top, highest = scratch.bounds, -inf, -inf
    for i in range(n_contenders):
        if bounds[i, HIGH] > -inf:
            top, highest = max(top, bounds[i, LOW]), max(highest, bounds[i, HIGH])
    if top == -inf:
        return 0
    kept = keep(scratch, 0, n_contenders, top - rules.tolerance * (1 + 8 * U) - 4 * U * abs(top))
    if rules.tolerance > 0.0:
        near = rules.tolerance * (1 - 8 * U) - 4 * U * abs(top)
        for i in range(kept):
            if bounds[i, LOW] + near < highest:
                return UNTOLD
        return kept
    same = alike(training, rules, nodes, scratch, t, groups, 0, kept)
    for i in range(1, kept):
        same = same and price_of(training, rules, scratch, i) == price_of(training, rules, scratch, 0)
    return kept if same else UNTOLD


@kernel
def select_above(
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
    Moves the optima among the leaders of all attributes to the front; returns their number, or UNTOLD where doubles can't tell.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.contenders[0], scratch.bounds[0] = 0, [2.0, 2.0, 2.0, 0.0]
    >>> select_above(training, rules._replace(average=GAIN_RATIO), nodes, scratch, 0, np.zeros(2, np.int64), 1, (2.0, 2.0, 0.0))
    1
    """
    n, off, bounds = node[0], 1.02 * node[2] + 8 * U, scratch.bounds
    pure = is_nearly_pure(training, rules, nodes, scratch, t, off)
    if pure != 0:
        return 0 if pure == 1 else UNTOLD
    # Attributes of at least average gain, less a thousandth; by gain itself all.
    averaged, lowest, highest = gains_of_attributes(training, rules, nodes, scratch, t, groups, n_contenders, node)
    if averaged < 0:
        return UNTOLD
    if rules.average == GAIN_RATIO:
        if averaged == 0:
            return 0
        margin = 8 * U * (abs(lowest) + abs(highest)) + 2 * off * LESS * n
        least, most = lowest / averaged - LESS * n - margin, highest / averaged - LESS * n + margin
        if not drop_below_average(scratch, n_contenders, least, most):
            return UNTOLD
    # Their tests, by value.
    for i in range(n_contenders):
        valued = values_of(rules, scratch, i, node) if bounds[i, HIGH] > -inf else 0
        if valued == 2:
            return UNTOLD
        bounds[i, HIGH] = bounds[i, HIGH] if valued == 1 else -inf
    return keep_greatest(training, rules, nodes, scratch, t, groups, n_contenders)
