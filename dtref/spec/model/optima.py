"""Optima: the tests that tie at a node, some of them symbolic, so that a tie of thousands stays small (golden/TIES.md)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.old_pickles import Pickled
from dtref.spec.model.tests import Subset, Test


@frozen(getstate_setstate=False)
class EverySubset(Pickled):
    """
    All 2^(k-1) - 1 groupings of the k values present, as one symbolic member of a tie (golden/TIES.md). absent: as for `Subset`.

    >>> count_tests((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))
    3
    """

    attribute: Nominal
    present: tuple[str, ...]
    absent: int | None = None

    __repr__ = brief_repr

    def __attrs_post_init__(self) -> None:
        if len(self.present) < 2 or len({*self.present}) < len(self.present) or not {*self.present} <= {*self.attribute.values}:
            raise Invalid(f"{self.attribute.name}, present", "two or more declared values, each once", self.present)


Optima: TypeAlias = tuple[Test | EverySubset, ...]
"""Tied tests, some of them symbolic."""


def subset(attribute: Nominal, present: tuple[str, ...], index: int, absent: int | None = None) -> Subset:
    """
    The index-th grouping of the present values. The index in binary says which values, besides the first, go left.

    Its last digit is for the second value, the digit before that for the third, and so on. absent: the branch of other values, if any.

    >>> [subset(Nominal("x", ("a", "b", "c")), ("a", "b", "c"), i).left for i in range(3)]
    [('a',), ('a', 'b'), ('a', 'c')]
    """
    left_flags = [True, *(bool(index >> j & 1) for j in range(len(present) - 1))]
    left = tuple(v for v, joins_left in zip(present, left_flags, strict=True) if joins_left)
    return Subset(attribute, left, tuple(v for v in present if v not in left), absent)


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
    The number of tests, symbolic ones counted in full.

    >>> from dtref.spec.model.tests import Multiway
    >>> count_tests((EverySubset(Nominal("x", tuple("abcdefgh")), tuple("abcdefgh")), Multiway(Nominal("y", ("0", "1")))))
    128
    """
    return sum(groupings(len(optimum.present)) if isinstance(optimum, EverySubset) else 1 for optimum in optima)


def list_tests(optima: Iterable[Test | EverySubset]) -> Iterator[Test]:
    """
    The tests one by one, in order; symbolic ones are written out lazily.

    >>> [t.left for t in list_tests((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),))]
    [('a',), ('a', 'b'), ('a', 'c')]
    """
    for optimum in optima:
        if isinstance(optimum, EverySubset):
            every = range(groupings(len(optimum.present)))
            yield from (subset(optimum.attribute, optimum.present, i, optimum.absent) for i in every)
        else:
            yield optimum


def nth_test(optima: Optima, index: int) -> Test:
    """
    The test at a position of the written-out list, found without writing it out. Errors: IndexError past either end.

    >>> nth_test((EverySubset(Nominal("x", ("a", "b", "c")), ("a", "b", "c")),), 2).left
    ('a', 'c')
    """
    if index < 0:
        index += count_tests(optima)
    for optimum in optima if index >= 0 else ():
        size = count_tests((optimum,))
        if index < size:
            return subset(optimum.attribute, optimum.present, index, optimum.absent) if isinstance(optimum, EverySubset) else optimum
        index -= size
    raise IndexError(index)
