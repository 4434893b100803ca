"""Which candidates may be best, by doubles: the `keep` that an engine hands to the specification's selection."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from dtref.engines.filter.float_errors import FLOAT_ERRORS
from dtref.exact.number import Number, as_double, doubles
from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.split.choose import Competitor
from dtref.spec.split.criteria import Criterion


def unbeaten(node: Counts, entries: Sequence[Competitor], criterion: Criterion) -> Sequence[Competitor]:
    """
    The candidates that doubles cannot prove to be worse than another: value + error reaches the greatest value - error.

    All of them for a criterion without an error bound, and where a count is no double of ordinary size.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> entries = [Competitor((0, i), split, ()) for i, split in enumerate((((1, 1), (1, 1)), ((2, 0), (0, 2)), ((0, 2), (2, 0))))]
    >>> [entry.position for entry in unbeaten((2, 2), entries, gini_reduction)]
    [(0, 1), (0, 2)]
    """
    float_error, whole = FLOAT_ERRORS.get(criterion), _ordinary(node)
    if float_error is None or whole is None:
        return entries
    convert = doubles if all(isinstance(n, int) for n in node) else _ordinary
    ranges = []
    for entry in entries:
        # the occupied branches in doubles; the records that miss the value count as one more, and the known ones as the node
        branches = [branch for branch in entry.split if any(branch)]
        gone = [entry.missing, add_counts(branches, len(node))] if any(entry.missing) else []
        parts = list(filter(None, map(convert, (*branches, *gone))))
        if len(parts) < len(branches) + len(gone):
            return entries
        # the formula on doubles, and how far from the exact value that may be
        value = as_double(criterion.of(parts[-1], parts[:-2], parts[-2]) if gone else criterion.formula(whole, parts))
        if value is None:
            return entries
        error = float_error(value, parts[:-1] if gone else parts)
        ranges.append((value - error, value + error))
    floor = max((low for low, _ in ranges), default=0.0)
    return [entry for entry, (_, high) in zip(entries, ranges, strict=True) if high >= floor]


def _ordinary(counts: Counts) -> tuple[Number, ...] | None:
    """The nearest doubles of counts, each 0 or of a size whose square is far from the limits of a double; None where one is neither."""
    try:
        values = doubles(counts)
    except OverflowError:
        return None
    sizes = map(abs, cast("tuple[float, ...]", values))
    return values if all(_SMALL < size < _LARGE or n == 0 for n, size in zip(counts, sizes, strict=True)) else None


_SMALL, _LARGE = 1e-100, 1e100
