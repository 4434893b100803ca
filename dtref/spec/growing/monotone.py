"""Predictions that may only rise, or only fall, with a column: the bounds of a node, the tests that it may ask, its label."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.counts import Counts
from dtref.spec.model.trees import Label
from dtref.spec.split.candidates import Candidates

ValueBounds: TypeAlias = tuple[Fraction | None, Fraction | None]
"""The least and the greatest value that a node may predict; None where there is no such bound."""

NO_BOUNDS: ValueBounds = (None, None)


@defined(sources=("scikit-learn 1.9, `sklearn/tree/_criterion.pyx`, `_splitter.pyx`, `_tree.pyx`, monotonic_cst",))
@frozen
class Monotone:
    """
    A node's value is its mean, or its share of the positive class. A test of a column with a sign is asked only if the values of its
    branches are in that order and within the node's bounds; the mean of the two then bounds what is below. A label is that of the value,
    moved to the nearest bound where it is outside.

    signs: 1 (rises) or -1 (falls) for columns, by name. positive: of two classes the one whose share it is; else the last. by_position: for
    each column 1, -1 or 0, where signs are so given. slack: by how much values may be out of order, or outside, and be taken for right.
    Errors: Invalid for another sign, and for more than two classes.

    >>> rises = Monotone((("x", 1),))
    >>> rises.admits(1, NO_BOUNDS, (Fraction(1), Fraction(2))), rises.admits(1, (None, Fraction(1)), (Fraction(1), Fraction(2)))
    (True, False)
    """

    signs: tuple[tuple[str, int], ...] = field(default=())
    positive: str | None = None
    by_position: tuple[int, ...] = ()
    slack: Fraction = Fraction(0)

    @signs.validator
    def _of_two_kinds(self, _: object, signs: tuple[tuple[str, int], ...]) -> None:
        strange = [sign for _, sign in signs if sign not in (1, -1)]
        if strange:
            raise Invalid("monotone, signs", "1 or -1", strange[0])

    def of(self, attributes: Sequence[Attribute]) -> Monotone:
        """The same by name, for these columns."""
        named = tuple((a.name, sign) for a, sign in zip(attributes, self.by_position, strict=False) if sign)
        return evolve(self, signs=(*self.signs, *named), by_position=())

    def sign(self, attribute: Attribute) -> int:
        """The sign of a column; 0 where it has none."""
        return dict(self.signs).get(attribute.name, 0)

    def value(self, target: Attribute, counts: Counts) -> Fraction:
        """The value of some records: their mean, or their share of the positive class."""
        if isinstance(target, Continuous):
            return Fraction(counts[1]) / counts[0]
        return Fraction(counts[self._position(target)]) / sum(counts)

    def admits(self, sign: int, bounds: ValueBounds, values: tuple[Fraction, Fraction]) -> bool:
        """Whether a test of a column with a sign may be asked: its branches' values are in that order, and within the bounds."""
        first, second = values
        return sign * (first - second) <= self.slack and all(self._is_within(value, bounds) for value in values)

    def in_order(
        self, attributes: Sequence[Attribute], target: Attribute, bounds: ValueBounds, offered: Sequence[Candidates]
    ) -> list[Candidates]:
        """The candidates of each attribute, of those with a sign only what keeps its order."""

        def kept(sign: int, candidates: Candidates) -> Candidates:
            values = [(self.value(target, split[0]), self.value(target, split[1])) for split in candidates.splits]
            return candidates.only([i for i, pair in enumerate(values) if self.admits(sign, bounds, pair)])

        signs = map(self.sign, attributes)
        return [kept(sign, candidates) if sign else candidates for sign, candidates in zip(signs, offered, strict=True)]

    def below(
        self, asked: Sequence[Attribute], target: Attribute, bounds: ValueBounds, split: Sequence[Counts]
    ) -> tuple[ValueBounds, ValueBounds]:
        """The bounds of both branches of a test."""
        sign = self.sign(asked[0])
        if not sign:
            return bounds, bounds
        first, second = (self.value(target, counts) for counts in split)
        middle, (lower, upper) = (first + second) / 2, bounds
        halves = ((lower, middle), (middle, upper))
        return halves if sign > 0 else (halves[1], halves[0])

    def bounded(self, target: Attribute, counts: Counts, bounds: ValueBounds) -> Counts:
        """The counts that a node shows, of the weight that it has: those of the value that its bounds allow."""
        if bounds == NO_BOUNDS or isinstance(target, Continuous):
            return counts
        value, weight, j = _within(self.value(target, counts), bounds), Fraction(sum(counts)), self._position(target)
        return tuple(weight * (value if i == j else 1 - value) for i in range(len(counts)))

    def labels(self, target: Attribute, counts: Counts, bounds: ValueBounds) -> tuple[Label, ...]:
        """The labels of the value that the bounds allow."""
        if isinstance(target, Continuous):
            return (_within(self.value(target, counts), bounds),)
        shares = self.bounded(target, counts, bounds)
        return tuple(name for name, share in zip(target.values, shares, strict=True) if share == max(shares))

    def check(self, attributes: Sequence[Attribute], target: Attribute) -> None:
        """Errors: Invalid for columns that aren't there, and for more than two classes."""
        names = [a.name for a in attributes]
        if self.by_position and len(self.by_position) != len(names):
            raise Invalid("monotone, by position", f"a sign for each of {len(names)} columns", self.by_position)
        strange = [name for name, _ in self.signs if name not in names]
        if strange:
            raise Invalid("monotone, columns", f"columns of the data, which are {', '.join(names)}", strange)
        if not isinstance(target, Continuous) and len(target.values) > 2:
            raise Invalid(f"target {target.name}", "at most two classes, for what is monotone", len(target.values))
        if not isinstance(target, Continuous) and self.positive is not None and self.positive not in target.values:
            raise Invalid("monotone, positive", f"one of {', '.join(target.values)}", self.positive)

    def _is_within(self, value: Fraction, bounds: ValueBounds) -> bool:
        """Whether a value is within the bounds, or outside by no more than the slack; where there are none it is."""
        lower, upper = bounds
        return (lower is None or lower - value <= self.slack) and (upper is None or value - upper <= self.slack)

    def _position(self, target: Attribute) -> int:
        """The position of the positive class."""
        assert not isinstance(target, Continuous), "of classes"
        return len(target.values) - 1 if self.positive is None else target.values.index(self.positive)


def _within(value: Fraction, bounds: ValueBounds) -> Fraction:
    """The number within the bounds that is nearest to a value."""
    lower, upper = bounds
    if lower is not None and value < lower:
        return lower
    return upper if upper is not None and value > upper else value
