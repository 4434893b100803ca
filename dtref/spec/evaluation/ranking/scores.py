"""
Checks of scores, labels and weights: the input of everything that ranks records is checked here and nowhere else.

A score is an int, Fraction, Decimal or float, or an array of them; a float is the number that it is, exactly. Python compares
these kinds exactly with one another, and equal ones have equal hashes, so scores are sorted as they are; they become fractions
where they are shown.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from typing import Protocol, TypeAlias, TypeGuard, cast, runtime_checkable

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact import inputs
from dtref.exact.inputs import finite, measured, plain
from dtref.exact.number import quotient
from dtref.spec.model.labels import class_names

Score: TypeAlias = int | float | Fraction
"""A score of any of these kinds; a float is compared as the number that it is, exactly."""

Weight: TypeAlias = int | Fraction
"""A number of records, or the sum of their weights."""

_SHOWN = 5
"""The most classes that a message names."""

_ABSENT = ("NoneType", "NAType", "NaTType", "MaskedConstant")  # the types of None, pandas.NA, pandas.NaT, numpy.ma.masked


@runtime_checkable
class _Scalar(Protocol):
    """A numpy scalar."""

    def item(self) -> object:
        """The Python value."""


@frozen
class Scored:
    """Checked records, in the order given: their scores, whether each is positive, their weights (none: each counts 1)."""

    scores: list[Score]
    is_positive: list[bool]
    weights: tuple[Weight, ...]


def scored(scores: object, labels: object, positive: object, weights: object = (), classes: object = None) -> Scored:
    """
    The records of a sequence of scores and one of labels; a label that isn't `positive` is negative, whatever it is.

    Labels are compared by the names of their classes, see `dtref.spec.model.labels`: 1.0 and "1" are the same, 1 and True are not. classes:
    all that there are, if a class may have no record here, as in a fold; by default those that occur.
    Errors: Invalid, with the record's number from 1, for a score that is no finite number, a label that is missing, a weight that
    is no number above 0; for lengths that differ; for a positive class that is none of the classes, where there are labels.

    >>> scored([0.5, 1], "+-", "+").is_positive
    [True, False]
    >>> scored([0.5, float("nan")], ["+", "-"], "+")
    Traceback (most recent call last):
    dtref.errors.Invalid: score of record 2: expected a finite number (got nan)
    """
    numbers = _scores(_items(scores, "scores"))
    is_positive = checked_labels(labels, positive, len(numbers), classes)
    raw_weights = _items(weights, "weights")
    if raw_weights and len(raw_weights) != len(numbers):
        raise Invalid("weights", f"{len(numbers)} weights, one for each score", len(raw_weights))
    return Scored(numbers, is_positive, tuple(_weight(w, i) for i, w in enumerate(raw_weights, 1)))


def checked_labels(labels: object, positive: object, records: int, classes: object = None) -> list[bool]:
    """
    Whether each label is the positive one. Errors: Invalid for a label that is missing or cannot be told apart, another number of labels,
    a positive class that is none of the classes.

    >>> checked_labels([0.0, 1.0], "1", 2), checked_labels(["-"], "+", 1, classes="+-")
    ([False, True], [False])
    >>> checked_labels(["no", "yes"], "Yes", 2)
    Traceback (most recent call last):
    dtref.errors.Invalid: positive: expected one of the classes 'no', 'yes' (got 'Yes')

    >>> checked_labels(["+", None], "+", 2)
    Traceback (most recent call last):
    dtref.errors.Invalid: label of record 2: expected a known label (hashable) (got None)
    """
    # Known labels, one for each record.
    values = _labels(labels, "labels")
    if len(values) != records:
        raise Invalid("labels", f"{records} labels, one for each score", len(values))
    if not _is_known(positive):
        raise Invalid("positive", "a known label (hashable)", positive)
    try:
        distinct = list(set(values))
    except TypeError:  # some label is not hashable
        distinct = values
    if not all(map(_is_known, distinct)):
        i, label = next((i, label) for i, label in enumerate(values, 1) if not _is_known(label))
        raise Invalid(f"label of record {i}", "a known label (hashable)", label)
    # The positive class must be one of the classes. Labels of one type are named once each; of several not, as 1 == True.
    of_one_type = len(set(map(type, values))) == 1
    names, (name,) = class_names(distinct if of_one_type else values, "labels"), class_names([positive], "positive")
    every = set(names) if classes is None else {*names, *class_names(_labels(classes, "classes"), "classes")}
    if every and name not in every:
        texts = sorted(map(repr, every))
        text = ", ".join(texts[:_SHOWN]) + (" …" if len(texts) > _SHOWN else "")
        raise Invalid("positive", f"one of the classes {text}", positive)
    is_positive = list(map(frozenset({name}).__contains__, names))
    return list(map(dict(zip(distinct, is_positive, strict=True)).__getitem__, values)) if of_one_type else is_positive


def _labels(values: object, name: str) -> list[object]:
    """The labels of a sequence, array or series, those of an array of single precision as its scalars."""
    single = str(getattr(values, "dtype", "")) in ("float16", "float32")
    return list(inputs.labels(name, cast("Iterable[Hashable]", values))) if single else _items(values, name)


def is_finite_array(values: object) -> TypeGuard[Sequence[float]]:
    """
    Whether scores are a numpy array of finite float64s, so that they need no conversion; whoever made it has imported numpy.

    >>> is_finite_array([0.5])
    False
    """
    return _type_of_row(values) == "float64" and bool(sys.modules["numpy"].isfinite(values).all())


def is_whole_array(values: object) -> TypeGuard[Sequence[int]]:
    """
    Whether labels are a numpy array of integers or bools: of one type, and each of them known.

    >>> is_whole_array([1])
    False
    """
    return _type_of_row(values).startswith(("int", "uint", "bool"))


def _type_of_row(values: object) -> str:
    """The type of the numbers of a numpy array of one dimension; "" of anything else."""
    numpy = sys.modules.get("numpy")
    is_row = numpy is not None and type(values) is numpy.ndarray and getattr(values, "ndim", 0) == 1
    return str(getattr(values, "dtype", "")) if is_row else ""


def share_of(part: Weight, whole: Weight, why: str) -> Fraction | Undefined:
    """
    A part of a whole, such as TPR = TP/P; Undefined, with the reason given, where the whole is 0.

    >>> share_of(3, 4, "no positives"), share_of(0, 0, "no positives")
    (Fraction(3, 4), Undefined(why='no positives'))
    """
    return cast("Fraction | Undefined", quotient(part, whole, why))


def _items(values: object, name: str) -> list[object]:
    """The items of a sequence, array or series as Python values. Text is a sequence of labels, a character each."""
    for listing in ("tolist", "to_list"):
        method: object = getattr(values, listing, None)
        if callable(method):
            values = method()
            break
    if isinstance(values, Iterable) and not isinstance(values, Mapping | Set | bytes):
        return values if isinstance(values, list) else list(values)
    raise Invalid(name, "a sequence", values)


def _scores(items: list[object]) -> list[Score]:
    floats = cast("list[float]", items)
    if all_floats(items) and all(map(isfinite, floats)):
        return cast("list[Score]", floats)
    return [_score(x, i) for i, x in enumerate(items, 1)]


def all_floats(items: Sequence[object]) -> bool:
    """
    Whether the items are floats, and no subclasses of them.

    >>> all_floats([0.5, 1.0]), all_floats([0.5, 1])
    (True, False)
    """
    return set(map(type, items)) <= {float}


def _score(x: object, i: int) -> Score:
    """A score as a Python number; floats and integers stay what they are."""
    match x:
        case float() if isfinite(x):
            return float(x)
        case int():
            return int(x)
        case Fraction():
            return cast(Score, plain(x))
        case _Scalar() if type(x.item()) is not type(x):
            return _score(x.item(), i)
        case _:
            return cast(Score, plain(finite(f"score of record {i}", x)))


def _is_known(label: object) -> bool:
    """Whether a label is not missing, and can be told from others."""
    try:
        hash(label)
    except TypeError:
        return False
    return type(label).__name__ not in _ABSENT and not (isinstance(label, float | Decimal) and label != label)  # noqa: PLR0124 - NaN


def _weight(w: object, i: int) -> Weight:
    if type(w) is int and w > 0:
        return w
    with suppress(Invalid):
        value = measured(f"weight of record {i}", w)
        if isinstance(value, Fraction) and value > 0:
            return cast(Weight, plain(value))
    raise Invalid(f"weight of record {i}", "an exact number above 0", w)
