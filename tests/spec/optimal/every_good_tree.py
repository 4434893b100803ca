"""
Good trees by brute force: every tree of a small data set is built, and those within a bound are kept.

It shares nothing with `dtref.spec.optimal`: candidates and parts are those of `brute`, which tries them on the records themselves; what a
tree is worth is added up when it is finished; logarithms are compared as whole numbers to whole powers.

Run: PYTHONPATH=tests python tests/spec/optimal/every_good_tree.py [CASES] compares as many generated cases, by default 2,000.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any, cast

import brute
from attrs import frozen
from narrow import of_kind

from dtref.engines.good_trees import SearchOptions, searching
from dtref.spec.evaluation.confusion.cost import CostMatrix
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Attribute, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import asked, branch_of
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Multiway, OrdinalCut, Subset, Threshold
from dtref.spec.model.trees import Branch, Tree
from dtref.spec.optimal.good_trees import GoodTrees, Within, good_trees
from dtref.spec.optimal.losses import (
    LEAF_ENTROPY,
    LEAF_ERRORS,
    LEAF_GINI,
    LEAF_SQUARED_ERROR,
    LeafLoss,
    Objective,
    TreeLimits,
    costs_of_leaves,
)
from dtref.spec.presets import CART, HUNT

MOST_TREES = 4_000
"""Cases with more trees are drawn again, with a smaller depth."""

Bare = tuple[Any, ...]
"""("leaf", records, empty), or (candidate, its trees): as of `brute`, with a leaf for each empty branch."""


@frozen
class Case:
    """What is asked: the good trees of a data set. within: how far a tree may be from the best; relative, strict: by what and how."""

    data: DataSet
    policy: Policy
    objective: Objective
    limits: TreeLimits
    within: Fraction
    relative: bool
    strict: bool


class TooManyError(Exception):
    """There are more trees than can be listed."""


# Every tree


def every_tree(case: Case) -> list[Bare]:
    """Every tree within the limits."""
    p = brute.problem(case.data)
    rules = brute.HUNT if case.policy is HUNT else brute.CART
    depth = len(p.rows) if case.limits.depth is None else case.limits.depth
    found = _below(case, p, rules, {}, brute.everyone(p), depth)
    return [t for t in found if case.limits.leaves is None or leaves(t) <= case.limits.leaves]


def _below(  # noqa: PLR0913, PLR0917 - a recursion with what it has listed
    case: Case, p: brute.Problem, rules: brute.Rules, listed: dict[Any, list[Bare]], node: frozenset[int], depth: int
) -> list[Bare]:
    if (node, depth) in listed:
        return listed[node, depth]
    found: list[Bare] = [("leaf", node)]
    listed[node, depth] = found
    if not depth or (not case.limits.pure and len({p.labels[i] for i in node}) < 2):
        return found
    for candidate, parts in brute.candidates(p, node, rules):
        if any(len(part) < case.limits.records for part in parts):
            continue
        empty = len(p.declared[p.names.index(candidate[0])]) - len(parts) if candidate[1] == ("multiway",) else 0
        below = [_below(case, p, rules, listed, part, depth - 1) for part in parts]
        if prod(map(len, below)) + len(found) > MOST_TREES:
            raise TooManyError
        found += [(candidate, frozenset(trees), empty) for trees in product(*below)]
    return found


def leaves(tree: Bare) -> int:
    return 1 if tree[0] == "leaf" else tree[2] + sum(map(leaves, tree[1]))


def height(tree: Bare) -> int:
    return 0 if tree[0] == "leaf" else 1 + max(map(height, tree[1]))


def leaf_nodes(tree: Bare) -> Iterator[frozenset[int]]:
    if tree[0] == "leaf":
        yield tree[1]
    else:
        for below in tree[1]:
            yield from leaf_nodes(below)


def partition(tree: Bare) -> Any:
    """The recursive partition of the records, and the empty branches."""
    return tree[1] if tree[0] == "leaf" else (tree[2], frozenset(map(partition, tree[1])))


# What trees are worth


def loss(case: Case, p: brute.Problem, tree: Bare) -> Any:
    """The loss of a tree; of entropy the number whose binary logarithm it is, a product of powers, as (prime, exponent) pairs."""
    lost = [leaf_loss(case, p, node) for node in leaf_nodes(tree)]
    if case.objective.loss is LEAF_ENTROPY:
        return brute.add(*lost)
    return sum(lost, Fraction(0))


def leaf_loss(case: Case, p: brute.Problem, node: frozenset[int]) -> Any:
    kind = case.objective.loss
    if kind is LEAF_SQUARED_ERROR:
        n = sum(p.weights[i] for i in node)
        targets = {i: of_kind(Fraction, p.labels[i]) for i in node}
        mean = sum((p.weights[i] * y for i, y in targets.items()), Fraction(0)) / n
        return sum((p.weights[i] * (y - mean) ** 2 for i, y in targets.items()), Fraction(0))
    counts: dict[Any, Any] = dict(brute.counts(p, node))
    n = sum(counts.values(), Fraction(0))
    if kind is LEAF_ERRORS:
        return n - max(counts.values())
    if kind is LEAF_GINI:
        return sum((c * (1 - c / n) for c in counts.values()), Fraction(0))
    if kind is LEAF_ENTROPY:
        return brute.n_entropy(list(counts.values()))
    costs = COSTS[len(case.data.classes)]
    prices = {(label, c): Fraction(str(costs.cost(label, given=c))) for label in case.data.classes for c in counts}
    return min(sum((w * prices[label, c] for c, w in counts.items()), Fraction(0)) for label in case.data.classes)


COSTS = {
    1: CostMatrix(("a",), ((0,),)),
    2: CostMatrix(("a", "b"), ((0, 3), (Fraction(1, 2), -1))),
    3: CostMatrix(("a", "b", "c"), ((0, 1, 2), (5, 0, 1), (2, 2, 1))),
}


def compared(case: Case, tree: tuple[Any, int], other: Any, times: Fraction) -> int:
    """-1, 0, 1 as the value of a tree is below, at, above `times` that of another (a pair, of loss and leaves), plus `within`."""
    (lost, k), (other_lost, m) = tree, other
    weight = sum((r.weight for r in case.data.records), Fraction(0))
    price = case.objective.penalty * weight
    plus = Fraction(0) if case.relative else case.within * weight
    if case.objective.loss is not LEAF_ENTROPY:
        return brute.sign(lost + price * k - times * (other_lost + price * m) - plus)
    rest = price * k - times * price * m - plus
    difference = brute.add(lost, {q: -times * e for q, e in other_lost.items()}, {2: rest} if rest else {})
    common = prod({e.denominator for e in difference.values()})
    above = prod(q ** int(e * common) for q, e in difference.items() if e > 0)
    below = prod(q ** int(-e * common) for q, e in difference.items() if e < 0)
    return (above > below) - (above < below)


def expected(case: Case) -> tuple[list[Bare], list[Bare]]:
    """The best trees, and the good ones."""
    p, trees = brute.problem(case.data), every_tree(case)
    worth = [(loss(case, p, t), leaves(t)) for t in trees]
    at_best = Case(case.data, case.policy, case.objective, case.limits, Fraction(0), relative=True, strict=False)
    least = worth[0]
    for pair in worth:
        order = compared(at_best, pair, least, Fraction(1))
        if order < 0 or (order == 0 and not case.objective.penalty and pair[1] < least[1]):
            least = pair
    best = [t for t, pair in zip(trees, worth, strict=True) if compared(at_best, pair, least, Fraction(1)) == 0]
    if not case.objective.penalty:
        best = [t for t in best if leaves(t) == least[1]]
    times = 1 + case.within if case.relative else Fraction(1)
    good = [t for t, pair in zip(trees, worth, strict=True) if compared(case, pair, least, times) < (0 if case.strict else 1)]
    return best, good


# What dtref answers


def bare(data: DataSet, tree: Tree, node: frozenset[int]) -> Bare:
    """A tree of dtref's as one of these."""
    if not isinstance(tree, Branch):
        return "leaf", node
    (attribute,) = asked(tree.test)
    column = [a.name for a in data.attributes].index(attribute.name)
    parts: list[set[int]] = [set() for _ in tree.children]
    for i in node:
        parts[int(branch_of(cast(Multiway, tree.test), data.records[i].values[column]))].add(i)
    match tree.test:
        case Subset(left=left, right=right):
            candidate: Any = ("subset", frozenset((frozenset(left), frozenset(right))))
        case Threshold(lower=lower, upper=upper) | OrdinalCut(lower=lower, upper=upper):
            candidate = ("cut", lower, upper)
        case _:
            candidate = ("multiway",)
    below = frozenset(bare(data, child, frozenset(part)) for child, part in zip(tree.children, parts, strict=True) if part)
    return (attribute.name, candidate), below, sum(not part for part in parts)


