"""
Every choice of a tree, listed by a brute force over the records: tied tests, surrogates that are as good, their order, what they stand for.

Sides are named by what they hold, not by left or right, so that no order of values, columns or numbers can hide in a name.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from itertools import groupby, pairwise, permutations, product
from typing import Any, TypeAlias

import brute
import pytest
from attrs import evolve
from gaps import small
from hypothesis import assume, given
from hypothesis import strategies as st

import dtref
from dtref.io.foreign.dtref_model import from_tree
from dtref.spec.growing.admission import EveryBranchHas
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import predictor
from dtref.spec.model.tests import Subset, Test, Threshold
from dtref.spec.model.trees import Gap, Leaf, Surrogates, Tree
from dtref.spec.preparation.missing import keep_missing
from dtref.spec.presets import CART, CART_SURROGATES, RPART

HEAVIEST = evolve(CART, name="HEAVIEST", missing=keep_missing, gap=Gap.HEAVIEST)
CONFIRMED = evolve(HEAVIEST, name="CONFIRMED", confirm=(EveryBranchHas(2),))
"""A best test of which a branch is too light makes a leaf, if it is the one that is chosen."""
LISTABLE = 200

Sides: TypeAlias = dict[int, Hashable]
"""The side of each record that knows the answer."""
Parts: TypeAlias = dict[int, Fraction]
"""How much of each record is at a node."""

BELOW, ABOVE = "below", "above"


def candidates(data: DataSet, rows: Parts, column: int) -> Iterator[tuple[Hashable, Sides]]:
    """Each binary question of a column, and the side of each record that knows its value."""
    attribute = data.attributes[column]
    cells: dict[int, Any] = {i: data.records[i].values[column] for i in rows if data.records[i].values[column] is not MISSING}
    present = set(cells.values())
    if len(present) < 2:
        return
    if isinstance(attribute, Continuous):
        for low, high in pairwise(sorted(present)):
            yield (attribute.name, low, high), {i: BELOW if x <= low else ABOVE for i, x in cells.items()}
    else:
        for groups in brute.two_groups(sorted(present)):
            yield (
                (attribute.name, frozenset(map(frozenset, groups))),
                {i: next(g for g in map(frozenset, groups) if v in g) for i, v in cells.items()},
            )


def weigh(data: DataSet, rows: Parts, keys: Mapping[int, Hashable]) -> dict[Hashable, Fraction]:
    """The weight of some records by a key."""
    totals: dict[Hashable, Fraction] = {}
    for i, key in keys.items():
        totals[key] = totals.get(key, Fraction(0)) + rows[i] * data.records[i].weight
    return totals


def heaviest(totals: Mapping[Hashable, Fraction]) -> list[Hashable]:
    return [key for key, n in totals.items() if n == max(totals.values())]


def gini(totals: Mapping[Hashable, Fraction]) -> Fraction:
    n = sum(totals.values(), Fraction(0))
    return 1 - sum(((x / n) ** 2 for x in totals.values()), Fraction(0))


def reduction(data: DataSet, rows: Parts, sides: Sides) -> Fraction:
    """The reduction of Gini among the records that know the answer, times their share."""
    label = {i: data.records[i].label for i in sides}
    known, everyone = weigh(data, rows, label), weigh(data, rows, {i: data.records[i].label for i in rows})
    n = sum(known.values(), Fraction(0))
    within = sum(
        (
            sum(part.values()) / n * gini(part)
            for side in set(sides.values())
            if (part := weigh(data, rows, {i: label[i] for i in sides if sides[i] == side}))
        ),
        Fraction(0),
    )
    return n / sum(everyone.values(), Fraction(0)) * (gini(known) - within)


def surrogate_lists(data: DataSet, rows: Parts, column: int, sides: Sides, *, of_all: bool) -> Iterator[tuple[Hashable, ...]]:
    """Every list of surrogates: attributes by association, equal ones in every order, each with every best question and reading of it."""
    ranked: list[tuple[Fraction, list[Hashable]]] = []
    known = {i: rows[i] for i in sides}
    for other in range(len(data.attributes)):
        if other == column:
            continue
        scored: list[tuple[Fraction, Hashable, list[tuple[Hashable, list[Hashable]]]]] = []
        both: dict[int, Fraction] = {}
        for question, answers in candidates(data, known, other):
            both = {i: rows[i] for i in answers}
            tables = {a: weigh(data, rows, {i: sides[i] for i in answers if answers[i] == a}) for a in set(answers.values())}
            right = sum((max(table.values()) for table in tables.values()), Fraction(0))
            scored.append((right, question, [(a, heaviest(table)) for a, table in tables.items()]))
        base = weigh(data, rows, sides if of_all else {i: sides[i] for i in both})
        if not scored or sum(base.values()) == max(base.values()):
            continue
        most = max(right for right, _, _ in scored)
        value = (most - max(base.values())) / (sum(base.values()) - max(base.values()))
        if value > 0:
            readings = [
                (question, frozenset(zip([a for a, _ in answers], stands_for, strict=True)))
                for right, question, answers in scored
                if right == most
                for stands_for in product(*(best for _, best in answers))
            ]
            ranked.append((value, list(readings)))
    tiers = [[r for _, r in tier] for _, tier in groupby(sorted(ranked, key=lambda pair: -pair[0]), key=lambda pair: pair[0])]
    for orders in product(*(permutations(tier) for tier in tiers)):
        yield from product(*(readings for order in orders for readings in order))


def place(data: DataSet, i: int, surrogates: tuple[Any, ...], otherwise: list[Hashable], *, strictly: bool) -> list[Hashable]:
    """The sides that a record takes which doesn't know the answer."""
    for (name, *asked), stands_for in surrogates:
        cell = data.records[i].values[data.column(name)]
        if cell is MISSING:
            continue
        answer = side_of(asked, cell, strictly=strictly)
        if answer is not None:
            return [dict(stands_for)[answer]]
    return otherwise


