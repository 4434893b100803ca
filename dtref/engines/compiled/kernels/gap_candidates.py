"""
The contenders of a node where values are missing: the candidates that may be best, as in `dtref.engines.compiled.kernels.candidates`.

Each is valued on the records that know its value. A contender whose admission doubles can't decide doesn't raise the floor, and the node is
then decided exactly.
"""

from __future__ import annotations

from math import inf

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_layout import GapRules, GapScratch, GapTraining
from dtref.engines.compiled.kernels.gap_scores import ratio_bound, ratio_of, reaches, score_bound, term, term_of_side, xlogx_of
from dtref.engines.compiled.kernels.layout import GAIN_RATIO, GINI
from dtref.engines.compiled.kernels.wide import U

LOW, HIGH, LOW_RATIO, HIGH_RATIO = range(4)
"""The columns of `GapScratch.bounds`: those of the value that is compared, and of the gain ratio where average gain selects first."""

LEFT, RIGHT, KNOWN, NODE, LOGS = range(5)
"""The rows of `GapScratch.counts`; the last is of X of the counts of one side."""

SQUARES_FIT = 2.0**26
"""Squares of whole weights below this, and their sums, are doubles."""

FULL, TOO_MANY = -1, -2
"""In place of the number of contenders: the arrays are too short; the groupings are left to the specification."""


@kernel
def keep(scratch: GapScratch, first: int, n_contenders: int, floor: float) -> int:
    """
    Moves those of the contenders from `first` on that reach the floor to the front of them; returns the number of all.

    >>> from dtref.engines.compiled.gaps.coding import gap_scratch
    >>> keep(gap_scratch(1, 1, 2, 4), 0, 0, 0.0)
    0
    """
    kept = first
    for i in range(first, n_contenders):
        if scratch.bounds[i, HIGH] >= floor:
            for j in range(4):
                scratch.contenders[kept, j], scratch.bounds[kept, j] = scratch.contenders[i, j], scratch.bounds[i, j]
            kept += 1
    return kept


@kernel
def contend(
    scratch: GapScratch,
    progress: tuple[int, int, float],
    candidate: tuple[int, int, int, int],
    value: tuple[float, float, float, float],
) -> tuple[int, int, float]:
    """
    Makes a candidate a contender, if it may be best. progress: the first contender that it competes with, their number, the floor.
    candidate: attribute, codes, whether its admission is unsure. value: the bounds of its value, and of its gain ratio.

    >>> from dtref.engines.compiled.gaps.coding import gap_scratch
    >>> contend(gap_scratch(1, 1, 2, 4), (0, 0, 0.0), (0, 0, 1, 0), (1.0, 2.0, 0.0, 0.0))
    (0, 1, 1.0)
    """
    first, n_contenders, floor = progress
    if n_contenders < 0 or value[1] < floor:
        return progress
    if candidate[3] == 0:
        floor = max(floor, value[0])
    if n_contenders == len(scratch.contenders):
        n_contenders = keep(scratch, first, n_contenders, floor)
        if 2 * n_contenders > len(scratch.contenders):
            return first, FULL, floor
    for j in range(4):
        scratch.contenders[n_contenders, j], scratch.bounds[n_contenders, j] = candidate[j], value[j]
    return first, n_contenders + 1, floor


@kernel
def valued(
    rules: GapRules, terms: float, base: float, information: float, node: tuple[float, float, float], k: int
) -> tuple[float, float, float, float]:
    """
    The bounds of the value of k children, and of their gain ratio; of attributes of above average gain (`gap_above`) the lower bound less
    the tolerance, and S with the bound of its error. node: its weight n, X(n), its blur. information: S.

    >>> valued(GapRules(0, 2, 0), 3.0, 2.0, 0.0, (4.0, 8.0, 0.0), 2)[0] < 1.0
    True
    """
    n, x_n, blur = node
    score = terms - base
    bound = score_bound(rules.criterion, terms, base, n, x_n, blur, k, rules.classes)
    if rules.above:  # the price is taken off later: what enters is within the tolerance
        return score - bound - rules.tolerance * n * (1 + 1.02 * blur + 8 * U), score + bound, information, ratio_bound(n, x_n, blur, k)
    if GAIN_RATIO not in (rules.criterion, rules.average):
        return score - bound, score + bound, 0.0, 0.0
    q, q_bound = ratio_of(score, bound, information, n, x_n, blur, k)
    if rules.criterion == GAIN_RATIO:
        return q - q_bound, q + q_bound, 0.0, 0.0
    return score - bound, score + bound, q - q_bound, q + q_bound


