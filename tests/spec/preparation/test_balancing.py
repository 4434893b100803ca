"""Balanced data sets and synthetic records: against counts, loops over all distances, and scikit-learn's neighbours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import of_kind

from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.preparation.balancing import (
    class_sizes,
    hybrid_sample,
    is_balanced,
    larger_than,
    oversample,
    repeated,
    smaller_than,
    thinned,
    undersample,
)
from dtref.spec.preparation.random_draws import draw_hybrid, draw_order, draw_oversample, draw_undersample
from dtref.spec.preparation.synthetic import Neighbours, between, nearest_neighbours, smote, smote_per_attribute, squared_distance
from dtref.strategies.values import fractions

CLASS = Nominal("class", ("a", "b", "c"))
label_texts = st.text("abc", max_size=12)
seeds = st.integers(0, 10**6)
coordinates = st.tuples(st.integers(-4, 4), st.integers(-4, 4))
gaps = fractions(0, 1, max_denominator=20)


def labelled(labels: str) -> DataSet:
    """A record a label; its one number tells it from the others."""
    return DataSet((Continuous("x"),), CLASS, tuple(Record((Fraction(i),), label) for i, label in enumerate(labels)))


def points(rows: list[tuple[tuple[int, int], str]]) -> DataSet:
    return DataSet(map(Continuous, "xy"), CLASS, [Record(tuple(map(Fraction, point)), label) for point, label in rows])


def numbers(data: DataSet) -> list[int]:
    return [int(of_kind(Fraction, record.values[0])) for record in data]


# how many


@given(label_texts, st.integers(0, 12))
def test_larger_and_smaller_classes_are_told_by_their_counts(labels: str, size: int) -> None:
    data, counts = labelled(labels), Counter(labels)
    assert class_sizes(data) == counts
    assert larger_than(data, size) == tuple(i for i, c in enumerate(labels) if counts[c] > size)
    assert smaller_than(data, size) == tuple(i for i, c in enumerate(labels) if counts[c] < size)
    assert thinned(data) == tuple(i for i, c in enumerate(labels) if counts[c] > min(counts.values()))
    assert repeated(data) == tuple(i for i, c in enumerate(labels) if counts[c] < max(counts.values()))
    assert is_balanced(data) == (len(set(counts.values())) <= 1)


@given(label_texts, st.integers(0, 12), st.data())
def test_a_hybrid_is_what_it_is_told(labels: str, size: int, drawn: st.DataObject) -> None:
    data = labelled(labels)
    kept = tuple(i for i in larger_than(data, size) if drawn.draw(st.booleans()))
    smaller = smaller_than(data, size)
    added = tuple(drawn.draw(st.lists(st.sampled_from(smaller), max_size=6))) if smaller else ()
    found = numbers(hybrid_sample(data, size, kept, added))
    counts = Counter(labels)
    assert found == [i for i, c in enumerate(labels) if counts[c] <= size or i in kept] + list(added)


@given(label_texts, st.data())
def test_under_and_oversampling_are_hybrids(labels: str, drawn: st.DataObject) -> None:
    data, counts = labelled(labels), Counter(labels)
    kept = tuple(i for i in thinned(data) if drawn.draw(st.booleans()))
    added = tuple(drawn.draw(st.lists(st.sampled_from(repeated(data)), max_size=6))) if repeated(data) else ()
    assert undersample(data, kept) == hybrid_sample(data, min(counts.values(), default=0), kept, ())
    assert oversample(data, added) == hybrid_sample(data, max(counts.values(), default=0), (), added)
    assert oversample(data, added).records[: len(data)] == data.records


@given(seeds, label_texts, st.integers(0, 12))
def test_what_is_drawn_is_balanced(seed: int, labels: str, size: int) -> None:
    data, counts = labelled(labels), Counter(labels)
    chance = Random(seed)
    over = oversample(data, draw_oversample(chance, data))
    under = undersample(data, draw_undersample(chance, data))
    both = hybrid_sample(data, size, *draw_hybrid(chance, data, size))
    assert is_balanced(over)
    assert is_balanced(under)
    assert is_balanced(both)
    assert len(over) == len(counts) * max(counts.values(), default=0)
    assert len(under) == len(counts) * min(counts.values(), default=0)
    assert len(both) == len(counts) * size


def test_every_order_and_every_balance_can_be_drawn() -> None:
    chance = Random(7)
    assert len({draw_order(chance, 3) for _ in range(100)}) == 6
    assert {draw_oversample(chance, labelled("aabbb")) for _ in range(50)} == {(0,), (1,)}
    assert {draw_undersample(chance, labelled("aabbb")) for _ in range(50)} == {(2, 3), (2, 4), (3, 4)}


def test_a_weighted_record_counts_once() -> None:
    data = DataSet((), CLASS, [Record((), "a", Fraction(7)), Record((), "b"), Record((), "b")])
    assert repeated(data) == (0,)
    assert oversample(data, (0,)).records[-1] == Record((), "a", Fraction(7))


# synthetic records


@given(st.lists(coordinates, min_size=2, max_size=8), st.data())
def test_nearest_neighbours_are_every_best_choice(own: list[tuple[int, int]], drawn: st.DataObject) -> None:
    """All sets of k others whose farthest is nearer than, or as near as, each one left out."""
    data = points([(point, "a") for point in own] + [((0, 0), "b")])
    k = drawn.draw(st.integers(1, len(own) - 1), label="k")
    x, y = own[0]
    distance = {i: (x - u) ** 2 + (y - v) ** 2 for i, (u, v) in enumerate(own) if i}
    best = [some for some in combinations(distance, k) if all(distance[i] <= distance[j] for i in some for j in distance if j not in some)]
    found = nearest_neighbours(data, 0, k)
    assert sorted(found.choices()) == sorted(best)
    assert set(found.nearer) == set.intersection(*map(set, best)) - set(found.tied)


@given(st.lists(coordinates, min_size=3, max_size=8), st.data())
def test_neighbours_of_scikit_learn_are_one_of_the_choices(own: list[tuple[int, int]], drawn: st.DataObject) -> None:
    neighbours = pytest.importorskip("sklearn.neighbors")
    k = drawn.draw(st.integers(1, len(own) - 1), label="k")
    theirs = neighbours.NearestNeighbors(n_neighbors=k, algorithm="brute").fit(own[1:]).kneighbors([own[0]], return_distance=False)
    found = nearest_neighbours(points([(point, "c") for point in own]), 0, k)
    assert tuple(sorted(i + 1 for i in theirs[0].tolist())) in list(found.choices())


@given(coordinates, coordinates, gaps)
def test_a_synthetic_record_lies_on_the_segment(a: tuple[int, int], b: tuple[int, int], g: Fraction) -> None:
    data = points([(a, "a"), (b, "a"), *[((9, 9), "b")] * 3])
    new = smote(data, 1, [(0, 1, g)])
    assert new.records[:-1] == data.records
    record = new.records[-1]
    x, y = at = [of_kind(Fraction, cell) for cell in record.values]
    assert (record.label, record.weight) == ("a", 1)
    assert (x - a[0]) * (b[1] - a[1]) == (y - a[1]) * (b[0] - a[0])
    assert min(a[0], b[0]) <= x <= max(a[0], b[0])
    assert squared_distance(a, at) == g**2 * squared_distance(a, b)
    assert squared_distance(at, b) == (1 - g) ** 2 * squared_distance(a, b)
    assert smote(data, 1, [(1, 0, 1 - g)]).records[-1] == record


@given(coordinates, coordinates, gaps, gaps)
def test_with_a_gap_for_each_attribute_it_lies_in_the_box(a: tuple[int, int], b: tuple[int, int], g: Fraction, h: Fraction) -> None:
    data = points([(a, "a"), (b, "a"), *[((9, 9), "b")] * 3])
    values = smote_per_attribute(data, 1, [(0, 1, (g, h))]).records[-1].values
    assert values == (a[0] * (1 - g) + b[0] * g, a[1] * (1 - h) + b[1] * h)


def test_synthetic_records_balance() -> None:
    data = points([((0, 0), "a"), ((2, 2), "a"), *[((9, 9), "b")] * 4])
    assert is_balanced(smote(data, 1, [(0, 1, Fraction(1, 2)), (1, 0, Fraction(1, 4))]))
    assert smote(data, 1, []) == data
    steps: list[Any] = [(0, 1, Fraction(1, 2)), (1, 0, 1)]
    assert smote(data, 1, iter(steps)) == smote(data, 1, steps)
    each = [(0, 1, (Fraction(1, 2),) * len(data.attributes))]
    assert smote_per_attribute(data, 1, iter(each)) == smote_per_attribute(data, 1, each) != data


def test_the_formulas_run_on_symbols() -> None:
    sympy = pytest.importorskip("sympy")
    a, b, g = sympy.symbols("a b g")
    assert sympy.expand(between(a, b, g) - (a * (1 - g) + b * g)) == 0
    assert sympy.expand(squared_distance((a, 1), (b, 3)) - ((a - b) ** 2 + 4)) == 0


def test_ties_are_choices() -> None:
    data = points([((0, 0), "a"), ((1, 0), "a"), ((0, 1), "a"), ((-1, 0), "a"), ((0, 10**30), "a")])
    assert nearest_neighbours(data, 0, 2) == Neighbours(2, (), (1, 2, 3))
    assert len(list(nearest_neighbours(data, 0, 2).choices())) == 3
    assert nearest_neighbours(data, 0, 4) == Neighbours(4, (1, 2, 3), (4,))


def rare(colour: bool = False, gap: bool = False) -> DataSet:
    attribute = Nominal("colour", ("r",)) if colour else Continuous("x")
    cell = "r" if colour else MISSING if gap else Fraction(0)
    return DataSet((attribute,), CLASS, [Record((cell,), label) for label in "aabbb"])


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: oversample(labelled("abb"), (1,)), "oversampling: expected positions of records outside the largest class (got 1)"),
        (lambda: oversample(labelled("abb"), (3,)), "oversampling: expected positions of records outside the largest class (got 3)"),
        (lambda: hybrid_sample(labelled("abb"), 1, (1, 1), ()), "hybrid sampling: expected distinct positions (got '1 twice')"),
        (
            lambda: hybrid_sample(labelled("abb"), 1, (0,), ()),
            "hybrid sampling: expected positions of records of classes larger than 1 (got 0)",
        ),
        (
            lambda: hybrid_sample(labelled("abb"), 2, (), (1,)),
            "hybrid sampling: expected positions of records of classes smaller than 2 (got 1)",
        ),
        (lambda: draw_hybrid(Random(0), labelled("ab"), -1), "size of a class: expected at least 0 (got -1)"),
        (lambda: is_balanced(DataSet((), Continuous("y"), ())), "target y: expected a nominal target (got 'continuous')"),
        (
            lambda: nearest_neighbours(labelled("aab"), 0, 2),
            "number of neighbours: expected a whole number from 1 to 1 (got 2)",
        ),
        (
            lambda: nearest_neighbours(labelled("aab"), 2, 1),
            "number of neighbours: expected a whole number from 1 to 0 (got 1)",
        ),
        (lambda: nearest_neighbours(labelled("aab"), 3, 1), "position of a record: expected a number from 0 and below 3 (got 3)"),
        (lambda: nearest_neighbours(rare(colour=True), 0, 1), "record 1, colour: expected a number, for a distance (got 'r')"),
        (lambda: nearest_neighbours(rare(gap=True), 0, 1), "record 1, x: expected a number, for a distance (got MISSING)"),
        (
            lambda: nearest_neighbours(DataSet((), Continuous("y"), [Record((), Fraction(1))] * 2), 0, 1),
            "target y: expected a nominal target (got 'continuous')",
        ),
        (
            lambda: smote(rare(), 1, [(2, 3, Fraction(1))]),
            "synthetic record: expected the position of a record outside the largest class (got 2)",
        ),
        (
            lambda: smote(labelled("aaabbbb"), 1, [(0, 2, Fraction(1))]),
            "synthetic record, neighbour of 0: expected one of its 1 nearest (got 2)",
        ),
        (lambda: smote(rare(), 1, [(0, 1, 2)]), "synthetic record, gap: expected an exact number from 0 to 1 (got 2)"),  # type: ignore[list-item]
        (lambda: smote(rare(), 1.0, [(0, 1, 0)]), "number of neighbours: expected a whole number from 1 to 1 (got 1.0)"),  # type: ignore[arg-type, list-item]
        (lambda: smote(rare(), 1, [(0.0, 1, 0)]), "synthetic record: expected a whole number of at least 0 (got 0.0)"),  # type: ignore[list-item]
        (lambda: smote(rare(), 1, [(0, 1, 0.5)]), "synthetic record, gap: expected an exact number from 0 to 1, such as '0.5' (got 0.5)"),  # type: ignore[list-item]
        (lambda: smote_per_attribute(rare(), 1, [(0, 1, ())]), "synthetic record, gaps: expected 1, as many as attributes (got 0)"),
    ],
)
def test_what_is_refused(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt()
    assert str(refusal.value) == message
