"""
Whether a node of scikit-learn's may be a leaf by what was drawn there, by brute force and without dtref's rules: enough columns have
nothing that is admitted and gains what it must, or pruning takes away a test that may have been asked.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction

from attrs import evolve, frozen
from peers.brute_ties import VALUES, Value
from peers.library import DataSet, Record
from spoilings import Spoiled

from dtref.io.foreign.tree import ForeignTree, Program
from dtref.spec.growing.policy import Policy

Parts = list[list[Record]]
NEAR = Decimal("1e-9")
"""What doubles may make of a gain, and more."""


@frozen(eq=False)
class Limits:
    """What a branch must have, what a test must gain of all records, and what pruning takes for a leaf; the weight of all."""

    rows: int
    weight: Fraction
    gain: Decimal
    alpha: Decimal
    everything: Fraction

    def admit(self, parts: Parts) -> bool:
        """Whether every branch has enough."""
        return all(len(part) >= self.rows and _weight(part) >= self.weight for part in parts)


def may_be_a_leaf(at: Spoiled, tree: ForeignTree, policy: Policy) -> bool:
    """Whether what is drawn may have made a leaf of a node that is none in the tree."""
    value, draws = VALUES.get(policy.criterion.name), policy.draws
    if tree.program is not Program.SCIKIT_LEARN or value is None or draws is None:
        return False
    weighed = policy.weigh(at.data)
    own = {id(r): heavier for r, heavier in zip(at.data.records, weighed.records, strict=True)}
    node = evolve(at, records=[own[id(r)] for r in at.records])
    limits, count = _limits(tree, weighed), len(at.data.attributes)
    columns = [list(_partitions(node.records, j)) for j in range(count)]
    failing = [(any if draws.one_cut else all)(_fails(node, parts, value, limits) for parts in some) for some in columns if some]
    constant, k = count - len(failing), draws.of(count)
    if sum(failing) and sum(failing) + constant >= k:
        return True
    return any(_is_pruned(node, parts, value, limits) for parts in _drawable(node, columns, value, limits, k, draws.one_cut))


def _limits(tree: ForeignTree, data: DataSet) -> Limits:
    """The limits of the settings that the tree states."""
    said, everything = {setting.name: setting.value for setting in tree.settings}, _weight(data.records)
    least = said["min_samples_leaf"]
    rows = math.ceil(float(least) * len(data)) if "." in least else int(least)
    gain, alpha = Decimal(said["min_impurity_decrease"]), Decimal(said["ccp_alpha"])
    return Limits(rows, Fraction(said["min_weight_fraction_leaf"]) * everything, gain, alpha, everything)


def _partitions(records: Sequence[Record], column: int) -> Iterator[Parts]:
    """Every partition by a cut, with those that miss the value on either side."""
    known = [r for r in records if isinstance(r.values[column], Fraction)]
    lost = [r for r in records if not isinstance(r.values[column], Fraction)]
    for x in sorted({Fraction(r.values[column]) for r in known})[:-1]:  # type: ignore[arg-type]
        low, high = ([r for r in known if (r.values[column] <= x) is side] for side in (True, False))  # type: ignore[operator]
        yield from ([[*low, *lost], high], [low, [*high, *lost]]) if lost else ([low, high],)


def _share(records: Sequence[Record], limits: Limits) -> Decimal:
    share = _weight(records) / limits.everything
    return Decimal(share.numerator) / Decimal(share.denominator)


def _gain(node: Spoiled, parts: Parts, value: Value, limits: Limits) -> Decimal:
    """What a partition gains, of all records."""
    return value(node.records, parts) * _share(node.records, limits)


def _fails(node: Spoiled, parts: Parts, value: Value, limits: Limits) -> bool:
    return not limits.admit(parts) or _gain(node, parts, value, limits) < limits.gain - NEAR


def _drawable(node: Spoiled, columns: Sequence[Sequence[Parts]], value: Value, limits: Limits, k: int, one_cut: bool) -> Iterator[Parts]:  # noqa: PLR0913, PLR0917
    """The partitions that may be asked: admitted, with enough columns that may have none that is better."""
    gains = [[_gain(node, parts, value, limits) for parts in some] for some in columns]
    reach: Callable[[Sequence[Decimal]], Decimal] = min if one_cut else max
    for j, some in enumerate(columns):
        for parts, gain in zip(some, gains[j], strict=True):
            better = sum(reach(others) > gain + NEAR for others in gains if others)
            if better <= len(columns) - k and (one_cut or gain >= max(gains[j]) - NEAR) and not _fails(node, parts, value, limits):
                yield parts


def _is_pruned(node: Spoiled, parts: Parts, value: Value, limits: Limits) -> bool:
    """Whether pruning takes a test away: whatever is below a branch saves no more than alpha, and the test itself doesn't, either."""
    saved = [value(part, _by_label(part)) * _share(part, limits) for part in parts]
    return max(saved) < limits.alpha - NEAR and _gain(node, parts, value, limits) < limits.alpha - NEAR


def _by_label(records: Sequence[Record]) -> Parts:
    return [[r for r in records if r.label == label] for label in dict.fromkeys(r.label for r in records)]


def _weight(records: Sequence[Record]) -> Fraction:
    return sum((r.weight for r in records), Fraction(0))
