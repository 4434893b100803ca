"""Optima: tied tests, some of them symbolic, so that a tie of thousands stays small (golden/TIES.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.old_pickles import Pickled
from dtref.spec.model.tests import Subset, Test


@frozen(getstate_setstate=False)
class EverySubset(Pickled):
    """
    All 2^(k-1) - 1 groupings of the k values present, as one symbolic member of a tie (golden/TIES.md).

    >>> count_tests((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))
    3
    """

    attribute: Nominal
    present: tuple[str, ...]

    def __attrs_post_init__(self) -> None:
        if len(self.present) < 2 or len({*self.present}) < len(self.present) or not {*self.present} <= {*self.attribute.values}:
            raise Invalid(f"{self.attribute.name}, present", "two or more declared values, each once", self.present)


Optima: TypeAlias = tuple[Test | EverySubset, ...]
"""Tied tests, some of them symbolic."""


def subset(attribute: Nominal, present: tuple[str, ...], index: int) -> Subset:
    """
    The index-th grouping of the present values: the first goes left, and value j + 1 joins it where bit j of the index is set.

    >>> [subset(Nominal("x", ("a", "b", "c")), ("a", "b", "c"), i).left for i in range(3)]
    [('a',), ('a', 'b'), ('a', 'c')]
    """
    joins = [True, *(bool(index >> j & 1) for j in range(len(present) - 1))]
    left = tuple(v for v, goes in zip(present, joins, strict=True) if goes)
    return Subset(attribute, left, tuple(v for v in present if v not in left))


def groupings(present: int) -> int:
    """
    The number of ways to put the present values in two non-empty groups: 2^(k-1) - 1. Errors: Invalid for fewer than none.

    >>> groupings(4), groupings(1)
    (7, 0)
    """
    if present < 0:
        raise Invalid("present", "a number of values", present)
    return 2 ** (present - 1) - 1 if present else 0


def count_tests(optima: Iterable[Test | EverySubset]) -> int:
    """
    How many tests there are, symbolic ones counted in full.

    >>> from dtref.spec.model.tests import Multiway
    >>> count_tests((EverySubset(Nominal("x", tuple("abcdefgh")), tuple("abcdefgh")), Multiway(Nominal("y", ("0", "1")))))
    128
    """
    return sum(groupings(len(o.present)) if isinstance(o, EverySubset) else 1 for o in optima)


def list_tests(optima: Iterable[Test | EverySubset]) -> Iterator[Test]:
    """
    The tests one by one, in order; symbolic ones are written out lazily.

    >>> [t.left for t in list_tests((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))]
    [('a',), ('a', 'b'), ('a', 'c')]
    """
    for o in optima:
        if isinstance(o, EverySubset):
            yield from (subset(o.attribute, o.present, i) for i in range(groupings(len(o.present))))
        else:
            yield o


def nth_test(optima: Optima, index: int) -> Test:
    """
    The test at a position of the written-out list, found without writing it out. Errors: IndexError past either end.

    >>> nth_test((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),), 2).left
    ('a', 'c')
    """
    if index < 0:
        index += count_tests(optima)
    for o in optima if index >= 0 else ():
        size = count_tests((o,))
        if index < size:
            return subset(o.attribute, o.present, index) if isinstance(o, EverySubset) else o
        index -= size
    raise IndexError(index)
