"""Cut points of a column, each against a naive way to find them that starts from the records."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product
from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st
from many import examples

from dtref.errors import Invalid, Undecided
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.branches import branch_of
from dtref.spec.model.tests import Side
from dtref.spec.preparation.discretisation import BinnedColumn, Binning, ranges_of
from dtref.spec.split.numeric.binning import BoundaryPoints, ClassChanges, Clusters, EqualFrequency, EqualWidth
from dtref.spec.split.numeric.clustering import clusterings
from dtref.spec.split.numeric.placement import floor_midpoint, largest_not_above_midpoint, lower_end, upper_end
from dtref.strategies.values import fractions

X = Continuous("x")
few = examples(24)
numbers = fractions(-6, 6, max_denominator=3)
labelled = st.lists(st.tuples(numbers, st.integers(0, 2)), min_size=1, max_size=12)
weighted = st.dictionaries(numbers, st.integers(1, 4), min_size=1, max_size=6)


def column(records: list[tuple[Fraction, int]], classes: int = 3) -> BinnedColumn:
    """Records of one weight as a column."""
    values = tuple(sorted({v for v, _ in records}))
    return BinnedColumn(X, values, values, tuple(tuple(records.count((v, c)) for c in range(classes)) for v in values))


def of_weights(weights: dict[Fraction, int] | dict[Fraction, Fraction]) -> BinnedColumn:
    """Numbers with their weights, all of one class."""
    values = tuple(sorted(weights))
    return BinnedColumn(X, values, values, tuple((weights[v],) for v in values))


def parted(found: Binning, c: BinnedColumn) -> list[tuple[Fraction, ...]]:
    """The numbers of each bin, empty bins included."""
    ranges = ranges_of(found(c))
    bins = [branch_of(ranges, v) if ranges else 0 for v in c.values]
    return [tuple(v for v, b in zip(c.values, bins, strict=True) if b == i) for i in range(len(found(c)) + 1)]


@few
@given(weighted, st.integers(1, 5))
def test_equal_width_puts_a_number_where_its_distance_from_the_least_says(weights: dict[Fraction, int], k: int) -> None:
    c = of_weights(weights)
    low, high = min(weights), max(weights)
    if low == high:
        assert parted(EqualWidth(k), c) == parted(EqualWidth(k, Side.BELOW), c) == [(low,)]
        return
    steps = {v: (v - low) * k / (high - low) for v in c.values}
    at_most = [tuple(v for v in c.values if max(ceil(steps[v]) - 1, 0) == i) for i in range(k)]
    below = [tuple(v for v in c.values if min(int(steps[v]), k - 1) == i) for i in range(k)]
    assert (parted(EqualWidth(k), c), parted(EqualWidth(k, Side.BELOW), c)) == (at_most, below)


@few
@given(weighted, st.integers(1, 5), st.fractions(min_value="1/7", max_value=7))
def test_equal_frequency_cuts_after_percentiles_of_the_records_written_out(weights: dict[Fraction, int], k: int, scale: Fraction) -> None:
    everyone = sorted(v for v, w in weights.items() for _ in range(w))
    percentiles = {everyone[ceil(Fraction(i * len(everyone), k)) - 1] for i in range(1, k)} - {everyone[-1]}
    found = EqualFrequency(k, lower_end)(of_weights(weights))
    assert [t.cut for t in found] == sorted(percentiles)
    assert found == EqualFrequency(k, lower_end)(of_weights({v: w * scale for v, w in weights.items()}))


def cost(clusters: list[list[Fraction]], weights: dict[Fraction, int]) -> Fraction:
    """The definition, with the means written out."""
    total = Fraction(0)
    for members in clusters:
        n = sum(weights[v] for v in members)
        mean = sum((v * weights[v] for v in members), Fraction(0)) / n
        total += sum((weights[v] * (v - mean) ** 2 for v in members), Fraction(0))
    return total


@few
@given(weighted, st.integers(1, 3))
def test_clusterings_are_all_the_best_of_every_way_to_put_numbers_in_clusters(weights: dict[Fraction, int], k: int) -> None:
    values = sorted(weights)
    k = min(k, len(values))
    ways: dict[frozenset[tuple[Fraction, ...]], Fraction] = {}
    for cluster_of in product(range(k), repeat=len(values)):
        clusters = [[v for v, c in zip(values, cluster_of, strict=True) if c == i] for i in range(k)]
        if all(clusters):
            ways[frozenset(map(tuple, clusters))] = cost(clusters, weights)
    best = {way for way, c in ways.items() if c == min(ways.values())}
    found = list(clusterings(values, [weights[v] for v in values], k))
    written = [frozenset(tuple(values[a:b]) for a, b in zip((0, *starts), (*starts, None), strict=True)) for starts in found]
    assert (set(written), len(written), found) == (best, len(best), sorted(found))


def test_ties_between_clusterings_are_listed_and_one_is_chosen_by_name() -> None:
    c = of_weights({Fraction(v): 1 for v in (1, 2, 3, 4, 5)})
    assert list(clusterings(c.values, c.weights, 3)) == [(1, 3), (2, 3), (2, 4)]
    assert [[t.cut for t in Clusters(3, lower_end, choice=i)(c)] for i in range(3)] == [[1, 3], [2, 3], [2, 4]]
    with pytest.raises(Invalid, match=r"^clusters of x: expected an optimal clustering at that position \(got 3\)$"):
        Clusters(3, choice=3)(c)
    with pytest.raises(Invalid, match=r"^choice: expected a position from 0 \(got -1\)$"):
        Clusters(3, choice=-1)


def test_clusterings_of_too_many_numbers_are_undecided() -> None:
    with pytest.raises(Undecided, match=r"^optimal clusters of 5 numbers: not decided within 4 numbers$"):
        next(clusterings([Fraction(i) for i in range(5)], [1] * 5, 2, limit=4))


@few
@given(labelled)
def test_supervised_cuts_are_where_the_definitions_say(records: list[tuple[Fraction, int]]) -> None:
    values = sorted({v for v, _ in records})
    changes, boundaries = [], []
    for a, b in pairwise(values):
        at_a, at_b = ([c for v, c in records if v == x] for x in (a, b))
        if any(Fraction(at_a.count(c), len(at_a)) != Fraction(at_b.count(c), len(at_b)) for c in range(3)):
            changes.append(a)
        if any(c != d for c in at_a for d in at_b):  # Fayyad and Irani's definition, record by record
            boundaries.append(a)
    assert [t.cut for t in ClassChanges(lower_end)(column(records))] == changes
    assert [t.cut for t in BoundaryPoints(lower_end)(column(records))] == boundaries
    assert set(changes) <= set(boundaries)


def test_of_a_continuous_target_the_means_change_and_the_numbers_differ() -> None:
    values = tuple(map(Fraction, (1, 2, 3, 4)))
    y = ((5,), (5,), (4, 6), (7,))
    c = BinnedColumn(X, values, values, tuple((len(ys), sum(ys), sum(v * v for v in ys)) for ys in y), moments=True)
    assert [t.lower for t in ClassChanges()(c)] == [3]
    assert [t.lower for t in BoundaryPoints()(c)] == [2, 3]
    assert c.weights == (1, 1, 2, 1)


INCOME = [(Fraction(v), int(v in (85, 90, 95))) for v in (60, 70, 75, 85, 90, 95, 100, 120, 125, 220)]


def test_the_documents_incomes_are_cut_where_the_class_changes() -> None:
    c = column(INCOME, 2)
    assert [t.cut for t in ClassChanges(floor_midpoint)(c)] == [80, 97]
    assert parted(ClassChanges(), c) == [(60, 70, 75), (85, 90, 95), (100, 120, 125, 220)]
    assert [t.cut for t in ClassChanges(lower_end)(c)] == [75, 95]
    assert [t.cut for t in ClassChanges(upper_end, Side.BELOW)(c)] == [85, 100]
    assert [t.cut for t in EqualWidth(4)(c)] == [100, 140, 180]
    assert parted(EqualFrequency(3), c) == [(60, 70, 75, 85), (90, 95, 100), (120, 125, 220)]
    assert parted(Clusters(3), c) == [(60, 70, 75, 85, 90), (95, 100, 120, 125), (220,)]


def test_a_placement_sees_every_number_of_the_training_set() -> None:
    levels = tuple(map(Fraction, (1, 3, 4, 9)))
    c = BinnedColumn(X, levels, (Fraction(1), Fraction(9)), ((1, 0), (0, 1)))
    assert ClassChanges(largest_not_above_midpoint)(c)[0].cut == 4


@pytest.mark.parametrize("kind", [EqualWidth, EqualFrequency, Clusters])
def test_bins_are_one_or_more(kind: type[EqualWidth] | type[EqualFrequency] | type[Clusters]) -> None:
    with pytest.raises(Invalid, match=r"^bins: expected at least 1 \(got 0\)$"):
        kind(0)


@pytest.mark.parametrize("found", [EqualWidth(3), EqualFrequency(3), Clusters(3), ClassChanges(), BoundaryPoints()])
def test_no_number_and_one_number_are_not_cut(found: Binning) -> None:
    assert found(BinnedColumn(X, (), (), ())) == found(BinnedColumn(X, (Fraction(1),), (Fraction(1),), ((2, 3),))) == ()


def test_contiguity_is_needed_for_no_optimum() -> None:
    """Fisher's remark by brute force on one column with many ties: no optimal clustering interleaves."""
    values = [Fraction(v) for v in (0, 1, 2, 3, 4, 5)]
    weights = dict.fromkeys(values, 1)
    pairs = [(list(a), [v for v in values if v not in a]) for n in (1, 2, 3) for a in combinations(values, n)]
    least = min(cost([a, b], weights) for a, b in pairs)
    assert [a for a, b in pairs if cost([a, b], weights) == least] == [[0, 1, 2], [3, 4, 5]]
