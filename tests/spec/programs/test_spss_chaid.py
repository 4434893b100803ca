"""SPSS's CHAID by its paper: merging by a second route, in doubles; where it isn't Kass's; least sizes; what is refused."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from scipy.special import chdtrc

import dtref
from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.tests import Groups
from dtref.spec.programs.spss_chaid import SPSS_CHAID, spss_chaid
from dtref.spec.split.chaid.categories import Categories
from dtref.spec.split.chaid.merging import Merging
from dtref.spec.split.chaid.spss_merging import SpssMerging, exhaustive_multiplier

Sets = frozenset[frozenset[int]]
"""Groups of categories, in no order."""


def p_of(rows: list[Counts]) -> float:
    """The p-value of Pearson's chi-square, in doubles; classes without records are left out."""
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    sizes, n = [sum(row) for row in rows], sum(map(sum, rows))
    expected = [[size * sum(column) / n for column in columns] for size in sizes]
    statistic = sum((column[i] - expected[i][j]) ** 2 / expected[i][j] for j, column in enumerate(columns) for i in range(len(rows)))
    degrees = (len(rows) - 1) * (len(columns) - 1)
    return float(chdtrc(degrees, float(statistic))) if degrees else 1.0


def joined_rows(counts: list[Counts], group: frozenset[int]) -> Counts:
    return tuple(map(sum, zip(*(counts[i] for i in sorted(group)), strict=True)))


def naive_ends(counts: list[Counts], allowed: Callable[[frozenset[int]], bool], alpha: float, exhaustive: bool) -> set[Sets]:
    """Every set of groups that joining may end in, by trying each pair whose p-value is within 1e-9 of the largest."""

    def whole(sets: Sets) -> float:
        return p_of([joined_rows(counts, group) for group in sets])

    def ways(sets: Sets, best: Sets) -> set[Sets]:
        best = min((best, sets), key=whole)
        pairs = [pair for pair in combinations(sorted(sets, key=sorted), 2) if allowed(pair[0] | pair[1])]
        p = {pair: p_of([joined_rows(counts, group) for group in pair]) for pair in pairs}
        if len(sets) < 3 or not pairs or (not exhaustive and max(p.values()) <= alpha):
            return {best if exhaustive else sets}
        near = [pair for pair in pairs if p[pair] >= max(p.values()) - 1e-9]
        return set.union(*(ways(frozenset(sets - {a, b} | {a | b}), best) for a, b in near))

    start = frozenset(frozenset({i}) for i in range(len(counts)))
    return ways(start, start)


@pytest.mark.parametrize("seed", range(60))
def test_ends_of_merging_are_those_of_trying_every_tied_pair(seed: int) -> None:
    random = Random(seed)
    ordered, exhaustive, classes = random.random() < 0.5, random.random() < 0.5, random.choice((2, 2, 3))
    counts: list[Counts] = [tuple(random.randint(1, 12) for _ in range(classes)) for _ in range(random.randint(1, 6))]
    merging = SpssMerging(Fraction(random.choice((1, 10)), 20), exhaustive)

    def run(group: frozenset[int]) -> bool:
        return not ordered or max(group) - min(group) + 1 == len(group)

    ends = {frozenset(map(frozenset, grouping)) for grouping in merging.groupings(Categories(tuple(counts), ordered))}
    assert ends <= naive_ends(counts, run, float(merging.alpha), exhaustive)


def test_two_groups_are_left_where_kass_joins_all() -> None:
    alike = Categories(((5, 5), (6, 5), (5, 6)))
    assert Merging().groupings(alike) == [((0, 1, 2),)]
    assert all(len(grouping) == 2 for grouping in SpssMerging().groupings(alike))


def test_exhaustive_goes_on_below_the_level_and_takes_the_best_on_the_way() -> None:
    # three groups that differ: CHAID keeps them, and so does exhaustive CHAID where the table of three has the least p-value
    apart = Categories(((30, 0), (15, 15), (0, 30)), ordered=True)
    assert SpssMerging().groupings(apart) == SpssMerging(exhaustive=True).groupings(apart) == [((0,), (1,), (2,))]
    # two that differ by a little, at a level that keeps them apart: only exhaustive CHAID joins them
    near = Categories(((30, 0), (27, 3), (0, 30)), ordered=True)
    assert SpssMerging(Fraction(1, 2)).groupings(near) == [((0,), (1,), (2,))]
    assert SpssMerging(Fraction(1, 2), exhaustive=True).groupings(near) == [((0, 1), (2,))]