def side_of(asked: list[Any], cell: Any, *, strictly: bool) -> Hashable:
    """The side of a value, which may be the middle of two that were there; None for one that nobody had."""
    if len(asked) == 2:
        middle = (asked[0] + asked[1]) / 2
        return BELOW if cell < middle or (cell == middle and not strictly) else ABOVE
    return next((group for group in asked[0] if cell in group), None)


def every_tree(data: DataSet, policy: Policy, rows: Parts) -> list[Hashable]:
    """Every tree: a leaf by its counts, an inner node by its question, its surrogates, the heaviest sides, and the tree of each side."""
    counts = frozenset(weigh(data, rows, {i: data.records[i].label for i in rows}).items())
    questions = [(q, s, c) for c in range(len(data.attributes)) for q, s in candidates(data, rows, c)] if len(counts) > 1 else []
    value = {q: reduction(data, rows, s) for q, s, _ in questions}
    best = [(q, s, c) for q, s, c in questions if value[q] == max(value.values())]
    if not best or (policy.name == "RPART" and max(value.values()) == 0):
        return [counts]
    found: list[Hashable] = []
    a_leaf_is_as_good = False
    for question, sides, column in best:
        otherwise = heaviest(weigh(data, rows, sides))
        of_all = policy.name == "RPART"
        lists = [()] if policy.gap is Gap.HEAVIEST else surrogate_lists(data, rows, column, sides, of_all=of_all)
        for surrogates in lists:
            below: dict[Hashable, Parts] = {side: {} for side in sides.values()}
            for i, part in rows.items():
                taken = [sides[i]] if i in sides else place(data, i, surrogates, otherwise, strictly=policy.name == "RPART")
                for side in taken:
                    below[side][i] = part / len(taken)
            if policy.confirm and any(sum(weigh(data, part, dict.fromkeys(part)).values()) < 2 for part in below.values()):
                a_leaf_is_as_good = True
                continue
            kept = () if policy.gap is Gap.HEAVIEST else (surrogates, frozenset(otherwise))
            every = product(*(every_tree(data, policy, part) for part in below.values()))
            found += [(counts, question, kept, frozenset(zip(below, trees_below, strict=True))) for trees_below in every]
    return [*found, *([counts] if a_leaf_is_as_good else [])]


