"""
Arguments of a wrong kind, such as a matrix where four counts are wanted: refused by name with what to write, at one door, by annotations.

A call that ends well never comes here, so the door costs one call. One that ends in an error of Python's is looked at: where an argument
isn't of the kind that its annotation names, the error was a wrong argument, and becomes `Invalid`; else it is passed on as it was. A
budget and a tree alone are looked at before: a budget that isn't a whole number would be compared with, and end no search; a model in
the place of its tree would be taken for a leaf, as it has no branches.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from numbers import Integral
from typing import TypeVar, cast, get_args

from dtref.errors import Invalid, Undecided
from dtref.exact.kinds import ValueKind, fits, kind_in_words, kind_named

_TREES = ("Tree", "Tree | ExplainedTree")
"""Annotations of trees."""

_WITH_TREES = ("tree", "tree_", "root", "fit")
"""What the classes of models, of trees of other programs and of estimators have, and that of trees has not."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def refuses_other_kinds(function: _Function) -> _Function:
    """
    A decorator of a function or a class: a call that ends in Python's error for an argument's kind ends in Invalid, which names it.

    >>> from dtref.spec.evaluation.confusion.rates import recall
    >>> recall([[1, 1], [1, 1]])
    Traceback (most recent call last):
    dtref.errors.Invalid: n: expected four counts, as dtref.BinaryCounts(TP, FN, FP, TN); of a matrix matrix.one_vs_rest(CLASS), or
    dtref.per_class(measure, matrix) (got 'list')
    """
    if isinstance(function, type):
        return cast(_Function, _checked_class(function))
    lazy = str(function.__annotations__.get("return", "")).startswith("Iterator")
    place = list(inspect.signature(function).parameters).index("budget") if "budget" in function.__annotations__ else None
    takes_tree = _takes_tree_first(function)

    @wraps(function)
    def checked(*args: object, **keywords: object) -> object:
        if place is not None and ("budget" in keywords or len(args) > place):
            _check_budget(keywords["budget"] if "budget" in keywords else args[place])
        if takes_tree and args and any(hasattr(type(args[0]), part) for part in _WITH_TREES):
            refuse_misfits(function, args, keywords)
        try:
            answer = function(*args, **keywords)
        except Invalid:
            _refuse_predictions(function, args, keywords)
            raise
        except Undecided:
            raise
        except Exception:
            _refuse_predictions(function, args, keywords)
            refuse_misfits(function, args, keywords)
            raise
        return _checked_items(function, args, keywords, answer) if lazy and isinstance(answer, Iterator) else answer

    return cast(_Function, checked)


def _takes_tree_first(function: Callable[..., object]) -> bool:
    first = next(iter(inspect.signature(function).parameters.values()), None)
    return first is not None and first.annotation in _TREES


def _check_budget(budget: object) -> None:
    if isinstance(budget, bool) or not isinstance(budget, Integral):
        raise Invalid("budget", "a whole number", _shown(budget))


def _checked_items(
    function: Callable[..., object], args: tuple[object, ...], keywords: Mapping[str, object], items: Iterator[object]
) -> Iterator[object]:
    """The items of an iterator, which fails only when it is asked for one."""
    try:
        yield from items
    except (Invalid, Undecided):
        raise
    except Exception:
        refuse_misfits(function, args, keywords)
        raise


def _checked_class(kind: type) -> type:
    """The class, whose objects are made by a checked call."""
    make = cast("Callable[..., None]", getattr(kind, "__init__"))  # noqa: B009 - mypy holds it for unsound on an instance

    @wraps(make)
    def checked(self: object, *args: object, **keywords: object) -> None:
        try:
            make(self, *args, **keywords)
        except (Invalid, Undecided):
            raise
        except Exception:
            refuse_misfits(kind, args, keywords)
            raise

    setattr(kind, "__init__", checked)  # noqa: B010 - as above
    return kind


def refuse_misfits(function: Callable[..., object], args: tuple[object, ...], keywords: Mapping[str, object]) -> None:
    """
    Errors: Invalid for the first argument that isn't of the kind that its annotation names.

    >>> def half(n: int) -> int: return n // 2
    >>> refuse_misfits(half, ("4",), {})
    Traceback (most recent call last):
    dtref.errors.Invalid: n: expected a whole number (got '4')
    """
    signature = inspect.signature(function)
    values = _bound(signature, args, keywords)
    names = vars(sys.modules[function.__module__])
    annotations = {name: parameter.annotation for name, parameter in signature.parameters.items() if _is_single(parameter)}
    kinds = {name: kind_named(annotation, names) for name, annotation in annotations.items() if annotation is not inspect.Parameter.empty}
    misfits = [name for name, value in values.items() if name in kinds and not fits(value, kinds[name])]
    if misfits:
        name = misfits[0]
        words = kind_in_words(annotations[name], kinds[name]) + (
            _exchanged(name, values, kinds) or _tree_of(values[name], kinds[name], function.__name__)
        )
        raise Invalid(name, words, _shown(values[name])) from None


def _bound(signature: inspect.Signature, args: tuple[object, ...], keywords: Mapping[str, object]) -> Mapping[str, object]:
    """The arguments by name; none where there are too many, or too few: Python's own words are plain."""
    try:
        return signature.bind(*args, **keywords).arguments
    except TypeError:
        return {}


def _refuse_predictions(function: Callable[..., object], args: tuple[object, ...], keywords: Mapping[str, object]) -> None:
    """Errors: Invalid for predictions where a label of each record is wanted: one may have several, so choosing is a step with a name."""
    for name, value in _bound(inspect.signature(function), args, keywords).items():
        if callable(getattr(value, "first_labels", None)):
            remedy = f"a value of each record: {name}.first_labels() has the first label of each prediction"
        elif isinstance(value, list | tuple) and value and hasattr(value[0], "labels") and hasattr(value[0], "distribution"):
            remedy = f"a value of each record, as [prediction.labels[0] for prediction in {name}] has the first label of each"
        else:
            continue
        raise Invalid(name, remedy, type(value).__name__) from None


def _tree_of(value: object, kind: ValueKind, name: str) -> str:
    """What is told where a tree is wanted, and the value is what has one, or what one is made of."""
    for part in ("tree", "tree_"):
        own = getattr(value, part, None)
        if own is not None and fits(own, kind) and not isinstance(value, type):
            return f": {name}(model.{part}), as a {type(value).__name__} has one"
    if not any(getattr(base, "__name__", "") == "Branch" for base in get_args(kind)):
        return ""
    if type(value).__name__ == "ForeignTree":
        return "; dtref.predicting_model(foreign_tree).tree is one of another program's tree"
    if hasattr(value, "fit") and hasattr(value, "predict"):
        return "; dtref.predicting_model(dtref.read_scikit_learn(model, names)).tree is that of a fitted model"
    return ""


def _is_single(parameter: inspect.Parameter) -> bool:
    return parameter.kind not in {parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD}


def _exchanged(first: str, values: Mapping[str, object], kinds: Mapping[str, ValueKind]) -> str:
    """What is told where an argument fits in the place of another one, and that in its place."""
    for other in (name for name in values if name in kinds and name != first):
        if fits(values[first], kinds[other]) and fits(values[other], kinds[first]):
            return f"; {first} and {other} are exchanged"
    return ""


def _shown(value: object) -> object:
    """What came: a short value itself, of anything else the name of its class."""
    return value if value is None or isinstance(value, bool | int | float | str) else type(value).__name__
