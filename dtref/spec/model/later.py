"""
Lazy records: each field may be filled in when it is first asked for, once. From outside they are like any others of their class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self


class Later:
    """
    A frozen class whose objects can be made from a source: an object that has, or works out, attributes of the same names as the fields.

    A field is read from the source when it is first asked for, and kept. A source must always give the same, and only what the class would
    accept, as nothing checks it. Objects that are made in the usual way have no source.

    >>> from fractions import Fraction
    >>> from types import SimpleNamespace
    >>> from dtref.spec.model.trees import Leaf
    >>> leaf = Leaf.later(SimpleNamespace(counts=(("+", Fraction(1)),), labels=("+",), optima=()))
    >>> type(leaf) is Leaf, leaf == Leaf((("+", Fraction(1)),), ("+",))
    (True, True)
    """

    __slots__ = ("_source",)

    __match_args__: ClassVar[tuple[str, ...]]
    """The names of the fields, as `attrs` lists them."""
    _source: object

    @classmethod
    def later(cls, source: object, **fields: object) -> Self:
        """An object that reads its fields from a source, but for those that are known."""
        record: Self = _new(cls)
        _set_source(record, source)
        for name, value in fields.items():
            _set(record, name, value)
        return record

    if not TYPE_CHECKING:  # a type checker knows the fields, and is to find names that are none

        def __getattr__(self, name: str) -> object:
            """A field that isn't filled in yet: Python asks this only for what an object does not have."""
            if name not in type(self).__match_args__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            value = getattr(self._source, name)
            object.__setattr__(self, name, value)
            return value


_new, _set, _set_source = object.__new__, object.__setattr__, vars(Later)["_source"].__set__


def source_of(record: Later) -> object:
    """
    The source of an object that was made from one; None for any other.

    >>> from dtref.spec.model.trees import Leaf
    >>> source_of(Leaf((), ()))
    """
    try:
        return object.__getattribute__(record, "_source")
    except AttributeError:
        return None
