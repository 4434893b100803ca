"""The groupings that can be best where an impurity is strictly concave: the prefixes of the values in order of their shares."""

from __future__ import annotations

import numpy as np

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.counting import counted_weight
from dtref.engines.compiled.kernels.layout import VARIANCE, Ints


@kernel
def prefixes(table: Ints, node: Ints, criterion: int) -> Ints:
    """
    The indices of the groupings that cut the order of the values by share of the first class present (by mean), ascending.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.layout import GINI
    >>> prefixes(np.array([[2, 1], [0, 1], [1, 1]]), np.array([3, 3]), GINI).tolist()
    [0, 2]
    """
    k, first = len(table), 1
    if criterion != VARIANCE:
        first = 0
        while node[first] == 0:
            first += 1
    # The values, sorted by their shares.
    order = np.arange(k)
    for i in range(1, k):  # insertion, by exact comparison of fractions
        v, j = order[i], i
        while j > 0 and below(table[v], table[order[j - 1]], first, criterion):
            order[j] = order[j - 1]
            j -= 1
        order[j] = v
    # The prefixes of that order, as indices that are kept sorted.
    indices, n_indices, left = np.empty(k, np.int64), 0, 0
    for i in range(k - 1):
        left |= 1 << order[i]
        if below(table[order[i]], table[order[i + 1]], first, criterion):
            index, j = (left if left & 1 else ((1 << k) - 1) ^ left) >> 1, n_indices
            while j > 0 and indices[j - 1] > index:
                indices[j] = indices[j - 1]
                j -= 1
            indices[j] = index
            n_indices += 1
    return indices[:n_indices]


@kernel
def below(row: Ints, other: Ints, first: int, criterion: int) -> bool:
    """
    Whether one share (one mean) is below another.

    >>> import numpy as np
    >>> from dtref.engines.compiled.kernels.layout import GINI
    >>> bool(below(np.array([1, 2]), np.array([1, 1]), 0, GINI))
    True
    """
    return bool(row[first] * counted_weight(criterion, other) < other[first] * counted_weight(criterion, row))
