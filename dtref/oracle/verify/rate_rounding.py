"""The rounding of sums over records of rates, in which logarithms stand beside what they nearly cancel."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from dtref.spec.model.counts import Counts
from dtref.spec.preparation.exposures import ShrunkRates
from dtref.spec.pruning.records_at_nodes import WeightedRecord
from dtref.spec.split.candidates import Split


def largest_of_rates(counts: Counts, split: Split) -> Fraction:
    """
    The rate of some records times the greatest |log2| of theirs and of the branches', rounded up.

    >>> largest_of_rates((4, 2, 2), ((2, 0, 0), (2, 2, 2)))
    Fraction(1, 1)
    """
    rates = [Fraction(table[1]) / table[0] for table in (counts, *split) if table[0]]
    return rates[0] * max((_logarithm(r) for r in rates if r), default=1) if rates else Fraction(0)


def size_of_deviance(labels: ShrunkRates, counts: Counts, records: Sequence[WeightedRecord]) -> Fraction:
    """
    The sum of the magnitudes in a deviance, 2 w (r |ln(r/lambda)| + |lambda - r|) of a record of rate r, logarithms rounded up.

    >>> from dtref.spec.model.data import Record
    >>> size_of_deviance(ShrunkRates(Fraction(0)), (2, 1, 1), [(Record((), Fraction(r)), Fraction(1)) for r in (0, 1)])
    Fraction(6, 1)
    """
    label, size = labels.rate(counts), Fraction(0)
    for record, w in records:
        rate = record.label if isinstance(record.label, Fraction) else Fraction(0)
        size += 2 * w * (abs(label - rate) + (rate * _logarithm(rate / label) if rate else 0))
    return size


def _logarithm(x: Fraction) -> int:
    """|log2 x|, rounded up, or one more: x is between 2^(b - 1) and 2^(b + 1), b the difference in bits of numerator and denominator."""
    return abs(x.numerator.bit_length() - x.denominator.bit_length()) + 1