def answered(case: Case, *, compiled: bool) -> tuple[GoodTrees, GoodTrees, GoodTrees]:
    """The best trees, the good ones, and these by partitions; with the compiled kernels or without."""
    search = searching(case.data, case.policy, case.objective, case.limits, SearchOptions(compiled=compiled))
    best = good_trees(search, search.least(search.root()))
    limit = best.limit_within(Within(case.within, case.relative, case.strict))
    return best, good_trees(search, limit), good_trees(search, limit, partitions=True)


def differences(case: Case) -> list[str]:
    """What dtref answers otherwise; raises `TooManyError` where trees can't be listed."""
    best, good = expected(case)
    everyone = frozenset(range(len(case.data)))
    wrong = []
    for compiled in (False, True):
        answers, how = answered(case, compiled=compiled), "compiled " if compiled else ""
        for name, wanted, answer in zip(("best", "good"), (best, good), answers, strict=False):
            found = Counter(bare(case.data, t, everyone) for t in answer.trees())
            if answer.number != len(wanted) or found != Counter(wanted):
                wrong.append(f"{how}{name}: {answer.number}, not {len(wanted)}")
        partitions = answers[2]
        listed = Counter(partition(bare(case.data, t, everyone)) for t in partitions.trees())
        if listed != Counter(set(map(partition, good))):
            wrong.append(f"{how}partitions: {partitions.number}, not {len(set(map(partition, good)))}")
    return wrong


