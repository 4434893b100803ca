"""
Models of scikit-learn inside others: the fitted estimator in a pipeline or a search, and the column of the data behind each feature.

Steps before it must leave values as they are: those that select, reorder or rename columns are followed, any other is refused by its name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Invalid, way

PASSED_ON = "passthrough"
"""The word for a step that changes nothing."""
LEFT_OUT = "drop"


@frozen(eq=False)
class Unwrapped:
    """A fitted estimator, and the names of its columns in order; notes on what was around it."""

    model: object
    names: tuple[str, ...]
    notes: tuple[str, ...] = ()


def unwrapped(model: object, names: Sequence[str] | None = None) -> Unwrapped:
    """
    The estimator in pipelines and searches, or the model itself. names: of the data's columns; by default those that it was fitted to.

    Errors: Invalid for a search that fitted no best model, a step that changes values or the target, and where no names are to be had.
    """
    inner = Unwrapped(model, _names_of(model, names))
    while True:
        wrapped = inner.model
        if hasattr(wrapped, "steps"):
            *before, (_, last) = cast("Sequence[tuple[str, object]]", wrapped.steps)
            columns = inner.names
            for step_name, step in before:
                columns = columns_after(step, columns, f"model, step {step_name}")
            inner = evolve(inner, model=last, names=columns)
        elif hasattr(wrapped, "cv_results_"):
            if not hasattr(wrapped, "best_estimator_"):
                raise Invalid("model", "a search with best_estimator_ (refit=True)", type(wrapped).__name__)
            inner = evolve(inner, model=wrapped.best_estimator_, notes=(*inner.notes, f"the best of a {type(wrapped).__name__}"))
        elif hasattr(wrapped, "regressor_"):
            raise Invalid("model", "a model of the target itself", f"{type(wrapped).__name__}, which transforms the target")
        else:
            return inner


def _names_of(model: object, names: Sequence[str] | None) -> tuple[str, ...]:
    """The names of the columns: those given, or those that the outermost model that has some was fitted to."""
    if names is not None:
        return tuple(names)
    fitted = getattr(model, "feature_names_in_", None)
    inside: object = model
    while fitted is None and inside is not None:
        steps = [step for _, step in getattr(inside, "steps", ()) if step is not None and step != PASSED_ON]
        inside = steps[0] if steps else getattr(inside, "best_estimator_", None)
        fitted = getattr(inside, "feature_names_in_", None)
    if fitted is None:
        names_of_columns = way("--names a,b,c", "names=['a', 'b', 'c']")
        raise Invalid(
            "names",
            f"the names of the columns ({names_of_columns}), as the model was fitted to an array without names",
            type(model).__name__,
        )
    return tuple(str(name) for name in cast("Sequence[object]", fitted))


def columns_after(step: object, names: tuple[str, ...], where: str) -> tuple[str, ...]:
    """
    The data's column behind each column that a step passes on. Errors: Invalid for a step that changes values, by its name.

    >>> columns_after("passthrough", ("a", "b"), "x")
    ('a', 'b')
    """
    if step is None or step == PASSED_ON or (hasattr(step, "inverse_func") and getattr(step, "func", step) is None):
        return names
    if hasattr(step, "steps"):
        for name, inner in cast("Sequence[tuple[str, object]]", step.steps):
            names = columns_after(inner, names, f"{where}, step {name}")
        return names
    if hasattr(step, "transformers_"):
        return _columns_of_parts(step, names, where)
    if hasattr(step, "get_support"):
        mask = cast("Sequence[bool]", step.get_support())
        if len(mask) != len(names):
            raise Invalid(where, f"{len(mask)} columns, as it was fitted to", list(names))
        return tuple(name for name, kept in zip(names, mask, strict=True) if kept)
    remedy = (
        "a step that selects columns; else, of the pipeline p with n = p[:-1].get_feature_names_out(), verify "
        "dtref.read_scikit_learn(p[-1], n) on dtref.from_arrays(p[:-1].transform(X), y, names=n)"
    )
    raise Invalid(where, remedy, f"{type(step).__name__}, which changes values")


def _columns_of_parts(step: object, names: tuple[str, ...], where: str) -> tuple[str, ...]:
    """The columns of a ColumnTransformer, in the order in which it puts them side by side."""
    parts = cast("Sequence[tuple[str, object, object]]", step.transformers_)  # type: ignore[attr-defined]
    passed: list[str] = []
    for name, transformer, columns in parts:
        if transformer != LEFT_OUT:
            passed += columns_after(transformer, _selected(columns, names, f"{where}, {name}"), f"{where}, {name}")
    return tuple(passed)


def _selected(columns: object, names: tuple[str, ...], where: str) -> tuple[str, ...]:
    """The names of the columns that a part of a ColumnTransformer takes: by name, position, slice of positions, or mask."""
    if isinstance(columns, slice) and not isinstance(columns.start or columns.stop, str):
        return names[columns]
    items = (
        [columns] if isinstance(columns, str | int) else list(cast("Sequence[object]", columns)) if hasattr(columns, "__len__") else None
    )
    if items is None:
        raise Invalid(where, "columns by name, position or mask", columns)
    if items and len(items) == len(names) and all(type(item).__name__ in ("bool", "bool_") for item in items):
        return tuple(name for name, kept in zip(names, items, strict=True) if kept)
    chosen = [str(item) if isinstance(item, str) else names[int(cast(int, item))] for item in items]
    unknown = next((name for name in chosen if name not in names), None)
    if unknown is not None:
        raise Invalid(where, "columns of the data", unknown)
    return tuple(chosen)
