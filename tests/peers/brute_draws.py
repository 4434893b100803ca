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

from dtref.io.foreign.tree import ForeignTree, Program, branch_taken, foreign_nodes
from dtref.spec.growing.policy import Policy

Parts = list[list[Record]]
NEAR = Decimal("1e-9")
"""What doubles may make of a gain, and more."""


@frozen(eq=False)
class Limits:
    """
    What a branch must have, what a test must gain of all records, what pruning takes for a leaf; the weight of all; and by column whether
    the branches' values are in the order, and within the bounds, of monotonic_cst.
    """

    rows: int
    weight: Fraction
    gain: Decimal
    alpha: Decimal
    everything: Fraction
    in_order: Callable[[int, Parts], bool]

    def admit(self, column: int, parts: Parts) -> bool:
        """Whether every branch has enough, and values that may be."""
        enough = all(len(part) >= self.rows and _weight(part) >= self.weight for part in parts)
        return enough and self.in_order(column, parts)


def may_be_a_leaf(at: Spoiled, tree: ForeignTree, policy: Policy) -> bool:
    """Whether what is drawn may have made a leaf of a node that is none in the tree."""
    value, draws = VALUES.get(policy.criterion.name), policy.draws
    if tree.program is not Program.SCIKIT_LEARN or value is None or draws is None:
        return False
    weighed = policy.weigh(at.data)
    own = {id(r): heavier for r, heavier in zip(at.data.records, weighed.records, strict=True)}
    node = evolve(at, records=[own[id(r)] for r in at.records])
    limits, count = _limits(tree, weighed, _in_order(at, tree, own)), len(at.data.attributes)
    columns = [list(_partitions(node.records, j)) for j in range(count)]
    failing = [
        (any if draws.one_cut else all)(_fails(node, j, parts, value, limits) for parts in some) for j, some in enumerate(columns) if some
    ]
    # a cut at random parts nothing where there is one number, and what misses it is on its side
    failing += [True for j, some in enumerate(columns) if not some and draws.one_cut and _of_one_number(node.records, j)]
    constant, k = count - len(failing), draws.of(count)
    if sum(failing) and sum(failing) + constant >= k:
        return True
    return any(_is_pruned(node, parts, value, limits) for parts in _drawable(node, columns, value, limits, k, draws.one_cut))


def _limits(tree: ForeignTree, data: DataSet, in_order: Callable[[int, Parts], bool]) -> Limits:
    """The limits of the settings that the tree states."""
    said, everything = {setting.name: setting.value for setting in tree.settings}, _weight(data.records)
    least = said["min_samples_leaf"]
    rows = math.ceil(float(least) * len(data)) if "." in least else int(least)
    gain, alpha = Decimal(said["min_impurity_decrease"]), Decimal(said["ccp_alpha"])
    return Limits(rows, Fraction(said["min_weight_fraction_leaf"]) * everything, gain, alpha, everything, in_order)


def _in_order(at: Spoiled, tree: ForeignTree, own: Mapping[int, Record]) -> Callable[[int, Parts], bool]:
    """
    Whether a partition by a column is one that monotonic_cst lets pass at a node. own: the records as they weigh, by those of the data.

    scikit-learn 1.9, `sklearn/tree/_criterion.pyx`, _check_monotonicity, and `_tree.pyx`: the values of both branches are in order, and
    within the bounds that the tests above have set, each with the middle of its branches' values. Of two classes the first one's share
    falls where the constraint is that the other's grows.
    """
    text = next((setting.value for setting in tree.settings if setting.name == "monotonic_cst"), "None")
    signs = [int(sign) for sign in re.findall(r"-?[01]", text)]
    if not any(signs):
        return lambda _, __: True
    classes = at.data.classes if isinstance(at.data.target, Nominal) else ()
    signs = [-sign for sign in signs] if classes else signs

    def value(records: Sequence[Record]) -> Fraction:
        of_each = [r.weight * (r.label == classes[0] if classes else Fraction(r.label)) for r in records]  # type: ignore[arg-type]
        return sum(of_each, Fraction(0)) / _weight(records)

    low, high = Fraction(-(10**300)), Fraction(10**300)
    node, records = tree.root, list(at.data.records)
    while node is not at.node:
        assert node.ask is not None, "above the node"
        column = at.data.column(node.ask.attribute)
        parts = [[r for r in records if branch_taken(node.ask, r.values[column]) == i] for i in range(2)]
        first, second = (value([own[id(r)] for r in part]) for part in parts)
        side = next(i for i, child in enumerate(node.children) if any(below is at.node for below in foreign_nodes(child)))
        if signs[column]:
            above = (signs[column] > 0) is (side == 1)  # on the side of the greater values
            low, high = ((first + second) / 2, high) if above else (low, (first + second) / 2)
        node, records = node.children[side], parts[side]

    def passes(column: int, parts: Parts) -> bool:
        first, second = map(value, parts)
        within = low <= min(first, second) and max(first, second) <= high
        return within and (first - second) * signs[column] <= 0

    return passes


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


def _gain(node: Spoiled, parts: Parts, value: Value, limits: Limits) -> Decimal:
    """What a partition gains, of all records."""
    return value(node.records, parts) * _share(node.records, limits)


def _fails(node: Spoiled, column: int, parts: Parts, value: Value, limits: Limits) -> bool:
    return not limits.admit(column, parts) or _gain(node, parts, value, limits) < limits.gain - NEAR


def _drawable(node: Spoiled, columns: Sequence[Sequence[Parts]], value: Value, limits: Limits, k: int, one_cut: bool) -> Iterator[Parts]:  # noqa: PLR0913, PLR0917
    """The partitions that may be asked: admitted, with enough columns that may have none that is better."""
    gains = [[_gain(node, parts, value, limits) for parts in some] for some in columns]
    reach: Callable[[Sequence[Decimal]], Decimal] = min if one_cut else max
    for j, some in enumerate(columns):
        for parts, gain in zip(some, gains[j], strict=True):
            better = sum(reach(others) > gain + NEAR for others in gains if others)
            if better <= len(columns) - k and (one_cut or gain >= max(gains[j]) - NEAR) and not _fails(node, j, parts, value, limits):
                yield parts


def _is_pruned(node: Spoiled, parts: Parts, value: Value, limits: Limits) -> bool:
    """Whether pruning takes a test away: whatever is below a branch saves no more than alpha, and the test itself doesn't, either."""
    saved = [value(part, _by_label(part)) * _share(part, limits) for part in parts]
    return max(saved) < limits.alpha - NEAR and _gain(node, parts, value, limits) < limits.alpha - NEAR


def _by_label(records: Sequence[Record]) -> Parts:
    return [[r for r in records if r.label == label] for label in dict.fromkeys(r.label for r in records)]


def _weight(records: Sequence[Record]) -> Fraction:
    return sum((r.weight for r in records), Fraction(0))
