"""Data sets given by columns are the data sets of the same records: made, weighed by class, sampled."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from attrs import evolve

from dtref.engines.choice import grow
from dtref.spec.model.arrays import ArrayDataSet, ColumnDataSet
from dtref.spec.model.attributes import ABSENT, Continuous, Nominal
from dtref.spec.model.coded_columns import CodedColumn, CodedDataSet
from dtref.spec.model.counts import columns
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.weighing import ClassWeights, balanced_classes
from dtref.spec.presets import C45, CART

Y = Nominal("y", ("-", "+", "never"))


def by_codes(seed: int, gaps: bool) -> CodedDataSet:
    random = np.random.default_rng(seed)
    least = ABSENT if gaps else 0
    numbers = CodedColumn(Continuous("x"), random.integers(least, 4, 30).astype(np.int32), tuple(Fraction(k, 2) for k in range(4)))
    names = CodedColumn(Nominal("c", ("u", "v", "w")), random.integers(least, 3, 30).astype(np.int32), ("u", "v", "w"))
    return CodedDataSet.of((numbers, names), Y, random.integers(0, 2, 30), random.integers(1, 4, 30), Fraction(1, 3))


def by_doubles(seed: int) -> ArrayDataSet:
    random = np.random.default_rng(seed)
    matrix = random.integers(0, 5, (2, 30)) / 4
    whole = ArrayDataSet.of((Continuous("a"), Continuous("b")), Y, matrix, random.integers(0, 2, 30), np.zeros(0, np.int64))
    return whole.weighed(slice(None), random.integers(1, 4, 30), Fraction(1, 3))


def by_records(data: ColumnDataSet) -> DataSet:
    return DataSet(data.attributes, data.target, data.records)


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    "weigh", [balanced_classes, ClassWeights((("-", Fraction(1, 7)), ("+", Fraction(3)))), ClassWeights((("-", Fraction(0)),))]
)
def test_weights_by_class_are_those_of_records(seed: int, weigh: object) -> None:
    for data in (by_codes(seed, True), by_doubles(seed)):
        weighed = weigh(data)  # type: ignore[operator]
        assert isinstance(weighed, ColumnDataSet)
        assert weighed.has_arrays
        assert weighed == weigh(by_records(data))  # type: ignore[operator]


@pytest.mark.parametrize("seed", range(5))
def test_trees_and_columns_are_those_of_records(seed: int) -> None:
    for data in (by_codes(seed, False), by_doubles(seed)):
        for policy in (CART, evolve(CART, weigh=balanced_classes)):
            assert grow(data, policy, engine="fast") == grow(by_records(data), policy, engine="specification")
        assert columns(data).weights == columns(by_records(data)).weights
        assert columns(data).unit == columns(by_records(data)).unit
    gaps = by_codes(seed, True)
    assert grow(gaps, C45, engine="fast") == grow(by_records(gaps), C45, engine="specification")


def test_records_at_positions() -> None:
    data, kept = by_codes(3, True), np.array([5, 2, 9])
    records = data.records
    some = data.weighed(kept, data.weights[kept], data.unit)
    assert some.records == tuple(records[i] for i in kept)
    assert [level for level in some.coded[0].levels if level not in {r.values[0] for r in some.records}] == []
    assert data.weighed(kept, np.zeros(0, np.int64), Fraction(2)).records[0].weight == 2


def test_weights_beyond_an_int64_are_left_to_records() -> None:
    data = by_doubles(0)
    assert data.times((Fraction(1, 3**50), Fraction(2**60), Fraction(1))) is None
    assert ClassWeights((("-", Fraction(1, 3**50)), ("+", Fraction(2**60))))(data).records[0].weight > 0
