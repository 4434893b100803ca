"""Trees that the compiled engine has grown as rows, from their arrays: no node is made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import cast

import numpy as np
from attrs import evolve
from numpy.typing import NDArray

from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    CHILD,
    FIRST,
    LOWER,
    NODES,
    START,
    STOP,
    TIED,
    UPPER,
    Floats,
    Ints,
)
from dtref.engines.compiled.kernels.route_layout import COLUMN, LEAF, LEFT, REFUSED, RIGHT, SHARED, UNWEIGHED
from dtref.engines.compiled.trees import Grown, grown_from
from dtref.engines.routing.borders import borders_of, greatest_double
from dtref.engines.routing.rows import Asked, CountsOfLeaves, Labels, TreeRows
from dtref.spec.growing.ties import Last
from dtref.spec.model.arrays import DoubleLevels
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.model.trees import Gap, Tree, weight
from dtref.spec.split.candidates import Thresholds
from dtref.spec.split.numeric.placement import largest_not_above_midpoint, lower_end, upper_end
from dtref.spec.split.numeric.single_precision import ThresholdsApart

_WITHOUT_ANSWER = {Gap.REFUSE: REFUSED, Gap.FRACTIONS: SHARED, Gap.HEAVIEST: UNWEIGHED}


def rows_of_grown(tree: Tree) -> TreeRows | None:
    """
    The rows of a tree of numeric cuts that the compiled engine has grown; None for any other.

    >>> from dtref.spec.model.trees import Leaf
    >>> rows_of_grown(Leaf((), ()))
    """
    source = grown_from(tree)
    if source is None or not isinstance(source[0].policy.gap, Gap):
        return None
    rows = source[0].derived(_rows_of_all)
    root = source[1]
    if rows is None or not root:
        return rows
    parents = rows.parents.copy()
    parents[root] = -1
    return evolve(rows, root=root, parents=parents)


def _rows_of_all(grown: Grown) -> TreeRows | None:
    """The rows of the whole tree."""
    gap = cast(Gap, grown.policy.gap)
    # The chosen candidate of each inner node, and the columns that they ask.
    table = grown.nodes.table[: grown.nodes.state[NODES]]
    inner = np.flatnonzero(table[:, TIED])
    chosen = grown.nodes.optima[table[inner, FIRST] + (table[inner, TIED] - 1 if isinstance(grown.policy.tie, Last) else 0)]
    attributes = grown.data.data.attributes
    asked, column = np.unique(chosen[:, ATTRIBUTE], return_inverse=True)
    if not all(isinstance(attributes[a], Continuous) for a in asked):
        return None
    # The rows.
    tests, missing = np.zeros((len(table), 4), np.int64), np.full(len(table), REFUSED)
    tests[:, COLUMN] = LEAF
    tests[inner, COLUMN], tests[inner, LEFT], tests[inner, RIGHT] = column, table[inner, CHILD], table[inner, CHILD] + 1
    missing[inner] = _toward_more(table, inner) if gap is Gap.LEARNED else _WITHOUT_ANSWER[gap]
    none = np.zeros(0, np.int64)

    @cache
    def all_cuts() -> Floats:
        cuts = np.zeros(len(table))
        cuts[inner] = _double_cuts(grown, inner, chosen)
        return cuts

    return TreeRows(
        tests,
        missing,
        none.reshape(0, 6),
        none.astype(np.float64),
        none,
        0,
        grown.parents,
        tuple(Asked(attributes[a], isinstance(grown.policy.continuous, ThresholdsApart)) for a in asked),
        lambda t: cast(Threshold, grown.chosen(t)),
        grown.node,
        lambda: _weights(grown, len(table)),
        lambda leaves: _first_labels(grown, leaves),
        lambda rows: all_cuts()[rows] if len(rows) else np.zeros(0),
        _class_counts(grown),
    )


def _class_counts(grown: Grown) -> CountsOfLeaves | None:
    """The class counts of leaves; None of a continuous target, and of weights that are no whole numbers of a unit."""
    if isinstance(grown.data.data.target, Continuous) or grown.data.exact_weights:
        return None
    return CountsOfLeaves(grown.data.data.classes, lambda leaves: grown.nodes.counts[leaves])


def _toward_more(table: Ints, inner: Ints) -> Ints:
    """For each inner node the child with more records, the second of two with as many: its direction, as no value was missing there."""
    left = table[inner, CHILD]
    sizes = table[:, STOP] - table[:, START]
    toward: Ints = np.where(sizes[left] > sizes[left + 1], left, left + 1)
    return toward


def _weights(grown: Grown, nodes: int) -> Ints | Sequence[Fraction]:
    """The weight of the training records at each node."""
    if grown.data.exact_weights:
        return [weight(grown.node(t)) for t in range(nodes)]
    counts = grown.nodes.counts[:nodes]
    weights: Ints = counts[:, 0] if isinstance(grown.data.data.target, Continuous) else counts.sum(axis=1)
    return weights


def _first_labels(grown: Grown, leaves: Ints) -> Labels:
    """The first label of each leaf."""
    if isinstance(grown.data.data.target, Continuous):
        return np.array([grown.labels(t)[0] for t in leaves.tolist()], object)
    if grown.data.exact_weights:
        return np.array([grown.labels(t)[0] for t in leaves.tolist()])
    labels: Labels = np.array(grown.data.data.classes)[grown.nodes.counts[leaves].argmax(axis=1)]
    # A leaf without records has labels of a node above.
    table = grown.nodes.table
    for i in np.flatnonzero(table[leaves, START] == table[leaves, STOP]).tolist():
        labels[i] = grown.labels(int(leaves[i]))[0]
    return labels


def _double_cuts(grown: Grown, rows: Ints, candidates: Ints) -> Floats:
    """The greatest doubles that go left at some rows."""
    offer, cuts, left = grown.policy.continuous, np.empty(len(rows)), np.ones(len(rows), np.bool_)
    lower, upper = np.zeros(len(rows)), np.zeros(len(rows))
    for a in np.unique(candidates[:, ATTRIBUTE]).tolist():
        levels, there = grown.data.levels[a], np.flatnonzero(candidates[:, ATTRIBUTE] == a)
        if isinstance(levels, DoubleLevels) and isinstance(offer, Thresholds | ThresholdsApart):
            lower[there], upper[there] = (levels.doubles[candidates[there, end]] for end in (LOWER, UPPER))
            left[there] = False
            if isinstance(offer, Thresholds):
                cuts[there], left[there] = _placed(offer, lower[there], upper[there], levels.doubles)
    if isinstance(offer, ThresholdsApart):
        cuts, unsure = _between_floats(lower, upper)
        left |= unsure
    # Those that doubles don't tell, one by one.
    for i in np.flatnonzero(left).tolist():
        cuts[i] = greatest_double(borders_of(cast(Threshold, grown.chosen(int(rows[i]))))[0])
    return cuts


def _between_floats(a: Floats, b: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """
    The greatest doubles whose floats are at most the cuts between the floats of a and b (`ThresholdsApart`); and where this is left to
    exact numbers.

    The sum of two floats is rounded once, to a double, and its half is exact. Of the greatest float f that goes left and the next, g, the
    doubles that are rounded to f end in the middle of the two, which is a double: there the one with an even last bit takes it.
    """
    with np.errstate(over="ignore", invalid="ignore"):
        low, high = (x.astype(np.float32) for x in (a, b))
        middle = (low.astype(np.float64) + high) / 2
        cut = np.where(middle == high, low, middle)
        f = cut.astype(np.float32)
        f = np.where(f > cut, np.nextafter(f, np.float32(-np.inf)), f)
        g = np.nextafter(f, np.float32(np.inf))
        last = (f.astype(np.float64) + g) / 2
    even = f.view(np.uint32) & 1 == 0
    return np.where(even, last, np.nextafter(last, -np.inf)), ~np.isfinite(last)


def _placed(offer: Thresholds, a: Floats, b: Floats, levels: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """
    The greatest doubles that go left of cuts placed between the doubles a < b; and where this is left to exact numbers.

    The midpoint: s, the double nearest to a + b, and its error e with a + b = s + e, which is a double itself (Knuth's TwoSum; nothing
    overflows where |a| and |b| are below 2^1022). s/2 is a double, unless it is subnormal, and as s is the nearest, no other double lies
    between s/2 and (a + b)/2. So s/2 goes left where e > 0, and where e = 0 if the midpoint itself does; else the double below is the
    greatest.
    """
    exact = np.zeros(len(a), np.bool_)
    if offer.placement is lower_end:
        return a, exact
    if offer.placement is upper_end:
        return np.nextafter(b, -np.inf), exact
    with np.errstate(over="ignore", invalid="ignore"):
        s = a + b
        e = (a - (s - (s - a))) + (b - (s - a))
    goes_left = (e >= 0) if offer.side is Side.AT_MOST else (e > 0)
    below = np.where(goes_left, s / 2, np.nextafter(s / 2, -np.inf))
    unsure = (np.maximum(np.abs(a), np.abs(b)) >= 2.0**1022) | (np.abs(s) < 2.0**-1000)
    if offer.placement is largest_not_above_midpoint:
        below = levels[np.maximum(np.searchsorted(levels, below, side="right") - 1, 0)]
    return below, unsure
