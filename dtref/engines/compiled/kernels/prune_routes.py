"""
Records of a subtree that is being pruned, sent to its branches: those that miss the value go down each, with the share of the others.

Bounds: u = 2^-53; b the greatest relative error of a weight at the node, m the number of its records, p the weight of those that are there
in part. A sum of weights w has b p/w + (m + 4)u, or none where all are there in full, as sums of whole numbers below 2^53 are exact. A
share is a quotient of two sums: it has the errors of both, and u; the product, the weight in the branch, has b and u more.
"""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.gap_layout import LEAST_PART, GapTraining
from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.predicted_errors import predicted_of_counts
from dtref.engines.compiled.kernels.prune_layout import (
    AFTER,
    ASKED,
    BASE,
    BEYOND,
    BLUR,
    FILLED,
    FIRST,
    GROUP,
    GROUPED,
    KIDS,
    MORE_ROOM,
    OF,
    PRUNED,
    RECORD,
    START,
    STOP,
    PruneRules,
    Pruning,
)
from dtref.engines.compiled.kernels.wide import U

MOST_BLUR = 2.0**-10
"""Relative errors of weights are below this, so that their products count for nothing."""


@kernel
def relative(blur: float, size: int) -> float:
    """
    The greatest relative error of a sum of weights of so many records. blur: that of each.

    >>> relative(0.0, 9)
    0.0
    """
    return 1.01 * (blur + (size + 4) * U) if blur > 0.0 else 0.0


@kernel
def count_branches(
    training: GapTraining, pruning: Pruning, i: int, span: tuple[int, int], sent: Floats, numbers: Ints
) -> tuple[int, float, float]:
    """
    Counts the records of a span by the branch of a subtree's test that they take: their weight, that of those there in part, their number.
    Returns how many miss the value, the weight of the others, and that of the others there in part.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> sent, numbers = np.zeros((2, 2)), np.zeros(2, np.int64)
    >>> count_branches(training, pruning, 0, (0, 2), sent, numbers)[0], sent[:, 0].tolist(), numbers.tolist()
    (0, [1.0, 1.0], [1, 1])
    """
    test = pruning.tests[pruning.subtrees[i, OF]]
    codes, after, rows, parts, missing = training.codes[test[ASKED]], test[AFTER], pruning.rows, pruning.parts, 0
    for at in range(span[0], span[1]):
        code = codes[rows[at, RECORD]]
        if code < 0:
            missing += 1
            continue
        b = code if after < 0 else 1 if code > after else 0
        sent[b, 0] += parts[at]
        sent[b, 1] += parts[at] if rows[at, GROUP] > 0 else 0.0
        numbers[b] += 1
    known, partly = 0.0, 0.0
    for b in range(len(numbers)):
        known, partly = known + sent[b, 0], partly + sent[b, 1]
    return missing, known, partly


@kernel
def group_of_part(pruning: Pruning, group: int, branches: int) -> int:
    """
    The first of the groups that the records of a group make in the branches, where they go in part; new if it isn't there yet.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> pruning = pruning_example()[2]
    >>> group_of_part(pruning, 0, 2), group_of_part(pruning, 0, 2), int(pruning.state[GROUPED])
    (1, 1, 3)
    """
    if pruning.marks[group] < 0:
        pruning.marks[group] = pruning.state[GROUPED]
        pruning.state[GROUPED] += branches
    return int(pruning.marks[group])


