"""
The value of a criterion, from the score by which the candidates of one node are compared; for rules that compare it with a threshold.

Notation as in `dtref.engines.compiled.kernels.scores`. A score within [low, high] gives a value within the interval returned: each value
increases with the score, and the terms that all candidates share are within the errors that are stated there.

Gini: (score - sum_j n_j^2/n)/n; each of the two terms is at most 1 and off by (c + 5)u. Bound: (c + 5) 2u. Of wide weights
(`dtref.engines.compiled.kernels.wide`) every bound is 8 blur, or 8 blur X(n)/n, greater.
Gain: (X(n) - sum_j X(n_j) + score)/n; the first terms add up to at most 2X(n) and are off by (c + 18)u of that, the quotient by 2u of at
most log2 c. Bound: (c + 18) 4u X(n)/n.
Gain ratio: the score itself.
"""

from __future__ import annotations

from math import inf

from dtref.engines.compiled.kernels.compilation import kernel
from dtref.engines.compiled.kernels.counting import counted_weight
from dtref.engines.compiled.kernels.layout import GAIN, GINI, WIDE_WEIGHTS, Floats, Ints, Rules
from dtref.engines.compiled.kernels.scores import entropy_of
from dtref.engines.compiled.kernels.wide import U

ENOUGH, TOO_LITTLE, UNSURE = range(3)
"""Whether the best test of a node is worth what the policy asks for."""


@kernel
def worth(rules: Rules, low: float, high: float, node: Ints, table: Floats) -> int:
    """
    Whether a test is worth the least improvement that the policy asks for, if its score is from low to high.

    >>> import numpy as np
    >>> from dtref.engines.compiled.encoding import RULES
    >>> node, rules = np.array([2, 2]), RULES._replace(valued=True)
    >>> [worth(rules._replace(least=least), 4.0, 4.0, node, np.zeros(0)) for least in (0.25, 0.5, 0.75)] == [ENOUGH, UNSURE, TOO_LITTLE]
    True
    """
    if rules.least == -inf and rules.least_of_tree == -inf:
        return ENOUGH
    if not rules.valued:
        return UNSURE
    n = counted_weight(rules.criterion, node)
    least = max(rules.least, rules.least_of_tree * rules.total / n)
    criterion = (rules.average if rules.average >= 0 else rules.criterion) % WIDE_WEIGHTS
    blur = rules.slack if rules.criterion >= WIDE_WEIGHTS else 0.0
    error = (8 * U + 8 * blur) * abs(least)
    if criterion == GINI:
        shared = 0.0
        for n_j in node:
            shared += float(n_j) * float(n_j)
        shared /= n
        low, high, error = (low - shared) / n, (high - shared) / n, error + (len(node) + 5) * 2 * U + 8 * blur
    elif criterion == GAIN:
        x_n, n_entropy = entropy_of(node, n, table)
        low, high, error = (low + n_entropy) / n, (high + n_entropy) / n, error + ((len(node) + 18) * 4 * U + 8 * blur) * x_n / n
    if low - error >= least + error:
        return ENOUGH
    return TOO_LITTLE if high + error < least - error else UNSURE
