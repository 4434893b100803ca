"""The candidates of nominal values where some are missing: a branch for each, or two groups; and the contenders of all attributes."""

from __future__ import annotations

from math import inf

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_candidates import (
    KNOWN,
    LEFT,
    NODE,
    RIGHT,
    TOO_MANY,
    admitted_sides,
    contend,
    cuts,
    keep,
    missing_weight,
    valued,
)
from dtref.engines.compiled.kernels.gap_layout import LEVEL, LIST, SIZE, TALLY, GapNodes, GapRules, GapScratch, GapTraining
from dtref.engines.compiled.kernels.gap_scores import reaches, term, xlogx_of
from dtref.engines.compiled.kernels.layout import CUTS, MULTIWAY, Floats, Ints

GROUPED_VALUES = 10
"""The most present values whose groupings are tried here."""


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
    return contend(scratch, progress, (a, 0, 0, admitted - 1), value)


@kernel
def present_only(rows: Ints, counts: Floats) -> tuple[Ints, Floats]:
    """
    Numbers of records and class counts of the values that are present.

    >>> present_only(np.array([1, 0, 2]), np.array([[1.0], [0.0], [2.0]]))[1].tolist()
    [[1.0], [2.0]]
    """
    k = 0
    for v in range(len(rows)):
        if rows[v] > 0:
            rows[k] = rows[v]
            for j in range(counts.shape[1]):
                counts[k, j] = counts[v, j]
            k += 1
    return rows[:k], counts[:k]


@kernel
def side_of(rows: Ints, counts: Floats, index: int, first: bool, side: Floats) -> tuple[float, int]:
    """
    Writes the counts of a side of a grouping: that of the first value, with those that the index names, or the other. Returns its weight
    and the number of its records.

    >>> float(side_of(np.array([1, 2]), np.array([[1.0], [2.0]]), 0, False, np.zeros(1))[0])
    2.0
    """
    weight, records = 0.0, 0
    for j in range(len(side)):
        side[j] = 0.0
    for v in range(len(rows)):
        if (v == 0 or index >> (v - 1) & 1 == 1) == first:
            records += rows[v]
            for j in range(len(side)):
                side[j] += counts[v, j]
                weight += counts[v, j]
    return weight, int(records)


@kernel
def two_groups(
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
    >>> two_groups(training._replace(values=np.array([2])), rules, scratch, 0, (0, 0, 2, 2), (2.0, 2.0, 0.0), (0, 0, -inf))[:2]
    (0, 1)
    """
    whole, table = node[2] == 0.0, training.xlogx
    rows, counts = present_only(*count_values(training, scratch, a, span, training.values[a], rules.classes))
    k = len(rows)
    n_groupings = (1 << (k - 1)) - 1 if k <= GROUPED_VALUES else 0
    if n_groupings == 0 or n_groupings > rules.limit:
        return progress[0], TOO_MANY, progress[2]
    left, right, known = scratch.counts[LEFT], scratch.counts[RIGHT], scratch.counts[KNOWN]
    # All values on one side: the known records.
    n_known, _ = side_of(rows, counts, (1 << (k - 1)) - 1, True, known)
    base = term(rules.criterion, known, n_known, whole, table)
    missing = xlogx_of(missing_weight(scratch, a, span), whole, table)
    certain = not rules.shortcuts or n_groupings <= max(rules.written_out, 1)
    for index in range(n_groupings):
        n_left, rows_left = side_of(rows, counts, index, True, left)
        n_right, rows_right = side_of(rows, counts, index, False, right)
        admitted = admitted_sides(rules, (n_left, node[2]), (n_right, node[2]))
        if admitted == 0 or min(rows_left, rows_right) < rules.branch_rows:
            continue
        terms = term(rules.criterion, left, n_left, whole, table) + term(rules.criterion, right, n_right, whole, table)
        information = node[1] - xlogx_of(n_left, whole, table) - xlogx_of(n_right, whole, table) - missing
        value = valued(rules, terms, base, information, node, 2)
        certain = certain or value[0] > 0.0
        progress = contend(scratch, progress, (a, index, 0, admitted - 1), value)
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
    Finds the candidates of a node that may be best, in order; where average gain selects, those that may lead their attribute. Returns
    their number, or FULL or TOO_MANY.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> training, rules, nodes, scratch = gap_example()
    >>> contenders_of(training, rules, nodes, scratch, 0, (2.0, 2.0, 0.0))
    1
    """
    lists, start, size = nodes.table[t, LEVEL] & 1, nodes.table[t, LIST], nodes.table[t, SIZE]
    progress, tally = (0, 0, -inf), nodes.tally[nodes.table[t, TALLY]]
    for j in range(rules.classes):  # where all records are there in full
        scratch.counts[NODE, j] = tally[1 + j]
    for a in range(len(training.codes)):
        stop = known_stop(training, scratch, lists, a, start, size)
        first = scratch.lists[lists, a, start]
        if stop <= start + 1 or training.codes[a, first] == training.codes[a, scratch.lists[lists, a, stop - 1]]:
            continue  # a single value offers nothing
        if rules.average >= 0:
            progress = (progress[1], progress[1], -inf)
        span = (lists, start, stop, start + size)
        if training.offers[a] == CUTS:
            progress = cuts(training, rules, scratch, a, span, node, progress)
        elif training.offers[a] == MULTIWAY:
            progress = multiway(training, rules, scratch, a, span, node, progress)
        else:
            progress = two_groups(training, rules, scratch, a, span, node, progress)
        if progress[1] < 0:
            return progress[1]
        if rules.average >= 0:
            progress = (progress[0], keep(scratch, progress[0], progress[1], progress[2]), progress[2])
    return keep(scratch, 0, progress[1], progress[2]) if rules.average < 0 else progress[1]
