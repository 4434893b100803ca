"""
The contenders of a node where values are missing: the candidates that may be best, as in `dtref.engines.compiled.kernels.candidates`.

Each is valued on the records that know its value. A contender whose admission doubles can't decide doesn't raise the floor, and the node is
then decided exactly.
"""

from __future__ import annotations

from math import inf

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_layout import LEVEL, LIST, SIZE, GapNodes, GapRules, GapScratch, GapTraining
from dtref.engines.compiled.kernels.gap_scores import ratio_of, reaches, score_bound, term, xlogx_of
from dtref.engines.compiled.kernels.layout import CUTS, GAIN_RATIO, MULTIWAY, Floats, Ints

LOW, HIGH, LOW_RATIO, HIGH_RATIO = range(4)
"""The columns of `GapScratch.bounds`: those of the value that is compared, and of the gain ratio where average gain selects first."""

LEFT, RIGHT, KNOWN, NODE = range(4)
"""The rows of `GapScratch.counts`."""

FULL, TOO_MANY = -1, -2
"""In place of the number of contenders: the arrays are too short; the groupings are left to the specification."""

GROUPED_VALUES = 10
"""The most present values whose groupings are tried here."""


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
    rules: GapRules,
    scratch: GapScratch,
    progress: tuple[int, int, float],
    candidate: tuple[int, int, int, int],
    value: tuple[float, float, float, float],
) -> tuple[int, int, float]:
    """
    Makes a candidate a contender, if it may be best. progress: the first contender that it competes with, their number, the floor.
    candidate: attribute, codes, whether its admission is unsure. value: the bounds of its value, and of its gain ratio.

    >>> from dtref.engines.compiled.gaps.coding import gap_scratch
    >>> contend(GapRules(0, 2, 0), gap_scratch(1, 1, 2, 4), (0, 0, -inf), (0, 0, 1, 0), (1.0, 2.0, 0.0, 0.0))
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
    The bounds of the value of k children, and of their gain ratio. node: its weight n, X(n), its blur. information: S.

    >>> valued(GapRules(0, 2, 0), 3.0, 2.0, 0.0, (4.0, 8.0, 0.0), 2)[0] < 1.0
    True
    """
    n, x_n, blur = node
    score = terms - base
    bound = score_bound(rules.criterion, terms, base, n, x_n, blur, k, rules.classes)
    if rules.criterion != GAIN_RATIO and rules.average != GAIN_RATIO:
        return score - bound, score + bound, 0.0, 0.0
    q, q_bound = ratio_of(score, bound, information, n, x_n, blur, k)
    if rules.criterion == GAIN_RATIO:
        return q - q_bound, q + q_bound, 0.0, 0.0
    return score - bound, score + bound, q - q_bound, q + q_bound


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
    Examines the cuts of an attribute. A scan from high to low keeps the right side's term at each cut, one from low to high adds the left's.
    span: which lists; the node's first record, the first that misses the value, the end.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> cuts(training, rules, scratch, 0, (0, 0, 2, 2), (2.0, 2.0, 0.0), (0, 0, -inf))[:2]
    (0, 1)
    """
    records, codes, table, c = scratch.lists[span[0], a], training.codes[a], training.xlogx, rules.classes
    start, stop, whole = span[1], span[2], node[2] == 0.0
    left, right, known = scratch.counts[LEFT], scratch.counts[RIGHT], scratch.counts[KNOWN]
    ratio = rules.criterion == GAIN_RATIO or rules.average == GAIN_RATIO
    for j in range(c):
        left[j] = right[j] = 0.0
    # From high to low.
    n_right = 0.0
    for i in range(stop - 1, start - 1, -1):
        r = records[i]
        w = scratch.here[r]
        right[training.labels[r]] += w
        n_right += w
        if i > start and codes[records[i - 1]] != codes[r]:
            place = i - 1 - start
            scratch.terms[place, 0], scratch.terms[place, 1] = term(rules.criterion, right, n_right, whole, table), n_right
    for j in range(c):
        known[j] = right[j]
    base, missing = term(rules.criterion, known, n_right, whole, table), 0.0
    if ratio:
        missing = xlogx_of(missing_weight(scratch, a, span), whole, table)
    # From low to high.
    n_left = 0.0
    for i in range(start, stop - 1):
        r = records[i]
        w = scratch.here[r]
        left[training.labels[r]] += w
        n_left += w
        if codes[records[i + 1]] == codes[r] or min(i + 1 - start, stop - i - 1) < rules.branch_rows:
            continue
        n_right = scratch.terms[i - start, 1]
        admitted = admitted_sides(rules, n_left, n_right, node[2])
        if admitted == 0:
            continue
        terms, information = term(rules.criterion, left, n_left, whole, table) + scratch.terms[i - start, 0], 0.0
        if ratio:
            information = node[1] - xlogx_of(n_left, whole, table) - xlogx_of(n_right, whole, table) - missing
        value = valued(rules, terms, base, information, node, 2)
        progress = contend(rules, scratch, progress, (a, np.int64(codes[r]), np.int64(codes[records[i + 1]]), admitted - 1), value)
    return progress


@kernel
def missing_weight(scratch: GapScratch, a: int, span: tuple[int, int, int, int]) -> float:
    """
    The weight of the node's records that miss a value.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> float(missing_weight(gap_example()[3], 0, (0, 0, 2, 2)))
    0.0
    """
    total = 0.0
    for i in range(span[2], span[3]):
        total += scratch.here[scratch.lists[span[0], a, i]]
    return total


@kernel
def admitted_sides(rules: GapRules, n_left: float, n_right: float, blur: float) -> int:
    """
    Whether both sides weigh enough: 0 no, 1 yes, 2 if doubles can't tell.

    >>> admitted_sides(GapRules(0, 2, 0, two_weight=(2.0, 2.0)), 2.0, 1.0, 0.0)
    0
    """
    if rules.branch_weight[1] <= 0.0 and rules.two_weight[1] <= 0.0:
        return 1
    worst = 1
    for x in (n_left, n_right):
        for least in (rules.branch_weight, rules.two_weight):
            state = reaches(x, blur, least)
            if state == 0:
                return 0
            worst = max(worst, state)
    return worst


@kernel
def admitted_branches(rules: GapRules, sizes: Floats, rows: Ints, blur: float) -> int:
    """
    As `admitted_sides`, of a test with many branches: all that have records, and two of them.

    >>> admitted_branches(GapRules(0, 2, 0, two_weight=(2.0, 2.0)), np.array([2.0, 0.0, 2.0]), np.array([1, 0, 2]), 0.0)
    1
    """
    worst, large, unsure = 1, 0, 0
    for b in range(len(sizes)):
        if rows[b] == 0:
            continue
        state = reaches(sizes[b], blur, rules.branch_weight)
        if rows[b] < rules.branch_rows or state == 0:
            return 0
        worst = max(worst, state)
        enough = reaches(sizes[b], blur, rules.two_weight)
        large += enough == 1
        unsure += enough == 2
    if large < 2:
        return 2 if large + unsure >= 2 else 0
    return worst


@kernel
def multiway(
    training: GapTraining,
    rules: GapRules,
    scratch: GapScratch,
    a: int,
    span: tuple[int, int, int, int],
    node: tuple[float, float, float],
    progress: tuple[int, int, float],
) -> tuple[int, int, float]:
    """
    Examines the split into one branch for each value.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> multiway(training._replace(values=np.array([2])), rules, scratch, 0, (0, 0, 2, 2), (2.0, 2.0, 0.0), (0, 0, -inf))[:2]
    (0, 1)
    """
    whole, k, c, table = node[2] == 0.0, training.values[a], rules.classes, training.xlogx
    rows, counts = count_values(training, scratch, a, span, k, c)
    sizes, known, n_known = np.zeros(k), scratch.counts[KNOWN], 0.0
    for j in range(c):
        known[j] = 0.0
    terms, information, occupied = 0.0, node[1], 0
    for b in range(k):
        if rows[b] == 0:
            continue
        for j in range(c):
            sizes[b] += counts[b, j]
            known[j] += counts[b, j]
        n_known += sizes[b]
        occupied += 1
        terms += term(rules.criterion, counts[b], sizes[b], whole, table)
        information -= xlogx_of(sizes[b], whole, table)
    admitted = admitted_branches(rules, sizes, rows, node[2])
    if admitted == 0:
        return progress
    information -= xlogx_of(missing_weight(scratch, a, span), whole, table)
    base = term(rules.criterion, known, n_known, whole, table)
    value = valued(rules, terms, base, information, node, occupied)
    return contend(rules, scratch, progress, (a, 0, 0, admitted - 1), value)


@kernel
def count_values(
    training: GapTraining, scratch: GapScratch, a: int, span: tuple[int, int, int, int], k: int, c: int
) -> tuple[Ints, Floats]:
    """
    The number of records with each of k values, and their class counts.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> count_values(training, scratch, 0, (0, 0, 2, 2), 2, 2)[0].tolist()
    [1, 1]
    """
    rows, counts = np.zeros(k, np.int64), np.zeros((k, c))
    for i in range(span[1], span[2]):
        r = scratch.lists[span[0], a, i]
        rows[training.codes[a, r]] += 1
        counts[training.codes[a, r], training.labels[r]] += scratch.here[r]
    return rows, counts


@kernel
def groupings(
    training: GapTraining,
    rules: GapRules,
    scratch: GapScratch,
    a: int,
    span: tuple[int, int, int, int],
    node: tuple[float, float, float],
    progress: tuple[int, int, float],
) -> tuple[int, int, float]:
    """
    Examines all groupings of the present values. TOO_MANY: of too many values, or where all may have the same class shares, which the
    specification says in another way.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> groupings(training._replace(values=np.array([2])), rules, scratch, 0, (0, 0, 2, 2), (2.0, 2.0, 0.0), (0, 0, -inf))[:2]
    (0, 1)
    """
    whole, c, table = node[2] == 0.0, rules.classes, training.xlogx
    every_row, every_count = count_values(training, scratch, a, span, training.values[a], c)
    k = 0
    for v in range(len(every_row)):
        k += every_row[v] > 0
    n_groupings = (1 << (k - 1)) - 1 if k <= GROUPED_VALUES else 0
    if n_groupings == 0 or n_groupings > rules.limit:
        return progress[0], TOO_MANY, progress[2]
    present, place = np.zeros(k, np.int64), 0
    for v in range(len(every_row)):
        if every_row[v] > 0:
            present[place] = v
            place += 1
    left, right, known, n_known = scratch.counts[LEFT], scratch.counts[RIGHT], scratch.counts[KNOWN], 0.0
    for j in range(c):
        known[j] = 0.0
        for v in present:
            known[j] += every_count[v, j]
        n_known += known[j]
    base = term(rules.criterion, known, n_known, whole, table)
    missing = xlogx_of(missing_weight(scratch, a, span), whole, table)
    certain = not rules.shortcuts or n_groupings <= max(rules.written_out, 1)
    for index in range(n_groupings):
        n_left, n_right, rows_left, rows_right = 0.0, 0.0, 0, 0
        for j in range(c):
            left[j] = right[j] = 0.0
        for place in range(k):
            v = present[place]
            if place == 0 or index >> (place - 1) & 1:
                rows_left += every_row[v]
                for j in range(c):
                    left[j] += every_count[v, j]
                    n_left += every_count[v, j]
            else:
                rows_right += every_row[v]
                for j in range(c):
                    right[j] += every_count[v, j]
                    n_right += every_count[v, j]
        admitted = admitted_sides(rules, n_left, n_right, node[2])
        if admitted == 0 or min(rows_left, rows_right) < rules.branch_rows:
            continue
        terms = term(rules.criterion, left, n_left, whole, table) + term(rules.criterion, right, n_right, whole, table)
        information = node[1] - xlogx_of(n_left, whole, table) - xlogx_of(n_right, whole, table) - missing
        value = valued(rules, terms, base, information, node, 2)
        certain = certain or value[0] > 0.0
        progress = contend(rules, scratch, progress, (a, index, 0, admitted - 1), value)
    return progress if certain else (progress[0], TOO_MANY, progress[2])


@kernel
def known_stop(training: GapTraining, scratch: GapScratch, lists: int, a: int, start: int, size: int) -> int:
    """
    The end of the records that know the value of an attribute in the list of a node.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> known_stop(training, scratch, 0, 0, 0, 2)
    2
    """
    stop = start + size
    while stop > start and training.codes[a, scratch.lists[lists, a, stop - 1]] < 0:
        stop -= 1
    return stop


@kernel
def contenders_of(
    training: GapTraining, rules: GapRules, nodes: GapNodes, scratch: GapScratch, t: int, node: tuple[float, float, float]
) -> int:
    """
    Finds the candidates of a node that may be best, in order; where average gain selects, those that may lead their attribute. Returns their
    number, or FULL or TOO_MANY.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> contenders_of(training, rules, nodes, scratch, 0, (2.0, 2.0, 0.0))
    1
    """
    lists, start, size = nodes.table[t, LEVEL] & 1, nodes.table[t, LIST], nodes.table[t, SIZE]
    progress = (0, 0, -inf)
    for a in range(len(training.codes)):
        stop = known_stop(training, scratch, lists, a, start, size)
        first = scratch.lists[lists, a, start]
        # A single value offers nothing.
        if stop <= start + 1 or training.codes[a, first] == training.codes[a, scratch.lists[lists, a, stop - 1]]:
            continue
        if rules.average >= 0:
            progress = (progress[1], progress[1], -inf)
        span = (lists, start, stop, start + size)
        if training.offers[a] == CUTS:
            progress = cuts(training, rules, scratch, a, span, node, progress)
        elif training.offers[a] == MULTIWAY:
            progress = multiway(training, rules, scratch, a, span, node, progress)
        else:
            progress = groupings(training, rules, scratch, a, span, node, progress)
        if progress[1] < 0:
            return progress[1]
        if rules.average >= 0:
            progress = (progress[0], keep(scratch, progress[0], progress[1], progress[2]), progress[2])
    return keep(scratch, 0, progress[1], progress[2]) if rules.average < 0 else progress[1]
