"""
The candidates of a node, of which those that may be best become contenders (`dtref.engines.compiled.kernels.contenders`).

Each function examines one attribute at one node, and returns the number of contenders so far and the floor. The number is -1 where the
arrays are too short for them, -2 past the limit of groupings. The candidates of an attribute are defined in
`dtref.spec.split.candidates`.
"""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.contenders import TOO_MANY, contend
from dtref.engines.compiled.kernels.counting import count_table_of, counted_weight, has_shares_of
from dtref.engines.compiled.kernels.cut_scans import cuts
from dtref.engines.compiled.kernels.layout import (
    CUTS,
    EVERY,
    MISCLASSIFICATION,
    SEPARATION,
    SUBSETS,
    TWOING,
    VARIANCE,
    Ints,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.prefixes import prefixes
from dtref.engines.compiled.kernels.scores import of_table


@kernel
def try_groupings(
    training: Training, rules: Rules, scratch: Scratch, a: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, float]:
    """
    Examines the groupings of the present values, by index, with the shortcuts of `dtref.spec.split.candidates.SubsetSplits`.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> try_groupings(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[0]
    1
    """
    table = count_table_of(training, a, start, stop, len(node))
    n_groupings = (1 << (len(table) - 1)) - 1
    indices: Ints = np.zeros(0, np.int64)
    # Of many groupings, only those that can be best: all at once, or the prefixes.
    if rules.shortcuts and n_groupings > max(rules.written_out, 1):
        same_shares, classes = True, 0
        for v in range(len(table)):
            same_shares = same_shares and has_shares_of(table[v], node)
        for n_j in node:
            classes += n_j > 0
        if same_shares:
            indices = np.full(1, EVERY)
        elif rules.criterion == VARIANCE or (classes == 2 and rules.criterion != MISCLASSIFICATION):
            indices = prefixes(table, node, rules.criterion)
    if len(indices) == 0 and n_groupings > rules.limit:
        return TOO_MANY, floor
    # The counts of both sides of each grouping, and its score.
    sides = np.empty((2, len(node)), np.int64)
    n = counted_weight(rules.criterion, node)
    few, limited = len(indices) > 0, rules.branch_rows > 0 or rules.branch_weight > 0 or rules.two_weight > 0
    present = rows_of_values(training, a, start, stop, len(table) if limited else 0)
    for i in range(len(indices) if few else n_groupings):
        index = indices[i] if few else i
        for j in range(len(node)):
            sides[0, j] = table[0, j]
            for v in range(1, len(table)):
                sides[0, j] += table[v, j] if index != EVERY and index >> (v - 1) & 1 else 0
            sides[1, j] = node[j] - sides[0, j]
        if limited and not sides_admitted(rules, sides, present, index):
            continue
        score, bound = of_table(rules.criterion, sides, node, n, rules.slack, training.xlogx)
        n_contenders, floor = contend(scratch, n_contenders, floor, score, bound, (a, index, 0), sides[0])
        if n_contenders < 0:
            break
    return n_contenders, floor


@kernel
def multiway(
    training: Training, rules: Rules, scratch: Scratch, a: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, float]:
    """
    Examines the split into one branch for each present value.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> multiway(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[0]
    1
    """
    if rules.criterion in (TWOING, SEPARATION) and training.values[a] != 2:
        return n_contenders, floor  # they are defined for two branches
    table = count_table_of(training, a, start, stop, len(node))
    if not branches_admitted(rules, table, rows_of_values(training, a, start, stop, len(table))):
        return n_contenders, floor
    score, bound = of_table(rules.criterion, table, node, counted_weight(rules.criterion, node), rules.slack, training.xlogx)
    return contend(scratch, n_contenders, floor, score, bound, (a, 0, 0), table[0])


@kernel
def rows_of_values(training: Training, a: int, start: int, stop: int, values: int) -> Ints:
    """
    The number of records with each of the first of the present values, whatever they weigh.

    >>> from dtref.engines.compiled.encoding import example
    >>> rows_of_values(example(), 0, 0, 2, 2).tolist()
    [1, 1]
    """
    keys, rows, v = training.keys[a], np.zeros(values, np.int64), 0
    for i in range(start, stop if values > 0 else start):
        v += i > start and keys[i] != keys[i - 1]
        rows[v] += 1
    return rows


@kernel
def sides_admitted(rules: Rules, sides: Ints, rows: Ints, index: int) -> bool:
    """
    Whether both sides of a grouping are large enough. rows: the number of records with each value.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES
    >>> sides_admitted(RULES._replace(branch_rows=2), np.array([[2, 0], [1, 1]]), np.array([1, 2, 1]), 0)
    False
    """
    least, left, every = max(rules.branch_weight, rules.two_weight), 0, 0
    for v in range(len(rows)):
        every += rows[v]
        left += rows[v] if v == 0 or index >> (v - 1) & 1 else 0
    smaller = min(counted_weight(rules.criterion, sides[0]), counted_weight(rules.criterion, sides[1]))
    return bool(smaller >= least and min(left, every - left) >= rules.branch_rows)


@kernel
def branches_admitted(rules: Rules, table: Ints, rows: Ints) -> bool:
    """
    Whether the branches of a multiway test are large enough: those that have records, and two of them.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES
    >>> branches_admitted(RULES._replace(two_weight=2), np.array([[2, 0], [0, 1], [1, 1]]), np.array([2, 1, 2]))
    True
    """
    large = 0
    for v in range(len(table)):
        weight = counted_weight(rules.criterion, table[v])
        if weight < rules.branch_weight or rows[v] < rules.branch_rows:
            return False
        large += weight >= rules.two_weight
    return bool(large > 1)


@kernel
def of_attribute(
    training: Training, rules: Rules, scratch: Scratch, a: int, start: int, stop: int, node: Ints, n_contenders: int, floor: float
) -> tuple[int, int, float]:
    """
    Examines the candidates of an attribute (of cuts, of those after it, too), whatever it offers. Returns as `cuts`.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> of_attribute(example(), RULES, scratch_for(2, 2, 4), 0, 0, 2, np.array([1, 1]), 0, 0.0)[:2]
    (1, 1)
    """
    if training.offers[a] == CUTS:
        return cuts(training, rules, scratch, a, start, stop, node, n_contenders, floor)
    if training.keys[a, start] != training.keys[a, stop - 1]:
        if training.offers[a] == SUBSETS:
            n_contenders, floor = try_groupings(training, rules, scratch, a, start, stop, node, n_contenders, floor)
        else:
            n_contenders, floor = multiway(training, rules, scratch, a, start, stop, node, n_contenders, floor)
    return a + 1, n_contenders, floor
