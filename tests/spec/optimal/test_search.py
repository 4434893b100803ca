"""Bottom-up and bi-directional search against a second version of their definitions, on the records themselves (Gini only)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import brute
import pytest
import shapes
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import one_in
from narrow import attribute_of

from dtref.errors import Invalid
from dtref.io.tables import read_csv
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.ties import Last, Refuse
from dtref.spec.model.attributes import Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.model.trees import Branch, Leaf, Tree, depth, leaf_count, nodes, training_errors
from dtref.spec.optimal.search import Merger, bi_directional, bottom_up, merge_classes
from dtref.spec.presets import CART, HUNT, ID3
from dtref.strategies import data_sets, policies

GOLDEN = Path(__file__).parents[3] / "golden" / "data"
GINI = [(HUNT, brute.HUNT), (CART, brute.CART)]
every_gini = pytest.mark.parametrize(("policy", "rules"), GINI, ids=lambda x: getattr(x, "name", "brute"))
Classes = tuple[str, ...]


def iris() -> DataSet:
    return read_csv(GOLDEN / "iris.csv", target="species")


# The definitions again


def reduction(p: brute.Problem, weight: dict[int, Fraction], parts: frozenset[frozenset[int]], first: Classes) -> Fraction:
    """The Gini reduction of a test, with the classes in `first` taken as one and all others as another."""

    def impurity(node: frozenset[int]) -> Fraction:
        n = sum(weight[i] for i in node)
        share = sum((weight[i] for i in node if p.labels[i] in first), Fraction(0)) / n
        return n * 2 * share * (1 - share)

    whole = frozenset().union(*parts)
    return (impurity(whole) - sum(impurity(part) for part in parts)) / sum(weight[i] for i in whole)


def separating(
    p: brute.Problem, node: frozenset[int], rules: brute.Rules, pair: tuple[Classes, Classes], *, balanced: bool = False
) -> tuple[Fraction, set[tuple[Any, ...]]]:
    """The greatest reduction and the candidates that reach it; -1 if there is none."""
    a, b = pair
    both = frozenset(i for i in node if p.labels[i] in a + b)
    total: dict[Cell, Fraction | int] = {
        c: sum(p.weights[i] for i in both if p.labels[i] in group) if balanced else Fraction(1) for group in (a, b) for c in group
    }
    weight = {i: p.weights[i] / total[p.labels[i]] for i in both}
    found = {candidate: reduction(p, weight, parts, a) for candidate, parts in brute.candidates(p, both, rules)}
    top = max(found.values(), default=Fraction(-1))
    return top, {candidate for candidate, value in found.items() if value == top}


def merged(p: brute.Problem, node: frozenset[int], rules: brute.Rules, classes: Classes, left: int) -> list[tuple[Any, ...]]:
    """Groups as (classes, the two groups it was made of or nothing)."""
    groups: list[tuple[Any, ...]] = [((c,), ()) for c in classes if any(p.labels[i] == c for i in node)]
    while len(groups) > left:
        pairs = list(combinations(groups, 2))
        a, b = min(pairs, key=lambda pair: separating(p, node, rules, (pair[0][0], pair[1][0]), balanced=True)[0])
        groups[groups.index(a)] = (tuple(c for c in classes if c in a[0] + b[0]), (a, b))
        groups.remove(b)
    return groups


def written(merger: Merger) -> tuple[Any, ...]:
    return merger.group, tuple(map(written, merger.parts))


def mergers(merger: Merger) -> list[Merger]:
    return [merger, *(below for part in merger.parts for below in mergers(part))]


@every_gini
@given(data=data_sets(max_records=8, max_values=3, max_classes=4, weights="integers"))
def test_classes_are_merged_closest_first(policy: Policy, rules: brute.Rules, data: DataSet) -> None:
    p = brute.problem(data)
    if not data.records:
        with pytest.raises(Invalid):
            merge_classes(data, policy)
        return
    found = merge_classes(data, policy)
    assert [written(found)] == merged(p, brute.everyone(p), rules, data.classes, 1)
    for merger in mergers(found):
        if merger.parts:
            a, b = (part.group for part in merger.parts)
            _, best = separating(p, brute.everyone(p), rules, (a, b))
            assert {shapes.candidate(test) for test in list_tests(merger.optima)} == best


@every_gini
@given(data=data_sets(max_records=8, max_values=3, max_classes=4, weights="integers"))
def test_bi_directional_separates_the_two_groups_best_at_each_node(policy: Policy, rules: brute.Rules, data: DataSet) -> None:
    p = brute.problem(data)
    tree = bi_directional(data, policy)
    for node, reached in shapes.routed(tree, data):
        check_node(p, data, node, reached)
        groups = merged(p, reached, rules, data.classes, 2)
        best = separating(p, reached, rules, (groups[0][0], groups[1][0]))[1] if len(groups) == 2 else set()
        kept = {shapes.candidate(test) for test in list_tests(node.optima)} if isinstance(node, Branch) else set()
        assert kept == best
    assert training_errors(tree) == brute.forced_errors(p)


def check_node(p: brute.Problem, data: DataSet, node: Tree, reached: frozenset[int]) -> None:
    counts = brute.counts(p, reached)
    assert dict(node.counts) == {c: counts[c] for c in data.classes}
    if reached:
        assert node.labels == tuple(c for c in data.classes if counts[c] == max(counts.values()))


@given(data=data_sets(max_records=8, max_classes=2, weights="integers"), policy=policies())
def test_with_two_classes_bi_directional_search_is_top_down_search(data: DataSet, policy: Policy) -> None:
    assert bi_directional(data, policy) == grow(data, policy)


@given(data=data_sets(max_records=8, max_classes=4, weights="fractions"), policy=policies())
def test_bottom_up_stacks_the_mergers(data: DataSet, policy: Policy) -> None:
    p = brute.problem(data)
    tree = bottom_up(data, policy)
    for node, reached in shapes.routed(tree, data):
        check_node(p, data, node, reached)
    if not data.records:
        assert tree == Leaf(tuple((c, Fraction(0)) for c in data.classes), data.classes)
        return
    waiting = [(merge_classes(data, policy), tree)]
    while waiting:
        merger, node = waiting.pop()
        assert isinstance(node, Branch) == bool(merger.optima)
        if not isinstance(node, Branch):
            continue
        assert node.optima == merger.optima
        column = p.names.index(attribute_of(node.test).name)
        share: list[dict[int, Fraction]] = []
        for part in merger.parts:
            rows = [i for i in brute.everyone(p) if p.labels[i] in part.group]
            taken: dict[int, Fraction] = defaultdict(Fraction)
            for i in rows:
                taken[shapes.goes(node.test, p.rows[i][column])] += p.weights[i] / sum(p.weights[j] for j in rows)
            share.append(taken)
        waiting += [(merger.parts[share[0][i] < share[1][i]], child) for i, child in enumerate(node.children)]


@given(data=data_sets(max_records=8, max_classes=3), order=st.randoms(use_true_random=False))
@pytest.mark.parametrize("search", [bottom_up, bi_directional])
def test_the_order_of_records_does_not_matter(search: Callable[..., Any], data: DataSet, order: Random) -> None:
    rows = list(data.records)
    order.shuffle(rows)
    assert search(evolve(data, records=rows), CART) == search(data, CART)


# Examples


def test_iris_bottom_up() -> None:
    """Setosa is told apart from both others by one cut, so versicolor and virginica, the closest, are merged first."""
    found = merge_classes(iris(), CART)
    assert [part.group for part in found.parts] == [("setosa",), ("versicolor", "virginica")]
    tree = bottom_up(iris(), CART)
    assert (leaf_count(tree), depth(tree), training_errors(tree)) == (3, 2, 6)


WINE = [(ID3, (3, 23), (10, 0), (8, 0)), (CART, (3, 20), (11, 0), (12, 0))]


@pytest.mark.parametrize(
    ("name", "target", "policy", "up", "both", "down"),
    [
        ("iris", "species", CART, (3, 6), (9, 0), (9, 0)),
        ("iris", "species", ID3, (3, 6), (9, 0), (9, 0)),
        *[("wine", "cultivar", policy, *found) for policy, *found in one_in(2, WINE)],
        ("contact_lenses", "contact-lenses", CART, (3, 7), (8, 0), (7, 0)),
        ("contact_lenses", "contact-lenses", ID3, (3, 7), (10, 0), (9, 0)),
        ("tan_default", "defaulted", CART, (2, 3), (4, 0), (4, 0)),
    ],
    ids=lambda x: getattr(x, "name", str(x)),
)
def test_leaves_and_errors_of_the_three_strategies(  # noqa: PLR0913, PLR0917 - a table's columns
    name: str, target: str, policy: Policy, up: tuple[int, int], both: tuple[int, int], down: tuple[int, int]
) -> None:
    data = read_csv(GOLDEN / f"{name}.csv", target=target)
    found = [(leaf_count(tree), training_errors(tree)) for tree in (search(data, policy) for search in (bottom_up, bi_directional, grow))]
    assert found == [up, both, down]


def one_attribute(*rows: tuple[int, str]) -> DataSet:
    return DataSet((Continuous("x"),), Nominal("y", ("a", "b", "c", "d")), [Record((Fraction(x),), c) for x, c in rows])


def test_a_class_with_few_records_is_not_close_for_that() -> None:
    """Of a and b half the values agree; c has one record, on its own: it is as far from either as can be."""
    data = one_attribute((1, "a"), (2, "a"), (2, "b"), (3, "b"), (9, "c"))
    assert [part.group for part in merge_classes(data, CART).parts] == [("a", "b"), ("c",)]


@pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)
def test_classes_that_no_test_tells_apart_share_a_leaf(policy: Policy) -> None:
    data = one_attribute((1, "a"), (1, "b"), (2, "c"))
    up, both = bottom_up(data, policy), bi_directional(data, policy)
    for tree in (up, both):
        assert [node.labels for node in nodes(tree) if isinstance(node, Leaf)] == [("a", "b"), ("c",)]


@pytest.mark.parametrize("search", [bottom_up, bi_directional])
def test_the_tie_rule_of_the_policy_chooses(search: Callable[..., Any]) -> None:
    x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    twice = DataSet((x, y), z, [Record((v, v), v) for v in "01"])
    assert search(twice, CART).test.attribute == x
    assert search(twice, evolve(CART, tie=Last())).test.attribute == y
    with pytest.raises(Invalid):
        search(twice, evolve(CART, tie=Refuse()))


@pytest.mark.parametrize("search", [bottom_up, bi_directional])
@pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)
def test_nothing_to_tell_apart(search: Callable[..., Any], policy: Policy) -> None:
    y = Nominal("y", ("a", "b"))
    assert search(DataSet((), y, ()), policy).labels == ("a", "b")
    assert search(DataSet((), y, (Record((), "b"),)), policy).labels == ("b",)
    assert search(DataSet((), y, (Record((), "a"), Record((), "b"))), policy).labels == ("a", "b")
