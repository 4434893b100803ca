"""
Index tuples: records, or attributes, by their positions in a data set, from 0.

Chance enters dtref as index tuples: `dtref.spec.preparation.resampling` takes records by position, and
`dtref.spec.evaluation.estimation.partitions` says which of them train and which test.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from numbers import Integral, Number
from typing import TypeAlias

from dtref.errors import Invalid
from dtref.exact.definition import defined

Indices: TypeAlias = tuple[int, ...]
"""Positions, from 0: of records in a data set, or of its attributes."""


def check_positions(what: str, indices: Sequence[int], length: int) -> None:
    """
    Checks that every position is in range(length). Errors: Invalid at the first that isn't.

    >>> check_positions("position", (0, 3), 3)
    Traceback (most recent call last):
    dtref.errors.Invalid: position: expected a number from 0 and below 3 (got 3)
    """
    # numbers of Python's own are looked at together
    if set(map(type, indices)) == {int} and min(indices) >= 0 and max(indices) < length:
        return
    for i in indices:
        if not (_is_whole(i) and 0 <= i < length):
            raise Invalid(what, f"a number from 0 and below {length}", i)


def _is_whole(x: object) -> bool:
    """Whether it is an integer, of Python or of numpy, and no bool."""
    return type(x) is int or (isinstance(x, Integral) and not isinstance(x, bool))


def check_distinct(what: str, indices: Sequence[int]) -> None:
    """
    Checks that no position comes twice. Errors: Invalid at the first that does.

    >>> check_distinct("position", (0, 3, 0))
    Traceback (most recent call last):
    dtref.errors.Invalid: position: expected distinct positions (got '0 twice')
    """
    twice = [i for i, times in Counter(indices).items() if times > 1]
    if twice:
        raise Invalid(what, "distinct positions", f"{twice[0]} twice")


def check_order(what: str, order: Sequence[int]) -> None:
    """
    Checks that a tuple is an order of 0, 1 … : every position below its length, once. Errors: Invalid where it isn't.

    >>> check_order("order", (2, 0, 1)), check_order("order", ())
    (None, None)
    >>> check_order("order", (1, 2))
    Traceback (most recent call last):
    dtref.errors.Invalid: order: expected a number from 0 and below 2 (got 2)
    """
    if order and not isinstance(order[0], Number):
        raise Invalid(what, "positions of the records, as range(len(data)) has them in order", f"a sequence of {type(order[0]).__name__}")
    check_positions(what, order, len(order))
    check_distinct(what, order)


@defined(errors="Invalid for a position that no record has", sources=("Breiman 1996, Out-of-bag estimation",))
def out_of_bag(records: int, indices: Indices) -> Indices:
    """
    The positions, ascending, of the records that a sample leaves out. records: how many there are; indices: the sample.

    >>> out_of_bag(4, (3, 1, 3, 3)), out_of_bag(2, (0, 1))
    ((0, 2), ())
    """
    check_positions("position of a record", indices, records)
    return tuple(sorted(set(range(records)) - set(indices)))
