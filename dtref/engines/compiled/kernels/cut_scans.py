"""
Scans of one attribute's cuts at a node, from low to high, which make contenders of those that may be best.

Most candidates are far from best, which is seen without a division. With two sides of n_1 and n_2 records, a score A/n_1 + B/n_2 is
below a number f exactly where A n_2 + B n_1 < f n_1 n_2. In doubles both sides have factors within 1 ± 8u; f is lowered by 2^-40 of
itself before, so that a candidate that is passed over has a score below the floor, which another one's reaches for certain.

Gini: A and B are the sums of the squared counts (`dtref.engines.compiled.kernels.scores`), which are kept up to date as a record changes
sides. Wide weights have a blur of their own, and each sum of c squares c roundings: f is lowered by 8 blur + c 2^-50, too.

Variance: A and B are squared sums s and t of amounts. Where amounts are off by h per unit of weight, the root of the true score, which is
the length of the vector (S_1/sqrt n_1, S_2/sqrt n_2), is off by at most h sqrt n: so f is (sqrt floor - h sqrt n)^2.
"""

from __future__ import annotations

from math import inf, sqrt

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.contenders import contend
from dtref.engines.compiled.kernels.counting import count_entry, counted_weight
from dtref.engines.compiled.kernels.layout import (
    CUTS,
    GAIN,
    GAIN_RATIO,
    GINI,
    VARIANCE,
    WIDE_WEIGHTS,
    Ints,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.scores import entropy_of, gini_score, logs, of_two, variance_score

FLOOR_MARGIN = 2.0**-40
"""By how much of itself a floor is lowered before products of doubles are compared with it."""


@kernel
def without_blur(floor: float, slack: float, n: int) -> float:
    """
    The square that a sum of amounts must reach for its true one to reach a floor: amounts are off by the slack, per unit of weight.

    >>> without_blur(9.0, 0.5, 4) < 4.0 < without_blur(9.0, 0.499, 4), without_blur(0.5, 0.5, 4)
    (True, -inf)
    """
    if slack == 0.0:
        return floor
    root = sqrt(floor) * (1 - FLOOR_MARGIN) - slack * sqrt(float(n)) if floor > 0 else 0.0
    return root * root if root > 0 else -inf


@kernel
def is_limited(training: Training, rules: Rules) -> bool:
    """
    Whether the policy admits only some of the cuts between neighbouring values.

    >>> from dtref.engines.compiled.encoding import RULES, example
    >>> is_limited(example(), RULES), is_limited(example(), RULES._replace(branch_rows=2))
    (False, True)
    """
    return len(training.reach) > 0 or rules.branch_weight > 0 or rules.two_weight > 0 or rules.branch_rows > 0


@kernel
def may_part(training: Training, rules: Rules, a: int, key: int, after: int, size: int, rows: int) -> bool:
    """
    Whether a cut between two neighbouring values is one that the policy admits: they are far enough apart, and both sides large enough.

    size, rows: the smaller weight of a side, and the smaller number of records.

    >>> from dtref.engines.compiled.encoding import RULES, example
    >>> may_part(example(), RULES, 0, 0, 1, 1, 1), may_part(example(), RULES._replace(branch_rows=2), 0, 0, 1, 1, 1)
    (True, False)
    """
    if len(training.reach) > 0 and after <= training.reach[a, key]:
        return False
    return size >= max(rules.branch_weight, rules.two_weight) and rows >= rules.branch_rows


@kernel
def cuts(
    training: Training, rules: Rules, scratch: Scratch, first: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, int, float]:
    """
    Examines the cuts of an attribute, and of those after it that offer cuts, too. Returns the attribute after the last one examined, the
    number of contenders, and the floor.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> cuts(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[:2]
    (1, 1)
    """
    if rules.criterion == GINI:
        return by_gini(training, rules, scratch, first, start, stop, node, n_contenders, floor)
    if rules.criterion == VARIANCE:
        return by_variance(training, rules, scratch, first, start, stop, node, n_contenders, floor)
    if rules.criterion == GINI + WIDE_WEIGHTS:
        return by_wide_gini(training, rules, scratch, first, start, stop, node, n_contenders, floor)
    return by_others(training, rules, scratch, first, start, stop, node, n_contenders, floor)


@kernel
def by_gini(
    training: Training, rules: Rules, scratch: Scratch, first: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, int, float]:
    """
    As `cuts`, by Gini.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> by_gini(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[:2]
    (1, 1)
    """
    keys, entries, weights, left = training.keys, training.entries, training.weights, scratch.left
    bits, limited, n = training.bits, is_limited(training, rules), counted_weight(GINI, node)
    of_class, weighted, bar, node_squares = (1 << bits) - 1, len(weights) > 0, floor - abs(floor) * FLOOR_MARGIN, 0
    for n_j in node:
        node_squares += n_j * n_j
    a = first
    while a < len(keys) and training.offers[a] == CUTS and n_contenders >= 0:
        column, n_left, left_squares, right_squares = np.uintp(a), 0, 0, node_squares
        for j in range(len(left)):
            left[j] = 0
        for i in range(start, stop - 1 if keys[a, start] != keys[a, stop - 1] else start):  # a single value offers no cut
            entry = entries[column, np.uintp(i)]
            label = np.uintp(entry & of_class)
            weight = weights[np.uintp(entry >> bits)] if weighted else 1
            # The record goes left: the squares of its class's counts change.
            before = left[label]
            left[label], n_left = before + weight, n_left + weight
            left_squares += weight * (2 * before + weight)
            right_squares -= weight * (2 * (node[label] - before) - weight)
            key, after = keys[column, np.uintp(i)], keys[column, np.uintp(i + 1)]
            if key == after or (
                limited and not may_part(training, rules, a, key, after, min(n_left, n - n_left), min(i + 1 - start, stop - i - 1))
            ):
                continue
            m_left, m_right = float(n_left), float(n - n_left)
            if left_squares * m_right + right_squares * m_left < bar * (m_left * m_right):
                continue
            score, bound = gini_score(left, node, n_left, n)
            n_contenders, floor = contend(scratch, n_contenders, floor, score, bound, (a, key, after), left)
            if n_contenders < 0:
                break
            bar = floor - abs(floor) * FLOOR_MARGIN
        a += 1
        if rules.average >= 0:  # one attribute at a time
            break
    return a, n_contenders, floor


@kernel
def by_wide_gini(
    training: Training, rules: Rules, scratch: Scratch, first: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, int, float]:
    """
    As `cuts`, by Gini, where weights are wide.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> rules, training = RULES._replace(criterion=GINI + WIDE_WEIGHTS), example()._replace(weights=np.array([2**40, 2**41]))
    >>> by_wide_gini(training, rules, scratch_for(2, 2, 4), 0, 0, 2, np.array([2**40, 2**41]), 0, 0.0)[:2]
    (1, 1)
    """
    keys, entries, weights, left = training.keys, training.entries, training.weights, scratch.left
    bits, limited, n = training.bits, is_limited(training, rules), counted_weight(rules.criterion, node)
    of_class, margin = (1 << bits) - 1, FLOOR_MARGIN + 8 * rules.slack + len(node) * 2.0**-50
    bar = floor - abs(floor) * margin
    a = first
    while a < len(keys) and training.offers[a] == CUTS and n_contenders >= 0:
        column, n_left = np.uintp(a), 0
        for j in range(len(left)):
            left[j] = 0
        for i in range(start, stop - 1 if keys[a, start] != keys[a, stop - 1] else start):  # a single value offers no cut
            entry = entries[column, np.uintp(i)]
            weight = weights[np.uintp(entry >> bits)]
            left[np.uintp(entry & of_class)] += weight
            n_left += weight
            key, after = keys[column, np.uintp(i)], keys[column, np.uintp(i + 1)]
            if key == after or (
                limited and not may_part(training, rules, a, key, after, min(n_left, n - n_left), min(i + 1 - start, stop - i - 1))
            ):
                continue
            m_left, m_right, left_squares, right_squares = float(n_left), float(n - n_left), 0.0, 0.0
            for j in range(len(node)):
                x, y = float(left[j]), float(node[j] - left[j])
                left_squares, right_squares = left_squares + x * x, right_squares + y * y
            if left_squares * m_right + right_squares * m_left < bar * (m_left * m_right):
                continue
            score, bound = of_two(rules.criterion, left, node, n, rules.slack)
            n_contenders, floor = contend(scratch, n_contenders, floor, score, bound, (a, key, after), left)
            if n_contenders < 0:
                break
            bar = floor - abs(floor) * margin
        a += 1
        if rules.average >= 0:  # one attribute at a time
            break
    return a, n_contenders, floor


@kernel
def by_variance(
    training: Training, rules: Rules, scratch: Scratch, first: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, int, float]:
    """
    As `cuts`, by variance.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> training = example()._replace(bits=0, entries=np.array([[0, 1]], np.int32), amounts=np.array([3, -3]))
    >>> by_variance(training, RULES._replace(criterion=VARIANCE), scratch_for(2, 2, 4), 0, 0, 2, np.array([2, 0]), 0, 0.0)[:2]
    (1, 1)
    """
    keys, entries, weights, amounts, left = training.keys, training.entries, training.weights, training.amounts, scratch.left
    limited, weighted, slack, n, whole = is_limited(training, rules), len(weights) > 0, rules.slack, node[0], node[1]
    bar = without_blur(floor, slack, n)
    bar -= abs(bar) * FLOOR_MARGIN
    a = first
    while a < len(keys) and training.offers[a] == CUTS and n_contenders >= 0:
        column, n_left, amount = np.uintp(a), 0, 0
        for i in range(start, stop - 1 if keys[a, start] != keys[a, stop - 1] else start):  # a single value offers no cut
            record = np.uintp(entries[column, np.uintp(i)])
            amount += amounts[record]
            n_left += weights[record] if weighted else 1
            key, after = keys[column, np.uintp(i)], keys[column, np.uintp(i + 1)]
            if key == after or (
                limited and not may_part(training, rules, a, key, after, min(n_left, n - n_left), min(i + 1 - start, stop - i - 1))
            ):
                continue
            m_left, m_right, s, t = float(n_left), float(n - n_left), float(amount), float(whole - amount)
            if s * s * m_right + t * t * m_left < bar * (m_left * m_right):
                continue
            left[0], left[1] = n_left, amount
            score, bound = variance_score(left, node, n_left, n, slack)
            n_contenders, floor = contend(scratch, n_contenders, floor, score, bound, (a, key, after), left)
            if n_contenders < 0:
                break
            bar = without_blur(floor, slack, n)
            bar -= abs(bar) * FLOOR_MARGIN
        a += 1
        if rules.average >= 0:  # one attribute at a time
            break
    return a, n_contenders, floor


@kernel
def by_others(
    training: Training, rules: Rules, scratch: Scratch, first: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, int, float]:
    """
    As `cuts`, by the other criteria: each candidate is scored.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> by_others(example(), RULES._replace(criterion=GAIN), scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, -9.0)[:2]
    (1, 1)
    """
    keys, entries, left, table, criterion = training.keys, training.entries, scratch.left, training.xlogx, rules.criterion
    limited, n = is_limited(training, rules), counted_weight(criterion, node)
    x_n, n_entropy = entropy_of(node, n, table) if criterion in (GAIN, GAIN_RATIO) else (0.0, 0.0)
    a = first
    while a < len(keys) and training.offers[a] == CUTS and n_contenders >= 0:
        column, n_left = np.uintp(a), 0
        for j in range(len(left)):
            left[j] = 0
        for i in range(start, stop - 1 if keys[a, start] != keys[a, stop - 1] else start):  # a single value offers no cut
            n_left += count_entry(training.bits, training.weights, training.amounts, entries[column, np.uintp(i)], left)
            key, after = keys[column, np.uintp(i)], keys[column, np.uintp(i + 1)]
            if key == after or (
                limited and not may_part(training, rules, a, key, after, min(n_left, n - n_left), min(i + 1 - start, stop - i - 1))
            ):
                continue
            if criterion in (GAIN, GAIN_RATIO):
                score, bound = logs(criterion == GAIN_RATIO, left, node, n_left, n, table, x_n, n_entropy)
            else:
                score, bound = of_two(criterion, left, node, n, rules.slack)
            if score + bound < floor:
                continue
            n_contenders, floor = contend(scratch, n_contenders, floor, score, bound, (a, key, after), left)
            if n_contenders < 0:
                break
        a += 1
        if rules.average >= 0:  # one attribute at a time
            break
    return a, n_contenders, floor
