"""
Frozen objects that are made of others of their kind, as deep as trees are: compared, hashed, copied, pickled without recursion.

They say what they are made of and what they hold apart from that; a pickle lists them flat, parts first, each by the positions of its
parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self, TypeAlias

from dtref.spec.model.schemes import fold, walk

Entry: TypeAlias = "tuple[type[Deep], tuple[object, ...], tuple[int, ...]]"
"""An object as it is listed: its class, what it holds apart from its parts, the positions of its parts, which stand before it."""


class Deep:
    """
    An object made of others. `_parts`, `_own` and `_made` say how; equality, hashing, copies and pickles follow.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from copy import deepcopy
    >>> from pickle import dumps, loads
    >>> leaf = Leaf((("+", Fraction(2)),), ("+",))
    >>> loads(dumps(leaf)) == leaf, deepcopy(leaf) is leaf
    (True, True)
    """

    __slots__ = ()

    def _parts(self) -> Sequence[Deep]:
        """The objects that it is made of."""
        raise NotImplementedError

    def _own(self) -> tuple[object, ...]:
        """What tells it from another, its parts aside."""
        raise NotImplementedError

    @classmethod
    def _made(cls, own: tuple[object, ...], parts: tuple[Deep, ...]) -> Deep:
        """The object of what it holds and of its parts."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Deep):
            return NotImplemented
        return all(_alike(a, b) for a, b in walk(self, other, _parts_side_by_side))

    def __hash__(self) -> int:
        return fold(self, _parts_of, _hash)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        return last_of, (flat([self])[0],)


def _alike(a: Deep, b: Deep) -> bool:
    """Whether two objects are equal if their parts are."""
    return a is b or (type(a) is type(b) and len(a._parts()) == len(b._parts()) and a._own() == b._own())


def _parts_side_by_side(a: Deep, b: Deep) -> Iterable[tuple[Deep, Deep]]:
    return () if a is b else zip(a._parts(), b._parts(), strict=True)


def _parts_of(one: Deep) -> Sequence[Deep]:
    return one._parts()


def _hash(one: Deep, hashes: Sequence[int]) -> int:
    return hash((one._own(), *hashes))


def flat(roots: Sequence[Deep]) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
    """
    Objects and all that they are made of as a list, parts first, each once however many share it; and the positions of the roots in it.

    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf((), ("+",))
    >>> flat([leaf, leaf])
    (((<class 'dtref.spec.model.trees.Leaf'>, ((), ('+',)), ()),), (0, 0))
    """
    position: dict[int, int] = {}
    listed: list[Entry] = []
    kept: list[Sequence[Deep]] = []  # so that no part that is made when it is asked for goes, and its id to another
    waiting: list[tuple[Deep, Sequence[Deep] | None]] = [(root, None) for root in reversed(roots)]
    while waiting:
        one, below = waiting.pop()
        if id(one) in position:
            continue
        if below is None:
            below = one._parts()
            kept.append(below)
            waiting.append((one, below))
            waiting.extend((part, None) for part in reversed(below))
        else:
            position[id(one)] = len(listed)
            listed.append((type(one), one._own(), tuple(position[id(part)] for part in below)))
    return tuple(listed), tuple(position[id(root)] for root in roots)


def each_of(entries: Sequence[Entry]) -> list[Deep]:
    """
    The objects of a list that `flat` made, each at its position.

    >>> from dtref.spec.model.trees import Leaf
    >>> each_of(flat([Leaf((), ("+",))])[0])
    [<Leaf + ()>]
    """
    found: list[Deep] = []
    for kind, own, positions in entries:
        found.append(kind._made(own, tuple(found[i] for i in positions)))
    return found


def last_of(entries: Sequence[Entry]) -> Deep:
    """
    The last object of a list that `flat` made: all others are parts of it.

    >>> from dtref.spec.model.trees import Leaf
    >>> last_of(flat([Leaf((), ("+",))])[0])
    <Leaf + ()>
    """
    return each_of(entries)[-1]
