"""The three readings of `tan`'s gain with a missing value: the figures of the slide, and identities between them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from narrow import defined

from dtref.exact.comparison import compare
from dtref.exact.decimals import decimal, is_rounding
from dtref.spec.growing.hunt import hunt
from dtref.spec.model.attributes import MISSING, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.presets import C45_GAIN
from dtref.spec.split.criteria import Criterion, gain, gini_reduction, known_share, variance_reduction, weighted_impurity
from dtref.spec.split.impurity import entropy, variance
from dtref.spec.split.missing_gain import entropy_of_children_over_all, gain_over_all, gain_over_all_unscaled

PARENT, CHILDREN, MISSING_COUNTS = (3, 7), ((0, 3), (2, 4)), (1, 0)
"""`tan`, Computing Impurity Measure: Class = Yes, Class = No; Refund = Yes, Refund = No; Refund = ?."""

THREE = (gain, gain_over_all, gain_over_all_unscaled)


def test_the_slides_figures() -> None:
    assert is_rounding("0.8813", defined(entropy(PARENT)))
    assert is_rounding("0.9183", defined(entropy((2, 4))))
    assert is_rounding("0.551", defined(entropy_of_children_over_all(CHILDREN, MISSING_COUNTS)))
    assert known_share((2, 7), MISSING_COUNTS) == Fraction(9, 10)


def test_its_gain_is_the_difference_without_the_factor() -> None:
    values = [criterion(PARENT, CHILDREN, MISSING_COUNTS) for criterion in THREE]
    assert [decimal(defined(value), 4) for value in values] == ["0.1368", "0.2973", "0.3303"]
    assert [is_rounding("0.3303", defined(value)) for value in values] == [False, False, True]


def test_c45_has_the_entropy_of_the_nine_known_records_and_weights_over_nine() -> None:
    within = weighted_impurity(entropy, CHILDREN)
    assert [decimal(defined(x), 4) for x in (entropy((2, 7)), within)] == ["0.7642", "0.6122"]
    assert gain(PARENT, CHILDREN, MISSING_COUNTS) == Fraction(9, 10) * (defined(entropy((2, 7))) - defined(within))


@st.composite
def splits(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Node, children, missing: of three classes; at least one known record."""
    counts = st.tuples(*[st.integers(0, 5)] * 3)
    children = tuple(draw(st.lists(counts, min_size=1, max_size=3)))
    missing = draw(counts)
    assume(any(map(any, children)))
    return tuple(map(sum, zip(*children, missing, strict=True))), children, missing


@given(case=splits())
def test_the_documents_formula_counts_the_missing_records_as_a_pure_branch(
    case: tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]],
) -> None:
    node, children, missing = case
    assume(any(missing))
    as_a_branch = gain(node, (*children, missing))
    share = Fraction(sum(missing), sum(node))
    assert gain_over_all_unscaled(node, children, missing) == defined(as_a_branch) + defined(share * defined(entropy(missing)))
    assert gain_over_all(node, children, missing) == (1 - share) * (defined(as_a_branch) + defined(share * defined(entropy(missing))))


@given(case=splits())
def test_no_reading_is_below_0_and_the_unscaled_one_is_the_greatest(
    case: tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]],
) -> None:
    node, children, missing = case
    values = [criterion(node, children, missing) for criterion in THREE]
    assert all(compare(defined(value), 0) >= 0 for value in values)
    assert compare(defined(values[1]), defined(values[2])) <= 0
    assert compare(defined(values[0]), defined(values[2])) <= 0


@given(case=splits())
def test_without_missing_values_the_readings_are_one(case: tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]) -> None:
    _, children, _ = case
    node = tuple(map(sum, zip(*children, strict=True)))
    assert len({criterion(node, children) for criterion in THREE}) == 1
    assert len({criterion(node, children, (0, 0, 0)) for criterion in THREE}) == 1


@pytest.mark.parametrize("criterion", THREE, ids=lambda c: c.name)
def test_a_policy_may_use_any_of_them(criterion: Criterion) -> None:
    refund, cheat = Nominal("Refund", ("Yes", "No")), Nominal("Class", ("Yes", "No"))
    rows = [("Yes", "No")] * 3 + [("No", "Yes")] * 2 + [("No", "No")] * 4 + [(MISSING, "Yes")]
    data = DataSet((refund,), cheat, tuple(Record((x,), y) for x, y in rows))
    recursion = hunt(data, evolve(C45_GAIN, criterion=criterion))
    assert recursion.decide(recursion.root()).value == criterion(PARENT, CHILDREN, MISSING_COUNTS)


def test_the_known_share_of_a_continuous_target_counts_records_and_not_sums() -> None:
    node, children, missing = (4, 10, 30), ((1, 1, 1), (2, 5, 13)), (1, 4, 16)
    saved = defined(variance((3, 6, 14))) - defined(Fraction(2, 3) * defined(variance((2, 5, 13))))
    assert variance_reduction(node, children, missing) == Fraction(3, 4) * saved == Fraction(3, 8)


@given(case=splits())
def test_the_known_share_scales_gini_too(case: tuple[tuple[int, ...], tuple[tuple[int, ...], ...], tuple[int, ...]]) -> None:
    node, children, missing = case
    known = tuple(map(sum, zip(*children, strict=True)))
    assert gini_reduction(node, children, missing) == Fraction(sum(known), sum(node)) * defined(gini_reduction(known, children))
