"""Ranges and thresholds at the cuts of a binning: the documents' table of split positions, and which cuts can be optimal."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from many import examples

import dtref
from dtref.errors import Invalid
from dtref.exact.comparison import sign
from dtref.exact.decimals import decimal
from dtref.oracle.golden.store import golden_folder
from dtref.spec.growing.hunt import grow, hunt
from dtref.spec.growing.tied_trees import count_trees
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.branches import condition
from dtref.spec.model.counts import Counts, CountTable
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Ranges, Side, Threshold
from dtref.spec.model.trees import Branch, Leaf, nodes
from dtref.spec.preparation.discretisation import discretise
from dtref.spec.presets import C45
from dtref.spec.split.candidates import MultiwaySplit, Offer, Thresholds
from dtref.spec.split.choose import best
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gini_reduction, variance_reduction, weighted_impurity
from dtref.spec.split.impurity import gini
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges, Clusters, EqualFrequency, EqualWidth
from dtref.spec.split.numeric.placement import floor_midpoint
from dtref.spec.split.numeric.ranges import RangesSplit, ThresholdsAt

X, Y = Continuous("x"), Nominal("y", ("a", "b", "c"))
few = examples(24)
rows_of_counts = st.lists(st.tuples(*[st.integers(0, 3)] * 3).filter(any), min_size=2, max_size=7)

INCOMES = (60, 70, 75, 85, 90, 95, 100, 120, 125, 220)
DEFAULTED = (0, 0, 0, 1, 1, 1, 0, 0, 0, 0)

PRINTED = """
position   55    65    72    80    87    92    97   110   122   172   230
yes <=      0     0     0     0     1     2     3     3     3     3     3
yes >       3     3     3     3     2     1     0     0     0     0     0
no <=       0     1     2     3     3     3     3     4     5     6     7
no >        7     6     5     4     4     4     4     3     2     1     0
gini    0.420 0.400 0.375 0.343 0.417 0.400 0.300 0.343 0.375 0.400 0.420
"""
"""`tan`, Continuous Attributes: Computing Gini Index…; `cs422`, Specify attribute test conditions, Continuous attributes."""


def printed() -> list[tuple[str, ...]]:
    """The columns of the table."""
    lines = PRINTED.strip().splitlines()
    return list(zip(*([cell for cell in line.split() if cell[0].isdigit()] for line in lines), strict=True))


def table(counts: Sequence[Counts]) -> CountTable:
    """Numbers 0, 1, 2 … with these counts."""
    values = tuple(map(Fraction, range(len(counts))))
    return CountTable(X, values, values, tuple(counts), (0,) * len(counts[0]))


def optima(offer: Offer, counts: Sequence[Counts], criterion: Criterion) -> list[Fraction]:
    """The lower ends of the optimal cuts."""
    node = tuple(map(sum, zip(*counts, strict=True)))
    found = best(node, [offer(table(counts), criterion)], criterion)
    return [t.lower for t in found.optima if isinstance(t, Threshold)] if found else []


def test_each_cell_of_the_documents_table_of_split_positions_is_right() -> None:
    for position, yes_left, yes_right, no_left, no_right, shown in printed():
        goes = [income <= int(position) for income in INCOMES]
        left = [sum(1 for g, d in zip(goes, DEFAULTED, strict=True) if g and d == c) for c in (0, 1)]
        right = [sum(1 for g, d in zip(goes, DEFAULTED, strict=True) if not g and d == c) for c in (0, 1)]
        assert ([no_left, yes_left], [no_right, yes_right]) == ([*map(str, left)], [*map(str, right)])
        value = weighted_impurity(gini, (left, right))
        assert not isinstance(value, dtref.Undefined)
        assert decimal(value, 3) == shown


def test_of_the_documents_positions_the_outer_two_split_nothing_and_the_others_are_the_candidates() -> None:
    counts = tuple((1 - d, d) for d in DEFAULTED)
    values = tuple(map(Fraction, INCOMES))
    found = Thresholds(floor_midpoint)(CountTable(Continuous("income"), values, values, counts, (0, 0)), gini_reduction)
    inner = printed()[1:-1]
    assert [str(t.cut) for t in map(found.test, range(9)) if isinstance(t, Threshold)] == [column[0] for column in inner]
    assert list(found.splits) == [((int(c[3]), int(c[1])), (int(c[4]), int(c[2]))) for c in inner]
    left_out = [column for column in printed() if column not in inner]
    assert [(c[0], c[5]) for c in left_out] == [("55", "0.420"), ("230", "0.420")]  # the node's own Gini: no reduction


@few
@given(rows_of_counts, st.sampled_from([gini_reduction, gain]))
def test_optimal_cuts_of_a_strictly_concave_impurity_are_at_class_changes(counts: list[Counts], criterion: Criterion) -> None:
    node = tuple(map(sum, zip(*counts, strict=True)))
    everywhere = best(node, [Thresholds()(table(counts), criterion)], criterion)
    assert everywhere is not None
    if sum(n > 0 for n in node) > 1:
        assert optima(ThresholdsAt(BoundaryPoints()), counts, criterion) == optima(Thresholds(), counts, criterion)
    if sign(everywhere.value):
        assert optima(ThresholdsAt(ClassChanges()), counts, criterion) == optima(Thresholds(), counts, criterion)
    else:
        assert len(everywhere.optima) == len(counts) - 1
        assert optima(ThresholdsAt(ClassChanges()), counts, criterion) == []


@few
@given(st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=3), min_size=2, max_size=6))
def test_optimal_cuts_of_the_variance_are_where_the_mean_changes(ys: list[list[int]]) -> None:
    counts = [(len(y), sum(y), sum(v * v for v in y)) for y in ys]
    node = tuple(map(sum, zip(*counts, strict=True)))
    everywhere = best(node, [Thresholds()(table(counts), variance_reduction)], variance_reduction)
    assert everywhere is not None
    if sign(everywhere.value):
        for binning in (ClassChanges(), BoundaryPoints()):
            found = optima(ThresholdsAt(binning), counts, variance_reduction)
            assert found == optima(Thresholds(), counts, variance_reduction)


def test_the_error_has_optimal_cuts_inside_a_run_of_one_class() -> None:
    """A counterexample: a a | c | c | b b. Each record of c costs one error on either side, so every cut from a to b leaves two."""
    run = [(2, 0, 0), (0, 0, 1), (0, 0, 1), (0, 2, 0)]
    assert optima(Thresholds(), run, error_reduction) == [0, 1, 2]
    assert optima(ThresholdsAt(BoundaryPoints()), run, error_reduction) == [0, 2]
    assert optima(Thresholds(), run, gini_reduction) == optima(ThresholdsAt(ClassChanges()), run, gini_reduction) == [0, 2]


def test_with_two_classes_the_error_has_optimal_cuts_inside_a_run_of_equal_shares() -> None:
    mixed = [(3, 0), (1, 1), (1, 1), (0, 3)]
    assert optima(Thresholds(), mixed, error_reduction) == [0, 1, 2]
    assert optima(ThresholdsAt(ClassChanges()), mixed, error_reduction) == [0, 2]
    assert optima(ThresholdsAt(BoundaryPoints()), mixed, error_reduction) == [0, 1, 2]


def test_without_a_gain_there_is_no_class_change_and_xor_is_not_learned() -> None:
    x, y = Continuous("x"), Continuous("y")
    rows = [Record((Fraction(a), Fraction(b)), "ab"[a != b]) for a in (0, 1) for b in (0, 1)]
    xor = DataSet((x, y), Nominal("class", ("a", "b")), rows)
    leaves = {
        name: sum(isinstance(node, Leaf) for node in nodes(grow(xor, evolve(dtref.CART, continuous=offer))))
        for name, offer in (("all", Thresholds()), ("boundary", ThresholdsAt(BoundaryPoints())), ("changes", ThresholdsAt(ClassChanges())))
    }
    assert leaves == {"all": 4, "boundary": 4, "changes": 1}


def test_iris_has_the_same_trees_with_boundary_points_as_with_all_cuts() -> None:
    iris = dtref.read_csv(golden_folder() / "data" / "iris.csv", target="species")
    policy = evolve(dtref.CART, continuous=ThresholdsAt(BoundaryPoints()))
    assert grow(iris, policy) == grow(iris, dtref.CART)
    assert count_trees(iris, policy) == 8  # golden/TIES.md
    offered = [sum(len(c.splits) for c in hunt(iris, p).candidates(hunt(iris, p).root())) for p in (dtref.CART, policy)]
    assert offered[1] < offered[0]


def test_the_documents_incomes_split_purely_in_three_ranges() -> None:
    income, defaulted = Continuous("income"), Nominal("defaulted", ("no", "yes"))
    rows = [Record((Fraction(v),), defaulted.values[d]) for v, d in zip(INCOMES, DEFAULTED, strict=True)]
    data = DataSet((income,), defaulted, rows)
    tree = grow(data, evolve(dtref.HUNT, continuous=RangesSplit(ClassChanges(floor_midpoint))))
    assert isinstance(tree, Branch)
    assert tree.test == Ranges(income, (Fraction(80), Fraction(97)))
    assert [condition(tree.test, i) for i in range(3)] == ["income in (-oo, 80]", "income in (80, 97]", "income in (97, oo)"]
    assert [child.labels for child in tree.children] == [("no",), ("yes",), ("no",)]
    assert dtref.predict(tree, {"income": 97}).labels == ("yes",)


@few
@given(
    rows_of_counts,
    st.sampled_from([EqualWidth(3), EqualFrequency(3), Clusters(2, choice=0), Clusters(2), ClassChanges(), EqualWidth(4, Side.BELOW)]),
)
def test_ranges_at_the_root_are_worth_what_the_values_of_static_bins_are(counts: list[Counts], binning: EqualWidth | Clusters) -> None:
    """Of several clusterings that are as near all are offered at a node, and the first is taken before growing."""
    records = [Record((Fraction(i),), Y.values[c], Fraction(n)) for i, ns in enumerate(counts) for c, n in enumerate(ns) if n]
    data = DataSet((X,), Y, records)
    binned = discretise(data, binning).data(data)
    at_nodes = evolve(dtref.HUNT, continuous=RangesSplit(binning))
    before = evolve(dtref.HUNT, ordinal=MultiwaySplit())
    one, other = (hunt(d, p).candidates(hunt(d, p).root())[0].splits for d, p in ((data, at_nodes), (binned, before)))
    all_are_offered = binning == Clusters(2)
    assert [list(split) for split in (one[:1] if all_are_offered else one)] == [list(split) for split in other]


def test_two_cuts_in_one_cut_interval_are_one_candidate_and_an_empty_range() -> None:
    counts = table([(1, 0), (0, 1)])
    wide = EqualWidth(4)  # cuts at 1/4, 1/2, 3/4, all between 0 and 1
    cuts = ThresholdsAt(wide)(counts, gain)
    assert (list(cuts.splits), [cuts.test(i) for i in range(len(cuts.splits))]) == (
        [((1, 0), (0, 1))],
        [Threshold(X, Fraction(0), Fraction(1), Fraction(1, 4))],
    )
    assert list(RangesSplit(wide)(counts, gain).splits) == [((1, 0), (0, 0), (0, 0), (0, 1))]


@pytest.mark.parametrize("offer", [RangesSplit(ClassChanges()), ThresholdsAt(ClassChanges())])
def test_one_number_or_none_offers_nothing_and_missing_cells_are_counted(offer: Offer) -> None:
    alone = CountTable(X, (Fraction(1),), (Fraction(1),), ((2, 3),), (4, 0))
    nobody = CountTable(X, (Fraction(1),), (), (), (4, 0))
    assert [(list(c.splits), c.missing) for c in (offer(alone, gain), offer(nobody, gain))] == [([], (4, 0)), ([], (4, 0))]


def test_an_attribute_without_numbers_is_refused() -> None:
    size = Nominal("size", ("s", "m"))
    nominal = CountTable(size, size.values, size.values, ((1, 0), (0, 1)), (0, 0))
    with pytest.raises(Invalid, match=r"^size: expected a Continuous attribute \(got Nominal\(name='size', values=\('s', 'm'\)\)\)$"):
        RangesSplit(ClassChanges())(nominal, gain)


def test_a_tree_of_ranges_is_written_and_read_and_meets_missing_values() -> None:
    records = [Record((Fraction(v),), c) for v, c in ((0, "a"), (1, "a"), (5, "b"), (9, "c"))] + [Record((MISSING,), "b")]
    policy = evolve(C45, continuous=RangesSplit(EqualWidth(3, Side.BELOW)), ordinal=MultiwaySplit())
    data = DataSet((X,), Y, records)
    tree = grow(data, policy)
    assert isinstance(tree, Branch)
    assert isinstance(tree.test, Ranges)
    assert sum(sum(n for _, n in child.counts) for child in tree.children) == 5
    model = dtref.Model(data.attributes, data.target, policy.name, tree)
    assert dtref.parse_model(dtref.write_model(model)) == model
    schema = json.loads((golden_folder() / "schema" / "tree.schema.json").read_text("utf-8"))
    assert list(Draft202012Validator(schema).iter_errors(json.loads(dtref.write_model(model)))) == []
