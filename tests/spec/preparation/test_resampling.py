"""Index tuples: what they mean, against loops over the records; and what the functions that draw them promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from narrow import of_kind

from dtref.errors import Invalid
from dtref.spec.model.arrays import ArrayDataSet
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import out_of_bag
from dtref.spec.preparation.balancing import thinned, undersample
from dtref.spec.preparation.random_draws import draw_assignment, draw_bootstrap, draw_subsets, draw_undersample
from dtref.spec.preparation.resampling import bootstrap_sample, disjoint_subsets, take

CLASS = Nominal("class", ("a", "b", "c"))
seeds = st.integers(0, 10**6)


def labelled(labels: str) -> DataSet:
    """A record a label; its one number tells it from the others."""
    return DataSet((Continuous("x"),), CLASS, tuple(Record((Fraction(i),), label) for i, label in enumerate(labels)))


def numbers(data: DataSet) -> list[int]:
    return [int(of_kind(Fraction, record.values[0])) for record in data]


label_texts = st.text("abc", max_size=12)


@given(label_texts.filter(bool), st.data())
def test_a_sample_has_the_records_named_as_often_as_they_are_named(labels: str, given_data: st.DataObject) -> None:
    indices = tuple(given_data.draw(st.lists(st.integers(0, len(labels) - 1), max_size=20), label="indices"))
    data = labelled(labels)
    assert numbers(take(data, indices)) == list(indices)
    assert Counter(take(data, indices).records) == Counter(data.records[i] for i in indices)
    assert out_of_bag(len(labels), indices) == tuple(i for i in range(len(labels)) if i not in indices)


@given(st.lists(st.none() | st.integers(0, 4), max_size=12))
def test_disjoint_subsets_share_nothing_and_hold_all_that_is_assigned(assignment: list[int | None]) -> None:
    subsets = disjoint_subsets(assignment, 5)
    assert len(subsets) == 5
    assert sorted(i for subset in subsets for i in subset) == [i for i, k in enumerate(assignment) if k is not None]
    assert all(assignment[i] == k for k, subset in enumerate(subsets) for i in subset)


@given(label_texts, st.data())
def test_an_undersample_keeps_the_rare_and_what_it_is_told(labels: str, given_data: st.DataObject) -> None:
    sizes = Counter(labels)
    larger = [i for i, c in enumerate(labels) if sizes[c] > min(sizes.values())]
    assert thinned(labelled(labels)) == tuple(larger)
    kept = tuple(i for i in larger if given_data.draw(st.booleans()))
    assert numbers(undersample(labelled(labels), kept)) == [i for i in range(len(labels)) if i not in larger or i in kept]


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda d: take(d, (0, -1)), "position of a record: expected a number from 0 and below 4 (got -1)"),
        (lambda d: take(d, (4,)), "position of a record: expected a number from 0 and below 4 (got 4)"),
        (lambda d: bootstrap_sample(d, (0, 1, 2)), "bootstrap sample: expected 4 positions, as many as records (got 3)"),
        (lambda _: disjoint_subsets((0, 2), 2), "number of a subset: expected a number from 0 and below 2 (got 2)"),
        (lambda _: out_of_bag(2, (2,)), "position of a record: expected a number from 0 and below 2 (got 2)"),
        (lambda d: undersample(d, (0, 1, 0)), "undersampling: expected distinct positions (got '0 twice')"),
        (lambda d: undersample(d, (3,)), "undersampling: expected positions of records outside the rarest class (got 3)"),
        (lambda d: undersample(d, (4,)), "undersampling: expected positions of records outside the rarest class (got 4)"),
        (lambda _: undersample(DataSet((), Continuous("y"), ()), ()), "target y: expected a nominal target (got 'continuous')"),
        (lambda _: draw_assignment(Random(0), 3, 0), "number of subsets: expected at least 1 (got 0)"),
        (lambda _: draw_subsets(Random(0), 3, 4, 1), "size of a subset: expected a number from 0 to 3 (got 4)"),
    ],
)
def test_what_is_no_sample_is_refused(attempt: Callable[[DataSet], object], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt(labelled("aaab"))
    assert str(refusal.value) == message


@given(seeds, st.integers(0, 9), st.integers(1, 4))
def test_what_is_drawn_is_what_it_should_be(seed: int, records: int, k: int) -> None:
    drawn = draw_bootstrap(Random(seed), records)
    assert len(drawn) == records
    assert set(drawn) <= set(range(records))
    sizes = Counter(draw_assignment(Random(seed), records, k))
    assert sorted((sizes[j] for j in range(k)), reverse=True) == [len(range(j, records, k)) for j in range(k)]
    for subset in draw_subsets(Random(seed), records, min(k, records), 3):
        assert sorted(set(subset)) == list(subset)
        assert len(subset) == min(k, records)


@given(seeds, label_texts)
def test_a_drawn_undersample_is_balanced(seed: int, labels: str) -> None:
    data = labelled(labels)
    balanced = Counter(record.label for record in undersample(data, draw_undersample(Random(seed), data)))
    assert set(balanced) == set(labels)
    assert set(balanced.values()) == {min(Counter(labels).values())} if labels else not balanced


def test_every_subset_and_every_bootstrap_sample_can_be_drawn() -> None:
    chance = Random(7)
    assert set(draw_subsets(chance, 4, 2, 200)) == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
    assert {draw_bootstrap(chance, 2) for _ in range(100)} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {draw_assignment(chance, 3, 2) for _ in range(100)} == {(0, 0, 1), (0, 1, 0), (1, 0, 0)}


@given(seeds, st.integers(1, 2**62))
def test_records_taken_from_arrays_are_those_of_the_records(seed: int, heaviest: int) -> None:
    np, chance = pytest.importorskip("numpy"), Random(seed)
    n = chance.randint(1, 5)
    columns = np.array([[chance.choice([0.5, 2.0, np.nan]) for _ in range(n)] for _ in range(2)])
    outcomes, weights = np.array([chance.randrange(3) for _ in range(n)]), np.array([chance.choice([1, heaviest]) for _ in range(n)])
    attributes = (Continuous("x"), Continuous("z"))
    data = ArrayDataSet.of(attributes, CLASS, columns, outcomes, weights if chance.random() < 0.5 else weights[:0])
    positions = tuple(chance.randrange(n) for _ in range(chance.randint(0, 6)))
    taken = take(data, positions)
    assert taken == DataSet(attributes, CLASS, tuple(data.records[i] for i in positions))
    assert len(taken) == len(positions)
