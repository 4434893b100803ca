"""Counts of records by class, or of a continuous target their number and amount; and what integers tell of them."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.layout import VARIANCE, Ints, Training


@kernel
def count_entry(bits: int, weights: Ints, amounts: Ints, entry: int, into: Ints) -> int:
    """
    Adds the record of an entry to a row of counts, and returns its weight.

    >>> import numpy as np
    >>> none, row = np.zeros(0, np.int64), np.zeros(2, np.int64)
    >>> count_entry(1, none, none, 7 << 1 | 1, row), row.tolist()
    (1, [0, 1])
    """
    weight = weights[entry >> bits] if len(weights) else 1
    if len(amounts):
        into[0] += weight
        into[1] += amounts[entry]
    else:
        into[entry & ((1 << bits) - 1)] += weight
    return weight


@kernel
def counted_weight(criterion: int, counts: Ints) -> int:
    """
    The weight of the records in a row of counts.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.layout import GINI
    >>> int(counted_weight(GINI, np.array([2, 3])))
    5
    """
    total = 0
    for n in counts:
        total += n
    return counts[0] if criterion == VARIANCE else total


@kernel
def count_table_of(training: Training, a: int, start: int, stop: int, classes: int) -> Ints:
    """
    The counts of each present value, in order.

    >>> from dtref.engines.compiled.encoding import example
    >>> count_table_of(example(), 0, 0, 2, 2).tolist()
    [[1, 0], [0, 1]]
    """
    keys, entries, bits, weights, amounts = training.keys[a], training.entries[a], training.bits, training.weights, training.amounts
    present = 1
    for i in range(start, stop - 1):
        present += keys[i] != keys[i + 1]
    table, v = np.zeros((present, classes), np.int64), 0
    for i in range(start, stop):
        v += i > start and keys[i] != keys[i - 1]
        count_entry(bits, weights, amounts, entries[i], table[v])
    return table


@kernel
def has_shares_of(row: Ints, node: Ints) -> bool:
    """
    Whether counts have the shares of the node (the means, of a continuous target): a split into such children gains exactly 0.

    >>> import numpy as np
    >>> bool(has_shares_of(np.array([1, 2]), np.array([2, 4])))
    True
    """
    for j in range(len(node)):
        for i in range(j):
            if row[i] * node[j] != row[j] * node[i]:
                return False
    return True
