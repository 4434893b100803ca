"""
Deep records: frozen objects made of others of their kind, as deep as trees are, compared, hashed, copied and pickled without recursion.

Such an object tells its parts, and what it holds apart from them. A pickle lists the objects flat, parts first, each with the positions of
its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Self, TypeAlias

from dtref.spec.model.schemes import fold, walk

Entry: TypeAlias = "tuple[type[Deep], tuple[object, ...], tuple[int, ...]]"
"""The entry of an object in a list: its class, what it holds apart from its parts, and the positions of its parts, which come before it."""


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
        """What it holds apart from its parts; with them it tells the object from others."""
        raise NotImplementedError

    @classmethod
    def _made(cls, own: tuple[object, ...], parts: tuple[Deep, ...]) -> Deep:
        """The object that holds this and has these parts."""
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


def _parts_of(record: Deep) -> Sequence[Deep]:
    return record._parts()


def _hash(record: Deep, hashes: Sequence[int]) -> int:
    return hash((record._own(), *hashes))


def flat(roots: Sequence[Deep]) -> tuple[tuple[Entry, ...], tuple[int, ...]]:
    """
    A list of objects and all that they are made of, parts first, each once however many share it; and the positions of the roots in it.

    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf((), ("+",))
    >>> flat([leaf, leaf])
    (((<class 'dtref.spec.model.trees.Leaf'>, ((), ('+',)), ()),), (0, 0))
    """
    position: dict[int, int] = {}
    listed: list[Entry] = []
    kept: list[Sequence[Deep]] = []  # keeps parts that are made on demand alive, so that no other object gets the id of one
    waiting: list[tuple[Deep, Sequence[Deep] | None]] = [(root, None) for root in reversed(roots)]
    while waiting:
        record, parts = waiting.pop()
        if id(record) in position:
            continue
        if parts is None:  # first its parts, then the object again
            parts = record._parts()
            kept.append(parts)
            waiting.append((record, parts))
            waiting.extend((part, None) for part in reversed(parts))
        else:
            position[id(record)] = len(listed)
            listed.append((type(record), record._own(), tuple(position[id(part)] for part in parts)))
    return tuple(listed), tuple(position[id(root)] for root in roots)


def each_of(entries: Sequence[Entry]) -> list[Deep]:
    """
    The objects of a list that `flat` made, each at its position.

    >>> from dtref.spec.model.trees import Leaf
    >>> each_of(flat([Leaf((), ("+",))])[0])
    [<Leaf + ()>]
    """
    records: list[Deep] = []
    for kind, own, positions in entries:
        records.append(kind._made(own, tuple(records[i] for i in positions)))
    return records


def last_of(entries: Sequence[Entry]) -> Deep:
    """
    The last object of a list that `flat` made: all others are parts of it.

    >>> from dtref.spec.model.trees import Leaf
    >>> last_of(flat([Leaf((), ("+",))])[0])
    <Leaf + ()>
    """
    return each_of(entries)[-1]
