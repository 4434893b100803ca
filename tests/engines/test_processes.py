"""Trees, data sets and kernels in other processes and threads: what they return is what this process returns."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_all_start_methods, get_context

import pytest

import dtref
from dtref.errors import Invalid, Undecided
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree, leaf_count, nodes
from dtref.spec.presets import PRESETS

np = pytest.importorskip("numpy")
pytest.importorskip("numba")


def noise(seed: int) -> DataSet:
    chance = np.random.default_rng(seed)
    return dtref.from_arrays(chance.random((60, 3)).round(1), chance.integers(0, 3, 60))


def unpickled(value: object) -> object:
    return pickle.loads(pickle.dumps(value))


@pytest.mark.parametrize("name", PRESETS)
def test_a_policy_is_the_same_after_pickling(name: str) -> None:
    there = unpickled(PRESETS[name])
    assert there == PRESETS[name]
    assert isinstance(there, Policy)
    assert there.criterion is PRESETS[name].criterion  # the engines know it by what it is, not by its name
    assert copy.deepcopy(PRESETS[name].criterion) is PRESETS[name].criterion


def test_complaints_come_back_from_other_processes() -> None:
    complaint = unpickled(Invalid("play.csv line 3", "4 cells", 5))
    assert isinstance(complaint, Invalid)
    assert (str(complaint), complaint.where, complaint.wanted, complaint.got) == (
        "play.csv line 3: expected 4 cells (got 5)",
        "play.csv line 3",
        "4 cells",
        5,
    )
    problem = unpickled(Undecided("sign of x", "4096 bits"))
    assert isinstance(problem, Undecided)
    assert (str(problem), problem.question, problem.budget) == ("sign of x: not decided within 4096 bits", "sign of x", "4096 bits")


grown = partial(dtref.grow, policy=dtref.CART, engine="fast")


@pytest.mark.parametrize("method", [method for method in ("fork", "spawn") if method in get_all_start_methods()])
def test_processes_take_data_sets_and_return_trees(method: str) -> None:
    here = grown(noise(0))  # the kernels are loaded before the process forks
    with ProcessPoolExecutor(2 if method == "fork" else 1, get_context(method)) as processes:
        there = list(processes.map(grown, map(noise, range(2))))
    assert there == [here, grown(noise(1))]
    assert dtref.tree_text(there[0]) == dtref.tree_text(here)


def test_joblib_takes_data_sets_and_returns_trees() -> None:
    joblib = pytest.importorskip("joblib")
    there = joblib.Parallel(n_jobs=2)(joblib.delayed(grown)(noise(seed)) for seed in range(3))
    assert there == [grown(noise(seed)) for seed in range(3)]


def test_threads_grow_trees_and_share_one_that_is_still_lazy() -> None:
    lazy = grown(noise(5))

    def walked(tree: Tree) -> tuple[int, list[object]]:
        return leaf_count(tree), [(node.counts, node.labels) for node in nodes(tree)]

    with ThreadPoolExecutor(4) as threads:
        assert len({repr(each) for each in threads.map(walked, [lazy] * 8)}) == 1
        assert list(threads.map(grown, map(noise, range(8)))) == [grown(noise(seed)) for seed in range(8)]
