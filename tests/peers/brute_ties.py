"""
Whether a spoiled node is right all the same, by brute force and without dtref's criteria: the same parts of the records, a class as large,
or a question of the same value, to fifty digits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction

from peers.library import Record
from spoilings import Spoiled

from dtref.io.foreign.tree import Ask, ForeignNode, branch_taken
from dtref.spec.growing.policy import Policy
from dtref.spec.preparation.weighing import balanced_classes

Weights = Mapping[object, Fraction]
"""The weight of each class, or of each number, of some records."""
Value = Callable[[Sequence[Record], list[list[Record]]], Decimal]
"""The value of a partition of records."""
DIGITS = 50


def is_still_right(at: Spoiled, new: ForeignNode, policy: Policy) -> bool:
    """Whether the node that a fault was put into does what is as good."""
    if at.node.ask is None or new.ask is None:
        is_label = at.node.ask is None and new.ask is None
        return is_label and (_as_near(at, new) if policy.criterion.name in MEDIANS else _as_large(at, new, policy))
    column, other = (at.data.column(ask.attribute) for ask in (at.node.ask, new.ask))
    open_cells = any(
        ask.missing is None and not isinstance(r.values[c], Fraction | str)
        for ask, c in ((at.node.ask, column), (new.ask, other))
        for r in at.records
    )
    if open_cells:
        return False  # what such a value does isn't tried here
    parts, others = _parts(at.node.ask, column, at.records), _parts(new.ask, other, at.records)
    same = {frozenset(map(id, part)) for part in parts if part} == {frozenset(map(id, part)) for part in others if part}
    value = VALUES.get(policy.criterion.name)
    return same or (value is not None and abs(value(at.records, parts) - value(at.records, others)) < Decimal(10) ** (10 - DIGITS))


def _as_large(at: Spoiled, new: ForeignNode, policy: Policy) -> bool:
    """Whether another label is the class of as much weight, by the weights that the program gives the classes."""
    if new.label == at.node.label or (new.counts, new.rows, new.records, new.impurity) != (
        at.node.counts,
        at.node.rows,
        at.node.records,
        at.node.impurity,
    ):
        return False
    weighed = policy.weigh(at.data) if policy.weigh is balanced_classes else at.data
    by_id = {id(r): own for r, own in zip(at.data.records, weighed.records, strict=True)}
    sums = weights([by_id[id(r)] for r in at.records])
    return bool(sums) and sums.get(new.label, 0) == max(sums.values())


def _as_near(at: Spoiled, new: ForeignNode) -> bool:
    """Whether another number is as near to the node's numbers, by the sum of the distances: another median."""

    def distance(label: object) -> Fraction:
        return sum((r.weight * abs(Fraction(r.label) - label) for r in at.records), Fraction(0))  # type: ignore[arg-type, operator]

    return isinstance(new.label, Fraction) and isinstance(at.node.label, Fraction) and distance(new.label) == distance(at.node.label)


MEDIANS = ("absolute_error_reduction",)
"""The criteria of which leaves are medians, by dtref's names of them."""


def weights(records: Sequence[Record]) -> Weights:
    """The weight of each label."""
    sums: dict[object, Fraction] = defaultdict(Fraction)
    for record in records:
        sums[record.label] += record.weight
    return sums


def _parts(ask: Ask, column: int, records: Sequence[Record]) -> list[list[Record]]:
    parts: dict[int | None, list[Record]] = defaultdict(list)
    for record in records:
        parts[branch_taken(ask, record.values[column])].append(record)
    return list(parts.values())


def _decimal(x: Fraction) -> Decimal:
    return Decimal(x.numerator) / Decimal(x.denominator)


def _gini(records: Sequence[Record]) -> Decimal:
    sums = weights(records)
    n = sum(sums.values(), Fraction(0))
    return _decimal(1 - sum(((x / n) ** 2 for x in sums.values()), Fraction(0)))


def _entropy(records: Sequence[Record]) -> Decimal:
    sums = weights(records)
    n = sum(sums.values(), Fraction(0))
    shares = [_decimal(x / n) for x in sums.values()]
    return -sum((p * p.ln() / Decimal(2).ln() for p in shares if p), Decimal(0))


def _variance(records: Sequence[Record]) -> Decimal:
    n = sum((r.weight for r in records), Fraction(0))
    labels = [(Fraction(r.label), r.weight) for r in records]  # type: ignore[arg-type]
    mean = sum((y * w for y, w in labels), Fraction(0)) / n
    return _decimal(sum((w * (y - mean) ** 2 for y, w in labels), Fraction(0)) / n)


def _reduction(impurity: Callable[[Sequence[Record]], Decimal], by_size: bool = False) -> Value:
    def value(records: Sequence[Record], parts: list[list[Record]]) -> Decimal:
        with localcontext() as context:
            context.prec = DIGITS
            n = sum((r.weight for r in records), Fraction(0))
            shares = [_decimal(sum((r.weight for r in part), Fraction(0)) / n) for part in parts]
            gain = impurity(records) - sum((share * impurity(part) for share, part in zip(shares, parts, strict=True)), Decimal(0))
            size = -sum((p * p.ln() / Decimal(2).ln() for p in shares if p), Decimal(0))
            return gain if not by_size else gain / size if size else Decimal(0)

    return value


VALUES = {
    "gini_reduction": _reduction(_gini),
    "gain": _reduction(_entropy),
    "gain_ratio": _reduction(_entropy, by_size=True),
    "variance_reduction": _reduction(_variance),
}
"""The criteria that are computed here, by dtref's names of them."""
