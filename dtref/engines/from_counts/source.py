"""The protocol of a source of AVC sets: all that growing asks of a data set, wherever it is kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Protocol

from dtref.engines.from_counts.frontier import Frontier
from dtref.engines.from_counts.rows import CountRow
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.counts import Counts


class RecordSource(Protocol):
    """Records that can be counted again and again, and always give the same counts."""

    @property
    def attributes(self) -> tuple[Attribute, ...]:
        """The attributes, as a data set has them."""

    @property
    def target(self) -> Attribute:
        """The target."""

    def whole(self) -> Counts:
        """The counts of all records (`dtref.spec.model.counts.statistic`)."""

    def incomplete(self) -> frozenset[int]:
        """The positions of the attributes that have missing values."""

    def read(self, frontier: Frontier, columns: Sequence[int]) -> Iterator[tuple[int, Iterator[CountRow]]]:
        """For each attribute the rows of its AVC sets at the wanted nodes, in order; a stream must be read to its end before the next."""

    def highest(self, asked: Sequence[tuple[int, Fraction]]) -> list[Fraction]:
        """For each pair of a continuous attribute and a number: the attribute's greatest value that is not above the number."""
