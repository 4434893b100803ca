"""Static discretisation: bins as ordinal values, applied to other records, and trees on bins turned back into trees on numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import examples

import dtref
from dtref.errors import Invalid
from dtref.oracle.golden.store import golden_folder
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Cell, Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.model.tests import Groups, Multiway, Oblique, OrdinalCut, Ranges, Side, Test, Threshold
from dtref.spec.model.trees import Branch, Leaf, Surrogates, nodes
from dtref.spec.preparation.discretisation import Binning, Bins, Discretisation, discretise
from dtref.spec.presets import C45
from dtref.spec.split.candidates import MultiwaySplit, SubsetSplits
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges, Clusters, EqualFrequency, EqualWidth
from dtref.spec.split.numeric.ranges import RangesSplit, ThresholdsAt
from dtref.strategies.values import fractions

X, Z, Y = Continuous("x"), Continuous("z"), Nominal("y", ("a", "b"))
SIZE = Nominal("size", ("s", "m", "l"))
few = examples(20)
numbers = fractions(-3, 3, max_denominator=2)
BINNINGS: list[Binning] = [EqualWidth(3), EqualWidth(3, Side.BELOW), EqualFrequency(3), Clusters(2), ClassChanges(), BoundaryPoints()]
records = st.builds(Record, st.tuples(numbers, st.sampled_from(SIZE.values), numbers), st.sampled_from(Y.values))
data_sets = st.lists(records, min_size=1, max_size=10).map(lambda rows: DataSet((X, SIZE, Z), Y, rows))
unseen = st.lists(st.builds(Record, st.tuples(numbers, st.sampled_from(SIZE.values), numbers)), min_size=1, max_size=8)
POLICIES = [dtref.CART, dtref.ID3, dtref.HUNT, evolve(C45, nominal=SubsetSplits())]


def three_bins(side: Side = Side.AT_MOST) -> Bins:
    """Cuts of x at 1 and 2."""
    cuts = [Threshold(X, Fraction(v) - Fraction(1, 2), Fraction(v) + Fraction(1, 2), Fraction(v), side) for v in (1, 2)]
    return Bins(X, tuple(cuts))


def test_bins_are_named_by_their_intervals_and_the_side_says_which_is_closed() -> None:
    assert three_bins().ordinal == Ordinal("x", ("(-oo, 1]", "(1, 2]", "(2, oo)"))
    assert three_bins(Side.BELOW).ordinal == Ordinal("x", ("(-oo, 1)", "[1, 2)", "[2, oo)"))
    assert [three_bins().bin(Fraction(v)) for v in (1, 2, 3)] == ["(-oo, 1]", "(1, 2]", "(2, oo)"]
    assert [three_bins(Side.BELOW).bin(Fraction(v)) for v in (1, 2, 3)] == ["[1, 2)", "[2, oo)", "[2, oo)"]


def test_a_constant_or_unknown_column_keeps_one_interval() -> None:
    data = DataSet((X, Z), Y, [Record((Fraction(4), MISSING), "a"), Record((Fraction(4), MISSING), "b")])
    binned = discretise(data, EqualWidth(5)).data(data)
    assert binned.attributes == (Ordinal("x", ("(-oo, oo)",)), Ordinal("z", ("(-oo, oo)",)))
    assert [r.values for r in binned] == [("(-oo, oo)", MISSING)] * 2
    assert isinstance(grow(binned, evolve(dtref.CART, missing=C45.missing, gap=C45.gap)), Leaf)


@few
@given(data_sets, unseen, st.sampled_from(BINNINGS))
def test_each_number_lies_in_its_bin_and_everything_else_stays(data: DataSet, others: list[Record], binning: Binning) -> None:
    found = discretise(data, binning)
    new = DataSet(data.attributes, data.target, [evolve(r, label="a") for r in others])
    for before, after in zip((*data, *new), (*found.data(data), *found.data(new)), strict=True):
        assert (after.label, after.weight, after.values[1]) == (before.label, before.weight, before.values[1])
        for i, bins in ((0, found.bins[0]), (2, found.bins[1])):
            number, position = before.values[i], bins.ordinal.values.index(str(after.values[i]))
            goes_right = [number > t.cut if t.side is Side.AT_MOST else number >= t.cut for t in bins.thresholds]
            assert goes_right == [i < position for i in range(len(goes_right))]


@few
@given(data_sets, unseen, st.sampled_from(BINNINGS), st.sampled_from(POLICIES))
def test_a_tree_on_bins_and_its_tree_on_numbers_predict_alike(
    data: DataSet, others: list[Record], binning: Binning, policy: Policy
) -> None:
    found = discretise(data, binning)
    on_bins = grow(found.data(data), policy)
    on_numbers = found.tree(on_bins)
    asked = [node.test for node in nodes(on_numbers) if isinstance(node, Branch)]
    assert not any(isinstance(test, Oblique) or isinstance(test.attribute, Ordinal) for test in asked)
    for record in (*data, *others):
        cells: dict[str, Cell] = dict(zip(("x", "size", "z"), record.values, strict=True))
        assert dtref.predict(on_numbers, cells) == dtref.predict(on_bins, found.record(cells))
        assert predictor(on_numbers, data.attributes)(record) == dtref.predict(on_numbers, cells)


@few
@given(st.lists(st.tuples(numbers, st.sampled_from(Y.values)), min_size=1, max_size=10))
def test_cuts_between_bins_of_class_changes_grow_what_thresholds_at_class_changes_grow(rows: list[tuple[Fraction, str]]) -> None:
    """Two routes: bins before growing, turned back; and the same cuts offered at the nodes. At the root they are the same tests."""
    data = DataSet((X,), Y, [Record((x,), y) for x, y in rows])
    found = discretise(data, ClassChanges())
    before = found.tree(grow(found.data(data), dtref.CART))
    at_nodes = grow(data, evolve(dtref.CART, continuous=ThresholdsAt(ClassChanges())))
    if isinstance(at_nodes, Branch):
        assert isinstance(before, Branch)
        assert (before.test, before.optima, before.counts) == (at_nodes.test, at_nodes.optima, at_nodes.counts)
    multiway = found.tree(grow(found.data(data), evolve(dtref.HUNT, ordinal=MultiwaySplit())))
    ranges = grow(data, evolve(dtref.HUNT, continuous=RangesSplit(ClassChanges())))
    if isinstance(ranges, Branch) and len(ranges.children) > 2:
        assert isinstance(multiway, Branch)
        assert (multiway.test, [c.counts for c in multiway.children]) == (ranges.test, [c.counts for c in ranges.children])


def test_every_test_of_neighbouring_bins_has_a_test_of_the_numbers() -> None:
    bins = three_bins()
    low, middle, high = bins.ordinal.values
    first, second = bins.thresholds
    assert bins.test(OrdinalCut(bins.ordinal, low, middle)) == bins.test(OrdinalCut(bins.ordinal, low, high)) == first
    assert bins.test(OrdinalCut(bins.ordinal, middle, high)) == second
    assert bins.test(Multiway(bins.ordinal)) == Ranges(X, (Fraction(1), Fraction(2)))
    assert bins.test(Groups(bins.ordinal, ((low, middle), (high,)), 0)) == second
    assert bins.test(Groups(bins.ordinal, ((low,), (high,)), 1, 1)) == first
    # an absent interval joins the one below it
    assert bins.test(Groups(bins.ordinal, ((low,), (high,)), 1)) == second
    assert bins.test(Groups(bins.ordinal, ((middle,), (high,)), 1)) == second


@pytest.mark.parametrize("groups", [(0, 1, 0), (1, 1, 0), (0, 0, 0)])
def test_groups_of_bins_that_are_no_ascending_neighbours_are_refused(groups: tuple[int, ...]) -> None:
    bins = three_bins()
    parts = tuple(tuple(v for v, g in zip(bins.ordinal.values, groups, strict=True) if g == i) for i in range(2))
    test = Groups(bins.ordinal, parts, 0)
    with pytest.raises(Invalid) as problem:
        bins.test(test)
    assert str(problem.value) == (f"test of x: expected branches of neighbouring intervals, low to high, two or more (got {test!r})")


def test_surrogates_and_tied_groupings_of_other_attributes_come_along() -> None:
    bins = three_bins()
    low, middle, _ = bins.ordinal.values
    other: Test = Multiway(SIZE)
    one = (("a", Fraction(1)), ("b", Fraction(0)))
    leaf = Leaf(one, ("a",))
    gap = Surrogates(((OrdinalCut(bins.ordinal, low, middle), (0, 2)),), 0)
    tree = Branch(one, ("a",), other, (other, OrdinalCut(bins.ordinal, low, middle)), (leaf, leaf, leaf), gap)
    back = Discretisation((bins,)).tree(tree)
    assert back == Branch(
        one, ("a",), other, (other, bins.thresholds[0]), (leaf, leaf, leaf), Surrogates(((bins.thresholds[0], (0, 2)),), 0)
    )


def test_what_does_not_fit_is_named() -> None:
    data = DataSet((X, SIZE), Y, [])
    with pytest.raises(Invalid, match=r"^size: expected a Continuous attribute \(got Nominal\(name='size', values=\('s', 'm', 'l'\)\)\)$"):
        discretise(data, EqualWidth(2), ("size",))
    with pytest.raises(Invalid, match=r"^attribute: expected one of 'x', 'size' \(got 'z'\)$"):
        discretise(data, EqualWidth(2), ("z",))
    with pytest.raises(Invalid, match=r"^x: expected a number \(got 'm'\)$"):
        three_bins().bin("m")
    found = Discretisation((three_bins(),))
    with pytest.raises(Invalid) as problem:
        found.data(DataSet((Nominal("x", ("1",)),), Y, []))
    assert str(problem.value) == (
        "attribute x: expected Continuous(name='x', width=<Width.DECIMAL: 'decimal'>) (got Nominal(name='x', values=('1',)))"
    )


def test_the_binned_tree_on_numbers_is_written_and_read() -> None:
    iris = dtref.read_csv(golden_folder() / "data" / "iris.csv", target="species")
    found = discretise(iris, EqualFrequency(4))
    tree = found.tree(grow(found.data(iris), evolve(dtref.HUNT, ordinal=MultiwaySplit(), ask_once=True)))
    model = dtref.Model(iris.attributes, iris.target, "HUNT", tree)
    assert dtref.parse_model(dtref.write_model(model)) == model
    assert any(isinstance(node, Branch) and isinstance(node.test, Ranges) for node in nodes(tree))
