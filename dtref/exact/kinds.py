"""
The kinds that annotations name: whether a value is of one, and what is wanted, in words. Only asked where a call has failed.

A value passes where the functions here may take it: an iterable where a sequence is annotated, a text or a `Decimal` that writes a number
where an exact number is, anything where nothing can be known, as of a type variable. So nothing is refused that could have been meant.
"""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence, Sized
from contextlib import suppress
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import reduce
from numbers import Rational
from operator import or_
from os import PathLike
from typing import TypeAlias, cast

ValueKind: TypeAlias = object
"""What an annotation evaluates to: a class, a union, a generic alias; a text where it can't be evaluated: the name of a class."""

_ITEMS = 100
"""The most items of a collection that are looked at."""

WORDS: Mapping[str, str] = {
    "BinaryCounts": (
        "four counts, as dtref.BinaryCounts(TP, FN, FP, TN); of a matrix matrix.one_vs_rest(CLASS), or dtref.per_class(measure, matrix)"
    ),
    "Matrix": "a confusion matrix, as dtref.confusion(actual, predicted) makes",
    "Measure": "a measure of four counts, such as dtref.recall, and the matrix after it",
    "CostMatrix": "a dtref.CostMatrix(classes, rows)",
    "DataSet": "a data set, as dtref.from_arrays, dtref.from_frame and dtref.read_csv return",
    "Policy": "a policy, as dtref.CART is one",
    "Tree": "a tree, such as dtref.grow returns, or a model has as its tree",
    "Tree | ExplainedTree": "a tree, such as dtref.grow returns, or one explained, as by dtref.explain",
    "Model": "a model, as dtref.Model(attributes, target, algorithm, tree) is one, and dtref.read_model returns",
    "ForeignTree": "a tree of another program, as dtref.read_foreign(path, format) and dtref.read_scikit_learn(model, names) return",
    "Roc": "a curve, as dtref.roc(scores, labels, positive) returns",
    "Ranking": "a ranking, as dtref.spec.evaluation.ranking.roc.ranking(scores, labels, positive) returns",
    "Impurity": "an impurity, such as dtref.gini",
    "Attribute": "an attribute: dtref.Nominal, dtref.Ordinal or dtref.Continuous",
    "Partition": "a dtref.Partition(training, test), as dtref.k_fold returns",
    "FoldResults": "a dtref.FoldResults, as dtref.cross_validate returns",
    "SeveralTargets": "data with several targets, as dtref.several_targets(data, others) returns",
    "Forest": "a forest, as dtref.grow_forest returns",
    "Samples": "samples, as dtref.Samples is one",
    "Learner": "a function from a data set to a tree, a model or a classifier, as lambda training: dtref.fit(training, dtref.CART)",
    "Callable[[DataSet], Learned]": "a function that learns a tree from a data set, as lambda training: dtref.fit(training, dtref.CART)",
    "Learn[Model]": (
        "a function from positions of training records to a model; for trees of a data set there is "
        "dtref.cross_validate_trees(data, learn, partitions)"
    ),
    "Iterable[Partition]": "partitions, as dtref.k_fold(range(len(data)), 10) returns",
    "Sequence[Partition]": "partitions, as dtref.k_fold(range(len(data)), 10) returns",
    "Indices": "positions of records, whole numbers from 0",
    "Sequence[Indices]": (
        "a sequence of positions for each sample, as [dtref.draw_bootstrap(chance, len(data)) for _ in range(20)] draws 20 of all records, "
        "with chance = random.Random(7)"
    ),
    "Children": "a sequence of the class counts of each child",
    "Path": "the path of a file",
    "Exact": "an exact number",
    "Number": "an exact number",
    "TreeCode": "a dtref.TreeCode(encoding, condition)",
    "Report": "a report, as dtref.verify returns",
    "OutputsReport": "a report, as dtref.verify_outputs returns",
    "RouteDiff": "a comparison, as dtref.route_diff returns",
}
"""What is wanted, by the name of a class or of an alias; of any other kind `kind_in_words` finds words."""

_PLAIN: Mapping[ValueKind, str] = {
    int: "a whole number",
    float: "a number",
    Fraction: "an exact number",
    str: "a text",
    bool: "True or False",
    type(None): "None",
    dict: "a mapping",
}


def kind_named(annotation: object, names: Mapping[str, object]) -> ValueKind:
    """
    The kind that an annotation names; the annotation itself where a name isn't known, such as one that only type checkers import.

    >>> kind_named("int | None", {}), kind_named("DuckDBPyConnection", {})
    (int | None, 'DuckDBPyConnection')
    """
    if not isinstance(annotation, str):
        return annotation
    with suppress(Exception):
        return cast(ValueKind, eval(annotation, dict(names)))
    if "|" in annotation and "[" not in annotation:  # of a union the parts that are known
        parts = [kind_named(part.strip(), names) for part in annotation.split("|")]
        if not any(isinstance(part, str) for part in parts):
            return reduce(or_, parts)
    return annotation


def fits(value: object, kind: ValueKind) -> bool:
    """
    Whether a value may be of a kind.

    >>> fits([1, "1/2"], Sequence[Fraction]), fits("cart", Sequence[Fraction]), fits(None, int | None), fits(0.5, Fraction)
    (True, False, True, False)
    """
    if isinstance(kind, str):
        return not kind.isidentifier() or any(base.__name__ == kind for base in type(value).__mro__)
    if kind in {None, type(None)}:
        return value is None
    if isinstance(kind, typing.TypeVar):
        return kind.__bound__ is None or fits(value, kind.__bound__)
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in {typing.Union, types.UnionType}:
        return any(fits(value, part) for part in parts)
    if origin is typing.Literal:
        return any(type(value) is type(part) and value == part for part in parts)
    whole = kind if origin is None else origin
    if not isinstance(whole, type) or whole is object:
        return True
    return _is_of(value, whole, parts)


