"""
Whether a node of scikit-learn's may be a leaf by what was drawn there, by brute force and without dtref's rules: enough columns have
nothing that is admitted and gains what it must, or pruning takes away a test that may have been asked.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction

from attrs import evolve, frozen
from peers.brute_ties import VALUES, Value
from peers.library import DataSet, Nominal, Record
from spoilings import Spoiled

from dtref.io.foreign.tree import ForeignNode, ForeignTree, Program, branch_taken, foreign_nodes
from dtref.spec.growing.policy import Policy

Parts = list[list[Record]]
NEAR = Decimal("1e-9")
"""What doubles may make of a gain, and more."""
EXACTLY = Decimal("1e-40")
"""What decimals make of no difference, and more."""
MOST_TRIED = 3
"""So many of the tests that may be drawn at a node are tried, those first that gain least."""


@frozen(eq=False)
class Order:
    """
    The order of monotonic_cst at a node: by column 1, -1 or 0, and the bounds that the tests above have set; what a branch's value is.

    scikit-learn 1.9, `sklearn/tree/_criterion.pyx`, _check_monotonicity, and `_tree.pyx`: the values of both branches are in order, and
    within the bounds, each the middle of the values of a test's branches. Of two classes the first one's share falls where the constraint
    is that the other's grows.
    """

    signs: Sequence[int]
    value: Callable[[Sequence[Record]], Fraction]
    low: Fraction = Fraction(-(10**300))
    high: Fraction = Fraction(10**300)

    def passes(self, column: int, parts: Parts) -> bool:
        """Whether a partition by a column may be."""
        if not any(self.signs):
            return True
        first, second = map(self.value, parts)
        within = self.low <= min(first, second) and max(first, second) <= self.high
        return within and (first - second) * self.signs[column] <= 0

    def at_the_border(self, column: int, parts: Parts) -> bool:
        """Whether a partition's values are equal where they must be in order, or exactly at a bound."""
        if not any(self.signs):
            return False
        first, second = map(self.value, parts)
        return {first, second} & {self.low, self.high} != set() or (self.signs[column] != 0 and first == second)

    def below(self, column: int, parts: Parts, side: int) -> Order:
        """The order at a branch."""
        if not self.signs or not self.signs[column]:
            return self
        middle = sum(map(self.value, parts)) / Fraction(2)
        above = (self.signs[column] > 0) is (side == 1)  # on the side of the greater values
        return evolve(self, low=middle) if above else evolve(self, high=middle)


@frozen(eq=False)
class Limits:
    """
    What a branch must have, what a test must gain of all records, what pruning takes for a leaf; the weight of all; how many tests may
    still be asked one below the other, None for any number; and the order of the values.
    """

    rows: int
    weight: Fraction
    gain: Decimal
    alpha: Decimal
    everything: Fraction
    levels: int | None
    order: Order

    def admit(self, column: int, parts: Parts) -> bool:
        """Whether every branch has enough, and values that may be."""
        enough = all(len(part) >= self.rows and _weight(part) >= self.weight for part in parts)
        return enough and self.order.passes(column, parts)

    def at_the_border(self, column: int, parts: Parts) -> bool:
        """Whether a branch has exactly what it must."""
        return any(_weight(part) == self.weight for part in parts) or self.order.at_the_border(column, parts)

    def below(self, column: int, parts: Parts, side: int) -> Limits:
        """The limits at a branch."""
        levels = None if self.levels is None else self.levels - 1
        return evolve(self, levels=levels, order=self.order.below(column, parts, side))


def may_be_a_leaf(at: Spoiled, tree: ForeignTree, policy: Policy) -> bool:
    """Whether what is drawn may have made a leaf of a node that is none in the tree."""
    value, draws = VALUES.get(policy.criterion.name), policy.draws
    if tree.program is not Program.SCIKIT_LEARN or value is None or draws is None:
        return False
    weighed = policy.weigh(at.data)
    own = {id(r): heavier for r, heavier in zip(at.data.records, weighed.records, strict=True)}
    node, limits = evolve(at, records=[own[id(r)] for r in at.records]), _limits(at, tree, weighed, own)
    chance = Chance(value, draws.of(len(at.data.attributes)), draws.one_cut)
    columns = [list(_partitions(node.records, j)) for j in range(len(at.data.attributes))]
    return chance.leaves(node, columns, limits) or chance.is_pruned(node, columns, limits)


