"""The exact decision among the contenders of a node, by the specification on their exact class counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from math import lcm
from typing import TypeAlias, cast

import numpy as np

from dtref.engines.compiled.encoding import Coded
from dtref.engines.compiled.kernels.layout import (
    ATTRIBUTE,
    CUTS,
    EVERY,
    FIRST,
    LOWER,
    MULTIWAY,
    START,
    STOP,
    SUBSETS,
    TIED,
    Ints,
    Nodes,
)
from dtref.engines.filter.unbeaten import unbeaten
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Counts
from dtref.spec.model.rules import LooksAt, looks_at
from dtref.spec.model.tests import Test
from dtref.spec.split.candidates import Candidates, Split
from dtref.spec.split.choose import best
from dtref.spec.split.criteria import variance_reduction

Decide: TypeAlias = Callable[[Counts, tuple[tuple[Split, ...], ...], bool], frozenset[tuple[int, int]]]
"""
The best splits of a node, by group and place; none where even the best are not allowed. A group has the splits of one attribute where the
selection is to be made, which asks for them; else all of them are one.
"""

FEW_CELLS = 2**16
"""Of so many records, counted once a candidate, it is found out which candidates part them alike."""


def exact_decision(policy: Policy, total: int | Fraction) -> Decide:
    """
    The specification's decision, cached; no optima where a rule about the best value makes the node a leaf.

    total: the weight of the training set.

    >>> from dtref.spec.presets import CART
    >>> exact_decision(CART, 4)((2, 2), ((((2, 1), (0, 1)), ((2, 0), (0, 2))),), False)
    frozenset({(0, 1)})
    """

    regression = policy.criterion is variance_reduction
    of_value = [rule for rule in policy.stop if LooksAt.VALUE in looks_at(rule)]
    of_impurity = policy.criterion.reduces and not regression and not of_value

    @cache
    def decide(node: Counts, groups: tuple[tuple[Split, ...], ...], selecting: bool) -> frozenset[tuple[int, int]]:
        # tests without impurity below take all of the node's away
        if of_impurity and not selecting and all(map(_are_pure, groups[0])):
            return frozenset((0, i) for i in range(len(groups[0])))
        offered = [Candidates(splits, lambda i, group=group: cast(Test, (group, i))) for group, splits in enumerate(groups)]  # type: ignore[misc]
        selection = (policy.select if selecting else best)(node, offered, policy.criterion, unbeaten)
        if selection is None:
            return frozenset()
        # The rules about the best value; they look at nothing else, except for the node's share.
        share = Fraction(node[0] if regression else sum(node)) / total
        facts = NodeFacts(node, regression, 0, lambda: share, lambda: (), lambda: selection, lambda: 0)
        if any(stops(facts) for stops in of_value):
            return frozenset()
        return cast("frozenset[tuple[int, int]]", frozenset(selection.optima))

    def decide_by_sums(node: Counts, groups: tuple[tuple[Split, ...], ...], selecting: bool) -> frozenset[tuple[int, int]]:
        return decide(node, groups, selecting) if selecting else _least_variance(groups[0])

    return decide_by_sums if regression and not of_value else decide


def _least_variance(splits: Sequence[Split]) -> frozenset[tuple[int, int]]:
    """The splits of the greatest sum of s^2/w over branches of weight w and sum s, which is the greatest reduction of the variance."""
    sums = [sum(Fraction(branch[1]) ** 2 / Fraction(branch[0]) for branch in split if branch[0]) for split in splits]
    greatest = max(sums)
    return frozenset((0, i) for i, value in enumerate(sums) if value == greatest)


def _are_pure(split: Split) -> bool:
    """Whether each branch has records of one class alone."""
    return all(sum(n > 0 for n in branch) <= 1 for branch in split)


def decide_waiting(data: Coded, nodes: Nodes, t: int, decide: Decide) -> None:
    """Makes the best contenders of a waiting node its optima, and drops the others."""
    table = nodes.table[t]
    selecting, n_contenders = bool(table[FIRST] < 0), -int(table[TIED])
    first = -1 - int(table[FIRST]) if selecting else int(table[FIRST])
    candidates = nodes.optima[first : first + n_contenders]
    # Candidates that part the records alike, or split the counts alike, are decided together.
    parts = _parts(data, table, candidates)
    number: dict[Split, int] = {}
    number_of_part: dict[bytes, int] = {}
    for part, candidate in zip(parts, candidates, strict=True):
        if part not in number_of_part:
            number_of_part[part] = number.setdefault(split_of(data, table, candidate), len(number))
    splits = tuple(number)
    of_candidates = [number_of_part[part] for part in parts]
    node_counts = tuple(map(sum, zip(*splits[0], strict=True)))
    of_groups: dict[int, dict[int, None]] = {}
    groups = candidates[:, ATTRIBUTE].tolist() if selecting else [0] * n_contenders
    for group, split in zip(groups, of_candidates, strict=True):
        of_groups.setdefault(group, {})[split] = None
    distinct = [(group, tuple(of_group)) for group, of_group in of_groups.items()]
    best_positions = decide(node_counts, tuple(tuple(splits[i] for i in of_group) for _, of_group in distinct), selecting)
    best_splits = {(distinct[g][0], distinct[g][1][i]) for g, i in best_positions}
    # The optima take the place of the contenders.
    optima = candidates[[pair in best_splits for pair in zip(groups, of_candidates, strict=True)]]
    nodes.optima[first : first + len(optima)] = optima
    table[FIRST], table[TIED] = first, len(optima)


def _parts(data: Coded, node: Ints, candidates: Ints) -> list[bytes]:
    """For each candidate of a node how it parts the records, as far as that is found out at little cost: if not, each candidate alone."""
    attributes, size = candidates[:, ATTRIBUTE], int(node[STOP] - node[START])
    if len(candidates) * size > FEW_CELLS or (data.training.offers[attributes] != CUTS).any():
        return [candidate.tobytes() for candidate in candidates]
    here = slice(int(node[START]), int(node[STOP]))
    above = data.training.keys[attributes, here] > candidates[:, LOWER, np.newaxis]
    # the side of each record, in the order of the records
    order = data.training.entries[attributes, here].argsort(axis=1)
    sides = above.take(order + np.arange(0, order.size, size)[:, np.newaxis]).tobytes()
    return [sides[first : first + size] for first in range(0, len(sides), size)]


def split_of(data: Coded, node: Ints, candidate: Ints) -> Split:
    """The split of a node's counts by a candidate, exactly."""
    a, lower, training = int(candidate[ATTRIBUTE]), int(candidate[LOWER]), data.training
    # The records of the node, and the branch that each takes.
    keys, records = training.keys[a, node[START] : node[STOP]], training.entries[a, node[START] : node[STOP]] >> training.bits
    offer = int(training.offers[a])
    if offer == SUBSETS:  # a node that was divided by another test is not in order
        order = np.argsort(keys, kind="stable")
        keys, records = keys[order], records[order]
    sides, branches = (keys, int(training.values[a])) if offer == MULTIWAY else (_sides(keys, offer, lower), 2)
    # The counts of each branch, or its moments.
    weights = training.weights[records] if len(training.weights) else np.ones(len(records), np.int64)
    labels = training.labels[records]
    if data.exact_weights:
        return _exact_counts(sides, branches, labels, [data.exact_weights[r] for r in records.tolist()], len(data.outcomes))
    if isinstance(data.data.target, Continuous):
        return _moments(sides, branches, [cast(Fraction, data.outcomes[j]) for j in labels.tolist()], weights)
    counts = np.zeros((branches, len(data.outcomes)), np.int64)
    np.add.at(counts, (sides, labels), weights)
    return tuple(map(tuple, counts.tolist()))


