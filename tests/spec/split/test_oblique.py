"""Oblique tests: a given one evaluated, and the search for an optimal one against every sign pattern."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import combinations, product

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from many import examples

import dtref
from dtref.errors import Invalid, Undecided
from dtref.exact.comparison import argmax_set
from dtref.oracle.golden.store import golden_folder
from dtref.show.explain import explain
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.tied_trees import count_partitions, count_trees
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.spec.model.branches import branch_for, condition
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import list_tests
from dtref.spec.model.tests import Oblique, Side, Threshold
from dtref.spec.model.trees import Branch, leaf_count
from dtref.spec.presets import C45, REGRESSION_TREE
from dtref.spec.split.numeric.oblique import ObliqueSearch, ObliqueTests

X, Y, Z = Continuous("x"), Continuous("y"), Continuous("z")
CLASS = Nominal("class", ("+", "-"))
ONE = Fraction(1)
BELOW_THE_DIAGONAL = Oblique(((X, ONE), (Y, ONE)), ONE, Side.BELOW)
SEARCH = evolve(dtref.CART, oblique=ObliqueSearch())
few = examples(16)

small = st.integers(0, 3).map(Fraction)
labelled = st.lists(st.builds(Record, st.tuples(small, small), st.sampled_from(CLASS.values)), min_size=2, max_size=6)


def staircase() -> DataSet:
    """x + y < 1 on two neighbouring diagonals of a grid of quarters: four records below 1, five at 1."""
    quarters = [(Fraction(i, 4), Fraction(j, 4)) for i in range(5) for j in range(5) if i + j in {3, 4}]
    return DataSet((X, Y), CLASS, [Record(p, "+" if sum(p) < 1 else "-") for p in quarters])


def has_solution(rows: list[list[Fraction]]) -> bool:
    """Whether some vector has a positive product with every row: Fourier-Motzkin elimination."""
    if not rows or not rows[0]:
        return not rows
    above, below = ([row for row in rows if row[0] * s > 0] for s in (1, -1))
    rest = [row[1:] for row in rows if row[0] == 0]
    return has_solution(rest + [[p / a[0] - q / b[0] for p, q in zip(a[1:], b[1:], strict=True)] for a in above for b in below])


def parted_by(data: DataSet, test: object) -> frozenset[frozenset[tuple[object, ...]]]:
    """The points on the two sides of a test."""
    assert isinstance(test, Oblique | Threshold)
    sides: dict[object, set[tuple[object, ...]]] = {0: set(), 1: set()}
    for r in data:
        cells: dict[Attribute, Cell] = dict(zip((X, Y), r.values, strict=True))
        sides[branch_for(test, cells.__getitem__)].add(r.values)
    return frozenset(map(frozenset, sides.values()))


@few
@given(labelled)
def test_the_best_of_cuts_and_oblique_tests_are_the_best_sign_patterns_that_a_line_makes(records: list[Record]) -> None:
    data = DataSet((X, Y), CLASS, records)
    node = tuple(sum(r.label == c for r in data) for c in CLASS.values)
    points = sorted({r.values for r in data})
    ways: dict[frozenset[frozenset[tuple[object, ...]]], tuple[tuple[int, ...], ...]] = {}
    for pattern in product((True, False), repeat=len(points)):
        sides = [[p for p, inside in zip(points, pattern, strict=True) if inside is side] for side in (True, False)]
        rows = [[Fraction(x) if inside else -Fraction(x) for x in (*p, 1)] for p, inside in zip(points, pattern, strict=True)]  # type: ignore[arg-type]
        if all(sides) and has_solution(rows):
            split = tuple(tuple(sum(r.label == c and r.values in side for r in data) for c in CLASS.values) for side in sides)
            ways[frozenset(map(frozenset, sides))] = split
    found = hunt(data, SEARCH).decide(hunt(data, SEARCH).root())
    if min(node) == 0 or not ways:
        assert found.optima == ()
        return
    best = argmax_set(ways, key=lambda way: dtref.gini_reduction(node, ways[way]))  # type: ignore[arg-type, return-value]
    assert {parted_by(data, test) for test in found.optima} == set(best)
    oblique = [test for test in found.optima if isinstance(test, Oblique)]
    assert len({parted_by(data, test) for test in oblique}) == len(oblique)  # one candidate a partition
    assert all(len(test.terms) == 2 for test in oblique)  # cuts of one attribute are left to Thresholds


def test_one_oblique_test_does_what_an_axis_parallel_tree_needs_a_leaf_a_record_for() -> None:
    data = staircase()
    oblique, axis_parallel = grow(data, SEARCH), grow(data, dtref.CART)
    assert isinstance(oblique, Branch)
    assert [condition(oblique.test, i) for i in (0, 1)] == ["x + y <= 0.875", "x + y > 0.875"]
    assert (leaf_count(oblique), leaf_count(axis_parallel), len(oblique.optima)) == (2, 9, 1)
    assert dtref.training_errors(oblique) == dtref.training_errors(axis_parallel) == 0
    for one, other in combinations(data, 2):  # no axis-parallel tree has fewer leaves: a box around two alike holds one of the other class
        if one.label == other.label:
            box = [tuple(sorted(pair)) for pair in zip(one.values, other.values, strict=True)]  # type: ignore[type-var]
            inside = [r for r in data if all(low <= v <= high for v, (low, high) in zip(r.values, box, strict=True))]  # type: ignore[operator]
            assert {r.label for r in inside} == {"+", "-"}


def test_a_given_test_is_a_candidate_and_explained() -> None:
    data = staircase()
    policy = evolve(dtref.CART, oblique=ObliqueTests((BELOW_THE_DIAGONAL,)))
    tree = grow(data, policy)
    assert isinstance(tree, Branch)
    assert (tree.test, tree.optima) == (BELOW_THE_DIAGONAL, (BELOW_THE_DIAGONAL,))
    assert [child.labels for child in tree.children] == [("+",), ("-",)]
    assert dtref.predict(tree, {"x": Fraction(1, 2), "y": Fraction(1, 2)}).labels == ("-",)
    text = str(explain(data, policy))
    assert (
        """
  x + y < 1
    branch      +  -  n  gini
    x + y < 1   4  0  4     0
    x + y >= 1  0  5  5     0
    weighted gini                 0
    gini_reduction                0.494 = 40/81   [best]
