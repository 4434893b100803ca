"""
AVC sets as rows in order: a stream of (node, value, counts), which is never needed as a whole.

AVC: attribute, value, class label. The sets of two parts of the records add up to that of both (`proofs.counts`): `merged_rows` is that
sum, of streams; it is associative and commutative, and a stream without rows changes nothing.
"""

from __future__ import annotations

__sources__ = ("Gehrke 1998 (AVC-set, AVC-group)",)

from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from heapq import merge
from itertools import chain, groupby
from operator import add
from typing import TypeAlias, cast

from dtref.errors import Invalid
from dtref.spec.model.attributes import Attribute, Cell, Continuous, Missing
from dtref.spec.model.counts import Count, Counts, add_counts

Key: TypeAlias = int | float | Decimal | Fraction | Missing
"""A value in its order: a number as it was read, compared exactly; the position of a declared value; MISSING, which comes first."""

CountRow: TypeAlias = tuple[int, Key, Counts]
"""A node, a value, and the counts of the records of that node that have it."""


def merged_rows(streams: Iterable[Iterable[CountRow]]) -> Iterator[CountRow]:
    """
    The rows of several streams in order as one, the counts of equal values added.

    >>> list(merged_rows([[(0, 1, (1, 0)), (0, 5, (2, 0))], [], [(0, 5, (1, 1)), (1, 1, (0, 3))]]))
    [(0, 1, (1, 0)), (0, 5, (3, 1)), (1, 1, (0, 3))]
    """
    for (node, key), equal_rows in groupby(merge(*streams, key=row_order), lambda row: row[:2]):
        counts, *others = (counts for _, _, counts in equal_rows)
        yield node, key, add_counts([counts, *others], len(counts)) if others else counts


def row_order(row: CountRow) -> tuple[int, bool, Key]:
    """
    The sort key of a row: the node, whether the value is known, the value.

    >>> from dtref.spec.model.attributes import MISSING
    >>> sorted([(0, 3, ()), (0, MISSING, ())], key=row_order)[0][1]
    MISSING
    """
    node, key, _ = row
    return node, not isinstance(key, Missing), key


def counts_of_weights(target: Attribute, weights: Mapping[Cell, Count]) -> Counts:
    """
    The counts of records with these weights by label, as `dtref.spec.model.counts.statistic` has them.

    >>> counts_of_weights(Continuous("y"), {Fraction(3): 2})
    (Fraction(2, 1), Fraction(6, 1), Fraction(18, 1))
    """
    if isinstance(target, Continuous):
        pairs = [(w, cast(Fraction, y)) for y, w in weights.items()]
        zero = Fraction(0)
        return sum((w for w, _ in pairs), zero), sum((w * y for w, y in pairs), zero), sum((w * y * y for w, y in pairs), zero)
    return tuple(weights.get(label, 0) for label in target.values)


def adding_up(known: Iterable[tuple[Key, Counts]], missing: Counts, node: Counts, column: str) -> Iterator[tuple[Key, Counts]]:
    """
    The rows of the known values, as they come. Errors: Invalid at their end, where all counts of the node are not those that it has by the
    level above: the records have changed since.

    >>> list(adding_up([(1, (1, 0)), (4, (0, 1))], (0, 1), (1, 2), "x"))
    [(1, (1, 0)), (4, (0, 1))]
    >>> list(adding_up([(1, (1, 0))], (0, 1), (1, 2), "x"))
    Traceback (most recent call last):
    dtref.errors.Invalid: column 'x': expected the records that were counted at the level above, (1, 2) (got '(1, 1): they have changed')
    """
    total = missing
    for key, counts in known:
        total = tuple(map(add, total, counts)) if total else counts
        yield key, counts
    if total != node:
        raise changed(column, node, total)


def changed(column: str, before: Counts, now: Counts) -> Invalid:
    """
    The error for counts that differ from those of the level above.

    >>> changed("x", (1, 0), ()).got
    '(): they have changed'
    """
    told_before, told = (f"({', '.join(map(str, counts))})" for counts in (before, now))
    return Invalid(f"column {column!r}", f"the records that were counted at the level above, {told_before}", f"{told}: they have changed")


def by_node(rows: Iterable[CountRow]) -> Iterator[tuple[int, Counts, Iterator[tuple[Key, Counts]]]]:
    """
    For each node: its number, the counts of the records that miss the value (() for none), and the rows of the known values.

    >>> [(node, missing, list(known)) for node, missing, known in by_node([(4, 1, (1, 0)), (4, 5, (0, 2))])]
    [(4, (), [(1, (1, 0)), (5, (0, 2))])]
    """
    for node, node_rows in groupby(rows, lambda row: row[0]):
        rest = ((key, counts) for _, key, counts in node_rows)
        key, counts = next(rest)
        yield (node, counts, rest) if isinstance(key, Missing) else (node, (), chain([(key, counts)], rest))
