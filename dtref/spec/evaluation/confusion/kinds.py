"""Refusals of arguments of a wrong kind, as a matrix where four counts are wanted: by name, with what to write."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import TypeVar, cast

from dtref.errors import Invalid

_Function = TypeVar("_Function", bound=Callable[..., object])

_WANTED: Mapping[str, tuple[Callable[[object], bool], str]] = {
    "BinaryCounts": (
        lambda x: hasattr(x, "tp"),
        "four counts, as dtref.BinaryCounts(TP, FN, FP, TN); of a matrix matrix.one_vs_rest(CLASS), or dtref.per_class(measure, matrix)",
    ),
    "Matrix": (lambda x: hasattr(x, "rows") and hasattr(x, "classes"), "a confusion matrix, as dtref.confusion(actual, predicted) makes"),
    "Measure": (
        lambda x: callable(x) and not isinstance(x, type),
        "a measure of four counts, such as dtref.recall, and the matrix after it",
    ),
    "CostMatrix": (lambda x: hasattr(x, "reordered"), "a dtref.CostMatrix(classes, rows), after the matrix"),
}
"""The kinds of parameters by their annotations: whether a value is one, and what is wanted."""


def refuses_other_kinds(function: _Function) -> _Function:
    """
    A decorator: a call that ends in an error of Python's because of an argument's kind ends in Invalid, which names the argument.

    It costs nothing where a call ends well.

    >>> from dtref.spec.evaluation.confusion.rates import recall
    >>> recall([[1, 1], [1, 1]])
    Traceback (most recent call last):
    dtref.errors.Invalid: n: expected four counts, as dtref.BinaryCounts(TP, FN, FP, TN); of a matrix matrix.one_vs_rest(CLASS), or
    dtref.per_class(measure, matrix) (got 'list')
    """
    kinds = {name: _WANTED[kind] for name, kind in function.__annotations__.items() if kind in _WANTED}

    @wraps(function)
    def checked(*args: object, **keywords: object) -> object:
        try:
            return function(*args, **keywords)
        except (AttributeError, TypeError, KeyError):
            for name, value in signature(function).bind(*args, **keywords).arguments.items():
                if name in kinds and not kinds[name][0](value):
                    raise Invalid(name, kinds[name][1], type(value).__name__) from None
            raise

    return cast(_Function, checked)