def _sides(keys: Ints, offer: int, lower: int) -> Ints:
    """The side of each record, in order of code, under a cut or a grouping."""
    if offer == CUTS:
        return (keys > lower).astype(np.int64)
    rank = np.cumsum(np.diff(keys, prepend=keys[:1]) != 0)
    left = 1 if lower == EVERY else lower << 1 | 1
    of_value: Ints = np.array([not left >> int(v) & 1 for v in range(int(rank[-1]) + 1)], np.int64)
    sides: Ints = of_value[rank]
    return sides


def _exact_counts(sides: Ints, branches: int, labels: Ints, weights: Sequence[Fraction], classes: int) -> Split:
    counts = [[Fraction(0)] * classes for _ in range(branches)]
    for side, label, weight in zip(sides.tolist(), labels.tolist(), weights, strict=True):
        counts[side][label] += weight
    return tuple(map(tuple, counts))


def _moments(sides: Ints, branches: int, ys: Sequence[Fraction], weights: Ints) -> Split:
    # whole numbers over one denominator
    denominator = lcm(*(y.denominator for y in ys))
    numerators = [y.numerator * (denominator // y.denominator) for y in ys]
    sums = [[0, 0, 0] for _ in range(branches)]
    for side, weight, y in zip(sides.tolist(), weights.tolist(), numerators, strict=True):
        of_branch = sums[side]
        of_branch[0] += weight
        of_branch[1] += weight * y
        of_branch[2] += weight * y * y
    return tuple((Fraction(w), Fraction(wy, denominator), Fraction(wyy, denominator**2)) for w, wy, wyy in sums)