def is_a_leaf_by_a_tie(at: Spoiled, tree: ForeignTree, policy: Policy) -> bool:
    """
    Whether rounding alone decides whether a node of scikit-learn's is a leaf: enough columns have nothing but what is not admitted, gains
    exactly nothing, or exactly what it must, or has exactly the weight, or the values, that a branch may have.
    """
    value = VALUES.get(policy.criterion.name)
    if tree.program is not Program.SCIKIT_LEARN or value is None:
        return False
    weighed = policy.weigh(at.data)
    own = {id(r): heavier for r, heavier in zip(at.data.records, weighed.records, strict=True)}
    node, limits = evolve(at, records=[own[id(r)] for r in at.records]), _limits(at, tree, weighed, own)
    count, draws = len(at.data.attributes), policy.draws
    chance = Chance(value, count if draws is None else draws.of(count), draws is not None and draws.one_cut, at_the_border=True)
    return chance.leaves(node, [list(_partitions(node.records, j)) for j in range(count)], limits)


def may_be_asked(at: Spoiled, new: ForeignNode, tree: ForeignTree, policy: Policy) -> bool:
    """
    Whether what is drawn may have made a node of scikit-learn's ask another test, with records that miss the value on either side where it
    doesn't say; of trees that no number of leaves limits.
    """
    value, draws, ask = VALUES.get(policy.criterion.name), policy.draws, new.ask
    said = {setting.name: setting.value for setting in tree.settings}
    if tree.program is not Program.SCIKIT_LEARN or value is None or draws is None or ask is None or said["max_leaf_nodes"] != "None":
        return False
    weighed = policy.weigh(at.data)
    own = {id(r): heavier for r, heavier in zip(at.data.records, weighed.records, strict=True)}
    node, limits = evolve(at, records=[own[id(r)] for r in at.records]), _limits(at, tree, weighed, own)
    least, column = said["min_samples_split"], at.data.column(ask.attribute)
    rows = math.ceil(float(least) * len(at.data)) if "." in least else int(least)
    if len(at.records) < max(rows, 2) or limits.levels == 0 or len({r.label for r in at.records}) == 1:
        return False
    columns = [list(_partitions(node.records, j)) for j in range(len(at.data.attributes))]
    chance = Chance(value, draws.of(len(columns)), draws.one_cut)
    known = [r for r in node.records if isinstance(r.values[column], Fraction)]
    lost = [r for r in node.records if not isinstance(r.values[column], Fraction)]
    parts = [[r for r in known if branch_taken(ask, r.values[column]) == side] for side in range(2)]
    ways = [side for side in range(2) if ask.missing in {None, side}]
    asked = {frozenset(frozenset(map(id, [*part, *lost] if i == side else part)) for i, part in enumerate(parts)) for side in ways}
    for gain, _, drawable in chance.drawable(node, columns, limits):
        if frozenset(frozenset(map(id, part)) for part in drawable) in asked:
            return gain > limits.alpha + NEAR or not limits.alpha
    return False


@frozen(eq=False)
class Chance:
    """
    What is drawn at each node: so many columns, and of each any cut, or all; the value of a partition. at_the_border: whether what is
    exactly at a limit fails, too.
    """

    value: Value
    tried: int
    one_cut: bool
    at_the_border: bool = False

    def leaves(self, node: Spoiled, columns: Sequence[Sequence[Parts]], limits: Limits) -> bool:
        """Whether enough columns have nothing that is admitted and gains what it must. columns: the partitions by each."""
        failing = [
            (any if self.one_cut else all)(self._fails(node, j, parts, limits) for parts in some) for j, some in enumerate(columns) if some
        ]
        # a cut at random parts nothing where there is one number, and what misses it is on its side
        failing += [True for j, some in enumerate(columns) if not some and self.one_cut and _of_one_number(node.records, j)]
        return bool(sum(failing)) and sum(failing) + len(columns) - len(failing) >= self.tried

    def is_pruned(self, node: Spoiled, columns: Sequence[Sequence[Parts]], limits: Limits) -> bool:
        """
        Whether pruning may take a test away, and all below it: it gains less than alpha, and so does every test below, whichever are drawn,
        or those that gain least. However early growing ends, what there is then goes, from the leaves up.
        """
        drawable = sorted(self.drawable(node, columns, limits), key=lambda found: found[0])
        for gain, j, parts in drawable[:MOST_TRIED]:
            if gain >= limits.alpha - NEAR:
                return False
            if all(self._vanishes(node, part, limits.below(j, parts, side)) for side, part in enumerate(parts)):
                return True
        return False

    def _vanishes(self, above: Spoiled, records: Sequence[Record], limits: Limits) -> bool:
        """Whether there may be a leaf at a branch in the end."""
        saved = self.value(records, _by_label(records)) * _share(records, limits)
        if saved < limits.alpha - NEAR or limits.levels == 0:
            return True
        node = evolve(above, records=records)
        columns = [list(_partitions(records, j)) for j in range(len(above.data.attributes))]
        return self.leaves(node, columns, limits) or self.is_pruned(node, columns, limits)

    def _fails(self, node: Spoiled, column: int, parts: Parts, limits: Limits) -> bool:
        gain = self._gain(node, parts, limits)
        if self.at_the_border and (gain < limits.gain + EXACTLY or limits.at_the_border(column, parts)):
            return True
        return not limits.admit(column, parts) or gain < limits.gain - NEAR

    def _gain(self, node: Spoiled, parts: Parts, limits: Limits) -> Decimal:
        """What a partition gains, of all records."""
        return self.value(node.records, parts) * _share(node.records, limits)

    def drawable(self, node: Spoiled, columns: Sequence[Sequence[Parts]], limits: Limits) -> Iterator[tuple[Decimal, int, Parts]]:
        """The partitions that may be asked, admitted and no worse than so many columns allow, each with what it gains and its column."""
        gains = [[self._gain(node, parts, limits) for parts in some] for some in columns]
        reach: Callable[[Sequence[Decimal]], Decimal] = min if self.one_cut else max
        for j, some in enumerate(columns):
            for parts, gain in zip(some, gains[j], strict=True):
                better = sum(reach(others) > gain + NEAR for others in gains if others)
                best = self.one_cut or gain >= max(gains[j]) - NEAR
                if better <= len(columns) - self.tried and best and not self._fails(node, j, parts, limits):
                    yield gain, j, parts


