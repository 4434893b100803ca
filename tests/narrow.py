"""What a test knows of an answer and a type checker doesn't: it is defined, present, of this kind. Each fails where it is not so."""

from __future__ import annotations

from typing import Never, TypeVar, overload

from dtref.errors import Undefined
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import AxisTest, Oblique, Test

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


def attribute_of(test: Test | EverySubset) -> Attribute:
    """The attribute that a test of one attribute asks."""
    assert not isinstance(test, Oblique), f"asks several attributes: {test!r}"
    return test.attribute


def values_of(attribute: Attribute) -> tuple[str, ...]:
    """The values of an attribute that has a list of them."""
    assert not isinstance(attribute, Continuous), f"has no list of values: {attribute!r}"
    return attribute.values


def axis_test(test: Test | EverySubset) -> AxisTest:
    """A test of one attribute."""
    assert not isinstance(test, Oblique | EverySubset), f"no test of one attribute: {test!r}"
    return test
