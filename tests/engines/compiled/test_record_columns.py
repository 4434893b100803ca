"""What is kept with a data set of records: the same trees come of it, and it goes when the data set goes."""

from __future__ import annotations

import gc
from fractions import Fraction

import pytest

pytest.importorskip("numba")

import dtref
from dtref.engines.compiled import record_columns
from dtref.engines.compiled.record_columns import cells_coded, kept_with
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record


def of_records(weight: Fraction) -> DataSet:
    attributes = Nominal("a", ("u", "v", "w")), Nominal("b", ("v", "x")), Continuous("c")
    rows = [(("u", "v", "w")[i % 3], "vx"[i % 2], Fraction(i * 7 % 11, 3)) for i in range(24)]
    labels = ["pq"[(i % 3 == 1) ^ (i % 5 == 0)] for i in range(24)]
    return DataSet(attributes, Nominal("y", ("p", "q")), [Record(r, y, weight) for r, y in zip(rows, labels, strict=True)])


@pytest.mark.parametrize("weight", [Fraction(1), Fraction(1, 3)])
def test_trees_of_kept_columns_are_those_of_the_specification(weight: Fraction) -> None:
    data = of_records(weight)
    for policy in (dtref.CART, dtref.ID3, dtref.CART, dtref.C45_GAIN):  # what the kernels reorder is not what is kept
        if policy is dtref.ID3:
            nominal = DataSet(data.attributes[:2], data.target, [Record(r.values[:2], r.label, r.weight) for r in data])
            assert dtref.grow(nominal, policy, engine="fast") == dtref.grow(nominal, policy, engine="specification")
        else:
            assert dtref.grow(data, policy, engine="fast") == dtref.grow(data, policy, engine="specification")


def test_what_is_kept_goes_with_the_data_set() -> None:
    data = of_records(Fraction(1))
    kept_with(data, cells_coded)
    key = id(data)
    assert key in record_columns._kept
    del data
    gc.collect()
    assert key not in record_columns._kept


def test_names_that_columns_share_are_told_apart() -> None:
    attributes = Nominal("a", ("u", "v")), Nominal("b", ("v", "u", "z"))
    data = DataSet(attributes, Nominal("y", ("p",)), [Record(("u", "u"), "p"), Record(("v", "z"), "p"), Record(("u", "v"), "p")])
    codings = cells_coded(data)
    assert codings is not None
    assert [codes.tolist() for codes, _ in codings] == [[0, 1, 0], [1, 2, 0]]