def as_brute(tree: Tree) -> Hashable:
    """A tree of dtref's in the words of the brute force."""
    counts = frozenset((c, n) for c, n in tree.counts if n)
    if isinstance(tree, Leaf):
        return counts
    sides = sides_of(tree.test)
    kept: tuple[Hashable, ...] = ()
    if isinstance(tree.gap, Surrogates):
        listed = tuple(
            (question_of(test), frozenset((side, sides[b]) for side, b in zip(sides_of(test), stands_for, strict=True) if b is not None))
            for test, stands_for in tree.gap.tests
        )
        kept = listed, frozenset(sides[b] for b in tree.gap.rest)
    return counts, question_of(tree.test), kept, frozenset(zip(sides, map(as_brute, tree.children), strict=True))


def question_of(test: Test) -> Hashable:
    if isinstance(test, Threshold):
        return test.attribute.name, test.lower, test.upper
    assert isinstance(test, Subset)
    return test.attribute.name, frozenset(sides_of(test))


def sides_of(test: Test) -> tuple[Hashable, Hashable]:
    if isinstance(test, Threshold):
        return BELOW, ABOVE
    assert isinstance(test, Subset)
    return frozenset(test.left), frozenset(test.right)


@pytest.mark.parametrize("policy", [CART_SURROGATES, RPART, HEAVIEST, CONFIRMED], ids=lambda policy: policy.name)
@given(data=small())
def test_the_trees_are_those_of_a_brute_force_over_every_choice(policy: Policy, data: DataSet) -> None:
    assume(count_trees(data, policy) <= LISTABLE)
    expected = every_tree(data, policy, dict.fromkeys(range(len(data)), Fraction(1)))
    listed = [as_brute(tree) for tree in trees(data, policy)]
    assert (len(listed), set(listed)) == (len(expected), set(expected))
    assert count_trees(data, policy) == len(set(expected))


@pytest.mark.parametrize("policy", [CART_SURROGATES, RPART], ids=lambda policy: policy.name)
@given(data=small())
def test_growing_best_first_counts_surrogates_that_are_as_good(policy: Policy, data: DataSet) -> None:
    """With two leaves: each choice at the root of a full tree, with leaves below it."""
    assume(count_trees(data, policy) <= LISTABLE)
    full: list[Any] = every_tree(data, policy, dict.fromkeys(range(len(data)), Fraction(1)))
    expected = {tree if isinstance(tree, frozenset) else (*tree[:3], frozenset(map(cut_off, tree[3]))) for tree in full}
    of_two_leaves = evolve(policy, most_leaves=2)
    listed = [as_brute(tree) for tree in trees(data, of_two_leaves)]
    assert (len(listed), set(listed)) == (len(expected), expected)
    assert count_trees(data, of_two_leaves) == len(expected)


def cut_off(branch: tuple[Hashable, Any]) -> tuple[Hashable, Hashable]:
    """A side with a leaf in place of its tree."""
    side, tree = branch
    return side, tree if isinstance(tree, frozenset) else tree[0]


def foretold(tree: Any, cells: Mapping[str, Any], *, strictly: bool, share: Fraction = Fraction(1)) -> dict[Hashable, Fraction]:
    """The class shares of a record, by a tree of the brute force."""
    if isinstance(tree, frozenset):
        n = sum(x for _, x in tree)
        return {c: share * x / n for c, x in tree}
    _, (name, *asked), (*kept,), below = tree
    children, cell = dict(below), cells[name]
    side = None if cell is MISSING else side_of(asked, cell, strictly=strictly)
    taken = [side] if side is not None else None
    for (other, *question), stands_for in kept[0] if kept and taken is None else ():
        answer = None if cells[other] is MISSING else side_of(question, cells[other], strictly=strictly)
        if answer is not None:
            taken = [dict(stands_for)[answer]]
            break
    if taken is None:
        sizes = {s: sum(n for _, n in (child if isinstance(child, frozenset) else child[0])) for s, child in children.items()}
        taken = list(kept[1]) if kept else heaviest(sizes)
    totals: dict[Hashable, Fraction] = {}
    for s in taken:
        for c, p in foretold(children[s], cells, strictly=strictly, share=share / len(taken)).items():
            totals[c] = totals.get(c, Fraction(0)) + p
    return totals