@kernel
def missing_weight(scratch: GapScratch, a: int, span: tuple[int, int, int, int]) -> float:
    """
    The weight of the node's records that miss a value.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> float(missing_weight(gap_example()[3], 0, (0, 0, 2, 2)))
    0.0
    """
    total, here, records = 0.0, scratch.here, scratch.lists[span[0], a]
    for i in range(span[2], span[3]):
        total += here[records[i]]
    return total


@kernel
def admitted_sides(rules: GapRules, left: tuple[float, float], right: tuple[float, float]) -> int:
    """
    Whether both sides weigh enough: 0 no, 1 yes, 2 if doubles can't tell. left, right: the weight of a side, and its blur.

    >>> admitted_sides(GapRules(0, 2, 0, two_weight=(2.0, 2.0)), (2.0, 0.0), (1.0, 0.0))
    0
    """
    if rules.branch_weight[1] <= 0.0 and rules.two_weight[1] <= 0.0:
        return 1
    worst = 1
    for x, blur in (left, right):
        for least in (rules.branch_weight, rules.two_weight):
            state = reaches(x, blur, least)
            if state == 0:
                return 0
            worst = max(worst, state)
    return worst


@kernel
def least_side(rules: GapRules, known: float, blur: float) -> tuple[float, float]:
    """
    The least weight of a side of a cut of numbers (`dtref.spec.split.numeric.large_sides`), from below and above. known: the weight of the
    records with a value.

    >>> [least_side(GapRules(0, 2, 0, large=(2.0, 2.0), most_large=(25.0, 25.0)), known, 0.0)[0] for known in (30.0, 100.0, 900.0)]
    [2.0, 5.0, 25.0]
    """
    share, off = known / (10.0 * rules.classes), rules.off_weight
    wide = 1.01 * blur + (8 * U if off > 0.0 or blur > 0.0 or known > 2.0**32 else 0.0)
    low, high = share * (1 - wide), share * (1 + wide)
    least, most = inf, 0.0
    if low <= rules.large[1] + off * (1 + 8 * U):  # it may count too little
        least, most = rules.large[0], rules.large[1]
    if high > rules.large[0]:
        least, most = min(least, low, rules.most_large[0]), max(most, min(high, rules.most_large[1]))
    if off > 0.0:
        least, most = (least - off) * (1 - 8 * U), (most - off) * (1 + 8 * U)
    return least, most


@kernel
def gini_cuts(
    training: GapTraining,
    rules: GapRules,
    scratch: GapScratch,
    a: int,
    span: tuple[int, int, int, int],
    node: tuple[float, float, float],
    progress: tuple[int, int, float],
) -> tuple[int, int, float]:
    """
    As `cuts`, by Gini, where weights are whole numbers below `SQUARES_FIT`: sums of squares are exact, and go on from cut to cut. The
    counts of the node stand in `GapScratch.counts`.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.counts[NODE] = 1.0
    >>> gini_cuts(training, rules, scratch, 0, (0, 0, 2, 2), (2.0, 2.0, 0.0), (0, 0, 0.0))[:2]
    (0, 1)
    """
    records, codes, labels, here, start, stop = (
        scratch.lists[span[0], a],
        training.codes[a],
        training.labels,
        scratch.here,
        span[1],
        span[2],
    )
    left, known, least_rows, reach, c = scratch.counts[LEFT], scratch.counts[KNOWN], rules.branch_rows, training.reach, rules.classes
    # The node's records, without those that miss the value.
    n, squares = 0.0, 0.0
    for j in range(c):
        left[j], known[j] = 0.0, scratch.counts[NODE, j]
    for i in range(stop, span[3]):
        known[labels[records[i]]] -= here[records[i]]
    for j in range(c):
        n, squares = n + known[j], squares + known[j] * known[j]
    base, n_left, left_squares, right_squares, after = squares / n, 0.0, 0.0, squares, records[start]
    for i in range(start, stop - 1):
        r, after = after, records[i + 1]
        w, j, lower, upper = here[r], labels[r], 0 + int(codes[r]), 0 + int(codes[after])  # numba: int64
        before = left[j]
        left[j], n_left = before + w, n_left + w
        left_squares += w * (2 * before + w)
        right_squares -= w * (2 * (known[j] - before) - w)
        if lower == upper or min(i + 1 - start, stop - i - 1) < least_rows or (len(reach) > 0 and upper <= reach[a, lower]):
            continue
        terms = left_squares / n_left + right_squares / (n - n_left)
        if terms - base + score_bound(GINI, terms, base, node[0], node[1], 0.0, 2, c) < progress[2]:
            continue
        admitted = admitted_sides(rules, (n_left, 0.0), (n - n_left, 0.0))
        if admitted > 0:
            progress = contend(scratch, progress, (a, lower, upper, admitted - 1), valued(rules, terms, base, 0.0, node, 2))
    return progress