def _is_of(value: object, kind: type, parts: Sequence[ValueKind]) -> bool:
    """Whether a value may be of a class, with the kinds of its items or arguments."""
    if type(value).__module__.partition(".")[0] == "sympy":
        return True
    if kind in {int, Fraction}:
        return isinstance(value, Rational) or (kind is Fraction and isinstance(value, str | Decimal) and _is_written(value))
    if kind is float:
        return isinstance(value, Rational | Decimal) or hasattr(value, "as_integer_ratio")
    if issubclass(kind, PathLike):
        return isinstance(value, str | PathLike)
    if kind.__name__ == "Callable":
        return callable(value) and _takes(value, parts)
    if issubclass(kind, Mapping):
        return isinstance(value, Mapping) and _each(value, parts[:1]) and _each(value.values(), parts[1:])
    if issubclass(kind, tuple) and parts and parts[-1] is not Ellipsis:
        return isinstance(value, Iterable) and (not isinstance(value, Sized) or (len(value) == len(parts) and all(map(fits, value, parts))))
    if issubclass(kind, Iterable) and kind.__module__ in {"collections.abc", "builtins", "typing"} and kind is not str:
        indexed = not issubclass(kind, Sequence) or (hasattr(value, "__getitem__") and not isinstance(value, Mapping))
        return isinstance(value, Iterable) and indexed and not isinstance(value, bytes) and _each(value, parts[:1])
    if getattr(kind, "_is_protocol", False):
        members = _members(kind)
        return all(hasattr(value, name) for name in members) and (
            (bool(members) and not all(name.startswith("__") for name in members)) or not isinstance(value, Iterable)
        )
    return isinstance(value, kind)


_OPERATORS = frozenset(f"__{name}__" for name in ("call", "add", "radd", "mul", "rmul", "truediv", "neg", "lt", "float"))
"""What a protocol may want of a function, or of a number."""


def _members(protocol: type) -> set[str]:
    """The attributes that a protocol names."""
    return {
        name
        for base in protocol.__mro__
        if getattr(base, "_is_protocol", False) and base is not typing.Protocol
        for name in {**vars(base), **inspect.get_annotations(base)}
        if (not name.startswith("_") or name in _OPERATORS)
    }


def _each(values: Iterable[object], parts: Sequence[ValueKind]) -> bool:
    """Whether the first items are of a kind; an iterator isn't used up for that."""
    if not parts or not isinstance(values, Sized):
        return True
    return all(fits(item, parts[0]) for item, _ in zip(values, range(_ITEMS), strict=False))


def _takes(function: Callable[..., object], parts: Sequence[ValueKind]) -> bool:
    """Whether a function can be called with so many arguments."""
    if not parts or not isinstance(parts[0], list):
        return True
    try:
        inspect.signature(function).bind(*parts[0])
    except TypeError:
        return False
    except ValueError:  # one of C's, of which nothing is known
        return True
    return True


def _is_written(value: str | Decimal) -> bool:
    with suppress(ValueError, ZeroDivisionError, OverflowError):
        return len(str(value)) < 5000 and Fraction(value) is not None
    return False


def kind_in_words(annotation: object, kind: ValueKind) -> str:
    """
    A kind in words, from the annotation and what it evaluates to.

    >>> kind_in_words("Tree", object), kind_in_words("int | None", int | None), kind_in_words("Sequence[int]", Sequence[int])
    ('a tree, such as dtref.grow returns, or a model has as its tree', 'a whole number or None', 'a sequence, of each item a whole number')
    """
    if isinstance(annotation, str) and annotation in WORDS:
        return WORDS[annotation]
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin in {typing.Union, types.UnionType}:
        names = annotation.split(" | ") if isinstance(annotation, str) and "[" not in annotation else []
        named = names if len(names) == len(parts) else [None] * len(parts)
        words = dict.fromkeys(kind_in_words(name, part) for name, part in zip(named, parts, strict=True))
        return "an exact number" if "an exact number" in words and None.__class__ not in parts else " or ".join(words)
    if isinstance(kind, str):
        return f"a {kind}" if kind.isidentifier() else "another kind"
    whole = kind if origin is None else origin
    if kind in _PLAIN:
        return _PLAIN[kind]
    return _of_class(whole, parts) if isinstance(whole, type) else "another kind"


def _of_class(kind: type, parts: Sequence[ValueKind]) -> str:
    if (kind.__name__ in WORDS and not issubclass(kind, PathLike)) or kind.__name__ == "Path":
        return WORDS[kind.__name__]
    if issubclass(kind, Enum):
        return "one of " + ", ".join(map(str, kind))
    if issubclass(kind, PathLike):
        return WORDS["Path"]
    if kind.__name__ == "Callable":
        count = len(parts[0]) if parts and isinstance(parts[0], list) else None
        return "a function" if count is None else f"a function of {count} argument{'' if count == 1 else 's'}"
    of = f", of each item {kind_in_words(None, parts[0])}" if parts and parts[0] is not object else ""
    if issubclass(kind, Mapping):
        return "a mapping"
    if kind.__module__ in {"collections.abc", "builtins"} and issubclass(kind, Iterable):
        return f"a sequence{of}"
    public = kind.__module__.partition(".")[0] == "dtref"
    return f"{'an' if kind.__name__[0] in 'AEIOU' else 'a'} {kind.__name__}{f' of {kind.__module__}' if public else ''}"
