"""What a test knows of an answer and a type checker doesn't: it is defined, present, of this kind. Each fails where it is not so."""

from __future__ import annotations

from typing import Never, TypeVar, overload

from dtref.errors import Undefined

T = TypeVar("T")


@overload
def defined(value: Undefined) -> Never: ...
@overload
def defined(value: T) -> T: ...
def defined(value: T | Undefined) -> T:
    """An answer that is not Undefined."""
    assert not isinstance(value, Undefined), value.why
    return value


def present(value: T | None) -> T:
    """An answer that is not None."""
    assert value is not None
    return value


def of_kind(kind: type[T], value: object) -> T:
    """An answer of one kind among those that it could be of."""
    assert isinstance(value, kind), f"not a {kind.__name__}: {value!r}"
    return value
