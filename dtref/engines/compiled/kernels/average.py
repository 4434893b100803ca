"""
The selection of C4.5: every attribute enters with the candidates that lead it by gain; of those whose gain is at least the average the best
win (`dtref.spec.split.choose.best_of_average_gain`).

Doubles decide where the bounds leave no doubt; else the node waits with the leaders of all attributes, for the selection as specified.
"""

from __future__ import annotations

from math import inf

import numpy as np

from dtref.engines.compiled.kernels.candidates import of_attribute
from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.contenders import keep_best
from dtref.engines.compiled.kernels.counting import count_table_of, counted_weight
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    FIRST,
    MULTIWAY,
    START,
    STOP,
    Ints,
    Nodes,
    Rules,
    Scratch,
    Training,
)
from dtref.engines.compiled.kernels.scores import of_table
from dtref.engines.compiled.kernels.ties import alike
from dtref.engines.compiled.kernels.wide import U

_LOWEST = -1e308
"""Below every score, except minus infinity, which marks a contender that is out."""


@kernel
def contenders_of_average(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int) -> int:
    """
    Finds the candidates of a node that may be best among those of attributes of at least average gain, in order; returns their number.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> from dtref.engines.compiled.kernels.layout import GAIN, GAIN_RATIO
    >>> rules = RULES._replace(criterion=GAIN, average=GAIN_RATIO)
    >>> training = example()._replace(xlogx=np.array([0.0, 0.0, 2.0]))
    >>> contenders_of_average(training, rules, nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), 0)
    1
    """
    start, stop, node = nodes.table[t, START], nodes.table[t, STOP], nodes.counts[t]
    nodes.table[t, FIRST] = 0
    # The leaders of each attribute; the least and the greatest that the sum of their scores may be.
    n_contenders, attributes, lowest, highest, a = 0, 0, 0.0, 0.0, 0
    while a < len(training.keys):
        before = n_contenders
        a, n_contenders, floor = of_attribute(training, rules, scratch, a, start, stop, node, n_contenders, -inf)
        if n_contenders < 0:
            return n_contenders
        if n_contenders == before:
            continue
        n_contenders = keep_best(scratch, n_contenders, floor)
        attributes, lowest, high = attributes + 1, lowest + floor, -inf
        for i in range(before, n_contenders):
            high = max(high, scratch.highs[i])
        highest += high
        # Their bounds are kept beside them; as highs they count as settled, so that other attributes leave them alone.
        for i in range(before, n_contenders):
            scratch.lows[i], scratch.scores[i], scratch.highs[i] = floor, high, inf
    if attributes == 0:
        return 0
    # Summing, dividing: (k + 3) roundings of at most the greatest magnitude each.
    rounding = (attributes + 4) * 2 * U * max(abs(lowest), abs(highest))
    least, most = (lowest - rounding) / attributes, (highest + rounding) / attributes
    least, most = least - 4 * U * abs(least), most + 4 * U * abs(most)
    if attributes == 1:  # its gain is the average
        least = most = -inf
    certain = alike(training, rules, nodes, scratch, t, 0, n_contenders)
    if not certain and not _sure(training, rules, nodes, scratch, t, n_contenders, least, most):
        nodes.table[t, FIRST] = -1
        return n_contenders
    # The contenders by the criterion.
    floor = _LOWEST
    for i in range(n_contenders):
        if not certain and scratch.scores[i] < least:
            scratch.highs[i] = -inf
            continue
        score, bound = _final(training, rules, scratch, start, stop, node, i)
        scratch.highs[i], scratch.lows[i], floor = score + bound, score - bound, max(floor, score - bound)
    return keep_best(scratch, n_contenders, floor)


@kernel
def _sure(training: Training, rules: Rules, nodes: Nodes, scratch: Scratch, t: int, n_contenders: int, least: float, most: float) -> bool:
    """
    Whether doubles tell which attributes are of at least average gain, and which candidates lead them.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, nodes_for, scratch_for
    >>> _sure(example(), RULES, nodes_for(np.array([1, 1]), 2), scratch_for(2, 2, 4), 0, 0, 0.0, 0.0)
    True
    """
    first = 0
    while first < n_contenders:
        last = first + 1
        while last < n_contenders and scratch.contenders[last, ATTRIBUTE] == scratch.contenders[first, ATTRIBUTE]:
            last += 1
        # Certainly below the average; else certainly not, and of one value.
        if scratch.scores[first] >= least and (
            scratch.lows[first] < most or (last > first + 1 and not alike(training, rules, nodes, scratch, t, first, last))
        ):
            return False
        first = last
    return True


@kernel
def _final(training: Training, rules: Rules, scratch: Scratch, start: int, stop: int, node: Ints, i: int) -> tuple[float, float]:
    """
    The score of a contender, and its bound, by the criterion that decides among the leaders.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES, example, scratch_for
    >>> from dtref.engines.compiled.kernels.layout import GAIN
    >>> scratch = scratch_for(2, 2, 4)
    >>> scratch.lefts[0] = 1, 0
    >>> training = example()._replace(xlogx=np.array([0.0, 0.0, 2.0]))
    >>> float(_final(training, RULES._replace(average=GAIN), scratch, 0, 2, np.array([1, 1]), 0)[0])
    0.0
    """
    a = scratch.contenders[i, ATTRIBUTE]
    if training.offers[a] == MULTIWAY:
        rows = count_table_of(training, a, start, stop, len(node))
    else:
        rows = np.empty((2, len(node)), np.int64)
        for j in range(len(node)):
            rows[0, j], rows[1, j] = scratch.lefts[i, j], node[j] - scratch.lefts[i, j]
    return of_table(rules.average, rows, node, counted_weight(rules.criterion, node), rules.slack, training.xlogx)
