"""
What trees are worth: the sum over their leaves of A x loss + B, with B the price of a leaf; less is better.

Losses that are charged for a label become integers by one factor, and A and B integers in the order of the values of trees. Where the
penalty is 0, which stands for an infinitely small one, B is 1, and A more than a tree can have leaves. Other losses stay numbers.

A set of records is an integer, whose bit r says whether record r is in it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, total_ordering
from math import ceil, floor, lcm
from typing import Any, Protocol, TypeAlias, TypeVar, cast

from attrs import frozen

from dtref.exact.decimals import decimal
from dtref.spec.model.counts import Columns, Count, Counts, Rows, counts_by_label
from dtref.spec.optimal.losses import LossValue, Objective, PriceRows

K = TypeVar("K", bound=Hashable)

Bits: TypeAlias = int
"""A set of records."""


def set_of_positions(rows: Sequence[int]) -> Bits:
    """
    A set of records, by their positions.

    >>> set_of_positions((0, 3))
    9
    """
    digits = bytearray(b"0") * (max(rows, default=0) + 1)
    for r in rows:
        digits[~r] = 49  # the digit 1
    return int(digits, 2)


def sets_by(keys: Iterable[K]) -> dict[K, Bits]:
    """
    For each key the records that have it, from the key of each record.

    >>> sets_by("aba")
    {'a': 5, 'b': 2}
    """
    return {key: set_of_positions(those) for key, those in positions_by(keys).items()}


def positions_by(keys: Iterable[K]) -> Mapping[K, list[int]]:
    """
    For each key the positions of the records that have it, from the key of each record.

    >>> dict(positions_by("aba"))
    {'a': [0, 2], 'b': [1]}
    """
    rows: dict[K, list[int]] = defaultdict(list)
    for r, key in enumerate(keys):
        rows[key].append(r)
    return rows


def members_of(records: Bits) -> Rows:
    """
    The positions of a set of records, ascending.

    >>> members_of(9)
    (0, 3)
    """
    return tuple(r for r, bit in enumerate(bin(records)[:1:-1]) if bit == "1")


@total_ordering
@frozen(order=False)
class ExactWorth:
    """What trees are worth where it is no integer: numbers that add up, and where the first are equal, the second decide."""

    value: LossValue
    then: int = 0

    def __lt__(self, other: ExactWorth) -> bool:
        return self.then < other.then if self.value == other.value else bool(self.value < other.value)

    def __add__(self, other: ExactWorth) -> ExactWorth:
        return ExactWorth(self.value + other.value, self.then + other.then)

    def __sub__(self, other: ExactWorth) -> ExactWorth:
        return ExactWorth(self.value - other.value, self.then - other.then)


class TreeCost(Protocol):
    """What a tree, or a part of one, is worth: a sum over its leaves; less is better. In one search all are of one kind."""

    def __lt__(self, other: Any, /) -> bool: ...
    def __le__(self, other: Any, /) -> bool: ...
    def __gt__(self, other: Any, /) -> bool: ...
    def __ge__(self, other: Any, /) -> bool: ...
    def __add__(self, other: Any, /) -> Any: ...
    def __sub__(self, other: Any, /) -> Any: ...
    def __hash__(self) -> int: ...


@frozen(eq=False, slots=False)
class TreeCosts:
    """
    What the leaves of some records are worth. more_leaves: more than any tree has.

    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.views.shape import parity
    >>> costs = TreeCosts(columns(parity(2)), Objective(penalty=Fraction(1, 10)), 9)
    >>> costs.scale, costs.leaf(0b1111), costs.value(costs.leaf(0b1111), 1)
    ((5, 2, 1), 12, Fraction(3, 5))
    """

    columns: Columns
    objective: Objective
    more_leaves: int

    @cached_property
    def weight(self) -> Fraction:
        """The weight of all records."""
        return Fraction(sum(self.columns.weights))

    @cached_property
    def by_label(self) -> tuple[tuple[int, Count, Bits], ...]:
        """Each pair of a label, by its position, and a weight, with the records that have both."""
        pairs = zip(self.columns.labels, self.columns.weights, strict=True)
        return tuple((label, w, records) for (label, w), records in sets_by(pairs).items())

    def is_pure(self, records: Bits) -> bool:
        """Whether all of some records have one label."""
        return len({label for label, _, those in self.by_label if records & those}) <= 1

    def counts(self, records: Bits) -> Counts:
        """The counts of some records (`dtref.spec.model.counts.statistic`)."""
        weights: dict[int, Count] = {}
        for label, w, those in self.by_label:
            if n := (records & those).bit_count():
                weights[label] = weights.get(label, 0) + n * w
        return counts_by_label(self.columns, weights)

    def loss(self, records: Bits) -> LossValue:
        """What some records lose in one leaf."""
        return self.objective.loss.of(self.counts(records))

    @cached_property
    def scale(self) -> tuple[int, int, int] | None:
        """A, B and the factor that makes losses integers; None where they are none."""
        if (unit := self._unit) is None:
            return None
        price = self.objective.penalty * self.weight * unit
        if not price:
            return self.more_leaves, 1, unit
        return price.denominator, price.numerator, unit

    @cached_property
    def _unit(self) -> int | None:
        if self.prices is None:
            return None
        return lcm(*((w * price).denominator for _, w, _ in self.by_label for row in self.prices for price in row))

    @cached_property
    def prices(self) -> PriceRows | None:
        """What a record of each class is charged for each label; None where leaves lose otherwise."""
        prices = self.objective.loss.prices
        return None if prices is None else prices(len(self.columns.data.classes))

    def cost(self, loss: LossValue, leaves: int) -> TreeCost:
        """What leaves with a loss together are worth."""
        if self.scale is None:
            return ExactWorth(loss + self.objective.penalty * self.weight * leaves, 0 if self.objective.penalty else leaves)
        a, b, unit = self.scale
        return int(a * unit * cast(Fraction, loss)) + b * leaves

    def leaf(self, records: Bits) -> TreeCost:
        """What some records are worth as a leaf."""
        return cast(TreeCost, self.lost(records) + self.leaf_price)

    @cached_property
    def leaf_price(self) -> TreeCost:
        """What each leaf adds, B."""
        return self.cost(0, 1)

    def lost(self, records: Bits) -> TreeCost:
        """What the loss of some records in one leaf adds."""
        if self.scale is None:
            return ExactWorth(self.loss(records))
        if self._errors is not None:
            numbers = [(records & those).bit_count() for those, _ in self.charges]
            return self._errors * (sum(numbers) - max(numbers))
        sums = [0] * len(self.charges[0][1])
        for those, row in self.charges:
            if n := (records & those).bit_count():
                sums = [total + n * x for total, x in zip(sums, row, strict=True)]
        return min(sums)

    @cached_property
    def _errors(self) -> int | None:
        """What each error adds where it is the same for all records; None where it isn't."""
        rows = [
            (row[label], {x for j, x in enumerate(row) if j != label})
            for (label, _, _), (_, row) in zip(self.by_label, self.charges, strict=True)
        ]
        others = set().union(*(rest for _, rest in rows))
        one_weight = len({label for label, _, _ in self.by_label}) == len(self.by_label)
        return others.pop() if one_weight and len(others) == 1 and not any(own for own, _ in rows) else None

    def lost_apart(self, records: Bits) -> TreeCost:
        """What some records add if each has the label that suits it."""
        if not self._apart:
            return self.nothing
        return sum(least * (records & those).bit_count() for those, least in self._apart)

    @cached_property
    def _apart(self) -> tuple[tuple[Bits, int], ...]:
        """The records that are charged with whatever label, and how much."""
        return () if self.scale is None else tuple((those, min(row)) for those, row in self.charges if min(row))

    @cached_property
    def charges(self) -> tuple[tuple[Bits, tuple[int, ...]], ...]:
        """For the records of each label and weight what one of them is charged for each label."""
        a, _, unit = self.scale or (1, 0, 1)
        return tuple((those, tuple(int(a * unit * w * x) for x in (self.prices or ())[label])) for label, w, those in self.by_label)

    def difference(self, records: Bits, others: Bits) -> int:
        """The most by which a tree of some records may be worth more than the same tree of others."""
        more, fewer = records & ~others, others & ~records
        added = sum(max(row) * (more & those).bit_count() for those, row in self.charges)
        return added - sum(min(row) * (fewer & those).bit_count() for those, row in self.charges)

    @cached_property
    def nothing(self) -> TreeCost:
        """What no leaf is worth."""
        return 0 if self.scale is not None else ExactWorth(0)

    def total(self, costs: Iterable[TreeCost], empty: int = 0) -> TreeCost:
        """What parts are worth together, and empty leaves beside them."""
        together = self.nothing
        for cost in costs:
            together += cost
        return together if not empty else together + self.cost(0, empty)

    def loss_in(self, cost: TreeCost, leaves: int) -> LossValue:
        """The loss of a tree, from what it is worth and its leaves."""
        if isinstance(cost, ExactWorth):
            return cost.value - self.objective.penalty * self.weight * leaves
        a, b, unit = self.scale or (1, 0, 1)
        return Fraction(cost - b * leaves, a * unit)

    def value(self, cost: TreeCost, leaves: int) -> LossValue:
        """The value of a tree: its mean loss, and the penalties of its leaves."""
        return self.loss_in(cost, leaves) * (1 / self.weight) + self.objective.penalty * leaves

    def most_worth(self, value: LossValue, *, strict: bool) -> TreeCost:
        """What the trees whose value is at most a number (`strict`: below it) are worth at most."""
        total = value * self.weight
        if self.scale is None:
            return ExactWorth(total, -1 if strict else self.more_leaves)
        a, _, unit = self.scale
        total = cast(Fraction, total)
        if not self.objective.penalty:
            whole = total * unit
            return int(a * (ceil(whole) - 1 if strict else floor(whole))) + a - 1
        return int(ceil(total * a * unit) - 1 if strict else floor(total * a * unit))

    def rational_bounds(self, lower: TreeCost, upper: TreeCost) -> tuple[Fraction, Fraction]:
        """A value that no tree is below, and one that the best is not above, rounded outwards where they are no fractions."""
        if isinstance(lower, int) and isinstance(upper, int):
            a, _, unit = self.scale or (1, 0, 1)
            if not self.objective.penalty:
                return Fraction(lower // a, unit) / self.weight, Fraction(upper // a, unit) / self.weight
            return Fraction(lower, a * unit) / self.weight, Fraction(upper, a * unit) / self.weight
        low, high = cast(ExactWorth, lower).value * (1 / self.weight), cast(ExactWorth, upper).value * (1 / self.weight)
        return _rounded(low, up=False), _rounded(high, up=True)


def _rounded(x: LossValue, *, up: bool) -> Fraction:
    """A number as a fraction, exactly, or rounded to nine digits in a direction."""
    if isinstance(x, int | Fraction):
        return Fraction(x)
    return Fraction(decimal(x, 9)) + Fraction(up or -1, 10**9)
