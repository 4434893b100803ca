"""
Pruning by complexity as rpart does it (`dtref.spec.pruning.rpart_complexity`), over the arrays of the kernels, in integers.

Risks, and alpha, are multiplied by the denominator of cp: they are whole numbers then; bounds and complexities are quotients of such.
Notation: as there.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from math import floor
from typing import NamedTuple, TypeAlias

import numpy as np

from dtref.engines.compiled.gaps.gap_trees import GapGrown
from dtref.engines.compiled.kernels.gap_layout import CHILD, FIRST, GROUPED, NODES, START, STOP, TALLY, TIED
from dtref.engines.compiled.kernels.layout import ATTRIBUTE, CUTS, LOWER, Ints
from dtref.spec.growing.policy import PruningStep
from dtref.spec.growing.ties import Last
from dtref.spec.model.schemes import recurse
from dtref.spec.pruning.cost_complexity import misclassified
from dtref.spec.pruning.rpart_complexity import RpartComplexity

WholeRatio: TypeAlias = tuple[int, int]
"""A numerator, and a denominator above 0."""

_Call: TypeAlias = tuple[int, WholeRatio | None]
"""A node that isn't a leaf at once, and the bound that it is handed; None at the root."""

CELLS_AT_ONCE = 2**20
"""Records of nodes that are looked at together, roughly."""


class SubtreeRisk(NamedTuple):
    """What is known of a subtree: R(t), the risk and number of tests of what is left before it collapses, its complexity."""

    own: int
    risk: int
    tests: int
    complexity: WholeRatio

    def collapsed(self) -> SubtreeRisk:
        """The same, once it has collapsed."""
        return self._replace(risk=self.own, tests=0)


def few_errors(steps: Sequence[PruningStep], root_errors: int) -> float:
    """
    The training errors of a node, in units of weight, that are so few that the first step makes a leaf of it: at most alpha; -1 where there
    is no such step. root_errors: those of the root.

    >>> from fractions import Fraction
    >>> few_errors((RpartComplexity(Fraction(1, 100)),), 250), few_errors((), 250)
    (2.0, -1.0)
    """
    step = steps[0] if steps else None
    return float(floor((step.cp + step.off) * root_errors)) if isinstance(step, RpartComplexity) and _counts_errors(step) else -1.0


def _counts_errors(step: RpartComplexity) -> bool:
    """Whether its risk is the training errors, and the root that of the tree."""
    return step.risk is misclassified and step.root is None


def pruned_by_complexity(grown: GapGrown, step: RpartComplexity) -> GapGrown | None:
    """
    The tree as rpart prunes it; None where a record is there in part, a test is no cut, the risk isn't the training errors, or numbers are
    too large.

    >>> from fractions import Fraction
    >>> from dtref.engines.compiled.gaps.grow import grown_with_gaps
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> pruned_by_complexity(grown_with_gaps(parity(2), CART), RpartComplexity(Fraction(0))) is None
    True
    """
    nodes, training = grown.nodes, grown.data.training
    in_part, sums = nodes.state[GROUPED] > 1, int(training.weights.sum()) * (nodes.tally.shape[1] - 1)
    if not _counts_errors(step) or in_part or (training.offers != CUTS).any() or sums >= 2**53:
        return None
    table = nodes.table[: nodes.state[NODES]].copy()
    counts = nodes.tally[table[:, TALLY], 1:]
    share = step.cp + step.off
    errors = (share.denominator * (counts.sum(axis=1) - counts.max(axis=1))).tolist()
    alpha = share.numerator * errors[0] // share.denominator
    table[_leaves(table, errors, alpha, _second_is_left(grown, table)), TIED] = 0
    return grown.over(nodes._replace(table=table))


