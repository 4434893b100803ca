"""
Fold, unfold and walk: as recursion defines them, at any depth; trees of 20,000 levels (100,000 in a deep run) live, compare, predict and
die.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import LEVELS

from dtref.spec.growing.ties import tied_nodes
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.prediction import predict
from dtref.spec.model.schemes import by_level, fold, preorder, unfold, unfold_with, walk
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, Leaf, Tree, children, depth, fold_tree, leaf_count, nodes, training_errors
from dtref.strategies import trees

Nested = tuple["Nested", ...]
X = Continuous("x")


def nested() -> st.SearchStrategy[Nested]:
    return st.recursive(st.just(()), lambda t: st.lists(t, max_size=3).map(tuple), max_leaves=20)


@given(tree=nested())
def test_fold_is_the_recursive_definition(tree: Nested) -> None:
    def recursive(t: Nested) -> str:
        return f"({''.join(map(recursive, t))})"

    visited: list[Nested] = []

    def combine(t: Nested, parts: Sequence[str]) -> str:
        visited.append(t)
        return f"({''.join(parts)})"

    assert fold(tree, lambda t: t, combine) == recursive(tree)
    assert len(visited) == recursive(tree).count("(")  # each node once


@given(tree=nested())
def test_unfold_is_the_recursive_definition(tree: Nested) -> None:
    def expand(t: Nested) -> tuple[Callable[[Sequence[Nested]], Nested], Nested]:
        return tuple, t

    assert unfold(tree, expand) == tree


@given(tree=nested())
def test_the_state_of_an_unfold_runs_through_the_nodes_in_preorder(tree: Nested) -> None:
    def numbered(t: Nested, count: Iterator[int]) -> tuple[object, ...]:
        mine = next(count)
        return mine, *(numbered(part, count) for part in t)

    grown, last = unfold_with(tree, 0, lambda t, i: (lambda parts: (i, *parts), t, i + 1))
    assert grown == numbered(tree, iter(range(10**6)))
    assert last == sum(1 for _ in _every(tree))


def _every(tree: Nested) -> Iterator[Nested]:
    yield tree
    for part in tree:
        yield from _every(part)


@given(tree=nested())
def test_a_walk_is_the_recursive_definition(tree: Nested) -> None:
    def recursive(t: Nested, path: str) -> Iterator[tuple[Nested, str]]:
        yield t, path
        for i, part in enumerate(t):
            yield from recursive(part, path + str(i))

    walked = list(walk(tree, "", lambda t, path: ((part, path + str(i)) for i, part in enumerate(t))))
    assert walked == list(recursive(tree, ""))
    assert list(preorder(tree, lambda t: t)) == list(_every(tree)) == [t for t, _ in walked]


@given(tree=nested())
def test_the_levels_of_a_tree_are_its_nodes_by_the_length_of_their_paths(tree: Nested) -> None:
    walked = list(walk(tree, 0, lambda t, level: ((part, level + 1) for part in t)))
    deepest = max(level for _, level in walked)
    assert list(by_level(tree, lambda t: t)) == [[t for t, at in walked if at == level] for level in range(deepest + 1)]


def test_a_walk_asks_for_what_is_below_a_node_when_it_goes_on_from_it() -> None:
    asked: list[int] = []

    def below(n: int, level: int) -> Iterator[tuple[int, int]]:
        asked.append(n)
        return iter(((2 * n, level + 1), (2 * n + 1, level + 1)))

    endless = walk(1, 0, below)
    assert [next(endless) for _ in range(3)] == [(1, 0), (2, 1), (4, 2)]
    assert asked == [1, 2]


def test_a_walk_survives_any_depth() -> None:
    *_, last = walk(LEVELS, 0, lambda n, level: ((n - 1, level + 1),) if n else ())
    assert last == (0, LEVELS)
    *_, level = by_level(LEVELS, lambda n: (n - 1,) if n else ())
    assert level == [0]


@given(tree=trees(), other=trees())
def test_equality_and_hash_are_those_of_the_written_out_tree(tree: Tree, other: Tree) -> None:
    def written_out(t: Tree) -> object:
        if isinstance(t, Leaf):
            return t.counts, t.labels
        return t.counts, t.labels, t.test, t.optima, tuple(map(written_out, t.children))

    def rebuilt(t: Tree) -> Tree:
        return evolve(t, children=tuple(map(rebuilt, t.children))) if isinstance(t, Branch) else evolve(t)

    assert (tree == other) == (written_out(tree) == written_out(other))
    copy = rebuilt(tree)
    assert copy is not tree
    assert copy == tree
    assert hash(copy) == hash(tree)
    assert tree != written_out(tree)


@given(tree=trees(weights="fractions"))
def test_preorder_and_sums_over_leaves(tree: Tree) -> None:
    def preorder(t: Tree) -> list[Tree]:
        return [t, *(node for child in children(t) for node in preorder(child))]

    def errors(t: Tree) -> Fraction:
        if isinstance(t, Branch):
            return sum(map(errors, t.children), Fraction(0))
        return sum((n for _, n in t.counts), Fraction(0)) - max(n for _, n in t.counts)

    assert all(a is b for a, b in zip(nodes(tree), preorder(tree), strict=True))
    assert training_errors(tree) == errors(tree)
    assert leaf_count(tree) == fold_tree(tree, lambda node, parts: sum(parts) if isinstance(node, Branch) else 1)


COUNTS = (("a", Fraction(1)), ("b", Fraction(0)))


def chain(bottom: str) -> Tree:
    """A synthetic tree: node i asks whether x <= i, and its left branch is a leaf."""

    def expand(i: int) -> tuple[Callable[[Sequence[Tree]], Tree], Sequence[int]]:
        if i < 0 or i == LEVELS:
            return lambda _: Leaf(COUNTS, ("a" if i < 0 else bottom,)), ()
        test = Threshold(X, Fraction(i), Fraction(i + 1), Fraction(i))
        return lambda parts: Branch(COUNTS, ("a",), test, (test,), parts), (-1, i + 1)

    return unfold(0, expand)


def test_a_deep_tree_is_measured_walked_copied_and_given_back() -> None:
    before = sys.getrecursionlimit()
    assert before < LEVELS
    tree = chain("b")
    assert (depth(tree), leaf_count(tree), tied_nodes(tree), training_errors(tree)) == (LEVELS, LEVELS + 1, 0, 0)
    assert sum(1 for _ in nodes(tree)) == 2 * LEVELS + 1
    assert [predict(tree, {"x": x}).labels for x in (0, LEVELS - 1, LEVELS)] == [("a",), ("a",), ("b",)]
    copy = evolve(tree, labels=("b",))
    assert children(copy) == children(tree)
    assert copy != tree
    assert repr(copy) == "<Branch on x (a 1, b 0)>"
    del tree, copy  # freed link by link, or the interpreter dies here
    gc.collect()
    assert sys.getrecursionlimit() == before


def test_deep_trees_are_compared_and_hashed() -> None:
    before = sys.getrecursionlimit()
    one, same, other = chain("a"), chain("a"), chain("b")
    assert one is not same
    assert one == same
    assert hash(one) == hash(same)
    assert one != other  # they differ in the deepest leaf alone
    assert sys.getrecursionlimit() == before
