"""Which change of the input changes which answer: permutations act on the set of trees, weights only on the counts.

| changed | the set of trees | count_trees, count_partitions | counts, errors |
| order of records | positions renamed | same | same |
| order of attributes | same | same | same |
| order of declared values (nominal), their names | values renamed | same | same |
| order and names of classes | same | same | classes renamed |
| a record of weight w, w whole: w records | same up to copies | same | same |
| all weights times w > 0 | same | same | times w |

Each line holds for HUNT, ID3 and CART. The optima are compared at every node of every tree, so that no lucky choice can hide.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from fractions import Fraction
from functools import lru_cache

import brute
import pytest
import shapes
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees, trees
from dtref.spec.model.attributes import Attribute, Cell, Continuous, Nominal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.trees import Tree, depth, leaf_count, nodes, training_errors
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.criteria import gain_ratio
from dtref.strategies import data_sets

RATIO = evolve(ID3, name="ratio", nominal=SubsetSplits(), criterion=gain_ratio)
every_policy = pytest.mark.parametrize("policy", [HUNT, ID3, CART, RATIO], ids=lambda p: p.name)
LISTABLE = 300


@lru_cache(maxsize=4)
def listable(data: DataSet, policy: Policy) -> tuple[Tree, ...]:
    """The trees, which a test asks for several times."""
    assume(count_trees(data, policy) <= LISTABLE)
    return tuple(trees(data, policy))


def tree_set(data: DataSet, policy: Policy) -> set[Hashable]:
    return {shapes.shape(tree, data) for tree in listable(data, policy)}


def partitions(data: DataSet, policy: Policy) -> set[Hashable]:
    return {brute.partition(shape) for shape in tree_set(data, policy)}


def sizes(data: DataSet, policy: Policy) -> list[tuple[int, int, Fraction]]:
    return sorted((depth(t), leaf_count(t), training_errors(t)) for t in listable(data, policy))


def small_data() -> st.SearchStrategy[DataSet]:
    return data_sets(max_records=7, max_values=3, weights="fractions")


@every_policy
@given(data=small_data(), pick=st.data())
def test_permuting_records_renames_them(policy: Policy, data: DataSet, pick: st.DataObject) -> None:
    order = pick.draw(st.permutations(range(len(data))), label="order")
    moved = evolve(data, records=tuple(data.records[i] for i in order))
    rows = {old: new for new, old in enumerate(order)}
    assert {shapes.renamed(t, rows, {}, {}) for t in tree_set(data, policy)} == tree_set(moved, policy)
    assert list(trees(moved, policy)) == list(trees(data, policy))  # positions are no part of a tree: the very same, in the same order
    assert count_partitions(moved, policy) == count_partitions(data, policy)


@every_policy
@given(data=small_data(), pick=st.data())
def test_permuting_attributes_changes_nothing_but_the_order_of_ties(policy: Policy, data: DataSet, pick: st.DataObject) -> None:
    order = pick.draw(st.permutations(range(len(data.attributes))), label="order")
    records = tuple(evolve(r, values=tuple(r.values[i] for i in order)) for r in data)
    moved = DataSet(tuple(data.attributes[i] for i in order), data.target, records)
    assert tree_set(moved, policy) == tree_set(data, policy)
    assert count_partitions(moved, policy) == count_partitions(data, policy)
    assert sizes(moved, policy) == sizes(data, policy)


@every_policy
@given(data=small_data(), pick=st.data())
def test_permuting_and_renaming_nominal_values_renames_them(policy: Policy, data: DataSet, pick: st.DataObject) -> None:
    """Ordinal values keep their order and get new names too."""
    names: dict[tuple[str, Cell], Cell] = {}
    attributes: list[Attribute] = []
    for a in data.attributes:
        declared: Sequence[str] = getattr(a, "values", ())
        names |= {(a.name, v): f"new {v}" for v in declared}
        order = pick.draw(st.permutations(declared), label="order") if isinstance(a, Nominal) and declared else declared
        attributes.append(a if isinstance(a, Continuous) else evolve(a, values=tuple(f"new {v}" for v in order)))
    records = tuple(
        evolve(r, values=tuple(names.get((a.name, v), v) for a, v in zip(data.attributes, r.values, strict=True))) for r in data
    )
    moved = DataSet(attributes, data.target, records)
    itself = {i: i for i in range(len(data))}
    assert {shapes.renamed(t, itself, {}, names) for t in tree_set(data, policy)} == tree_set(moved, policy)
    assert count_partitions(moved, policy) == count_partitions(data, policy)
    assert sizes(moved, policy) == sizes(data, policy)


@every_policy
@given(data=small_data(), pick=st.data())
def test_permuting_and_renaming_classes_renames_labels(policy: Policy, data: DataSet, pick: st.DataObject) -> None:
    order = pick.draw(st.permutations(data.classes), label="order")
    new = {c: f"new {c}" for c in data.classes}
    moved = DataSet(data.attributes, Nominal("y", tuple(new[c] for c in order)), tuple(evolve(r, label=new[str(r.label)]) for r in data))
    assert tree_set(moved, policy) == tree_set(data, policy)
    for before, after in zip(trees(data, policy), trees(moved, policy), strict=True):  # the order of ties does not hang on classes
        for a, b in zip(nodes(before), nodes(after), strict=True):
            assert {(new[c], n) for c, n in a.counts} == set(b.counts)
            assert {new[str(c)] for c in a.labels} == set(b.labels)


@every_policy
@given(data=data_sets(max_records=6, max_values=3, weights="integers"))
def test_a_whole_weight_is_that_many_records(policy: Policy, data: DataSet) -> None:
    repeated = evolve(data, records=tuple(Record(r.values, r.label) for r in data for _ in range(int(r.weight))))
    assert listable(repeated, policy) == listable(data, policy)
    assert count_partitions(repeated, policy) == count_partitions(data, policy)


@every_policy
@pytest.mark.parametrize("factor", [Fraction(7, 3), Fraction(10**30), Fraction(1, 10**400)], ids=["7/3", "1e30", "1e-400"])
@given(data=small_data())
def test_scaling_all_weights_scales_the_counts_alone(policy: Policy, factor: Fraction, data: DataSet) -> None:
    scaled = evolve(data, records=tuple(evolve(r, weight=r.weight * factor) for r in data))
    before, after = listable(data, policy), listable(scaled, policy)
    assert count_partitions(scaled, policy) == count_partitions(data, policy)
    for tree, other in zip(before, after, strict=True):
        for a, b in zip(nodes(tree), nodes(other), strict=True):
            assert tuple((c, n * factor) for c, n in a.counts) == b.counts
            assert a.labels == b.labels
            assert getattr(a, "optima", ()) == getattr(b, "optima", ())
            assert getattr(a, "test", None) == getattr(b, "test", None)


@every_policy
@given(data=small_data())
def test_declaring_classes_and_subset_values_that_nobody_has_changes_no_split(policy: Policy, data: DataSet) -> None:
    """A class without records; and, for subsets, a value without records: it is free, and always on the right."""
    more = DataSet(data.attributes, Nominal("y", ("nobody", *data.classes)), data.records)
    assert tree_set(more, policy) == tree_set(data, policy)
    wider = [evolve(a, values=("nobody", *a.values)) if isinstance(a, Nominal) else a for a in data.attributes]
    assert tree_set(evolve(data, attributes=wider), policy) == tree_set(data, policy)
    if policy.nominal == SubsetSplits():
        assert sizes(evolve(data, attributes=wider), policy) == sizes(data, policy)


@every_policy
@given(data=small_data())
def test_an_attribute_twice_gives_the_same_partitions(policy: Policy, data: DataSet) -> None:
    """Copies multiply trees, not partitions; a constant attribute does neither."""
    assume(data.attributes)
    copied = DataSet(
        (*data.attributes, evolve(data.attributes[0], name="copy"), Nominal("constant", ("c", "d"))),
        data.target,
        tuple(evolve(r, values=(*r.values, r.values[0], "c")) for r in data),
    )
    assume(count_trees(copied, policy) <= LISTABLE)
    assert partitions(copied, policy) == partitions(data, policy)
    assert count_partitions(copied, policy) == count_partitions(data, policy)
    assert count_trees(copied, policy) >= count_trees(data, policy)
    assert grow(copied, policy) is not None
