"""The candidates that may be best, by doubles: the `keep` that an engine hands to the specification's selection."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import inf, nextafter
from typing import cast

from dtref.engines.filter.float_errors import float_error_of
from dtref.exact.number import Number, as_double, doubles
from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.split.choose import Competitor
from dtref.spec.split.criteria import Criterion


def unbeaten(node: Counts, entries: Sequence[Competitor], criterion: Criterion, within: Fraction = Fraction(0)) -> Sequence[Competitor]:
    """
    The candidates that doubles cannot prove to be worse than another, by more than `within`: value + error reaches
    the greatest value - error - within, rounded down.

    All of them for a criterion without an error bound, or of fewer classes than there are, and where a count is not 0 or of ordinary size.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> entries = [Competitor((0, i), split, ()) for i, split in enumerate((((1, 1), (1, 1)), ((2, 0), (0, 2)), ((0, 2), (2, 0))))]
    >>> [entry.position for entry in unbeaten((2, 2), entries, gini_reduction)]
    [(0, 1), (0, 2)]
    """
    float_error, node_doubles = float_error_of(criterion), _ordinary(node)
    if float_error is None or node_doubles is None or (criterion.two_classes and len(node) > 2):
        return entries
    convert = doubles if all(isinstance(n, int) for n in node) else _ordinary
    intervals, known = [], dict[int, Counts]()
    for entry in entries:
        # The occupied branches in doubles; then the records that miss the value, and the known ones, which stand for the node: they are
        # the same for all candidates of an attribute.
        branches = [branch for branch in entry.split if any(branch)]
        attribute, missing = entry.position[0], list[Counts]()
        if any(entry.missing):
            known[attribute] = known.get(attribute) or add_counts(branches, len(node))
            missing = [entry.missing, known[attribute]]
        counts = list(filter(None, map(convert, (*branches, *missing))))
        if len(counts) < len(branches) + len(missing):
            return entries
        # The formula on doubles, with a bound on its error.
        value = as_double(criterion.of(counts[-1], counts[:-2], counts[-2]) if missing else criterion.formula(node_doubles, counts))
        if value is None:
            return entries
        error = float_error(value, counts[:-1] if missing else counts)
        intervals.append((value - error, value + error))
    floor = max((low for low, _ in intervals), default=0.0)
    if within:
        floor = nextafter(floor - nextafter(float(within), inf), -inf)
    return [entry for entry, (_, high) in zip(entries, intervals, strict=True) if high >= floor]


def _ordinary(counts: Counts) -> tuple[Number, ...] | None:
    """The nearest doubles of counts; None where one is neither 0 nor of a size whose square is far from the limits of a double."""
    try:
        values = doubles(counts)
    except OverflowError:
        return None
    sizes = map(abs, cast("tuple[float, ...]", values))
    return values if all(_SMALL < size < _LARGE or n == 0 for n, size in zip(counts, sizes, strict=True)) else None


_SMALL, _LARGE = 1e-100, 1e100
