"""
The kernels run uncompiled, in NumPy: there an index outside of an array is an error, and so is an integer that overflows.

Compiled code checks neither. The generated data sets of `test_engine`, in a process of its own, as compiling is turned off when Numba is
imported.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("numba")

ROOT = Path(__file__).parents[3]


def test_no_kernel_leaves_an_array_or_overflows() -> None:
    generated = "tests/engines/compiled/test_engine.py::test_generated_data_sets_grow_the_trees_of_the_specification"
    routes = "tests/engines/routing"
    rules = "tests/engines/compiled/test_rules.py::test_each_rule_grows_the_trees_of_the_specification"
    gaps = "tests/engines/compiled/test_gaps.py::test_generated_data_sets_with_gaps_grow_the_trees_of_the_specification"
    cuts = "tests/engines/compiled/test_sorted_cuts.py::test_good_trees_of_numbers_are_those_of_the_brute_force"
    chosen = [
        *(f"{gaps}[{rule}]" for rule in ("fractions", "heaviest", "surrogates of numbers")),
        *(f"{rules}[{rule}]" for rule in ("apart", "average gain", "admission", "improvement")),
        *(f"{rules}[{rule}]" for rule in ("weights", "wide weights", "twoing", "chi_square", "dkm_reduction")),
        *(f"{generated}[{seed}]" for seed in (0, 1)),
        *(f"{cuts}[{seed}]" for seed in (1, 4)),
        f"{routes}/test_routes.py::test_data_sets_of_exact_cells[compiled-0]",
        f"{routes}/test_grown_trees.py::test_the_routes_are_those_of_the_specification[1]",
    ]
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", *chosen],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout
