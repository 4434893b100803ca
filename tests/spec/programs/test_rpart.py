"""rpart as a policy: its surrogates, complexity and groups of values, beside what rpart 4.1.19 answers and beside brute force."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st
from narrow import of_kind

import dtref
from dtref.errors import Invalid
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal
from dtref.spec.model.counts import CountTable
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Subset, Threshold
from dtref.spec.model.trees import Branch, Leaf, Surrogates, Tree, children, leaf_count, weight
from dtref.spec.programs.rpart import rpart
from dtref.spec.pruning.cost_complexity import cost_complexity, misclassified
from dtref.spec.pruning.rpart_complexity import RpartComplexity
from dtref.spec.split.criteria import gini_reduction
from dtref.spec.split.ordered_groups import OrderedGroups

FULL = rpart(minsplit=2, minbucket=1, cp=-1)
A, B, Y = Continuous("a"), Continuous("b"), Nominal("y", ("p", "q"))
N = Nominal("b", ("u", "v"))


def table(rows: Sequence[tuple[Any, ...]], *attributes: Any) -> DataSet:
    return DataSet(attributes, Y, tuple(Record(tuple(cell(c) for c in row[:-1]), row[-1]) for row in rows))


def cell(c: object) -> Cell:
    return Fraction(c) if isinstance(c, int) else str(c) if c is not None else MISSING


@pytest.mark.parametrize(
    ("rows", "b", "labels"),
    [
        ([(1, "u", "p")] * 3 + [(5, "v", "q")] * 4, "u", ("q",)),
        ([(1, 1, "p")] + [(5, 7, "q")] * 3, 1, ("q",)),
        ([(1, 1, "p")] * 2 + [(5, 7, "q")] * 3, 1, ("p",)),
        ([(1, 1, "p")] * 2 + [(5, 1, "q")] * 2, 1, ("p", "q")),
    ],
    ids=["a perfect nominal surrogate is refused", "one record on a side", "two records on a side", "equal sides: it stays"],
)
def test_a_record_without_the_value_goes_as_rpart_sends_it(rows: list[tuple[Any, ...]], b: object, labels: tuple[str, ...]) -> None:
    """Each as `predict` of rpart 4.1.19 answers it: q, q, p, and half of either."""
    data = table(rows, A, N if isinstance(b, str) else B)
    assert dtref.predict(grow(data, FULL), {"a": None, "b": b}).labels == labels


def surrogates_of_root(data: DataSet, policy: Policy = FULL) -> Surrogates:
    return of_kind(Surrogates, of_kind(Branch, grow(data, policy)).gap)


def test_a_cut_lies_between_the_values_of_all_records_at_the_node() -> None:
    """b = 3 is that of a record without a: rpart cuts at 2, the first of the cuts that are as good, and not at 3."""
    rows = [(1, 1, "p")] * 3 + [(5, 5, "q")] * 3 + [(5, 1, "q"), (None, 3, "p")]
    ((test, stands_for),) = surrogates_of_root(table(rows, A, B)).tests
    assert (of_kind(Threshold, test).cut, stands_for) == (2, (0, 1))


def test_a_value_whose_records_go_both_ways_goes_with_the_majority() -> None:
    rows = [(1, "u", "p")] * 4 + [(1, "v", "p")] + [(5, "v", "q")] + [(1, "w", "p")] + [(5, "w", "q")] * 2
    ((test, stands_for),) = surrogates_of_root(table(rows, A, Nominal("b", ("u", "v", "w")))).tests
    assert (of_kind(Subset, test).left, stands_for) == (("u", "v"), (0, 1))


def test_a_full_list_of_two_forgets_both_for_a_better_one() -> None:
    """Columns in ascending order of how well they stand in: rpart, with maxsurrogate = 2, names the last alone."""
    truth = [0] * 6 + [1] * 6

    def wrong(*flipped: int) -> list[int]:
        return [1 - t if i in flipped else t for i, t in enumerate(truth)]

    columns = [truth, wrong(0, 1, 6), wrong(0, 6), wrong(0)]
    data = DataSet(
        tuple(Continuous(f"x{i}") for i in range(4)),
        Y,
        tuple(Record(tuple(Fraction(c[i]) for c in columns), "pq"[t]) for i, t in enumerate(truth)),
    )
    names = {
        most: [
            of_kind(Threshold, test).attribute.name
            for test, _ in surrogates_of_root(data, rpart(minsplit=2, cp=-1, maxsurrogate=most)).tests
        ]
        for most in (1, 2, 3)
    }
    assert names == {1: ["x3"], 2: ["x3"], 3: ["x3", "x2", "x1"]}


def test_records_without_any_value_are_left_out_unless_there_are_weights() -> None:
    data = table([(1, "p")] * 2 + [(5, "q")] * 3 + [(None, "q")], A)
    assert [weight(grow(data, policy)) for policy in (FULL, evolve(FULL, missing=rpart(weights=True).missing))] == [5, 6]


@pytest.mark.parametrize("use", [0, 1])
def test_a_record_that_nothing_places_stays_at_the_node(use: int) -> None:
    rows = [(1, 1, "p")] * 2 + [(5, 1, "q")] * 3 + [(None, 1, "q")]
    tree = of_kind(Branch, grow(table(rows, A, B), rpart(minsplit=2, minbucket=1, cp=-1, usesurrogate=use)))
    assert (weight(tree), sum(map(weight, tree.children))) == (6, 5)


# complexity

BOUND = [(0, 0, "p")] * 5 + [(0, 1, "q")] + [(1, 1, "p")] * 2 + [(1, 0, "q")]
"""rpart 4.1.19 makes one leaf of it at cp = 1/4 and four below that, where its own cp table says that all four last until 1/3."""


@pytest.mark.parametrize(("cp", "leaves"), [(Fraction(24, 100), 4), (Fraction(1, 4), 1)])
def test_a_bound_stops_a_right_branch_that_pruning_would_keep(cp: Fraction, leaves: int) -> None:
    data = table(BOUND, A, B)
    assert leaf_count(grow(data, rpart(minsplit=2, minbucket=1, cp=cp))) == leaves
    assert leaf_count(cost_complexity(grow(data, FULL)).tree_at(cp * Fraction(2, 9))) == 4


@frozen
class Done:
    """What `partition` of src/partition.c leaves behind."""

    tree: Tree
    risk: Fraction
    sum: Fraction
    splits: int
    complexity: Fraction


def partition(node: Tree, handed: Fraction | None, alpha: Fraction) -> Done:
    """rpart's recursion, line by line, on a tree that is grown in full; of two classes, so that left has fewer of the second."""
    risk = Fraction(of_kind(Fraction, misclassified(node)))
    bound = risk if handed is None else min(risk, handed)
    leaf = Leaf(node.counts, node.labels)
    if isinstance(node, Leaf) or bound <= alpha:
        return Done(leaf, risk, risk, 0, alpha)
    own = risk if handed is None else handed
    share = [of_kind(tuple, part.counts)[1][1] / weight(part) for part in children(node)]
    first = int(share[0] >= share[1])
    left = partition(node.children[first], bound - alpha, alpha)
    right = partition(node.children[1 - first], min(own, max((risk - left.sum) / (left.splits + 1), risk - left.risk)) - alpha, alpha)
    parts = [(left.sum, left.splits), (right.sum, right.splits)]

    def saved() -> Fraction:
        return (risk - sum(s for s, _ in parts)) / (sum(n for _, n in parts) + 1)

    order = (0, 1) if right.complexity > left.complexity else (1, 0)
    for i in order:
        part = (left, right)[i]
        if saved() <= part.complexity:
            break
        parts[i] = (part.risk, 0)
    complexity = saved()
    if complexity <= alpha:
        return Done(leaf, risk, risk, 0, complexity)
    kept = (left.tree, right.tree) if first == 0 else (right.tree, left.tree)
    return Done(evolve(node, children=kept), risk, sum((s for s, _ in parts), Fraction(0)), sum(n for _, n in parts) + 1, complexity)


TABLES = st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), st.integers(0, 1), st.sampled_from("pq")), min_size=2, max_size=24)


@given(TABLES, st.fractions(0, 1, max_denominator=12))
def test_complexity_is_that_of_the_recursion_of_rpart(rows: list[tuple[Any, ...]], cp: Fraction) -> None:
    data = table(rows, A, B, Continuous("c"))
    tree = grow(data, FULL)
    root = of_kind(Fraction, misclassified(tree))
    assert RpartComplexity(cp).of(data)(tree, data) == partition(tree, None, cp * root).tree


# groups of values


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=2, max_size=5))
def test_groups_are_cuts_in_order_of_share(counts: list[tuple[int, int]]) -> None:
    present = [pair for pair in counts if any(pair)]
    values = tuple(f"v{i}" for i in range(len(present)))
    offered = OrderedGroups()(CountTable(Nominal("x", (*values, "w")), values, values, tuple(present), (0, 0)), gini_reduction)
    share = {v: Fraction(p, p + q) for v, (p, q) in zip(values, present, strict=True)}
    found = {
        frozenset((frozenset(of_kind(Subset, offered.test(i)).left), frozenset(of_kind(Subset, offered.test(i)).right)))
        for i in range(len(offered.splits))
    }
    every = {frozenset((frozenset(left), frozenset(values) - set(left))) for n in range(1, len(values)) for left in combinations(values, n)}
    in_order = {two for two in every if any(max(share[v] for v in a) <= min(share[v] for v in b) for a in two for b in two - {a})}
    apart = {two for two in every if any(max(share[v] for v in a) < min(share[v] for v in b) for a in two for b in two - {a})}
    assert apart <= found <= in_order
    assert len(found) == max(len(values) - 1, 0)


