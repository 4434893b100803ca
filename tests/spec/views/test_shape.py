"""Shapes of trees against recursions over small trees, tree replication, and the parity function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from chains import chain
from hypothesis import given
from many import LEVELS, as_many
from narrow import attribute_of, of_kind
from patience import patience

from dtref.errors import Invalid, Undefined
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.branches import condition
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Multiway, Subset
from dtref.spec.model.trees import Branch, Leaf, Tree, children, depth, fold_tree, leaf_count, nodes, weight
from dtref.spec.optimal.optimal import optimal_tree
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.views.shape import distinct_subtrees, is_complete, leaf_sizes, levels, mean_tests, parity, replicas
from dtref.strategies import trees

every_preset = pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)


def with_depth(tree: Tree, level: int = 0) -> Iterator[tuple[int, Tree]]:
    yield level, tree
    for child in children(tree):
        yield from with_depth(child, level + 1)


@given(trees(max_records=8, weights="fractions"))
def test_levels_are_the_nodes_at_each_depth(tree: Tree) -> None:
    found = list(levels(tree))
    assert len(found) == depth(tree) + 1
    for i, level in enumerate(found):
        at = [node for d, node in with_depth(tree) if d == i]
        sizes = [sum(n for _, n in node.counts) for node in at]
        assert (level.nodes, level.leaves) == (len(at), sum(isinstance(node, Leaf) for node in at))
        assert (level.records, level.fewest, level.most) == (sum(sizes), min(sizes), max(sizes))


@given(trees(max_records=8, weights="fractions"))
def test_every_record_is_in_one_leaf_and_ever_fewer_reach_the_next_level(tree: Tree) -> None:
    assert sum(leaf_sizes(tree)) == weight(tree)
    assert len(leaf_sizes(tree)) == leaf_count(tree)
    reaching = [level.records for level in levels(tree)]
    assert reaching == sorted(reaching, reverse=True)


@given(trees(max_records=8, weights="integers"))
def test_mean_tests_is_the_mean_depth_of_the_records(tree: Tree) -> None:
    total = sum(n for _, n in tree.counts)
    walked = sum(d * sum(n for _, n in node.counts) for d, node in with_depth(tree) if isinstance(node, Leaf))
    assert mean_tests(tree) == (Fraction(walked) / total if total else Undefined("no records"))


@given(trees(max_records=8))
def test_a_tree_is_complete_if_its_leaves_are_equally_deep(tree: Tree) -> None:
    assert is_complete(tree) == (len({d for d, node in with_depth(tree) if isinstance(node, Leaf)}) == 1)


def skeleton(tree: Tree) -> Hashable:
    """The tree in words, counts aside."""
    if isinstance(tree, Leaf):
        return tree.labels
    values = getattr(attribute_of(tree.test), "values", ())
    asks = tuple(condition(tree.test, i) for i in range(len(tree.children)))
    return asks, values, tuple(map(skeleton, tree.children))


@given(trees(max_records=8, max_depth=4))
def test_replicas_are_the_subtrees_that_come_again(tree: Tree) -> None:
    times = Counter(skeleton(node) for node in nodes(tree))
    expected = {s: n for s, n in times.items() if n > 1 and not all(isinstance(part, str) for part in of_kind(tuple, s))}
    found = replicas(tree)
    assert {skeleton(r.subtree): r.times for r in found} == expected
    assert all((r.tests + r.leaves, r.leaves) == (sum(1 for _ in nodes(r.subtree)), leaf_count(r.subtree)) for r in found)
    assert [r.tests for r in found] == sorted((r.tests for r in found), reverse=True)
    assert distinct_subtrees(tree) == len(times)


def test_counts_and_values_present_do_not_tell_replicas_apart() -> None:
    x, y = Nominal("x", ("0", "1")), Nominal("y", ("a", "b", "c"))
    leaves = Leaf((("-", Fraction(1)),), ("-",)), Leaf((), ("+",))
    there = Branch((), (), Subset(y, ("a",), ("b",), 1), (), leaves)
    again = Branch((), ("-",), Subset(y, ("a",), ("c",), 1), (), (Leaf((), ("-",)), Leaf((), ("+",))))
    other = Branch((), (), Subset(y, ("b", "c"), ("a",)), (), leaves[::-1])
    (found,) = replicas(Branch((), (), Multiway(x), (), (there, again)))
    assert found.subtree is there
    assert (found.times, found.tests, found.leaves) == (2, 1, 2)
    assert replicas(Branch((), (), Multiway(x), (), (there, other))) == ()


def truth_table(inputs: str, true: Callable[..., Any]) -> DataSet:
    rows = list(product((0, 1), repeat=len(inputs)))
    attributes = tuple(Nominal(name, ("0", "1")) for name in inputs)
    return DataSet(attributes, Nominal("class", ("0", "1")), tuple(Record(tuple(map(str, r)), str(int(true(*r)))) for r in rows))


def test_the_best_tree_of_a_disjunction_of_conjunctions_asks_one_of_them_twice() -> None:
    """(P and Q) or (R and S): trees without error have 7 leaves at least, and such a tree has the subtree of one pair twice.

    By hand: any of the four at the root; then the other pair, in either order, in two places; so 4 * 2 * 2 trees.
    """
    best = optimal_tree(truth_table("PQRS", lambda p, q, r, s: (p and q) or (r and s)), CART)
    assert (best.leaves, best.errors, best.trees) == (7, 0, 16)
    largest = replicas(best.tree)[0]
    assert (largest.times, largest.tests, largest.leaves) == (2, 2, 3)
    assert sum(1 for _ in nodes(best.tree)) == 13
    assert distinct_subtrees(best.tree) == 6


# Parity


@pytest.mark.parametrize("inputs", range(2, 9))
def test_every_part_of_the_parity_table_that_leaves_an_attribute_open_has_both_classes(inputs: int) -> None:
    """So a leaf without error fixes all attributes, holds one record, and there are 2^n: the structural argument, by exhaustion."""
    table = {record.values: record.label for record in parity(inputs)}
    assert len(table) == 2**inputs
    assert all(label == "01"[values.count("True") % 2 == 0] for values, label in table.items())
    for fixed in product(("True", "False", None), repeat=inputs):
        corner = tuple(v or "False" for v in fixed)
        opened = [(*corner[:i], "True", *corner[i + 1 :]) for i, v in enumerate(fixed) if v is None]
        assert all(table[corner] != table[other] for other in opened)


@every_preset
@pytest.mark.parametrize("inputs", range(7))
def test_greedy_trees_of_parity_are_complete(policy: Policy, inputs: int) -> None:
    tree = grow(parity(inputs), policy)
    assert is_complete(tree)
    assert (leaf_count(tree), depth(tree)) == (2**inputs, inputs)
    assert set(leaf_sizes(tree)) == {1}


@pytest.mark.parametrize("inputs", range(1, as_many(8, 9)))
def test_no_tree_of_parity_without_error_has_fewer_leaves_than_the_complete_one(inputs: int) -> None:
    """By search: the best trees have 2^n leaves, and there are T(n) = n T(n - 1)^2 of them, one for each choice of attributes."""
    best = optimal_tree(parity(inputs), CART)
    assert (best.leaves, best.errors) == (2**inputs, 0)
    assert best.trees == prod((inputs - level) ** (2**level) for level in range(inputs))
    assert is_complete(best.tree)


def test_the_best_tree_of_parity_has_only_as_many_different_subtrees_as_a_diagram_needs() -> None:
    assert distinct_subtrees(optimal_tree(parity(5), CART).tree) == 2 * 5 + 1


def test_parity_of_fewer_than_no_inputs_is_invalid() -> None:
    with pytest.raises(Invalid):
        parity(-1)


def test_a_deep_tree_has_a_shape() -> None:
    with patience(60):
        tree = chain(LEVELS)
        assert sum(1 for _ in levels(tree)) == LEVELS + 1
        assert mean_tests(tree) == Fraction(sum(range(1, LEVELS + 1)) + LEVELS, LEVELS + 1)
        assert not is_complete(tree)
        assert replicas(tree) == ()
        assert distinct_subtrees(tree) == LEVELS + 2
        assert fold_tree(tree, lambda _, parts: sum(parts) + 1) == 2 * LEVELS + 1
