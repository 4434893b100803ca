"""
The columns of data sets of records as codes. Making them takes as long as growing a tree from them, so they are kept with the data set: it
is immutable, and grown from, verified on and counted by more than once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from operator import attrgetter, itemgetter
from typing import TypeAlias, TypeVar, cast
from weakref import ref

import numpy as np

from dtref.engines.compiled.kernels.layout import Codes, Ints
from dtref.spec.model.attributes import Attribute, Cell, Continuous
from dtref.spec.model.coded_columns import CodedDataSet
from dtref.spec.model.counts import levels_of
from dtref.spec.model.data import DataSet

T = TypeVar("T")

Coding: TypeAlias = tuple[Ints, Sequence[Cell]]
"""The code of each cell of a column, and the value of each code."""

_kept: dict[int, tuple[ref[DataSet], dict[object, object]]] = {}


def kept_with(data: DataSet, make: Callable[[DataSet], T]) -> T:
    """
    What a function makes of a data set: made once, and kept as long as the data set. Nobody may write to it.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("+",)), (Record((), "+"),))
    >>> kept_with(data, labels_coded) is kept_with(data, labels_coded)
    True
    """
    known = _kept.get(id(data))
    if known is None or known[0]() is not data:
        known = _kept[id(data)] = ref(data, partial(_forget, id(data))), {}
    if make not in known[1]:
        known[1][make] = make(data)
    return cast(T, known[1][make])


def _forget(key: int, _: ref[DataSet]) -> None:
    _kept.pop(key, None)


def cells_coded(data: DataSet) -> Sequence[Coding] | None:
    """
    For each column of a data set of records the code of each record's cell, and the value of each code; None where a cell is missing.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("-", "+")), (Record(("b",), "+"), Record(("a",), "-")))
    >>> [(codes.tolist(), values) for codes, values in cells_coded(data)]
    [([1, 0], ('a', 'b'))]
    """
    if isinstance(data, CodedDataSet) and data.has_arrays:
        return None if data.has_gaps else [(column.codes, column.levels) for column in data.coded]
    rows = map(attrgetter("values"), data.records)
    every_value = {value for a in data.attributes for value in (() if isinstance(a, Continuous) else a.values)}
    if len(every_value) <= 2**8 and not any(isinstance(a, Continuous) for a in data.attributes):
        # Few names in all: each cell is looked up once, whatever its column, and the columns are told apart in arrays.
        number: dict[Cell, int] = {value: i for i, value in enumerate(every_value)}
        try:
            numbers = np.frombuffer(bytes(map(number.__getitem__, chain.from_iterable(rows))), np.uint8).reshape(len(data), -1)
        except KeyError:
            return None
        code_of = np.zeros(2**8, np.uint8)
        codings: list[Coding] = []
        for a, attribute in enumerate(data.attributes):
            values = levels_of(attribute, ())
            code_of[[number[value] for value in values]] = np.arange(len(values))
            codings.append((code_of[numbers[:, a]], values))
        return codings
    by_column = [_coded(attribute, cells) for attribute, cells in zip(data.attributes, zip(*rows, strict=True), strict=True)]
    covered = [coding for coding in by_column if coding is not None]
    return covered if len(covered) == len(by_column) else None


def labels_coded(data: DataSet) -> Coding:
    """
    The label of each record as a code, and the class or number of each code.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> codes, classes = labels_coded(DataSet((), Nominal("y", ("-", "+")), (Record((), "+"), Record((), "-"))))
    >>> codes.tolist(), classes
    ([1, 0], ('-', '+'))
    """
    coding = _coded(data.target, [record.label for record in data.records])
    assert coding is not None  # a data set has no missing label
    return coding


def _coded(attribute: Attribute, cells: Sequence[Cell]) -> Coding | None:
    """The codes of a column, and the value of each code; None where a cell is missing."""
    if isinstance(attribute, Continuous) and (ranking := ranked_codes(cells)) is not None:
        return ranking
    levels = levels_of(attribute, cells)
    code = {level: i for i, level in enumerate(levels)}
    try:
        numbers = itemgetter(*cells, *cells[:1])(code)[: len(cells)]  # of a single cell it would be no tuple
    except KeyError:
        return None
    codes = np.frombuffer(bytes(numbers), np.uint8) if len(levels) <= 2**8 else np.array(numbers)
    return codes.astype(np.int32), levels


def ranked_codes(cells: Sequence[Cell]) -> tuple[Codes, Sequence[Cell]] | None:
    """
    Codes and levels of a column of numbers, by their nearest doubles: rounding keeps the order, so only numbers with the same
    double remain to be compared. None where two of them differ, where a number is too large, and where one is missing.

    >>> from fractions import Fraction
    >>> codes, levels = ranked_codes([Fraction(7), Fraction(5), Fraction(7)])
    >>> codes.tolist(), levels
    ([1, 0, 1], [Fraction(5, 1), Fraction(7, 1)])
    """
    try:
        ratios = [x.as_integer_ratio() for x in cells]  # type: ignore[union-attr]  # a missing cell is the AttributeError
        doubles = np.array([n / d for n, d in ratios])
    except (OverflowError, AttributeError):
        return None
    # Records by their doubles, and where a new double starts.
    order = np.argsort(doubles, kind="stable")
    ascending = doubles[order]
    starts = np.flatnonzero(np.append(True, ascending[1:] != ascending[:-1])[: len(cells)])
    # Numbers with the same double must be the same number.
    if len(set(ratios)) != len(starts):
        return None
    levels = [cells[r] for r in order[starts].tolist()]
    codes = np.empty(len(cells), np.int32)
    codes[order] = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(cells))))
    return codes, levels
