"""
The kernels are compiled for one signature, whatever the data: once, and processes that share Numba's cache write one and the same file.
"""

from __future__ import annotations

from typing import Any

import pytest

import dtref

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from dtref.engines.compiled.kernels.nodes import grow_nodes, grow_nodes_by_cuts  # noqa: E402 - it is of no use without them


@pytest.mark.parametrize("writeable", [True, False])
@pytest.mark.parametrize("every", [1, 2])
@pytest.mark.parametrize("whole", [np.int64, np.int32, np.uint8, None])
def test_the_kernels_have_one_signature(whole: type | None, every: int, writeable: bool) -> None:
    chance = np.random.default_rng(every)
    x = chance.random((20, 4)).astype(np.float64 if writeable else np.float32)[::every, ::every]
    weights = None if whole is None else chance.integers(1, 5, 20).astype(whole)[::every]
    classes, numbers = chance.integers(0, 3, 20)[::every], chance.standard_normal(20)[::every]
    for array in (x, weights, classes, numbers):
        if array is not None:
            array.flags.writeable = writeable
    dtref.grow(dtref.from_arrays(x, classes, weights=weights), dtref.CART, engine="fast")
    dtref.grow(dtref.from_arrays(x, numbers, weights=weights, continuous=["class"]), dtref.REGRESSION_TREE, engine="fast")
    rows = [{"size": "sm"[i % 2], "x": i // 3, "y": "ab"[i % 3 == 0]} for i in range(9)]
    dtref.grow(dtref.from_records(rows, target="y"), dtref.C45_GAIN_RATIO, engine="fast")
    for_groups: Any = grow_nodes
    for_cuts: Any = grow_nodes_by_cuts
    assert (len(for_groups.signatures), len(for_cuts.signatures)) == (1, 1)