def _leaves(table: Ints, errors: Sequence[int], alpha: int, second: Sequence[bool]) -> list[int]:
    """The inner nodes that become leaves. second: of each node, whether the second of its children is called left."""
    inner, children, made = (table[:, TIED] > 0).tolist(), table[:, CHILD].tolist(), []

    def at_once(t: int, bound: WholeRatio | None) -> SubtreeRisk | None:
        """What is known of a node that is a leaf whatever lies below."""
        own = errors[t]
        if inner[t] and own > alpha and (bound is None or bound[0] > alpha * bound[1]):
            return None
        made.append(t)
        return SubtreeRisk(own, own, 0, (alpha, 1))

    def start(call: _Call) -> Generator[_Call, SubtreeRisk, SubtreeRisk]:
        (t, bound), own = call, errors[call[0]]
        # rpart's left child, then its right one, whose bound depends on what became of the left
        top = (own, 1) if bound is None else bound
        least, child = _lesser((own, 1), top), children[t] + second[t]
        handed = least[0] - alpha * least[1], least[1]
        left = at_once(child, handed) or (yield child, handed)
        per_test, alone = (own - left.risk, left.tests + 1), (own - left.own, 1)
        least, child = _lesser(alone if _is_above(alone, per_test) else per_test, top), children[t] + (not second[t])
        handed = least[0] - alpha * least[1], least[1]
        right = at_once(child, handed) or (yield child, handed)
        kept_left, kept_right = _before_it_collapses(own, left, right)
        complexity = _gain(own, kept_left, kept_right)
        if complexity[0] <= alpha * complexity[1]:
            made.append(t)
            return SubtreeRisk(own, own, 0, complexity)
        return SubtreeRisk(own, kept_left.risk + kept_right.risk, complexity[1], complexity)

    if at_once(0, None) is None:
        root: _Call = (0, None)
        recurse(start, root)
    return made


def _is_above(a: WholeRatio, b: WholeRatio) -> bool:
    return a[0] * b[1] > b[0] * a[1]


def _lesser(a: WholeRatio, b: WholeRatio) -> WholeRatio:
    return b if _is_above(a, b) else a


def _gain(own: int, left: SubtreeRisk, right: SubtreeRisk) -> WholeRatio:
    """The risk that a node's tests save, each."""
    return own - left.risk - right.risk, left.tests + right.tests + 1


def _before_it_collapses(own: int, left: SubtreeRisk, right: SubtreeRisk) -> tuple[SubtreeRisk, SubtreeRisk]:
    """The children as they are when the node itself collapses: the one of less complexity collapses before, if it is below the node's."""
    right_later = _is_above(right.complexity, left.complexity)
    sooner, later = (left, right) if right_later else (right, left)
    if _is_above(_gain(own, left, right), sooner.complexity):
        sooner = sooner.collapsed()
        later = later.collapsed() if _is_above(_gain(own, sooner, later), later.complexity) else later
    return (sooner, later) if right_later else (later, sooner)


def _second_is_left(grown: GapGrown, table: Ints) -> list[bool]:
    """Of each inner node whether the records above its cut have the lower mean of class numbers, or the same, of those that know it."""
    second, inner = [False] * len(table), np.flatnonzero(table[:, TIED] > 0)
    last = isinstance(grown.policy.tie, Last)
    chosen = grown.nodes.optima[table[inner, FIRST] + (table[inner, TIED] - 1 if last else 0)]
    for some in _in_parts(table[inner, STOP] - table[inner, START]):
        for t, below, above in zip(inner[some].tolist(), *_sides(grown, table[inner[some]], chosen[some]), strict=True):
            second[t] = above[1] * below[0] <= below[1] * above[0]
    return second


def _sides(grown: GapGrown, table: Ints, cuts: Ints) -> tuple[list[list[int]], list[list[int]]]:
    """Below and above the cut of each node the weight of the records that know the answer, and the sum of their class numbers."""
    training, sizes = grown.data.training, table[:, STOP] - table[:, START]
    owner = np.repeat(np.arange(len(table)), sizes)
    places = np.arange(len(owner)) + np.repeat(table[:, START] - np.cumsum(sizes) + sizes, sizes)
    records = grown.nodes.rows[places, 0]
    codes = training.codes[cuts[owner, ATTRIBUTE], records]
    known = codes >= 0
    owner, records, above = owner[known], records[known], codes[known] > cuts[owner[known], LOWER]
    weights = training.weights[records]
    sums = [np.bincount(2 * owner + above, w, 2 * len(table)) for w in (weights, weights * training.labels[records])]
    both = np.array(sums).astype(np.int64).T.reshape(len(table), 2, 2)
    return both[:, 0].tolist(), both[:, 1].tolist()


def _in_parts(sizes: Ints) -> Iterator[slice]:
    """Nodes together, as long as they have few records."""
    ends = np.cumsum(sizes)
    first = 0
    while first < len(sizes):
        stop = max(int(np.searchsorted(ends, (ends[first - 1] if first else 0) + CELLS_AT_ONCE)), first + 1)
        yield slice(first, stop)
        first = stop