# Generated cases


def generated(chance: Random) -> Case:
    """A case of few records and values, so that ties are everywhere."""
    while True:
        case = _drawn(chance)
        with suppress(TooManyError):
            return _at_border(case, every_tree(case), chance)


def _drawn(chance: Random) -> Case:
    loss = chance.choice((LEAF_ERRORS, LEAF_ERRORS, LEAF_GINI, LEAF_ENTROPY, LEAF_SQUARED_ERROR, None))
    attributes = tuple(_attribute(chance, f"x{i}") for i in range(chance.choice((0, 1, 2, 2, 3, 3))))
    classes = ("a", "b", "c")[: chance.choice((1, 2, 2, 2, 3))]
    target: Attribute = Continuous("y") if loss is LEAF_SQUARED_ERROR else Nominal("y", classes)
    weights = chance.choice(((Fraction(1),), (Fraction(1),), (Fraction(1, 2), Fraction(2), Fraction(1))))
    records = tuple(
        Record(
            tuple(_cell(chance, a) for a in attributes),
            Fraction(chance.randint(0, 3)) if isinstance(target, Continuous) else chance.choice(classes),
            chance.choice(weights),
        )
        for _ in range(chance.choice((1, 3, 5, 7, 9, 10, 11, 12)))
    )
    kind: LeafLoss = costs_of_leaves(COSTS[len(classes)]) if loss is None else loss
    penalty = chance.choice(
        (Fraction(0), Fraction(1, len(records)), Fraction(1, 2 * len(records)), Fraction(1, 10), Fraction(chance.randint(1, 9), 40))
    )
    limits = TreeLimits(
        chance.choice((1, 2, 2, 3, 3, None)), chance.choice((None, None, 2, 3, 4)), chance.choice((1, 1, 1, 2)), pure=chance.random() < 0.5
    )
    data = DataSet(attributes, target, records)
    return Case(
        data, chance.choice((CART, HUNT)), Objective(kind, penalty), limits, Fraction(0), chance.random() < 0.5, chance.random() < 0.5
    )


def _attribute(chance: Random, name: str) -> Attribute:
    values = ("p", "q", "r", "s")[: chance.choice((2, 2, 3, 4))]
    return chance.choice((Continuous(name), Nominal(name, values), Ordinal(name, values)))


def _cell(chance: Random, attribute: Attribute) -> Cell:
    return Fraction(chance.randint(1, 4)) if isinstance(attribute, Continuous) else chance.choice(attribute.values)


def _at_border(case: Case, trees: list[Bare], chance: Random) -> Case:
    """The case with a distance that some tree has exactly; of entropy a drawn one."""
    within, relative = Fraction(chance.randint(0, 4), 20), case.relative
    if case.objective.loss is not LEAF_ENTROPY:
        p, weight = brute.problem(case.data), sum((r.weight for r in case.data.records), Fraction(0))
        values = sorted({loss(case, p, t) / weight + case.objective.penalty * leaves(t) for t in trees})
        distance = chance.choice(values[:6]) - values[0]
        relative = relative and values[0] > 0
        within = distance / values[0] if relative else distance
    return Case(case.data, case.policy, case.objective, case.limits, within, relative, case.strict)


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
    wrong = trees = 0
    for seed in range(wanted):
        case = generated(Random(seed))
        trees += len(every_tree(case))
        if found := differences(case):
            wrong += 1
            print(seed, found)
    print(f"{wanted} cases, {trees} trees listed, {wrong} different")


if __name__ == "__main__":
    main()
