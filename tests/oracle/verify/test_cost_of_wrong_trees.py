"""A tree that is wrong at every node takes work that grows with its nodes, also where pruning is claimed."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

from attrs import evolve

from dtref.io.foreign.tree import Cut, ForeignNode, ForeignTree
from dtref.oracle.verify.guided_trees import guided_tree
from dtref.oracle.verify.verify import verify
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.presets import CART
from dtref.spec.pruning.steps import CostComplexity
from dtref.spec.split.impurity import gini

DEPTH = 6


def chain(depth: int) -> ForeignNode:
    """Asks x at 1 1/2, then at 2 1/2 …, each of which parts one record from the others."""
    leaf = ForeignNode(f"leaf {depth}", label="a")
    if depth == DEPTH:
        return leaf
    return ForeignNode(str(depth), Cut("x", Fraction(2 * depth + 3, 2)), (leaf, chain(depth + 1)))


def test_what_the_algorithm_makes_of_a_branch_is_made_once() -> None:
    x, z = Continuous("x"), Continuous("z")
    records = tuple(Record((Fraction(i), Fraction(i % 2)), "ab"[i % 2]) for i in range(1, 17))
    data = DataSet((x, z), Nominal("y", ("a", "b")), records)
    tree = ForeignTree(evolve(chain(0), place="0"), "by hand", ("a", "b"))
    with patch("dtref.oracle.verify.pruned_stops.guided_tree", wraps=guided_tree) as made:
        report = verify(tree, data, evolve(CART, pruning=(CostComplexity(Fraction(0), gini),)))
    assert len(report.wrong) > DEPTH
    assert made.call_count <= 5 * (2 * DEPTH + 1)
