"""
Class names: the text of a label that is a number, a bool or a text, the same in data, models, predictions and matrices.

A class is a text everywhere in this library. A caller's labels may be of other types: 0 and 0.0 are the class "0", True is "True". Two
labels are the same class if their texts are equal; "01" is not "1".
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Rational
from struct import error, pack, unpack
from typing import Protocol, TypeAlias, assert_never, runtime_checkable

from dtref.errors import Invalid
from dtref.exact.decimals import plain
from dtref.spec.model.attributes import LabelType, Width

TypedLabel: TypeAlias = str | bool | int | float | date | Fraction
"""A label in the type that its caller wrote it in; of a target of numbers the number."""

DIGITS = 2000
"""
The most digits before and after the point of a number that is written out without its exponent. Every float64 fits (309 and
1074), and no text of a few characters can ask for gigabytes.
"""

_TOO_LARGE = 10 ** (2 * DIGITS)


@runtime_checkable
class Scalar(Protocol):
    """A numpy scalar: it knows its width, and the Python value that it is."""

    dtype: object

    def item(self) -> object:
        """The Python value."""


def class_name(label: Hashable) -> Hashable:
    """
    The name of the class that a label stands for: a number as `written` has it, at its own width; a bool as Python has it; a text as it is.

    A label of another type (a tuple, a date, None) has no other name than itself. Errors: Invalid for NaN and infinities, and as `written`.

    >>> class_name(0.0), class_name(1e3), class_name(1e-7), class_name(0.1), class_name(True), class_name("01")
    ('0', '1000', '1e-07', '0.1', 'True', '01')
    >>> class_name(Fraction(1, 3)), class_name(Decimal("1.00")), class_name((1, 2))
    ('1/3', '1', (1, 2))
    """
    value: object = label
    match value:
        case str() as text:
            return str.__str__(text)  # of a member of an enumeration of texts its text
        case bool():
            return str(label)
        case float() as x:
            return written(_finite(x), Width.FLOAT64)
        case Decimal() as x:
            return written(_finite(x))
        case Rational() as q:
            return written(Fraction(int(q.numerator), int(q.denominator)))
        case Scalar() as scalar:
            return _of_scalar(scalar)
        case _:
            return label


def typed_label(name: str, label_type: LabelType | None) -> TypedLabel:
    """
    The label of a class, by its name, in the type that it was written in. Errors: ValueError for a name that no label of the type has.

    >>> typed_label("1", LabelType.INT), typed_label("1", LabelType.FLOAT64), typed_label("True", LabelType.BOOL), typed_label("1", None)
    (1, 1.0, True, '1')
    >>> typed_label("0.1", LabelType.FLOAT32), typed_label("2024-05-17", LabelType.DATE)
    (0.10000000149011612, datetime.date(2024, 5, 17))
    """
    match label_type:
        case None:
            return name
        case LabelType.BOOL:
            return name == str(True)
        case LabelType.INT:
            return int(name)
        case LabelType.FLOAT64:
            return float(name)
        case LabelType.FLOAT32:
            return _float32(float(name))
        case LabelType.DATE:
            return date.fromisoformat(name)
        case LabelType.DATETIME:
            return datetime.fromisoformat(name)
        case _:
            assert_never(label_type)


def class_names(labels: Sequence[Hashable], where: str) -> list[Hashable]:
    """
    The name of the class of each label. Errors: Invalid for two different labels of one list that have one name, as 1 and "1" have.

    >>> class_names([1, 0.0, Fraction(1)], "labels")
    ['1', '0', '1']
    >>> class_names([1, True, "1"], "labels")
    Traceback (most recent call last):
    dtref.errors.Invalid: labels: expected one way of writing for class '1' (got (1, '1'))
    """
    kinds = set(map(type, labels))
    if kinds <= {str}:
        return list(labels)
    # each label once; by its type, too, where there are several, as 1 == True
    keys: Sequence[Hashable] = labels if len(kinds) == 1 else list(zip(map(type, labels), labels, strict=True))
    label_of = dict(zip(keys, labels, strict=True))
    names = {key: class_name(label) for key, label in label_of.items()}
    # two different labels of one name
    first: dict[Hashable, Hashable] = {}
    for key, name in names.items():
        if first.setdefault(name, label_of[key]) != label_of[key]:
            raise Invalid(where, f"one way of writing for class {name!r}", (first[name], label_of[key]))
    return list(map(names.__getitem__, keys))


def written(x: Fraction, width: Width = Width.DECIMAL) -> str:
    """
    A number as the text of a class or of a nominal value. Equal numbers have equal texts.

    A float is written with the fewest digits that give it back; another number as the decimal it is, or else as p/q.

    Errors: Invalid for a number of more digits than a numeral may have.

    >>> written(Fraction(1)), written(Fraction(-1, 8)), written(Fraction(1, 3)), written(Fraction(0.1), Width.FLOAT64)
    ('1', '-0.125', '1/3', '0.1')
    """
    if max(abs(x.numerator), x.denominator) >= _TOO_LARGE:
        raise Invalid("numeral", f"a number of at most {2 * DIGITS} digits, as it names a value", "more digits")
    if x.denominator == 1:
        return str(x)
    match width:
        case Width.DECIMAL:
            return plain(x, x.denominator.bit_length())
        case Width.FLOAT64:
            return repr(float(x))
        case Width.FLOAT32:
            shortest = (t for t in (f"{float(x):.{digits}g}" for digits in range(1, 10)) if _float32(float(t)) == x)
            return next(shortest, repr(float(x)))


def _finite(x: float | Decimal) -> Fraction:
    if not (x.is_finite() if isinstance(x, Decimal) else isfinite(x)):
        raise Invalid("label", "a finite number", x)
    return Fraction(x)


def _of_scalar(label: Scalar) -> Hashable:
    """A numpy scalar as the Python value that it is, a float32 with the digits that tell it from its neighbours."""
    value = label.item()
    if isinstance(value, float) and str(label.dtype) in ("float16", "float32"):
        return written(_finite(value), Width.FLOAT32)
    if type(value) is type(label) or not isinstance(value, Hashable):
        raise Invalid("label", "a number, a text or a bool", label)
    return class_name(value)


def _float32(x: float) -> float:
    """The nearest float32; infinite where x is beyond the largest."""
    try:
        return float(unpack("f", pack("f", x))[0])
    except (OverflowError, error):
        return float("inf")
