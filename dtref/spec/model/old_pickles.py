"""Pickles of older versions: a field that a class has got since is loaded with its default, or with what its absence meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from attrs import NOTHING, Attribute, fields

if TYPE_CHECKING:
    from attrs import AttrsInstance


class Pickled:
    """
    A frozen class whose pickles hold its fields by name. Say `getstate_setstate=False`, or attrs puts its own pickling in this one's place.

    >>> from dtref.spec.model.attributes import Continuous
    >>> from pickle import dumps, loads
    >>> loads(dumps(Continuous("x"))) == Continuous("x")
    True
    """

    __slots__ = ()

    def __getstate__(self) -> dict[str, object]:
        return {field.name: getattr(self, field.name) for field in _fields(self)}

    def __setstate__(self, state: Mapping[str, object]) -> None:
        defaults = {field.name: field.default for field in _fields(self) if field.default is not NOTHING}
        for name, value in {**defaults, **self._unsaid(state), **state}.items():
            object.__setattr__(self, name, value)

    def _unsaid(self, state: Mapping[str, object]) -> Mapping[str, object]:  # noqa: ARG002
        """The values of fields that a pickle lacks, where they are not the defaults."""
        return {}


def _fields(record: Pickled) -> tuple[Attribute[object], ...]:
    return tuple(fields(cast("type[AttrsInstance]", type(record))))