@pytest.mark.parametrize("policy", [CART_SURROGATES, RPART, HEAVIEST, CONFIRMED], ids=lambda policy: policy.name)
@given(data=small(), record=small(most=3))
def test_each_tree_predicts_what_the_brute_force_foretells(policy: Policy, data: DataSet, record: DataSet) -> None:
    """Also for records with gaps, and with values that nobody at a node had."""
    assume(count_trees(data, policy) <= LISTABLE)
    for tree in trees(data, policy):
        predict = predictor(tree, data.attributes)
        for r in record:
            cells = {a.name: cell for a, cell in zip(data.attributes, r.values, strict=True)}
            expected = foretold(as_brute(tree), cells, strictly=policy.name == "RPART")
            said = predict(r)
            assert {c: p for c, p in said.distribution if p} == expected  # type: ignore[union-attr]
            assert set(said.labels) == {c for c, p in expected.items() if p == max(expected.values())}


# Another order of what is declared, another sign of numbers: the same set of trees.


def moved(data: DataSet, columns: list[int], values: tuple[str, ...], classes: tuple[str, ...], *, mirrored: bool) -> DataSet:
    """The data set with its columns, declared values and classes in another order, and the signs of its numbers turned."""
    attributes: list[Attribute] = [evolve(a, values=values) if isinstance(a, Nominal) else a for a in data.attributes]

    def cell(value: Cell) -> Cell:
        return -value if mirrored and isinstance(value, Fraction) else value

    records = [evolve(r, values=tuple(cell(r.values[i]) for i in columns)) for r in data]
    return DataSet([attributes[i] for i in columns], Nominal("y", classes), records)


def turned(shape: Any) -> Any:
    """A tree of mirrored numbers with the numbers as they were."""
    if isinstance(shape, frozenset):
        return shape
    counts, question, kept, below = shape

    def side(s: Any) -> Any:
        return {BELOW: ABOVE, ABOVE: BELOW}.get(s, s) if isinstance(s, str) else s

    def ask(q: Any) -> Any:
        return (q[0], -q[2], -q[1]) if len(q) == 3 else q

    if kept:
        listed = tuple((ask(q), frozenset((side(s), side(t)) for s, t in stands_for)) for q, stands_for in kept[0])
        kept = listed, frozenset(map(side, kept[1]))
    return counts, ask(question), kept, frozenset((side(s), turned(child)) for s, child in below)


@pytest.mark.parametrize("policy", [CART_SURROGATES, RPART, HEAVIEST, CONFIRMED], ids=lambda policy: policy.name)
@given(data=small(7), pick=st.data())
def test_no_order_and_no_sign_changes_the_set_of_trees(policy: Policy, data: DataSet, pick: st.DataObject) -> None:
    assume(count_trees(data, policy) <= LISTABLE)
    columns = pick.draw(st.permutations(range(3)), label="columns")
    values = tuple(pick.draw(st.permutations(("u", "v", "w")), label="values"))
    classes = tuple(pick.draw(st.permutations(("-", "+")), label="classes"))
    mirrored = pick.draw(st.booleans(), label="mirrored")
    # no number is the middle of two others, whose side a rule names
    data = evolve(data, records=tuple(evolve(r, values=tuple(Fraction(3) if v == 2 else v for v in r.values)) for r in data))
    other = moved(data, columns, values, classes, mirrored=mirrored)
    before, after = ({as_brute(tree) for tree in trees(d, policy)} for d in (data, other))
    assert (set(map(turned, after)) if mirrored else after) == before
    assert count_trees(other, policy) == count_trees(data, policy)
    assert count_partitions(other, policy) == count_partitions(data, policy)


@given(data=small(7), pick=st.data())
def test_a_grown_model_is_right_against_the_same_records_in_every_order(data: DataSet, pick: st.DataObject) -> None:
    policy = pick.draw(st.sampled_from([CART_SURROGATES, RPART, HEAVIEST, CONFIRMED]), label="policy")
    columns, values = (
        pick.draw(st.permutations(range(3)), label="columns"),
        tuple(pick.draw(st.permutations(("u", "v", "w")), label="values")),
    )
    other = moved(data, columns, values, ("+", "-"), mirrored=False)
    assert not dtref.verify(from_tree(grow(data, policy)), other, policy).wrong
