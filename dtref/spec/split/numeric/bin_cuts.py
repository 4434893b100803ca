"""The cuts between the bins that a program makes of a column before it grows anything."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import cast

from dtref.errors import Invalid
from dtref.spec.model.attributes import Continuous, Width
from dtref.spec.model.counts import CountTable
from dtref.spec.model.precision import rounded
from dtref.spec.model.tests import Side, Threshold
from dtref.spec.split.candidates import Candidates, Thresholds
from dtref.spec.split.criteria import Criterion


def cuts_between_bins(
    table: CountTable, criterion: Criterion, borders: Mapping[str, Sequence[Fraction]], border: Callable[[int, int], int]
) -> Candidates:
    """
    The candidates of a node's count table: a cut between neighbouring present numbers, as doubles, of different bins.

    borders: of each column, those between its bins, in order. border: which of them the cut is at, from the bins of its lower and its
    greater number. Errors: Invalid for a column without borders.
    """
    cuts, values = Thresholds()(table, criterion), cast("tuple[Fraction, ...]", table.values)
    attribute = cast(Continuous, table.attribute)
    if attribute.name not in borders:
        raise Invalid(f"bins of {attribute.name}", "those of a training set", "none")
    own = borders[attribute.name]
    bins = [bisect_left(own, rounded(x, Width.FLOAT64)) for x in values]
    kept = [i for i, (a, b) in enumerate(pairwise(bins)) if a < b]

    def between(i: int) -> Threshold:
        at = own[border(bins[i], bins[i + 1])]
        return Threshold(attribute, values[i], values[i + 1], at, Side.AT_MOST, Width.FLOAT64)

    return Candidates(cuts.splits, between, cuts.missing).only(kept)