def test_a_missing_category_joins_what_is_most_like_it_or_stands_alone() -> None:
    like_the_first = Categories(((20, 2), (2, 20), (9, 1)), ordered=True, floating=2)
    assert SpssMerging().groupings(like_the_first) == [((0, 2), (1,))]
    like_none = Categories(((20, 2), (2, 20), (12, 12)), ordered=True, floating=2)
    assert SpssMerging().groupings(like_none) == [((0,), (1,), (2,))]


@pytest.mark.parametrize("exhaustive", [False, True])
def test_few_categories_stay_as_they_are(exhaustive: bool) -> None:
    merging = SpssMerging(exhaustive=exhaustive)
    assert merging.groupings(Categories(((3, 1),), ordered=True, floating=0)) == [((0,),)]
    assert merging.groupings(Categories(((3, 1), (3, 1)), ordered=True, floating=1)) == [((0,), (1,))]
    assert merging.groupings(Categories(((3, 1), (3, 1)))) == [((0,), (1,))]


def test_multipliers_of_exhaustive_chaid() -> None:
    for i in range(2, 8):
        pairs = sum(k * (k - 1) // 2 for k in range(2, i + 1))  # of all steps
        assert exhaustive_multiplier(i, ordered=True) == sum(k - 1 for k in range(2, i + 1))
        assert exhaustive_multiplier(i, ordered=False) == 3 * pairs


def table(*rows: tuple[str, str, int]) -> DataSet:
    values = tuple(dict.fromkeys(value for value, _, _ in rows))
    records = [Record((value,), label) for value, label, n in rows for _ in range(n)]
    return DataSet((Nominal("x", values),), Nominal("y", ("a", "b")), tuple(records))


def test_small_groups_join_after_the_attribute_is_chosen_and_one_left_is_a_leaf() -> None:
    data = table(("u", "a", 30), ("v", "b", 30), ("w", "a", 1), ("w", "b", 5))
    policy = spss_chaid(minparentsize=2, minchildsize=10, maxdepth=1)
    tree = dtref.grow(data, policy)
    assert isinstance(tree, dtref.Branch) and isinstance(tree.test, Groups)
    assert tree.test.groups == (("u",), ("v", "w"))
    assert isinstance(dtref.grow(table(("u", "a", 30), ("v", "b", 9)), policy), dtref.Leaf)


def test_a_record_that_misses_every_attribute_is_left_out() -> None:
    records = (Record((MISSING,), "a"), Record(("u",), "a"), Record(("v",), "b"))
    tree = dtref.grow(DataSet((Nominal("x", ("u", "v")),), Nominal("y", ("a", "b")), records), SPSS_CHAID)
    assert dict(tree.counts) == {"a": 1, "b": 1}


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ({"type": "quest"}, "chaid, exhaustivechaid"),
        ({"splitmerged": True}, "splitmerged"),
        ({"chisquare": "lr"}, "likelihood-ratio"),
        ({"alphasplit": 2}, "alphasplit"),
        ({"minchildsize": 0}, "minchildsize"),
    ],
)
def test_what_is_refused_of_parameters(said: dict[str, Any], wanted: str) -> None:
    with pytest.raises(Invalid, match=wanted):
        spss_chaid(**said)


def test_numbers_and_weights_are_refused() -> None:
    y = Nominal("y", ("a", "b"))
    with pytest.raises(Invalid, match="nominal attribute"):
        dtref.grow(DataSet((Continuous("x"),), y, (Record((Fraction(1),), "a"), Record((Fraction(2),), "b"))), spss_chaid(minparentsize=1))
    heavy = (Record(("u",), "a", Fraction(2)), Record(("v",), "b"))
    with pytest.raises(Invalid, match="record 1, weight"):
        dtref.grow(DataSet((Ordinal("x", ("u", "v")),), y, heavy), SPSS_CHAID)
