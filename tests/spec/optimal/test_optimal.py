"""
Optimal trees against all trees, built one by one; greed's price on the golden data sets.

The brute force below shares nothing with `dtref.spec.optimal.optimal`: it drops no tree, builds each of them, and adds up errors only when
it is finished. It takes candidates and parts from `brute`, which tries every candidate on the records themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import brute
import pytest
import shapes
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import axis_test
from patience import patience

from dtref.errors import Invalid, Undecided
from dtref.io.tables import read_csv
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.growing.tied_trees import count_trees, trees
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Branch, depth, leaf_count, training_errors
from dtref.spec.optimal.optimal import optimal_tree, optimal_trees
from dtref.spec.optimal.price import Price, greeds_price, greedy_sizes
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.criteria import error_reduction
from dtref.spec.views.shape import parity
from dtref.strategies import data_sets

GOLDEN = Path(__file__).parents[3] / "golden" / "data"
PAIRS = [(HUNT, brute.HUNT), (ID3, brute.ID3), (CART, brute.CART)]
every_policy = pytest.mark.parametrize(("policy", "rules"), PAIRS, ids=lambda x: getattr(x, "name", "brute"))
ALL_TREES = 5_000
STUBBORN = evolve(CART, name="stubborn", stop=(pure, same_values, no_improvement))


def golden(name: str, target: str) -> DataSet:
    return read_csv(GOLDEN / f"{name}.csv", target=target)


SETS = {
    "tan_default": golden("tan_default", "defaulted"),
    "play_tennis": golden("play_tennis", "play"),
    "play_tennis_numeric": golden("play_tennis_numeric", "play"),
    "buys_computer": golden("buys_computer", "buys_computer"),
    "contact_lenses": golden("contact_lenses", "contact-lenses"),
    "xor": parity(2),
    "parity of 3": parity(3),
    "parity of 5": parity(5),
}

# Brute force

Bare = tuple[tuple[Any, ...] | None, frozenset[int], tuple[Any, ...]]
"""Candidate (None at a leaf), records, subtrees. The empty branches of a multiway test are leaves without records."""


@cache
def candidates(p: brute.Problem, node: frozenset[int], rules: brute.Rules) -> list[tuple[tuple[Any, ...], frozenset[frozenset[int]]]]:
    return list(brute.candidates(p, node, rules))


def every_tree(p: brute.Problem, rules: brute.Rules, node: frozenset[int], most: int, *, pure: bool = False) -> Iterator[Bare]:
    """Every tree with at most so many leaves, whatever it is good for; or every one whose leaves are pure."""
    if most < 1:
        return
    if not (pure and leaf_errors(p, node)):
        yield None, node, ()
    if most < 2:
        return
    for candidate, parts in candidates(p, node, rules):
        empty = 0
        if candidate[1] == ("multiway",):
            empty = len(p.declared[p.names.index(candidate[0])]) - len(parts)
        for below in every_forest(p, rules, list(parts), most - empty, pure):
            yield candidate, node, (*below, *[(None, frozenset(), ())] * empty)


def every_forest(p: brute.Problem, rules: brute.Rules, parts: list[frozenset[int]], most: int, pure: bool) -> Iterator[tuple[Bare, ...]]:
    if not parts:
        yield ()
        return
    for tree in every_tree(p, rules, parts[0], most - len(parts) + 1, pure=pure):
        for others in every_forest(p, rules, parts[1:], most - leaves(tree), pure):
            yield tree, *others


def leaves(tree: Bare) -> int:
    return sum(map(leaves, tree[2])) if tree[2] else 1


def height(tree: Bare) -> int:
    return 1 + max(map(height, tree[2])) if tree[2] else 0


def errors(p: brute.Problem, tree: Bare) -> Fraction:
    if tree[2]:
        return sum((errors(p, below) for below in tree[2]), Fraction(0))
    return leaf_errors(p, tree[1])


@cache
def leaf_errors(p: brute.Problem, node: frozenset[int]) -> Fraction:
    counts = brute.counts(p, node)
    return sum(counts.values(), Fraction(0)) - Fraction(max(counts.values(), default=0))


def best_of(p: brute.Problem, everything: list[Bare]) -> list[tuple[int, Fraction, int]]:
    """Leaves, errors and number of the best trees of each size worth having."""
    by_size = Counter((leaves(t), errors(p, t)) for t in everything)
    fewer, found = None, []
    for (size, wrong), count in sorted(by_size.items()):
        if fewer is None or wrong < fewer:
            fewer = wrong
            found.append((size, wrong, count))
    return found


def summary(data: DataSet, policy: Policy, **bounds: int) -> list[tuple[int, Fraction, int]]:
    return [(best.leaves, best.errors, best.trees) for best in optimal_trees(data, policy, **bounds)]


# Properties


def tiny_data() -> st.SearchStrategy[DataSet]:
    return data_sets(max_records=5, max_values=3, weights="fractions")


def listed(data: DataSet, rules: brute.Rules, most: int) -> list[Bare]:
    p = brute.problem(data)
    found: list[Bare] = []
    for tree in every_tree(p, rules, brute.everyone(p), most):
        found.append(tree)
        assume(len(found) <= ALL_TREES)
    return found


@every_policy
@given(data=tiny_data(), most=st.integers(1, 6), deepest=st.integers(0, 3))
def test_the_best_trees_are_the_best_of_all_trees(policy: Policy, rules: brute.Rules, data: DataSet, most: int, deepest: int) -> None:
    p = brute.problem(data)
    everything = listed(data, rules, most)
    assert summary(data, policy, max_leaves=most) == best_of(p, everything)
    low = [tree for tree in everything if height(tree) <= deepest]
    assert summary(data, policy, max_leaves=most, max_depth=deepest) == best_of(p, low)


@every_policy
@given(data=tiny_data())
def test_without_bounds_the_last_has_the_errors_that_none_avoids_and_the_fewest_leaves(
    policy: Policy, rules: brute.Rules, data: DataSet
) -> None:
    p = brute.problem(data)
    best = optimal_tree(data, policy)
    assert best.errors == brute.forced_errors(p)
    everything = listed(data, rules, best.leaves)
    good = [tree for tree in everything if errors(p, tree) == best.errors]
    assert {leaves(tree) for tree in good} == {best.leaves}
    assert best.trees == len(good)
    assert summary(data, policy)[-1] == (best.leaves, best.errors, best.trees)
    if isinstance(best.tree, Branch):
        assert {shapes.candidate(axis_test(test)) for test in best.tree.optima} == {tree[0] for tree in good}


@every_policy
@given(data=data_sets(max_records=6, max_values=3, weights="integers"), most=st.integers(1, 6), deepest=st.integers(0, 3))
def test_the_tree_given_is_one_of_them(policy: Policy, rules: brute.Rules, data: DataSet, most: int, deepest: int) -> None:
    p = brute.problem(data)
    for best in optimal_trees(data, policy, max_leaves=most, max_depth=deepest):
        assert (leaf_count(best.tree), training_errors(best.tree)) == (best.leaves, best.errors)
        assert depth(best.tree) <= deepest
        for node, reached in shapes.routed(best.tree, data):
            counts = brute.counts(p, reached)
            assert dict(node.counts) == {c: counts[c] for c in data.classes}
            if reached:
                assert node.labels == tuple(c for c in data.classes if counts[c] == max(counts.values()))
            if isinstance(node, Branch):
                assert node.test == node.optima[0]
                assert shapes.candidate(node.test) in dict(brute.candidates(p, reached, rules))


@every_policy
@given(data=data_sets(max_records=7, max_values=3, weights="integers"))
def test_greedy_sizes_are_those_of_the_greedy_trees(policy: Policy, rules: brute.Rules, data: DataSet) -> None:
    assume(brute.tree_count(brute.problem(data), rules) <= 500)
    found = greedy_sizes(data, policy)
    assert found == Counter((leaf_count(tree), training_errors(tree)) for tree in trees(data, policy))
    assert sum(found.values()) == count_trees(data, policy)
    assert list(found) == sorted(found)


@given(
    data=data_sets(max_records=6, max_values=3, weights="integers"),
    policy=st.sampled_from((HUNT, ID3, CART, STUBBORN, evolve(STUBBORN, criterion=error_reduction))),
)
def test_greed_never_pays(data: DataSet, policy: Policy) -> None:
    best = optimal_trees(data, policy)
    for price in greeds_price(data, policy):
        assert price.fewest_leaves <= price.leaves
        assert price.fewest_errors <= price.errors
        assert price.fewest_leaves == min(b.leaves for b in best if b.errors <= price.errors)
        assert price.fewest_errors == min(b.errors for b in best if b.leaves <= price.leaves)


@given(data=data_sets(max_records=5, max_values=3, weights="fractions"))
def test_multiplying_all_weights_multiplies_the_errors(data: DataSet) -> None:
    thrice = evolve(data, records=[evolve(r, weight=3 * r.weight) for r in data])
    assert [(k, 3 * e, n) for k, e, n in summary(data, CART)] == summary(thrice, CART)


# Greed's price: greedy leaves, errors, number of trees; fewest leaves, fewest errors

PRICES = {
    ("tan_default", HUNT): [(3, 0, 1, 3, 0), (6, 0, 8, 3, 0)],
    ("tan_default", ID3): [(3, 0, 1, 3, 0), (6, 0, 8, 3, 0)],
    ("tan_default", CART): [(3, 0, 1, 3, 0), (4, 0, 2, 3, 0)],
    ("play_tennis", HUNT): [(5, 0, 1, 5, 0)],
    ("play_tennis", ID3): [(5, 0, 1, 5, 0)],
    ("play_tennis", CART): [(7, 0, 2, 5, 0)],
    ("play_tennis_numeric", HUNT): [(5, 0, 1, 5, 0)],
    ("play_tennis_numeric", ID3): [(5, 0, 1, 5, 0)],
    ("play_tennis_numeric", CART): [(5, 0, 2, 5, 0)],
    ("buys_computer", HUNT): [(5, 0, 1, 5, 0)],
    ("buys_computer", ID3): [(5, 0, 1, 5, 0)],
    ("buys_computer", CART): [(7, 0, 2, 5, 0)],
    ("contact_lenses", HUNT): [(9, 0, 1, 9, 0)],
    ("contact_lenses", ID3): [(9, 0, 1, 9, 0)],
    ("contact_lenses", CART): [(7, 0, 1, 7, 0)],
    ("xor", HUNT): [(4, 0, 2, 4, 0)],
    ("xor", ID3): [(4, 0, 2, 4, 0)],
    ("xor", CART): [(4, 0, 2, 4, 0)],
    ("xor", STUBBORN): [(1, 2, 1, 1, 2)],
    ("parity of 3", CART): [(8, 0, 12, 8, 0)],
    ("parity of 5", CART): [(32, 0, 1_658_880, 32, 0)],
}
BEST = {
    ("tan_default", HUNT): [(1, 3, 1), (3, 0, 2)],
    ("tan_default", CART): [(1, 3, 1), (3, 0, 2)],
    ("play_tennis", ID3): [(1, 5, 1), (2, 4, 1), (4, 2, 3), (5, 0, 1)],
    ("play_tennis", CART): [(1, 5, 1), (2, 4, 2), (3, 2, 4), (5, 0, 5)],
    ("play_tennis_numeric", CART): [(1, 5, 1), (2, 4, 5), (3, 2, 6), (4, 1, 16), (5, 0, 19)],
    ("buys_computer", ID3): [(1, 5, 1), (2, 4, 1), (4, 2, 3), (5, 0, 1)],
    ("buys_computer", CART): [(1, 5, 1), (2, 4, 2), (3, 2, 4), (5, 0, 5)],
    ("contact_lenses", ID3): [(1, 9, 1), (2, 7, 1), (3, 3, 1), (4, 2, 1), (6, 1, 1), (9, 0, 3)],
    ("contact_lenses", CART): [(1, 9, 1), (2, 7, 1), (3, 3, 1), (4, 2, 1), (5, 1, 2), (7, 0, 5)],
    ("xor", CART): [(1, 2, 1), (3, 1, 4), (4, 0, 2)],
}
named: dict[str, Any] = {"ids": lambda x: getattr(x, "name", x if isinstance(x, str) else "")}


@pytest.mark.parametrize(("name", "policy", "prices"), [(*key, prices) for key, prices in PRICES.items()], **named)
def test_greeds_price_on_golden_data(name: str, policy: Policy, prices: list[tuple[int, ...]]) -> None:
    found = greeds_price(SETS[name], policy)
    assert found == tuple(Price(k, Fraction(e), n, fewest, Fraction(best)) for k, e, n, fewest, best in prices)


@pytest.mark.parametrize(("name", "policy", "best"), [(*key, best) for key, best in BEST.items()], **named)
def test_the_best_trees_of_golden_data(name: str, policy: Policy, best: list[tuple[int, ...]]) -> None:
    assert summary(SETS[name], policy) == best


@pytest.mark.parametrize(("name", "policy"), BEST, **named)
def test_the_figures_of_golden_data_are_those_of_all_their_trees(name: str, policy: Policy) -> None:
    """All trees up to four leaves (six of multiway trees), and all trees of pure leaves up to the size of the best."""
    p, rules = brute.problem(SETS[name]), {b.name: r for b, r in PAIRS}[policy.name]
    most = 4 if policy is CART else 6
    *small, (size, none, count) = BEST[name, policy]
    everything = list(every_tree(p, rules, brute.everyone(p), most))
    assert best_of(p, everything)[: len(small)] == [point for point in small if point[0] <= most]
    pure = Counter(leaves(t) for t in every_tree(p, rules, brute.everyone(p), size, pure=True))
    assert (none, pure) == (0, {size: count})


def test_iris_at_depth_two() -> None:
    """Far too many trees at any depth; two tests deep, three leaves with 6 errors are best, and greed finds them."""
    iris = golden("iris", "species")
    assert summary(iris, CART, max_depth=2) == [(1, 100, 1), (2, 50, 18), (3, 6, 8)]


# Limits


@pytest.mark.parametrize("bounds", [{"max_leaves": 0}, {"max_leaves": -3}, {"max_depth": -1}])
@pytest.mark.parametrize("search", [optimal_tree, optimal_trees])
def test_bounds_that_no_tree_keeps_are_invalid(search: Callable[..., Any], bounds: dict[str, int]) -> None:
    with pytest.raises(Invalid):
        search(SETS["xor"], CART, **bounds)


@pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)
@pytest.mark.parametrize("search", [optimal_tree, optimal_trees, greedy_sizes, greeds_price])
def test_past_the_budget_is_undecided(search: Callable[..., Any], policy: Policy) -> None:
    with patience(60), pytest.raises(Undecided, match="not decided within 5 subproblems"):
        search(SETS["contact_lenses"], policy, budget=5)


@pytest.mark.parametrize("search", [optimal_tree, greedy_sizes])
def test_a_huge_tie_is_undecided_soon(search: Callable[..., Any]) -> None:
    x, y = Nominal("x", tuple(f"v{i}" for i in range(60))), Nominal("y", ("a", "b"))
    alike = DataSet((x,), y, tuple(Record((v,), c) for v in x.values for c in y.values))
    with patience(60), pytest.raises(Undecided):
        search(alike, CART, budget=1000)


def test_shortcuts_that_hold_for_the_criterion_are_not_taken() -> None:
    """The best grouping for a tree need not be one that Gini could like: all are tried, and beyond the offer's limit none is."""
    values = tuple("abcdef")
    x, y = Nominal("x", values), Nominal("y", ("-", "+"))
    data = DataSet((x,), y, tuple(Record((v,), "-+"[i % 2]) for i, v in enumerate(values)))
    assert [b.trees for b in optimal_trees(data, CART)] == [1, 1]
    assert optimal_trees(data, CART)[0].leaves == 1
    with pytest.raises(Undecided):
        optimal_tree(data, evolve(CART, nominal=SubsetSplits(limit=30)))


@pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)
def test_nothing_to_ask(policy: Policy) -> None:
    y = Nominal("y", ("a", "b"))
    (nobody,) = optimal_trees(DataSet((), y, ()), policy)
    assert (nobody.leaves, nobody.errors, nobody.trees, nobody.tree.labels) == (1, 0, 1, ("a", "b"))
    (mixed,) = optimal_trees(DataSet((), y, (Record((), "a"), Record((), "b"))), policy)
    assert (mixed.leaves, mixed.errors, mixed.trees, mixed.tree.labels) == (1, 1, 1, ("a", "b"))