def _limits(at: Spoiled, tree: ForeignTree, data: DataSet, own: Mapping[int, Record]) -> Limits:
    """The limits of the settings that the tree states, at a node. own: the records as they weigh, by those of the data."""
    said, everything = {setting.name: setting.value for setting in tree.settings}, _weight(data.records)
    least, deepest = said["min_samples_leaf"], said.get("max_depth", "None")
    rows = math.ceil(float(least) * len(data)) if "." in least else int(least)
    gain, alpha = Decimal(said["min_impurity_decrease"]), Decimal(said["ccp_alpha"])
    levels = None if deepest == "None" else int(deepest)
    order = _order(said.get("monotonic_cst", "None"), at.data)
    limits = Limits(rows, Fraction(said["min_weight_fraction_leaf"]) * everything, gain, alpha, everything, levels, order)
    # down to the node
    above, records = tree.root, list(at.data.records)
    while above is not at.node:
        assert above.ask is not None, "above the node"
        column = at.data.column(above.ask.attribute)
        parts = [[r for r in records if branch_taken(above.ask, r.values[column]) == i] for i in range(2)]
        side = next(i for i, child in enumerate(above.children) if any(below is at.node for below in foreign_nodes(child)))
        limits = limits.below(column, [[own[id(r)] for r in part] for part in parts], side)
        above, records = above.children[side], parts[side]
    return limits


def _order(text: str, data: DataSet) -> Order:
    """The order that monotonic_cst, as text, has at the root."""
    signs = [int(sign) for sign in re.findall(r"-?[01]", text)]
    classes = data.classes if isinstance(data.target, Nominal) else ()

    def value(records: Sequence[Record]) -> Fraction:
        of_each = [r.weight * (r.label == classes[0] if classes else Fraction(r.label)) for r in records]  # type: ignore[arg-type]
        return sum(of_each, Fraction(0)) / _weight(records)

    return Order([-sign for sign in signs] if classes else signs, value)


def _partitions(records: Sequence[Record], column: int) -> Iterator[Parts]:
    """Every partition by a cut, with those that miss the value on either side."""
    known = [r for r in records if isinstance(r.values[column], Fraction)]
    lost = [r for r in records if not isinstance(r.values[column], Fraction)]
    for x in sorted({Fraction(r.values[column]) for r in known})[:-1]:  # type: ignore[arg-type]
        low, high = ([r for r in known if (r.values[column] <= x) is side] for side in (True, False))  # type: ignore[operator]
        yield from ([[*low, *lost], high], [low, [*high, *lost]]) if lost else ([low, high],)


def _of_one_number(records: Sequence[Record], column: int) -> bool:
    """Whether a column has one number and records that miss it."""
    cells = [r.values[column] for r in records]
    return len({x for x in cells if isinstance(x, Fraction)}) == 1 and not all(isinstance(x, Fraction) for x in cells)


def _share(records: Sequence[Record], limits: Limits) -> Decimal:
    share = _weight(records) / limits.everything
    return Decimal(share.numerator) / Decimal(share.denominator)


def _by_label(records: Sequence[Record]) -> Parts:
    return [[r for r in records if r.label == label] for label in dict.fromkeys(r.label for r in records)]


def _weight(records: Sequence[Record]) -> Fraction:
    return sum((r.weight for r in records), Fraction(0))
