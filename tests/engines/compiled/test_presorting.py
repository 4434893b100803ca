"""Columns of doubles in the order of their values: beside sorting pairs of number and record as Python does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from dtref.engines.compiled import encoding  # noqa: E402 - they are of no use without them
from dtref.engines.compiled.encoding import Coded, Uncovered, coded  # noqa: E402
from dtref.engines.compiled.kernels.layout import CUTS, Floats  # noqa: E402
from dtref.spec.model.arrays import ArrayDataSet  # noqa: E402
from dtref.spec.model.attributes import Continuous, Nominal  # noqa: E402

NUMBERS = [-0.0, 0.0, 0.5, -3.0, 1e300, 5e-324]

TABLES = st.integers(1, 3).flatmap(lambda m: st.lists(st.tuples(*[st.sampled_from(NUMBERS)] * m), min_size=1, max_size=7))


def coding(columns: Floats) -> Coded | Uncovered:
    m, n = columns.shape
    attributes = tuple(Continuous(f"x{a}") for a in range(m))
    labels, none = np.zeros(n, np.int64), np.zeros(0, np.int64)
    return coded(ArrayDataSet.of(attributes, Nominal("y", ("-",)), columns, labels, none), [CUTS] * m, False)


@pytest.mark.parametrize("short", [1, 4, 2**16])
@given(rows=TABLES)
def test_columns_are_sorted_as_python_sorts_them(short: int, rows: list[tuple[float, ...]]) -> None:
    table = np.array(rows)
    with pytest.MonkeyPatch.context() as patch:  # many columns at a time, one, and columns that are long
        patch.setattr(encoding, "SHORT_COLUMN", short)
        codings = [coding(columns) for columns in (table.T, np.ascontiguousarray(table.T))]  # by rows and by columns in memory
    for coding_of_table in codings:
        assert isinstance(coding_of_table, Coded)
        for a, column in enumerate(zip(*rows, strict=True)):
            different = sorted(set(column))
            keys, records = coding_of_table.training.keys[a].tolist(), coding_of_table.training.entries[a].tolist()
            assert sorted(records) == list(range(len(rows)))
            assert [column[r] for r in records] == sorted(column)
            assert keys == [different.index(column[r]) for r in records]
            assert list(coding_of_table.levels[a]) == different
            assert len(coding_of_table.levels[a]) == len(different)


@pytest.mark.parametrize("short", [1, 2**16])
@pytest.mark.parametrize("place", [(0, 0), (1, 2), (0, 1)])
def test_a_column_with_a_gap_is_not_sorted(short: int, place: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(encoding, "SHORT_COLUMN", short)
    columns = np.array([[np.inf, -np.inf, 1.0], [1.0, 1.0, 1.0]])
    assert isinstance(coding(columns), Coded)
    columns[place] = np.nan
    assert coding(columns) == Uncovered("missing values")