# parameters


def test_sizes_are_those_of_rpart_control() -> None:
    def sizes(policy: Policy) -> tuple[int, int]:
        return policy.stop[-2].rows, policy.admit[0].rows  # type: ignore[attr-defined]

    assert [sizes(rpart()), sizes(rpart(minsplit=10)), sizes(rpart(minbucket=2)), sizes(rpart(minsplit=9, minbucket=8))] == [
        (20, 7),
        (10, 3),
        (6, 2),
        (9, 8),
    ]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"method": "exp"}, r"rpart, method: expected class, anova or poisson: exp is for survival times"),
        ({"method": "user"}, r"rpart, method: expected one of class, anova, poisson, exp"),
        ({"shrink": 1}, r"rpart, shrink and exposure: expected none, as there are no rates"),
        ({"method": "poisson", "shrink": -1}, r"shrink: expected a number of at least 0"),
        ({"method": "poisson", "prior": (1,)}, r"rpart, prior and loss: expected none, as poisson"),
        ({"method": "poisson", "exposure": 1}, r"rpart, exposure: expected the name of a column"),
        ({"cost": (1, 0)}, r"cost: expected a number above 0"),
        ({"cost": {"x": -1}}, r"cost of x: expected a number above 0"),
        ({"split": "twoing"}, r"rpart, split: expected gini or information"),
        ({"usesurrogate": 3}, r"rpart, usesurrogate: expected a whole number from 0 to 2"),
        ({"surrogatestyle": 2}, r"rpart, surrogatestyle"),
        ({"maxdepth": 31}, r"rpart, maxdepth: expected a whole number from 1 to 30"),
        ({"minbucket": 0}, r"rpart, minbucket"),
        ({"prior": (Fraction(1), Fraction(0))}, r"prior: expected numbers above 0"),
        ({"loss": ((0, 1), (0, 0))}, r"loss, row 2"),
        ({"method": "anova", "prior": (1, 1)}, r"rpart, prior and loss"),
    ],
)
def test_what_rpart_or_dtref_has_not_is_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(Invalid, match=message):
        rpart(**parameters)


def test_losses_label_and_prune() -> None:
    """rpart(loss = matrix(c(0, 1, 5, 0), 2)): predicting p costs 5 where q is true (its rows are the true classes)."""
    data = table([(1, "p")] * 4 + [(1, "q")], A)
    costly = rpart(loss=((0, 1), (5, 0)))
    assert [grow(data, policy).labels for policy in (rpart(), costly)] == [("p",), ("q",)]