@kernel
def pass_down(
    training: GapTraining, pruning: Pruning, i: int, span: tuple[int, int], blur: float, ends: Ints, sums: Floats, groups: bool
) -> int:
    """
    Copies the records of a span to the branches of a subtree, one branch behind the other; the status. ends: for each branch the end of its
    records; sums: the weight of those that know the value, and the greatest relative error of a weight. groups: whether the records there
    in part are told apart by groups.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> ends, sums = np.zeros(2, np.int64), np.zeros((2, 2))
    >>> pass_down(training, pruning, 0, (0, 2), 0.0, ends, sums, True) == PRUNED, ends.tolist(), sums.tolist()
    (True, [3, 4], [[1.0, 0.0], [1.0, 0.0]])
    """
    k, state, rows, parts = len(ends), pruning.state, pruning.rows, pruning.parts
    sent, numbers, cursors = np.zeros((k, 2)), np.zeros(k, np.int64), np.zeros(k, np.int64)
    missing, known, partly = count_branches(training, pruning, i, span, sent, numbers)
    if missing > 0 and not known > 0.0:
        return BEYOND
    place = state[FILLED]
    for b in range(k):
        cursors[b] = place
        place += numbers[b] + (missing if sent[b, 0] > 0.0 else 0)
        ends[b] = place
    if place > len(parts) or state[GROUPED] + k * missing > len(pruning.marks):
        return MORE_ROOM
    state[FILLED] = place
    # How much a weight in each branch may be off.
    m = span[1] - span[0]
    off_known = blur * partly / known + (m + 4) * U if blur > 0.0 else 0.0
    for b in range(k):
        off = blur * sent[b, 1] / sent[b, 0] + (m + 4) * U if blur > 0.0 and sent[b, 0] > 0.0 else 0.0
        sums[b, 0], sums[b, 1] = sent[b, 0], blur if missing == 0 else 1.01 * (blur + off + off_known + 4 * U)
        if sums[b, 1] > MOST_BLUR:
            return BEYOND
    # The records, whole or in part.
    test = pruning.tests[pruning.subtrees[i, OF]]
    codes, after = training.codes[test[ASKED]], test[AFTER]
    for at in range(span[0], span[1]):
        code = codes[rows[at, RECORD]]
        if code >= 0:
            b = code if after < 0 else 1 if code > after else 0
            rows[cursors[b], RECORD], rows[cursors[b], GROUP], parts[cursors[b]] = rows[at, RECORD], rows[at, GROUP], parts[at]
            cursors[b] += 1
            continue
        group = group_of_part(pruning, rows[at, GROUP], k) if groups else 1
        for b in range(k):
            if sent[b, 0] > 0.0:
                part = parts[at] * (sent[b, 0] / known)
                if part < LEAST_PART:
                    return BEYOND
                rows[cursors[b], RECORD], rows[cursors[b], GROUP], parts[cursors[b]] = rows[at, RECORD], group + b if groups else 1, part
                cursors[b] += 1
    for at in range(span[0], span[1] if groups and missing > 0 else span[0]):
        pruning.marks[rows[at, GROUP]] = -1
    return PRUNED


@kernel
def leaf_errors(
    training: GapTraining, rules: PruneRules, pruning: Pruning, span: tuple[int, int], blur: float, counts: Floats
) -> tuple[float, float]:
    """
    The predicted errors of a leaf with the records of a span, and how much they may be off.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> float(leaf_errors(training, rules, pruning, (0, 1), 0.0, np.zeros(2))[0])
    0.75
    """
    counts[:] = 0.0
    for at in range(span[0], span[1]):
        counts[training.labels[pruning.rows[at, RECORD]]] += pruning.parts[at]
    return predicted_of_counts(rules, counts, relative(blur, span[1] - span[0] + len(counts)))


@kernel
def errors_of_branch(
    training: GapTraining, rules: PruneRules, pruning: Pruning, i: int, branch: int, counts: Floats
) -> tuple[int, float, float]:
    """
    The predicted errors of a branch of a subtree if it had all records of that, and how much they may be off; behind the status.

    >>> from dtref.engines.compiled.gaps.pruning import pruning_example
    >>> training, rules, pruning = pruning_example()
    >>> round(float(errors_of_branch(training, rules, pruning, 0, 1, np.zeros(2))[1]), 3)
    1.791
    """
    subtrees, ways, blurs, waiting, errors, off = pruning.subtrees, pruning.ways, pruning.blurs, 1, 0.0, 0.0
    ways[0, 0], ways[0, 1], ways[0, 2] = subtrees[i, FIRST] + branch, subtrees[i, START], subtrees[i, STOP]
    blurs[0] = pruning.sums[i, BLUR]
    while waiting > 0:
        waiting -= 1
        c, start, stop, blur = ways[waiting, 0], ways[waiting, 1], ways[waiting, 2], blurs[waiting]
        k = subtrees[c, KIDS]
        if k == 0:
            predicted, rounding = leaf_errors(training, rules, pruning, (start, stop), blur, counts)
            errors, off = errors + predicted, off + rounding + U * (errors + predicted)
            continue
        # The records of what waits lie below these.
        pruning.state[FILLED] = max(stop, subtrees[i, BASE])
        ends, sums = np.zeros(k, np.int64), np.zeros((k, 2))
        first = pruning.state[FILLED]
        status = pass_down(training, pruning, c, (start, stop), blur, ends, sums, False)
        if status != PRUNED:
            return status, 0.0, 0.0
        for b in range(k):
            ways[waiting, 0], ways[waiting, 1], ways[waiting, 2] = subtrees[c, FIRST] + b, first, ends[b]
            blurs[waiting] = sums[b, 1]
            waiting, first = waiting + 1, ends[b]
    return PRUNED, errors, 1.01 * off