@kernel
def cuts(
    training: GapTraining,
    rules: GapRules,
    scratch: GapScratch,
    a: int,
    span: tuple[int, int, int, int],
    node: tuple[float, float, float],
    progress: tuple[int, int, float],
) -> tuple[int, int, float]:
    """
    Examines the cuts of an attribute. A scan from high to low keeps the right side's term at each cut, one from low to high adds the
    left's. span: which lists; the node's first record, the first that misses the value, the end.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> scratch.counts[NODE] = 1.0
    >>> cuts(training, rules, scratch, 0, (0, 0, 2, 2), (2.0, 2.0, 0.0), (0, 0, 0.0))[:2]
    (0, 1)
    """
    records, codes, labels, table, c = scratch.lists[span[0], a], training.codes[a], training.labels, training.xlogx, rules.classes
    start, stop, whole, here, terms_right, criterion = span[1], span[2], node[2] == 0.0, scratch.here, scratch.terms, rules.criterion
    left, right, known, least_rows = scratch.counts[LEFT], scratch.counts[RIGHT], scratch.counts[KNOWN], rules.branch_rows
    ratio = rules.above or GAIN_RATIO in (criterion, rules.average)
    if criterion == GINI and whole and not ratio and node[0] < SQUARES_FIT:
        return gini_cuts(training, rules, scratch, a, span, node, progress)
    logs = scratch.counts[LOGS]
    for j in range(c):
        left[j] = right[j] = logs[j] = 0.0
    # From high to low.
    n_right, r, in_part, weights = 0.0, records[stop - 1], 0, training.weights
    for i in range(stop - 1, start - 1, -1):
        w, after = here[r], r
        in_part += w < weights[r]
        right[labels[r]] += w
        logs[labels[r]] = -inf
        n_right += w
        r = records[max(i - 1, start)]
        if codes[r] != codes[after]:
            terms_right[i - 1 - start, 0], terms_right[i - 1 - start, 1] = (
                term_of_side(criterion, right, logs, n_right, whole, table),
                n_right,
            )
    present = 0
    for j in range(c):
        known[j], logs[j] = right[j], 0.0
        present += known[j] > 0.0
    base = term(criterion, known, n_right, whole, table)
    missing = xlogx_of(missing_weight(scratch, a, span), whole, table) if ratio else 0.0
    # The weight of a side without records that are there in part is exact.
    large, reach, number, unsure = least_side(rules, n_right, node[2] if in_part > 0 else 0.0), training.reach, 0, 0
    # From low to high.
    n_left, after, left_in_part = 0.0, records[start], 0
    for i in range(start, stop - 1):
        r, after = after, records[i + 1]
        w, lower, upper = here[r], 0 + int(codes[r]), 0 + int(codes[after])  # numba: int64
        left[labels[r]] += w
        logs[labels[r]] = -inf
        n_left += w
        left_in_part += w < weights[r]
        if lower == upper or min(i + 1 - start, stop - i - 1) < least_rows or (len(reach) > 0 and upper <= reach[a, lower]):
            continue
        n_right = terms_right[i - start, 1]
        left_side, right_side = (n_left, node[2] if left_in_part > 0 else 0.0), (n_right, node[2] if left_in_part < in_part else 0.0)
        admitted = admitted_sides(rules, left_side, right_side)
        if rules.above and admitted > 0:
            sides = reaches(n_left, left_side[1], large), reaches(n_right, right_side[1], large)
            admitted = 0 if min(sides[0], sides[1]) == 0 else max(admitted, sides[0], sides[1])
            number, unsure = number + (admitted > 0), max(unsure, admitted - 1)
        terms, information = term_of_side(criterion, left, logs, n_left, whole, table) + terms_right[i - start, 0], 0.0
        bound = score_bound(criterion, terms, base, node[0], node[1], node[2], 2, c)
        if admitted == 0 or (criterion != GAIN_RATIO and terms - base + bound < progress[2]):
            continue
        if ratio:
            information = node[1] - xlogx_of(n_left, whole, table) - xlogx_of(n_right, whole, table) - missing
        value = valued(rules, terms, base, information, node, 2)
        if present == 1:  # records of one class: nothing is gained, exactly
            value = value[0], 0.0, value[2], value[3]
        progress = contend(scratch, progress, (a, lower, upper, admitted - 1), value)
    scratch.cuts[a, 0], scratch.cuts[a, 1] = number, unsure
    return progress
