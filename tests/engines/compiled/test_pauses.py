"""Kernels pause: between two of their calls Python sees that a user wants it to stop, and leaves are reported."""

from __future__ import annotations

import pytest
from attrs import evolve

import dtref
from dtref.engines.compiled import given_nodes as compiled_given_nodes
from dtref.engines.compiled import grow as compiled_grow
from dtref.engines.compiled.gaps import grow as gaps_grow
from dtref.engines.compiled.kernels.gap_layout import FINISHED, RESTING
from dtref.engines.compiled.kernels.gap_nodes import grow_with_gaps
from dtref.engines.compiled.kernels.given_nodes import best_tests
from dtref.engines.compiled.kernels.layout import DONE, PAUSE, PAUSED
from dtref.engines.compiled.kernels.nodes import grow_nodes_by_cuts
from dtref.spec.model.trees import leaf_count

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

COLUMNS, LEVELS = 10, 12
N = PAUSE // COLUMNS // LEVELS * 4


def data() -> dtref.DataSet:
    chance = np.random.default_rng(1)
    return dtref.from_arrays(chance.random((N, COLUMNS)), chance.integers(0, 2, N))


SHALLOW = evolve(dtref.CART, stop=(*dtref.CART.stop, dtref.AtDepth(LEVELS)))


def test_growing_pauses_and_reports_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    training = data()
    statuses: list[int] = []
    told: list[int] = []
    told_at_pauses: list[int] = []

    def watched(*arguments: object) -> int:
        told_at_pauses.append(sum(told))
        statuses.append(grow_nodes_by_cuts(*arguments))  # type: ignore[arg-type]
        return statuses[-1]

    monkeypatch.setattr(compiled_grow, "grow_nodes_by_cuts", watched)
    tree = dtref.grow(training, SHALLOW, told.append, engine="fast")
    assert statuses.count(PAUSED) >= 2
    assert statuses[-1] == DONE
    assert 0 < told_at_pauses[-1] < sum(told) == N
    assert tree == dtref.grow(training, SHALLOW, engine="fast")

    def stopped(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(compiled_grow, "grow_nodes_by_cuts", stopped)
    with pytest.raises(KeyboardInterrupt):
        dtref.grow(training, SHALLOW, engine="fast")


def test_growing_with_gaps_pauses_and_reports_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(2)
    x = chance.random((N, COLUMNS))
    training = dtref.from_arrays(np.where(chance.random(x.shape) < 0.05, np.nan, x), np.array(["a", "b"])[chance.integers(0, 2, N)])
    statuses: list[int] = []
    told: list[int] = []
    told_at_pauses: list[int] = []

    def watched(*arguments: object) -> int:
        told_at_pauses.append(sum(told))
        statuses.append(grow_with_gaps(*arguments))  # type: ignore[arg-type]
        return statuses[-1]

    monkeypatch.setattr(gaps_grow, "grow_with_gaps", watched)
    rules = dtref.rpart(maxdepth=LEVELS, cp=0)
    tree = dtref.grow(training, rules, told.append, engine="fast")
    assert leaf_count(tree) <= len(told)  # some are pruned
    assert statuses.count(RESTING) >= 2
    assert statuses[-1] == FINISHED
    assert 0 < told_at_pauses[-1] < sum(told) == N

    def stopped(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(gaps_grow, "grow_with_gaps", stopped)
    with pytest.raises(KeyboardInterrupt):
        dtref.grow(training, rules, engine="fast")


def test_verifying_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    training = data()
    statuses: list[int] = []

    def watched(*arguments: object) -> int:
        statuses.append(best_tests(*arguments))  # type: ignore[arg-type]
        return statuses[-1]

    monkeypatch.setattr(compiled_given_nodes, "best_tests", watched)
    problem = compiled_grow.prepared(training, SHALLOW)
    assert isinstance(problem, compiled_grow.Prepared)
    # a chain that cuts off one record after the other, so that every node is large
    chain = [row for i in range(8) for row in ((0, i, 2 * i + 1), (-1, 0, 0))]
    found = compiled_given_nodes.given_nodes(problem, SHALLOW, np.array([*chain, (-1, 0, 0)]))
    assert isinstance(found, compiled_given_nodes.GivenNodes)
    assert [found.size(2 * i) for i in range(9)] == [N - i for i in range(9)]
    assert statuses.count(PAUSED) >= 1
    assert statuses[-1] == DONE