"""
        in text
    )
    assert "Asked: x + y < 1; no other candidate ties." in text
    assert "x + y < 1: + (+ 4, - 0)" in dtref.tree_text(tree)


def test_a_given_test_that_parts_nobody_is_no_candidate_and_one_of_another_data_set_is_refused() -> None:
    data = staircase()
    far = Oblique(((X, ONE), (Y, -ONE)), Fraction(9))
    assert [list(c.splits) for c in ObliqueTests((far,))(hunt(data, SEARCH).columns, hunt(data, SEARCH).root().records)] == [[]]
    elsewhere = evolve(dtref.CART, oblique=ObliqueTests((Oblique(((Z, ONE),), ONE),)))
    with pytest.raises(Invalid, match=r"^attribute: expected one of 'x', 'y' \(got 'z'\)$"):
        grow(data, elsewhere)


def test_trees_with_oblique_tests_are_counted_written_and_read() -> None:
    xor = DataSet((X, Y), CLASS, [Record((Fraction(a), Fraction(b)), CLASS.values[a != b]) for a in (0, 1) for b in (0, 1)])
    # A corner cut off leaves three records, (2, 1): gain 1/6. Each of four corners; then three points, of which a line parts each off.
    tree = grow(xor, SEARCH)
    assert isinstance(tree, Branch)
    assert [condition(test, 0) for test in list_tests(tree.optima)] == ["x + y <= 0.5", "x + y <= 1.5", "x - y <= 0.5", "-x + y <= 0.5"]
    assert leaf_count(tree) == 3
    assert (count_trees(xor, SEARCH), count_partitions(xor, SEARCH)) == (4, 4)
    model = dtref.Model(xor.attributes, xor.target, SEARCH.name, tree)
    assert dtref.parse_model(dtref.write_model(model)) == model
    schema = json.loads((golden_folder() / "schema" / "tree.schema.json").read_text("utf-8"))
    assert list(Draft202012Validator(schema).iter_errors(json.loads(dtref.write_model(model)))) == []
    assert '"terms": [["x", "1"], ["y", "1"]], "cut": "1/2", "side": "<="' in dtref.write_model(model)


@few
@given(labelled, st.randoms(use_true_random=False), st.integers(1, 5))
def test_neither_the_order_of_records_nor_the_scale_of_weights_changes_the_tree(records: list[Record], random: object, scale: int) -> None:
    from random import Random

    assert isinstance(random, Random)
    shuffled = random.sample(records, len(records))
    tree = grow(DataSet((X, Y), CLASS, records), SEARCH)
    assert grow(DataSet((X, Y), CLASS, shuffled), SEARCH) == tree
    heavier = grow(DataSet((X, Y), CLASS, [evolve(r, weight=Fraction(scale)) for r in records]), SEARCH)
    assert (leaf_count(heavier), heavier.labels) == (leaf_count(tree), tree.labels)


def test_records_that_miss_a_value_take_part_as_the_policy_says() -> None:
    data = staircase()
    gappy = DataSet(data.attributes, data.target, (*data, Record((MISSING, Fraction(0)), "+"), Record((ONE, MISSING), "-")))
    tree = grow(gappy, evolve(C45, oblique=ObliqueSearch()))
    assert isinstance(tree, Branch)
    assert condition(tree.test, 0) == "x + y <= 0.875"
    weights = [sum(n for _, n in child.counts) for child in tree.children]
    assert weights == [4 + 2 * Fraction(4, 9), 5 + 2 * Fraction(5, 9)]


def test_a_continuous_target_is_parted_by_an_oblique_test_too() -> None:
    target = Continuous("t")
    data = DataSet((X, Y), target, [Record(r.values, Fraction(r.label == "+")) for r in staircase()])
    tree = grow(data, evolve(REGRESSION_TREE, oblique=ObliqueSearch()))
    assert isinstance(tree, Branch)
    assert condition(tree.test, 0) == "x + y <= 0.875"
    assert [child.labels for child in tree.children] == [(Fraction(1),), (Fraction(0),)]


def test_three_attributes_are_searched_in_pairs_or_together() -> None:
    corners = [tuple(map(Fraction, p)) for p in product((0, 1), repeat=3)]
    data = DataSet((X, Y, Z), CLASS, [Record(p, CLASS.values[sum(p) > 1]) for p in corners])  # the majority of three bits
    pairs, triple = (grow(data, evolve(dtref.CART, oblique=ObliqueSearch(d))) for d in (2, 3))
    assert isinstance(triple, Branch)
    assert (condition(triple.test, 0), leaf_count(triple)) == ("x + y + z <= 1.5", 2)
    assert leaf_count(pairs) > 2
    offered = hunt(data, evolve(dtref.CART, oblique=ObliqueSearch(2)))
    assert len(offered.candidates(offered.root())) == 3 + 3


def test_few_attributes_few_records_and_too_many() -> None:
    one = DataSet((X,), CLASS, [Record((Fraction(i),), CLASS.values[i]) for i in (0, 1)])
    assert grow(one, SEARCH) == grow(one, dtref.CART)
    assert grow(DataSet((X, Y), CLASS, ()), SEARCH) == grow(DataSet((X, Y), CLASS, ()), dtref.CART)
    with pytest.raises(
        Undecided, match=r"^linear dichotomies of 9 points in 2 dimensions: not decided within 35 hyperplanes \(at least 18, at most 74\)$"
    ):
        grow(staircase(), evolve(dtref.CART, oblique=ObliqueSearch(limit=35)))


@pytest.mark.parametrize("terms", [(), ((X, Fraction(0)),), ((X, ONE), (X, ONE))])
def test_an_oblique_test_weighs_different_attributes(terms: tuple[tuple[Continuous, Fraction], ...]) -> None:
    with pytest.raises(Invalid) as problem:
        Oblique(terms, ONE)
    shown = [("x", str(w)) for _, w in terms]
    assert str(problem.value) == f"oblique test: expected weights other than 0 of different attributes, at least one (got {shown})"
