"""
Data sets that keep numpy arrays: `dtref.io.arrays.from_arrays` makes one of a 2-D array of finite numbers, or NaN where one is missing.

The data set equals the one in which every cell is read by itself; it is faster to make, and smaller. numpy is already imported by whoever
made the array.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from dtref.io.cells import column_of_labels
from dtref.io.schema import Kind, Schema
from dtref.io.survey import Listing, Survey
from dtref.io.to_data_set import classes
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import Cell, Continuous, Width
from dtref.spec.model.counts import levels_of
from dtref.spec.model.numerals import is_numeral

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WIDTHS = {"float64": Width.FLOAT64, "float32": Width.FLOAT32, "float16": Width.FLOAT32}
"""The types of arrays whose every number is a double, and the width of their columns. Integers are DECIMAL."""


def keeps_arrays(X: object, y: object, names: Sequence[str] | None, weights: object, schema: Schema) -> ArrayDataSet | None:  # noqa: N803
    """
    The data set of a matrix of finite numbers and NaN, labels and whole positive weights; None where any cell must be read by itself.

    >>> import numpy as np
    >>> data = keeps_arrays(np.array([[0.5], [1.0]]), np.array([1, 0]), None, None, Schema(target="class"))
    >>> data.attributes, data.classes, data.records[0].values
    ((Continuous(name='x0', width=<Width.FLOAT64: 'float64'>),), ('0', '1'), (Fraction(1, 2),))
    >>> keeps_arrays(np.array([[0.5], [float("nan")]]), np.array([1, 0]), None, None, Schema(target="class")).records[1].values
    (MISSING,)
    >>> keeps_arrays(np.array([[0.5], [float("inf")]]), np.array([1, 0]), None, None, Schema(target="class"))
    """
    if not (_is_array(X, 2) and _is_array(y, 1)):
        return None
    n, m = X.shape
    column_names = tuple(f"x{j}" for j in range(m)) if names is None else tuple(map(str, names))
    if not (n and m and len(y) == n and _plain_names(column_names, m, schema) and _are_doubles(X, gaps=True)):
        return None
    kept_weights, labels = _weights(weights, n), _labels(y, schema)
    if kept_weights is None or labels is None:
        return None
    import numpy

    columns = numpy.array(X.T, dtype=numpy.float64, order="C")
    attributes = tuple(Continuous(name, _WIDTHS.get(X.dtype.name, Width.DECIMAL)) for name in column_names)
    return ArrayDataSet.of(attributes, labels[0], columns, labels[1], kept_weights)


def target_survey(data: ArrayDataSet) -> list[Survey]:
    """
    The survey of the target of such a data set, if it has classes; its attributes are numbers, which need no warnings.

    >>> import numpy as np
    >>> [(s.name, s.distinct) for s in target_survey(keeps_arrays(np.eye(2), np.array([1, 0]), None, None, Schema(target="class")))]
    [('class', 2)]
    """
    if isinstance(data.target, Continuous):
        return []
    import numpy

    frequencies: list[tuple[Cell, int]] = list(zip(data.target.values, numpy.bincount(data.outcomes).tolist(), strict=True))
    numbers, others = ({label: n for label, n in frequencies if is_numeral(str(label)) is are_numbers} for are_numbers in (True, False))
    return [Survey(data.target.name, Listing(numbers), Listing(others), Listing(), None, of_texts=True, declares=False)]


def _is_array(values: Any, dimensions: int) -> TypeGuard[NDArray[Any]]:
    """Whether the values are a plain numpy array, not a masked one or another subclass."""
    kind = type(values)
    return (kind.__module__, kind.__name__) == ("numpy", "ndarray") and values.ndim == dimensions


def _plain_names(column_names: tuple[str, ...], m: int, schema: Schema) -> bool:
    """Whether names and declarations are in order, and declare nothing about the attributes."""
    all_names, declared = {*column_names, schema.target}, {c.name for c in schema.columns}
    return len(column_names) == m and len(all_names) == m + 1 and "" not in all_names and not schema.ignore and declared <= {schema.target}


def _are_doubles(X: NDArray[Any], gaps: bool = False) -> bool:  # noqa: N803
    """Whether all numbers are finite doubles; with gaps NaN may stand in columns that hold a number, too."""
    import numpy

    if X.dtype.kind in "iu":
        return bool(X.max() <= 2**53 and X.min() >= -(2**53))
    if X.dtype.name not in _WIDTHS or numpy.isfinite(X).all():
        return X.dtype.name in _WIDTHS
    missing = numpy.isnan(X)
    return gaps and not numpy.isinf(X).any() and not missing.all(axis=0).any()


def _weights(weights: object, n: int) -> NDArray[Any] | None:
    """The weights; an empty array where all are 1; None where they are not n whole positive numbers."""
    import numpy

    empty = numpy.zeros(0, numpy.int64)
    if weights is None:
        return empty
    if not (_is_array(weights, 1) and len(weights) == n and weights.dtype.kind in "iu" and weights.min() > 0 and weights.max() < 2**53):
        return None
    return empty if (weights == 1).all() else weights.astype(numpy.int64)


def _labels(y: NDArray[Any], schema: Schema) -> tuple[Any, NDArray[Any]] | None:
    """The target and the position of each label in it, or its number; each distinct label is read once. None for a missing label."""
    import numpy

    if y.dtype.kind not in "iubU" and y.dtype.name not in _WIDTHS:
        return None
    name = schema.target or ""
    declaration = schema.column(name)
    if declaration is not None and declaration.kind is Kind.CONTINUOUS:
        if y.dtype.kind in "bU" or not _are_doubles(y):
            return None
        return Continuous(name, _WIDTHS.get(y.dtype.name, Width.DECIMAL)), y.astype(numpy.float64)
    # Classes: each distinct label is read once.
    distinct, inverse = numpy.unique(y, return_inverse=True)
    if y.dtype.kind not in "biu" and not (y.dtype.kind == "U" or numpy.isfinite(distinct).all()):
        return None
    if declaration is not None or set(distinct.tolist()) & set(schema.missing):
        return None
    target = classes(column_of_labels(name, distinct), schema)
    position = {value: i for i, value in enumerate(levels_of(target, ()))}
    texts = [levels_of(classes(column_of_labels(name, distinct[i : i + 1]), schema), ())[0] for i in range(len(distinct))]
    return target, numpy.array([position[text] for text in texts])[inverse]
