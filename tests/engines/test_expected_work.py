"""The choice of the engine by expected work: what is expected grows with the work there is, and small or uncovered tasks load nothing."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import pytest
from attrs import evolve

import dtref
from dtref.engines.expected_work import LOADING, expected_seconds
from dtref.spec.model.attributes import Attribute, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.split.candidates import SubsetSplits


def numbers(n: int, m: int) -> DataSet:
    attributes = tuple(Continuous(f"x{j}") for j in range(m))
    return DataSet(attributes, Nominal("y", ("-", "+")), [Record((Fraction(i),) * m, "-+"[i % 2]) for i in range(n)])


def groups(n: int, values: int) -> DataSet:
    names = tuple(map(str, range(values)))
    attribute: Attribute = Nominal("x", names)
    return DataSet((attribute,), Nominal("y", ("-", "+")), [Record((names[i % values],), "-+"[i % 2]) for i in range(n)])


def test_more_records_columns_levels_and_values_are_more_work() -> None:
    few = expected_seconds(numbers(100, 2), dtref.CART)
    assert 0 < few < expected_seconds(numbers(200, 2), dtref.CART)
    assert few < expected_seconds(numbers(100, 3), dtref.CART)
    shallow = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(2)))
    assert expected_seconds(numbers(100, 2), shallow) < few
    by_ratio = evolve(dtref.CART, criterion=dtref.gain_ratio)
    assert expected_seconds(groups(100, 4), by_ratio) < expected_seconds(groups(100, 12), by_ratio)
    assert expected_seconds(groups(100, 12), dtref.CART) < expected_seconds(groups(100, 12), by_ratio)
    exhaustive = evolve(dtref.CART, nominal=SubsetSplits(exhaustive=True))
    assert expected_seconds(groups(100, 12), dtref.CART) < expected_seconds(groups(100, 12), exhaustive)


def test_a_leaf_is_no_work() -> None:
    assert expected_seconds(numbers(100, 2), dtref.MAJORITY) == 0
    assert expected_seconds(numbers(1, 2), dtref.CART) == 0


@pytest.mark.parametrize(("data", "rules", "worth"), [(numbers(150, 4), dtref.CART, False), (numbers(2000, 10), dtref.CART, True)])
def test_iris_is_not_worth_loading_and_twenty_thousand_cells_are(data: DataSet, rules: dtref.Policy, worth: bool) -> None:
    assert (expected_seconds(data, rules) > LOADING) is worth


def test_auto_loads_the_kernels_only_where_they_are_of_use() -> None:
    pytest.importorskip("numba")
    program = """
import sys
import numpy
from attrs import evolve
import dtref
loaded = lambda: ("llvmlite" in sys.modules)
x, y = numpy.arange(20000.0).reshape(2000, 10) % 977, numpy.arange(2000) % 2
dtref.grow(dtref.from_arrays(x[:20], y[:20]), dtref.CART)
dtref.count_trees(dtref.from_arrays(x[:6], y[:6]), dtref.CART)  # 300 subproblems at most, which the specification tries
few = loaded()
dtref.count_trees(dtref.from_arrays(numpy.zeros((2000, 10)), y), evolve(dtref.CART, select=dtref.MAJORITY.select))
no_work = loaded()
dtref.grow(dtref.from_arrays(x, y * 0), evolve(dtref.CART, tie=dtref.Listed(())))
uncovered = loaded()
rows = [{"x": None if i == 7 else i, "y": "-"} for i in range(20000)]
dtref.grow(dtref.from_records(rows, target="y", continuous=["x"]), evolve(dtref.C45, tie=dtref.Listed(())))
missing = loaded()
dtref.grow(dtref.from_arrays(x, y), dtref.CART)
print(few, no_work, uncovered, missing, loaded())
"""
    told = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True).stdout
    assert told == "False False False False True\n"


def test_a_limit_of_depth_beyond_the_doubles_is_none() -> None:
    deep = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(10**400)))
    assert expected_seconds(numbers(100, 2), deep) == expected_seconds(numbers(100, 2), dtref.CART)
    assert dtref.grow(numbers(100, 2), deep) == dtref.grow(numbers(100, 2), dtref.CART)
