"""The public functions that get the filter answer what the specification answers, which compares every candidate exactly."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import islice

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import examples

import dtref
from dtref.engines.filter import filtered
from dtref.engines.filter.unbeaten import unbeaten
from dtref.spec.ensembles import forest
from dtref.spec.ensembles.forest import all_records
from dtref.spec.growing import hunt, linear_leaves, tied_trees
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous, Nominal
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import Indices
from dtref.spec.presets import C45, CART
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.choose import Best, Competitor, Keep, best, every
from dtref.spec.split.criteria import Criterion, gain, gini_reduction
from dtref.strategies import data_sets
from dtref.strategies.values import fractions

POLICIES = (CART, evolve(CART, criterion=gain), C45)


@given(data=data_sets(max_records=12), policy=st.sampled_from(POLICIES))
def test_trees_and_their_numbers_are_those_of_the_specification(data: DataSet, policy: Policy) -> None:
    assert filtered.grow(data, policy) == hunt.grow(data, policy)
    assert dtref.count_trees(data, policy) == tied_trees.count_trees(data, policy)
    assert dtref.count_partitions(data, policy) == tied_trees.count_partitions(data, policy)
    assert list(islice(dtref.trees(data, policy), 20)) == list(islice(tied_trees.trees(data, policy), 20))


@examples(16)
@given(data=data_sets(max_records=8), policy=st.sampled_from(POLICIES), drawn=st.data())
def test_forests_are_those_of_the_specification(data: DataSet, policy: Policy, drawn: st.DataObject) -> None:
    subset = st.sets(st.sampled_from(range(len(data.attributes)))) if data.attributes else st.just(set[int]())
    choices: tuple[Indices, ...] = tuple(map(tuple, drawn.draw(st.lists(subset, min_size=8, max_size=8), label="choices")))
    for listed in (None, (choices, choices[::-1])):
        samples = all_records(len(data), 2)
        assert dtref.grow_forest(data, policy, samples, listed) == forest.grow_forest(data, policy, samples, listed)


@examples(16)
@given(pairs=st.lists(st.tuples(*[fractions(-9, 9, max_denominator=3)] * 2), max_size=8))
def test_leaf_models_are_those_of_the_specification(pairs: list[tuple[Fraction, Fraction]]) -> None:
    data = DataSet((Continuous("x"),), Continuous("t"), [Record((x,), t) for x, t in pairs])
    assert dtref.grow_linear(data, dtref.REGRESSION_TREE) == linear_leaves.grow_linear(data, dtref.REGRESSION_TREE)


SEEN: list[Keep] = []


def watched(node: Counts, offered: Sequence[Candidates], criterion: Criterion, keep: Keep = every) -> Best | None:
    """A selection that notes which filter it is handed."""
    SEEN.append(keep)
    return best(node, offered, criterion, keep)


WATCHED = evolve(CART, select=watched)
FILTERED: tuple[Callable[[DataSet], object], ...] = (
    lambda data: dtref.grow(data, WATCHED),
    lambda data: dtref.grow(data, WATCHED, engine="specification"),
    lambda data: dtref.count_trees(data, WATCHED),
    lambda data: dtref.count_partitions(data, WATCHED),
    lambda data: list(dtref.trees(data, WATCHED)),
    lambda data: dtref.grow_forest(data, WATCHED, all_records(len(data), 1)),
    lambda data: dtref.grow_forest(data, WATCHED, all_records(len(data), 1), ((((0, 1),) * 4),)),
    lambda data: dtref.explain(data, WATCHED),
    lambda data: dtref.grow_from_tables(dtref.in_chunks(data, 2), WATCHED),
)
PLAIN: tuple[Callable[[DataSet], object], ...] = (
    lambda data: hunt.grow(data, WATCHED),
    lambda data: tied_trees.count_trees(data, WATCHED),
    lambda data: forest.grow_forest(data, WATCHED, all_records(len(data), 1)),
)


@pytest.mark.parametrize(("call", "keep"), [*((call, unbeaten) for call in FILTERED), *((call, every) for call in PLAIN)])
def test_engines_hand_the_filter_in_and_the_specification_does_not(call: Callable[[DataSet], object], keep: Keep) -> None:
    SEEN.clear()
    call(parity_of_names())
    assert SEEN
    assert set(SEEN) == {keep}


def parity_of_names() -> DataSet:
    rows = [Record((a, b), str(int(a != b))) for a in "01" for b in "01"]
    return DataSet(tuple(Nominal(name, ("0", "1")) for name in "ab"), Nominal("c", ("0", "1")), tuple(rows))


def test_the_filter_is_asked_for_each_criterion_of_a_selection() -> None:
    """C4.5 selects by gain, then by gain ratio."""
    asked: list[str] = []

    def noting(node: Counts, entries: Sequence[Competitor], criterion: Criterion, within: Fraction = Fraction(0)) -> Sequence[Competitor]:
        asked.append(criterion.name)
        return unbeaten(node, entries, criterion, within)

    hunt.grow(parity_of_names(), C45, keep=noting)
    assert set(asked) == {"gain", "gain_ratio"}
    asked.clear()
    hunt.grow(parity_of_names(), evolve(CART, criterion=gini_reduction), keep=noting)
    assert set(asked) == {"gini_reduction"}
