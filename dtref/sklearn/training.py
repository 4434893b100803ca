"""
The training set of an estimator: a matrix of numbers is kept as it is, a frame with columns of categories is read column by column.

Columns of a frame stand in the order of their names, so that no answer depends on the order in which they came; those of a matrix have no
names, and stand as they are. Records that weigh nothing are left out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from attrs import evolve, frozen
from numpy.typing import NDArray

from dtref.engines.compiled.kernels.layout import Floats
from dtref.errors import Invalid
from dtref.io.arrays import from_arrays
from dtref.io.cells import holds_dates
from dtref.io.frames import frame_columns, is_frame
from dtref.sklearn.coded_frames import coded_columns
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import Attribute, Continuous, Nominal, Width
from dtref.spec.model.coded_columns import CodedDataSet
from dtref.spec.model.data import DataSet
from dtref.spec.model.labels import class_names

UNITS_OF_ALL = 2.0**62
"""The weights of all records together are less, in units; else they are kept as fractions."""

LEAST_UNIT = 2**1000
"""A unit is at least one of so many parts of 1."""

_NO_WEIGHTS = np.zeros(0, np.int64)


@frozen(eq=False)
class ReadTarget:
    """The target: its attribute, and for each record the position of its class, or its number."""

    attribute: Attribute
    outcomes: NDArray[Any]


def class_target(classes: Sequence[object], positions: NDArray[Any], name: str) -> ReadTarget:
    """
    A target of classes, each called by its text. Errors: Invalid for two classes of one text.

    >>> class_target([0, 1], np.array([1, 1]), "y").attribute
    Nominal(name='y', values=('0', '1'))
    """
    names = [str(name) for name in class_names(list(classes), "y")]
    if len(set(names)) < len(names):
        raise Invalid("y", "classes whose texts differ", names)
    return ReadTarget(Nominal(name, tuple(names)), positions)


def number_target(y: Floats, name: str) -> ReadTarget:
    """
    A target of numbers.

    >>> number_target(np.array([0.5]), "y").attribute.name
    'y'
    """
    return ReadTarget(Continuous(name, Width.FLOAT64), y)


def has_categories(X: object) -> bool:
    """
    Whether a table is a frame that has a column of anything but numbers and bools.

    >>> has_categories([[1]])
    False
    """
    return is_frame(X) and any(not _is_numeric(values) for _, values, _ in frame_columns(X))


def _is_numeric(values: Any) -> bool:
    """Whether a column holds numbers or bools, as far as its type says so."""
    dtype = getattr(values, "dtype", None)
    kind = getattr(dtype, "kind", None)
    if kind is not None:
        return kind in "biuf" and not hasattr(dtype, "categories")
    is_numeric = getattr(dtype, "is_numeric", None)  # of polars
    return bool(is_numeric()) or str(dtype) == "Boolean" if callable(is_numeric) else False


def matrix_training(X: Floats, names: Sequence[str], target: ReadTarget, weights: Floats | None) -> DataSet:
    """
    The training set of a matrix of numbers, NaN where one is missing. weights: at least 0.

    >>> matrix_training(np.array([[0.5], [1.0]]), ("x",), class_target(["a", "b"], np.array([0, 1]), "y"), None).records[1].label
    'b'
    """
    if weights is not None and not (kept := weights > 0).all():
        X, weights = X[kept], weights[kept]
        target = evolve(target, outcomes=target.outcomes[kept])
    attributes = tuple(Continuous(name, Width.FLOAT64) for name in names)
    columns = np.array(X.T, np.float64, order="C")
    units = _in_units(weights)
    data = ArrayDataSet.of(attributes, target.attribute, columns, target.outcomes, _NO_WEIGHTS)
    if units is not None:
        return data.weighed(slice(None), *units)
    exact: list[float] = [] if weights is None else weights.tolist()
    records = (evolve(record, weight=Fraction(weight)) for record, weight in zip(data.records, exact, strict=True))
    return DataSet(attributes, target.attribute, tuple(records))


def _in_units(weights: Floats | None) -> tuple[NDArray[np.int64], Fraction] | None:
    """Weights as whole numbers, none where all are 1, and their unit; None where they are too far apart for that."""
    if weights is None or (weights == 1).all():
        return _NO_WEIGHTS, Fraction(1)
    denominator = max(weight.as_integer_ratio()[1] for weight in np.unique(weights).tolist())
    if denominator > LEAST_UNIT or weights.sum() * denominator >= UNITS_OF_ALL:
        return None
    return np.ldexp(weights, denominator.bit_length() - 1).astype(np.int64), Fraction(1, denominator)


def frame_training(X: object, target: ReadTarget, weights: Floats | None) -> DataSet:
    """
    The training set of a frame, its columns in the order of their names; a bool is 0 or 1.

    >>> from dtref.spec.model.attributes import MISSING
    >>> frame_training({"b": ["u", "v"], "a": [1, 2]}, class_target(["n", "y"], np.array([0, 1]), "c"), None).records[0].values
    (Fraction(1, 1), 'u')
    """
    columns = dict(sorted(table_columns(X).items()))
    are_numbers = {column: _is_numeric(values) for column, values in columns.items()}
    _refuse_dates(columns)
    units, name = _in_units(weights if weights is None else weights[weights > 0]), target.attribute.name
    coded = coded_columns(columns, are_numbers) if is_frame(X) and units is not None else None
    if coded is not None and units is not None:
        whole = CodedDataSet.of(coded, target.attribute, target.outcomes, _NO_WEIGHTS, Fraction(1))
        return whole if weights is None else whole.weighed(weights > 0, *units)
    y: list[object] = target.outcomes.tolist()
    if isinstance(target.attribute, Nominal):
        y = [target.attribute.values[position] for position in target.outcomes.tolist()]
    if weights is not None:
        kept = np.flatnonzero(weights > 0)
        columns = {column: cells_at(values, kept) for column, values in columns.items()}
        y = [y[i] for i in kept.tolist()]
    bools = [column for column, values in columns.items() if "bool" in str(getattr(values, "dtype", "")).lower()]
    continuous = [*bools, *([name] if isinstance(target.attribute, Continuous) else [])]
    exact = None if weights is None else [Fraction(weight) for weight in weights[weights > 0].tolist()]
    data = from_arrays(columns, y, target=name, weights=exact, continuous=continuous, nominal=[] if name in continuous else [name])
    # the classes in the order of the estimator's
    return DataSet(data.attributes, target.attribute, data.records) if isinstance(target.attribute, Nominal) else data


def _refuse_dates(columns: Mapping[str, Any]) -> None:
    """Errors: Invalid for a column of dates, with what the caller of an estimator can do about it."""
    for name, values in columns.items():
        kind = str(getattr(values, "dtype", "object")).lower()
        if kind.startswith(("date", "timestamp")) or (kind == "object" and holds_dates(values)):
            ways = f"X.drop(columns={[name]}) leaves it out, (X[{name!r}] - X[{name!r}].min()).dt.days has its days"
            raise Invalid(f"X, column {name!r}", f"numbers, texts, truth values or categories ({ways})", "dates")


def cells_at(values: Any, positions: NDArray[np.int64]) -> Any:
    """
    The cells of a column at some positions, with the column's type.

    >>> cells_at(["a", "b"], np.array([1]))
    ['b']
    """
    if hasattr(values, "iloc"):
        return values.iloc[positions]
    if hasattr(values, "gather"):  # of polars
        return values.gather(positions)
    return [values[i] for i in positions.tolist()]


def table_columns(X: object) -> dict[str, object]:
    """
    The columns of a frame, or a mapping, by name.

    >>> table_columns({"a": [1]})
    {'a': [1]}
    """
    if isinstance(X, dict):
        return {str(name): values for name, values in X.items()}
    return {str(name): values for name, values, _ in frame_columns(X)}


def unused_name(wanted: str, names: Sequence[str]) -> str:
    """
    A name that is none of others.

    >>> unused_name("y", ("x", "y"))
    'y_'
    """
    while wanted in names:
        wanted += "_"
    return wanted
