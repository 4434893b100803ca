"""The best groupings of nominal values: shortcuts find what trying all 2^(k-1) - 1 finds, with every tie."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import brute
import pytest
from attrs import evolve
from hypothesis import assume, example, given
from hypothesis import strategies as st
from mpmath import mpf, sqrt, workdps
from narrow import of_kind, present

from dtref.errors import NO_BOUND, Undecided, Undefined
from dtref.exact.comparison import compare
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.model.optima import EverySubset, count_tests, list_tests, nth_test, subset
from dtref.spec.model.tests import Subset
from dtref.spec.split.by_name import CRITERIA as CRITERIA_BY_NAME
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.choose import best
from dtref.spec.split.criteria import Criterion, error_reduction, gain, gain_ratio, gini_reduction
from dtref.spec.split.grouping_bounds import bounds_of_best_grouping
from dtref.spec.split.square_roots import dkm_reduction, hellinger_distance
from dtref.strategies import count_matrices

CRITERIA = {gini_reduction: brute.by_gini, gain: brute.by_gain, error_reduction: brute.by_error, gain_ratio: brute.by_gain_ratio}
every_criterion = pytest.mark.parametrize("criterion", CRITERIA, ids=lambda c: c.name)


def table_of(rows: tuple[Counts, ...]) -> CountTable:
    x = Nominal("x", tuple(f"v{i}" for i in range(len(rows))))
    return CountTable(x, x.values, x.values, rows, (0,) * len(rows[0]))


def found(rows: tuple[Counts, ...], criterion: Criterion) -> list[Subset]:
    table, node = table_of(rows), add_counts(rows, len(rows[0]))
    return [of_kind(Subset, test) for test in list_tests(present(best(node, [SubsetSplits()(table, criterion)], criterion)).optima)]


def exhaustive(rows: tuple[Counts, ...], criterion: Criterion) -> set[frozenset[frozenset[str]]]:
    counted = {f"v{i}": Counter(dict(enumerate(row))) for i, row in enumerate(rows)}
    scored = [(groups, [sum((counted[v] for v in g), Counter()) for g in groups]) for groups in brute.two_groups(list(counted))]
    return set(brute.best(scored, CRITERIA[criterion]))


@every_criterion
@given(rows=count_matrices(min_values=2, min_classes=2, weights="fractions"))
@example(rows=((1, 0), (0, 1), (1, 1), (2, 2), (1, 0)))  # equal shares at the ends and in the middle
@example(rows=((2, 1), (4, 2), (6, 3)))  # the same shares everywhere
@example(rows=((1, 1, 0), (2, 2, 0), (1, 0, 0)))  # a class that is absent
@example(rows=((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)))
def test_best_subset_split_equals_exhaustive_search(criterion: Criterion, rows: tuple[Counts, ...]) -> None:
    assume(sum(n > 0 for n in add_counts(rows, len(rows[0]))) > 1)
    groups = [frozenset((frozenset(t.left), frozenset(t.right))) for t in found(rows, criterion)]
    assert len(groups) == len(set(groups))
    assert set(groups) == exhaustive(rows, criterion)


def by_roots(xs: list[Counter[Any]], ys: list[Counter[Any]]) -> int:
    """DKM and Hellinger distance of two classes: the less sqrt(n_1i n_2i) add up to, the better; equal to 50 digits is equal."""
    with workdps(80):
        ours, theirs = (
            sum(sqrt(mpf(c[0].numerator) * c[1].numerator / (c[0].denominator * c[1].denominator)) for c in s) for s in (xs, ys)
        )
        return 0 if abs(ours - theirs) < mpf(10) ** -50 else 1 if ours < theirs else -1


@given(rows=count_matrices(min_values=2, min_classes=2, max_classes=2, max_values=6, weights="fractions"))
@example(rows=((1, 0), (0, 1), (1, 1), (2, 2), (1, 0)))
@example(rows=((2, 1), (4, 2), (6, 3)))
def test_of_two_classes_the_best_by_roots_are_those_of_exhaustive_search(rows: tuple[Counts, ...]) -> None:
    """DKM by prefixes of the values in order of their class shares, Hellinger distance by all groupings."""
    assume(all(add_counts(rows, 2)))
    counted = {f"v{i}": Counter(dict(enumerate(map(Fraction, row)))) for i, row in enumerate(rows)}
    scored = [(groups, [sum((counted[v] for v in g), Counter()) for g in groups]) for groups in brute.two_groups(list(counted))]
    wanted = set(brute.best(scored, by_roots))
    for criterion in (dkm_reduction, hellinger_distance):
        assert {frozenset((frozenset(t.left), frozenset(t.right))) for t in found(rows, criterion)} == wanted


@every_criterion
@given(rows=count_matrices(min_values=2, min_classes=2, max_values=6))
def test_ties_come_in_the_order_of_the_binary_numbers(criterion: Criterion, rows: tuple[Counts, ...]) -> None:
    """golden/TIES.md: the first present value is always left, and each further value that joins it is the next higher bit."""
    assume(sum(n > 0 for n in add_counts(rows, len(rows[0]))) > 1)
    numbers = [sum(2 ** (int(v[1:]) - 1) for v in test.left if v != "v0") for test in found(rows, criterion)]
    assert all("v0" in test.left for test in found(rows, criterion))
    assert numbers == sorted(numbers)


@given(present=st.integers(2, 7), data=st.data())
def test_groupings_by_index_are_all_groupings_once(present: int, data: st.DataObject) -> None:
    x = Nominal("x", tuple(f"v{i}" for i in range(present)))
    every = EverySubset(x, x.values)
    listed = [of_kind(Subset, test) for test in list_tests((every,))]
    assert count_tests((every,)) == len(listed) == len({t.left for t in listed}) == 2 ** (present - 1) - 1
    assert all(t.left and t.right and {*t.left, *t.right} == set(x.values) for t in listed)
    i = data.draw(st.integers(0, len(listed) - 1), label="index")
    assert nth_test((every,), i) == nth_test((every,), i - len(listed)) == listed[i] == subset(x, x.values, i)


@pytest.mark.parametrize("index", [3, -4, 10**30])
def test_there_is_no_test_past_either_end(index: int) -> None:
    x = Nominal("x", ("a", "b", "c"))
    with pytest.raises(IndexError):
        nth_test((EverySubset(x, x.values),), index)


def test_thirty_values_with_two_classes_are_decided_by_prefixes() -> None:
    """Values i = 0 .. 29 with shares i : 29 - i. By symmetry the best cut is in the middle; brute force tries the 29 prefixes."""
    rows = tuple((i, 29 - i) for i in range(30))
    (only,) = found(rows, gini_reduction)
    assert only.left == tuple(f"v{i}" for i in range(15))


def test_a_class_that_is_absent_does_not_hinder_the_prefixes() -> None:
    assert len(found(tuple((i, 0, 29 - i) for i in range(30)), gain)) == 1


def test_two_hundred_values_alike_are_one_symbolic_tie() -> None:
    rows = ((1, 2, 3),) * 200
    assert SubsetSplits()(table_of(rows), gini_reduction).splits == (((1, 2, 3), (199, 398, 597)),)


@pytest.mark.parametrize(
    ("rows", "criterion", "values"),
    [
        (tuple((i % 3 == 0, i % 3 == 1, i % 3 == 2) for i in range(20)), gini_reduction, 20),
        (tuple((i % 2, 1 - i % 2) for i in range(17)), error_reduction, 17),
        (tuple((1, i) for i in range(17)), gain_ratio, 17),
    ],
)
def test_too_many_groupings_are_undecided(rows: tuple[Counts, ...], criterion: Criterion, values: int) -> None:
    with pytest.raises(Undecided) as caught:
        SubsetSplits()(table_of(tuple(tuple(map(int, r)) for r in rows)), criterion)
    assert caught.value.question == f"best grouping of {values} values of x, its {criterion.name}"
    assert caught.value.budget == "32768 groupings"
    assert not isinstance(caught.value.lower, Undefined)
    assert isinstance(caught.value.upper, Undefined) == (criterion is gain_ratio)


MANY = [c for c in CRITERIA_BY_NAME.values() if not (c.impurity is not None and c.impurity.moments)]


@given(rows=count_matrices(min_values=3, min_classes=2, max_values=6, max_classes=3, weights="integers"), missing=st.data())
def test_the_best_grouping_is_within_its_bounds(rows: tuple[Counts, ...], missing: st.DataObject) -> None:
    """Bounds of each criterion against the best of all groupings, also where records miss the value."""
    gone = tuple(missing.draw(st.lists(st.integers(0, 2), min_size=len(rows[0]), max_size=len(rows[0])), label="missing"))
    table = evolve(table_of(rows), missing=gone)
    assume(all(map(sum, rows)))
    node = add_counts((*rows, gone), len(gone))
    for criterion in MANY:
        of_all = best(node, [SubsetSplits(exhaustive=True)(table, criterion)], criterion)
        with pytest.raises(Undecided) as caught:
            SubsetSplits(exhaustive=True, limit=1)(table, criterion)
        assert isinstance(caught.value.lower, Undefined)  # of groupings that may not compete
        lower, upper = bounds_of_best_grouping(table, criterion)
        if of_all is None:
            assert isinstance(lower, Undefined)
            continue
        assert isinstance(lower, Fraction)
        assert compare(lower, of_all.value) <= 0
        assert isinstance(upper, Undefined) or compare(of_all.value, Fraction(upper)) <= 0
        assert isinstance(upper, Fraction) == criterion.reduces or isinstance(upper, Undefined)


def test_of_large_tables_no_bounds_are_sought() -> None:
    rows = tuple((i % 2, 1, 1) for i in range(400))
    assert bounds_of_best_grouping(table_of(rows), gini_reduction) == (NO_BOUND, NO_BOUND)


def test_the_limit_of_groupings_is_the_callers() -> None:
    rows = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
    assert len(SubsetSplits(limit=3)(table_of(rows), gini_reduction).splits) == 3
    with pytest.raises(Undecided) as caught:
        SubsetSplits(limit=2)(table_of(rows), gini_reduction)
    said = "best grouping of 3 values of x, its gini_reduction: not decided within 2 groupings (at least 1/3, at most 2/3)"
    assert str(caught.value) == said


@pytest.mark.parametrize("criterion", [gini_reduction, gain, gain_ratio], ids=lambda c: c.name)
@given(rows=count_matrices(min_values=2, min_classes=2, max_classes=2))
def test_scaling_by_huge_and_tiny_numbers_changes_no_optimum(criterion: Criterion, rows: tuple[Counts, ...]) -> None:
    assume(all(add_counts(rows, 2)))
    plain = found(rows, criterion)
    for factor in (Fraction(7, 3), 10**30, Fraction(1, 10**400), 10**400):
        assert found(tuple(tuple(n * factor for n in row) for row in rows), criterion) == plain
