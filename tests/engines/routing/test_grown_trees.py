"""Trees that the compiled engine has grown are walked from its arrays, on which no node is made: the same routes."""

from __future__ import annotations

import pickle
from fractions import Fraction
from math import inf, nextafter
from random import Random

import pytest
from attrs import evolve

import dtref
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.ties import TieRule
from dtref.spec.model import prediction as specification
from dtref.spec.model.trees import Branch, Gap, Tree, nodes
from dtref.spec.split.candidates import Thresholds
from dtref.spec.split.numeric.placement import largest_not_above_midpoint
from dtref.strategies.policies import THRESHOLDS

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from dtref.engines.compiled.encoding import Uncovered  # noqa: E402 - it is of no use without them
from dtref.engines.routing.flat_trees import flat_rows  # noqa: E402 - it is of no use without them
from dtref.engines.routing.grown_trees import rows_of_grown  # noqa: E402

SMALLEST = 5e-324


def column(chance: Random, n: int) -> list[float]:
    """Numbers in a few places, whose midpoints are doubles, or are not; next to each other, subnormal, and near the greatest."""
    near = chance.random()
    numbers = chance.choice(
        [
            [float(chance.randint(0, 5)) for _ in range(4)],
            [chance.gauss(0, 1) for _ in range(n)],
            [near, nextafter(near, inf), nextafter(near, -inf), -near],
            [0.0, SMALLEST, 2 * SMALLEST, 3 * SMALLEST, -SMALLEST],
            [1.7e308, -1.7e308, 1.6e308, 9e307, 1.0],
        ]
    )
    return [chance.choice(numbers) for _ in range(n)]


def probes(tree: Tree, chance: Random, width: int) -> list[list[float]]:
    """Records at the cuts of a tree: the double nearest to each, its neighbours; and missing values."""
    cuts = [float(node.test.cut) for node in nodes(tree) if isinstance(node, Branch)] or [0.0]  # type: ignore[union-attr]  # of thresholds alone
    around = [x for cut in cuts for x in (cut, nextafter(cut, inf), nextafter(cut, -inf)) if abs(x) < inf]
    return [[chance.choice([*around, float("nan")][chance.random() < 0.9 :][:-1] or around) for _ in range(width)] for _ in range(40)]


@pytest.mark.parametrize("seed", range(150))
def test_the_routes_are_those_of_the_specification(seed: int) -> None:
    chance = Random(seed)
    n, width, regression = chance.choice([2, 10, 60]), chance.randint(1, 3), chance.random() < 0.3
    x = np.array([column(chance, n) for _ in range(width)]).T
    y = np.array([chance.randint(0, 2) for _ in range(n)])
    base: Policy = dtref.REGRESSION_TREE if regression else dtref.CART
    ties: list[TieRule] = [dtref.First(), dtref.Last()]
    offer, rule = chance.choice(THRESHOLDS), chance.choice([Gap.FRACTIONS, Gap.HEAVIEST])
    policy = evolve(base, continuous=offer, gap=rule, tie=chance.choice(ties), empty_branch=chance.choice(list(EmptyBranch)))
    data = dtref.from_arrays(x, y, continuous=["class"] if regression else [])
    tree = dtref.grow(data, policy, engine="fast")
    assert rows_of_grown(tree) is not None
    z = np.array(probes(pickle.loads(pickle.dumps(tree)), chance, width))
    for walked in (tree, *(tree.children if isinstance(tree, Branch) else ())):
        expected = [specification.predict(walked, {f"x{j}": value for j, value in enumerate(row)}) for row in z.tolist()]
        predicted = dtref.predict(walked, z)
        assert list(predicted) == expected
        assert list(predicted.first_labels()) == [p.labels[0] for p in expected]


def test_a_tree_from_its_arrays_has_the_borders_of_its_nodes() -> None:
    chance = np.random.default_rng(0)
    x = chance.standard_normal((400, 3))
    for offer in (*THRESHOLDS, Thresholds(largest_not_above_midpoint)):
        tree = dtref.grow(dtref.from_arrays(x, chance.integers(0, 3, 400)), evolve(dtref.CART, continuous=offer), engine="fast")
        from_arrays, from_nodes = rows_of_grown(tree), flat_rows(tree)
        assert from_arrays is not None
        assert not isinstance(from_nodes, Uncovered)
        for rows in (from_arrays, from_nodes):
            assert len(rows.tests) > 200
        cuts = [np.sort(rows.double_cuts(np.flatnonzero(rows.tests[:, 0] >= 0))) for rows in (from_arrays, from_nodes)]
        assert cuts[0].tolist() == cuts[1].tolist()


def test_a_tree_of_nominal_attributes_is_walked_node_by_node() -> None:
    data = dtref.from_records([{"size": "sm"[i % 2], "y": "ab"[i % 2]} for i in range(4)], target="y")
    tree = dtref.grow(data, dtref.C45_GAIN, engine="fast")
    assert rows_of_grown(tree) is None
    assert [p.labels for p in dtref.predict(tree, data)] == [("a",), ("b",)] * 2


def test_cells_that_are_no_doubles_take_the_branch_of_the_exact_cut() -> None:
    x = np.array([[0.0], [1.0], [3.0]])
    tree = dtref.grow(dtref.from_arrays(x, [0, 0, 1]), dtref.CART, engine="fast")
    just_above = Fraction(2) + Fraction(1, 10**40)
    rows = [[Fraction(2)], [just_above], [2**200], [-(2**200)]]
    assert [p.labels for p in dtref.predict(tree, rows)] == [("0",), ("1",), ("1",), ("0",)]
