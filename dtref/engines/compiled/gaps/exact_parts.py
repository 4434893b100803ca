"""
What the parts of records are, from how their groups came about: exactly, as fractions, or within certified bounds.

The digits of an exact part double from level to level, so that bounds come first wherever they decide.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Generic, TypeAlias, TypeVar

from attrs import field, frozen

from dtref.engines.compiled.kernels.gap_layout import AT, BRANCHES, CHILD, EQUALLY, OF_GROUP, TALLIES, TALLY, GapNodes

PartBounds: TypeAlias = tuple[int, int]
"""A number in units of 2^-`PART_BITS`: at least the first, at most the second."""

Part = TypeVar("Part", Fraction, PartBounds)

PART_BITS = 640
"""Of parts from 10^-100 on, 300 of these remain below their first, for the errors of some hundred levels."""


@frozen(eq=False)
class GroupParts(ABC, Generic[Part]):
    """
    The parts of groups, and the shares of the branches of nodes, each worked out when it is first asked for, and kept.

    A group is a part of another: an equal part, or the share of the known records that took its branch.
    """

    nodes: GapNodes
    parts: dict[int, Part] = field(factory=dict)
    shares: dict[int, list[Part]] = field(factory=dict)

    def part(self, group: int) -> Part:
        """The part of each record of a group that is there."""
        waiting = [group]
        while waiting:
            g = waiting[-1]
            open_groups = [] if g in self.parts else [needed for needed in self._needs(g) if needed not in self.parts]
            if open_groups:
                waiting.extend(open_groups)
                continue
            waiting.pop()
            if g not in self.parts:
                self.parts[g] = self._part(g)
        return self.parts[group]

    def counts(self, t: int) -> list[Part]:
        """The class counts of a node, in units of weight."""
        first, number = self.nodes.table[t, TALLY], self.nodes.table[t, TALLIES]
        rows = self.nodes.tally[first : first + number].tolist()
        parts = [self.part(row[0]) for row in rows]
        return [self.total(parts, [row[1 + j] for row in rows]) for j in range(self.nodes.tally.shape[1] - 1)]

    @abstractmethod
    def total(self, parts: Sequence[Part], weights: Sequence[int]) -> Part:
        """The sum of parts, each as often as its weight."""

    @abstractmethod
    def quotient(self, part: Part, whole: Part) -> Part:
        """A quotient of two numbers above 0, or of 0."""

    @abstractmethod
    def product(self, part: Part, share: Part) -> Part:
        """A product of two numbers."""

    @abstractmethod
    def equal(self, number: int) -> Part:
        """One of so many equal parts."""

    def _part(self, group: int) -> Part:
        """The part of a group all of whose needs are known."""
        of, at, branch, equally = self.nodes.groups[group].tolist()
        if of < 0:
            return self.equal(1)
        if not equally and at not in self.shares:
            rows = self._whole(at)
            sizes = [self.total([self.parts[row[0]] for row in of_branch], [sum(row[1:]) for row in of_branch]) for of_branch in rows]
            known = self.total(sizes, [1] * len(sizes))
            self.shares[at] = [self.quotient(size, known) for size in sizes]
        return self.product(self.parts[of], self.equal(equally) if equally else self.shares[at][branch])

    def _needs(self, group: int) -> Iterable[int]:
        """The groups whose parts must be known for that of one."""
        of: int = int(self.nodes.groups[group, OF_GROUP])
        node: int = int(self.nodes.groups[group, AT])
        if of < 0:
            return ()
        if self.nodes.groups[group, EQUALLY] or node in self.shares:
            return (of,)
        return (of, *(tally[0] for tallies in self._whole(node) for tally in tallies))

    def _whole(self, at: int) -> list[list[list[int]]]:
        """For each branch of a node the rows of its tally of records that know the answer: their groups are older."""
        child, branches = self.nodes.table[at, CHILD : BRANCHES + 1].tolist()
        tallies = self.nodes.table[child : child + branches, TALLY : TALLIES + 1].tolist()
        of_branches = [self.nodes.tally[first : first + number].tolist() for first, number in tallies]
        return [[row for row in rows if self.nodes.groups[row[0], AT] != at] for rows in of_branches]


class ExactParts(GroupParts[Fraction]):
    """
    The parts as fractions.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> ExactParts(gap_example()[2]).counts(0)
    [Fraction(1, 1), Fraction(1, 1)]
    """

    def total(self, parts: Sequence[Fraction], weights: Sequence[int]) -> Fraction:
        """The sum of parts, each as often as its weight."""
        return sum((part * weight for part, weight in zip(parts, weights, strict=True) if weight), Fraction(0))

    def quotient(self, part: Fraction, whole: Fraction) -> Fraction:
        """A quotient."""
        return part / whole

    def product(self, part: Fraction, share: Fraction) -> Fraction:
        """A product."""
        return part * share

    def equal(self, number: int) -> Fraction:
        """One of so many equal parts."""
        return Fraction(1, number)


class EnclosedParts(GroupParts[PartBounds]):
    """
    The parts within bounds that are rounded outwards.

    >>> from dtref.engines.compiled.gaps.coding import gap_example
    >>> EnclosedParts(gap_example()[2]).counts(0) == [(2**PART_BITS, 2**PART_BITS)] * 2
    True
    """

    def total(self, parts: Sequence[PartBounds], weights: Sequence[int]) -> PartBounds:
        """The sum of parts, each as often as its weight."""
        low = sum(part[0] * weight for part, weight in zip(parts, weights, strict=True))
        return low, sum(part[1] * weight for part, weight in zip(parts, weights, strict=True))

    def quotient(self, part: PartBounds, whole: PartBounds) -> PartBounds:
        """A quotient, rounded outwards."""
        return (part[0] << PART_BITS) // whole[1], -(-(part[1] << PART_BITS) // whole[0])

    def product(self, part: PartBounds, share: PartBounds) -> PartBounds:
        """A product, rounded outwards."""
        return part[0] * share[0] >> PART_BITS, -(-part[1] * share[1] >> PART_BITS)

    def equal(self, number: int) -> PartBounds:
        """One of so many equal parts, rounded outwards."""
        return 2**PART_BITS // number, -(-(2**PART_BITS) // number)

    def double(self, group: int) -> tuple[float, float]:
        """The part of a group as a double, and the greatest relative error of it."""
        low, high = self.part(group)
        return low / 2**PART_BITS, 2.0**-52 + 2 * (high - low) / low
