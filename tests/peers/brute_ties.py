"""
Whether a spoiled node is right all the same, by brute force and without dtref's criteria: the same parts of the records, a class as large,
a question of the same value, to fifty digits, or one that drawn columns leave open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations

from attrs import evolve
from parted import with_records
from peers.library import Nominal, Record
from spoilings import Spoiled

from dtref.io.foreign.tree import Ask, ForeignNode, branch_taken, foreign_nodes
from dtref.spec.growing.policy import Policy
from dtref.spec.preparation.weighing import balanced_classes
from dtref.spec.split.forest_groups import CutsOfDeclaredOrder

Weights = Mapping[object, Fraction]
"""The weight of each class, or of each number, of some records."""
Value = Callable[[Sequence[Record], list[list[Record]]], Decimal]
"""The value of a partition of records."""
DIGITS = 50


def is_still_right(at: Spoiled, new: ForeignNode, policy: Policy) -> bool:
    """Whether the node that a fault was put into does what is as good; rows may be the weight, as of records that were so many rows."""
    weight = sum((r.weight for r in at.records), Fraction(0))
    if new.rows == weight and evolve(new, rows=at.node.rows) == at.node:
        return True
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


def is_as_large_above(at: Spoiled, new: ForeignNode, root: ForeignNode) -> bool:
    """Whether another label, at a leaf without records, is a class of as much weight at the nearest node above it that has some."""
    if at.records or at.node.ask is not None or evolve(new, label=at.node.label) != at.node:
        return False
    above = [s for s in with_records(root, at.data) if s.records and any(below is at.node for below in foreign_nodes(s.node))]
    sums = weights(above[-1].records)
    return sums.get(new.label, 0) == max(sums.values())


def exchanged_is_right(at: Spoiled, new: ForeignNode, policy: Policy) -> bool:
    """Whether a node whose sides were exchanged is as good: every side is a leaf that states a label alone, of as much weight."""
    if at.node.ask is None:
        return False

    def is_right(old: ForeignNode, other: ForeignNode, records: Sequence[Record]) -> bool:
        if evolve(old, place="") == evolve(other, place=""):
            return True
        own = Spoiled(evolve(old, place=""), at.data, records)
        return old.ask is None and other.ask is None and is_still_right(own, evolve(other, place=""), policy)

    return all(map(is_right, at.node.children, new.children, _sides(at)))


def exchanged_may_be_drawn(at: Spoiled, new: ForeignNode, policy: Policy) -> bool:
    """Whether what stands at the sides of a node that were exchanged may be drawn so, there; leaves among them are judged by `verify`."""
    pairs = zip(new.children, _sides(at), strict=True)
    return all(child.ask is None or may_be_drawn(Spoiled(child, at.data, side), child, policy) for child, side in pairs)


def _sides(at: Spoiled) -> list[list[Record]]:
    """The records that each branch of a node gets."""
    assert at.node.ask is not None
    column = at.data.column(at.node.ask.attribute)
    return [[r for r in at.records if branch_taken(at.node.ask, r.values[column]) == i] for i in range(len(at.node.children))]


def asks_for_nothing(at: Spoiled, new: ForeignNode) -> bool:
    """
    Whether a node asks on whose records have one label, or part into branches of the same class shares, or the same mean: whatever such a
    test is measured by, it gains nothing.
    """
    if at.node.ask is not None or new.ask is None:
        return False
    if len({r.label for r in at.records}) == 1:
        return True
    column = at.data.column(new.ask.attribute)
    if new.ask.missing is None and not all(isinstance(r.values[column], Fraction | str) for r in at.records):
        return False
    parts = _parts(new.ask, column, at.records)
    if all(isinstance(r.label, Fraction) for r in at.records):
        return len({sum((r.weight * r.label for r in part), Fraction(0)) / sum(r.weight for r in part) for part in parts}) == 1  # type: ignore[operator]
    shares = [{label: n / sum(sums.values()) for label, n in sums.items()} for sums in map(weights, parts)]
    return all(own == shares[0] for own in shares)


def may_be_drawn(at: Spoiled, new: ForeignNode, policy: Policy) -> bool:
    """
    Whether a policy that draws columns, or cuts, may make a node without gaps what it is, as enough columns have nothing better.

    A question: where cuts are drawn, too, any cut of such a column may be the worse one; else it has to be the best of its own column. A
    leaf: as many columns as are drawn have one value here or, where chance may pass those over that gain nothing, gain nothing.
    """
    value, draws = VALUES.get(policy.criterion.name), policy.draws
    if value is None or draws is None or not all(isinstance(v, Fraction | str) for r in at.records for v in r.values):
        return False
    columns = range(len(at.data.attributes))
    k = draws.of(len(columns))
    if new.ask is None:
        return not draws.again and sum(_gains_nothing(at.records, j, draws.idle) for j in columns) >= k
    column, near = at.data.column(new.ask.attribute), Decimal(10) ** (10 - DIGITS)
    own = value(at.records, _parts(new.ask, column, at.records))
    ordered = isinstance(policy.nominal, CutsOfDeclaredOrder)
    of_columns = [[value(at.records, parts) for parts in _partitions(at, j, ordered)] for j in columns]
    # differences: a sum would have fewer digits
    better = [(min if draws.one_cut else max)(values) - own > near for values in of_columns if values]
    is_best = draws.one_cut or max(of_columns[column], default=own) - own <= near
    return is_best and sum(better) <= len(columns) - k


def _gains_nothing(records: Sequence[Record], column: int, by_means: bool) -> bool:
    """Whether a column has one value; by_means: or the same mean of the labels for every value, so that no partition gains."""
    of_value: dict[object, list[Record]] = defaultdict(list)
    for record in records:
        of_value[record.values[column]].append(record)
    if len(of_value) < 2 or not by_means:
        return len(of_value) < 2
    sums = [(sum((r.weight * Fraction(r.label) for r in some), Fraction(0)), sum(r.weight for r in some)) for some in of_value.values()]  # type: ignore[arg-type]
    return len({total / weight for total, weight in sums}) < 2


def _partitions(at: Spoiled, column: int, ordered: bool) -> Iterator[list[list[Record]]]:
    """Every partition of the records by a column into two: by a cut, or by groups of values; ordered: in the declared order alone."""
    attribute, cells = at.data.attributes[column], {r.values[column] for r in at.records}
    values = [v for v in attribute.values if v in cells] if isinstance(attribute, Nominal) else sorted(cells)  # type: ignore[type-var, arg-type]
    if isinstance(attribute, Nominal) and not ordered:
        firsts = ({values[0], *some} for size in range(len(values) - 1) for some in combinations(values[1:], size))
    else:
        firsts = ({*values[:size]} for size in range(1, len(values)))
    for first in firsts:
        yield [[r for r in at.records if (r.values[column] in first) is side] for side in (True, False)]


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


def _poisson(records: Sequence[Record]) -> Decimal:
    """The mean of y ln(y/m), m the mean of y."""
    n = sum((r.weight for r in records), Fraction(0))
    labels = [(Fraction(r.label), r.weight) for r in records]  # type: ignore[arg-type]
    mean = sum((y * w for y, w in labels), Fraction(0)) / n
    return sum((_decimal(w * y / n) * _decimal(y / mean).ln() for y, w in labels if y), Decimal(0))


def _distance(records: Sequence[Record]) -> Decimal:
    """The mean distance to a median."""
    n = sum((r.weight for r in records), Fraction(0))
    labels = [(Fraction(r.label), r.weight) for r in records]  # type: ignore[arg-type]
    return _decimal(min(sum((w * abs(y - m) for y, w in labels), Fraction(0)) for m in {y for y, _ in labels}) / n)


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


def _hellinger(_: Sequence[Record], parts: list[list[Record]]) -> Decimal:
    """The distance of two classes' shares of the parts."""
    with localcontext() as context:
        context.prec = DIGITS
        of_parts = [weights(part) for part in parts]
        sums = {label: sum((own.get(label, Fraction(0)) for own in of_parts), Fraction(0)) for own in of_parts for label in own}
        if len(sums) < 2:
            return Decimal(0)
        roots = [[_decimal(own.get(label, Fraction(0)) / n).sqrt() for label, n in sums.items()] for own in of_parts]
        return sum(((a - b) ** 2 for a, b in roots), Decimal(0)).sqrt()


VALUES = {
    "gini_reduction": _reduction(_gini),
    "gain": _reduction(_entropy),
    "gain_ratio": _reduction(_entropy, by_size=True),
    "variance_reduction": _reduction(_variance),
    "absolute_error_reduction": _reduction(_distance),
    "poisson_reduction": _reduction(_poisson),
    "hellinger_distance": _hellinger,
}
"""The criteria that are computed here, by dtref's names of them."""
