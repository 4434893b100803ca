"""Input that is valid and unkind: huge and tiny weights, odd names, attributes that say nothing, values and classes that nobody has."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from narrow import attribute_of, of_kind

from dtref.errors import Invalid, Undecided
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import count_partitions, count_trees
from dtref.spec.model.attributes import MISSING, Continuous, Nominal, Ordinal
from dtref.spec.model.branches import condition
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predict, predictor
from dtref.spec.model.tests import Threshold
from dtref.spec.model.trees import Branch, depth, nodes, training_errors
from dtref.spec.preparation.missing import WANTED_KNOWN, drop_missing, missing_as_value
from dtref.spec.presets import CART, HUNT, ID3
from dtref.spec.split.candidates import SubsetSplits
from dtref.spec.split.criteria import gain_ratio
from dtref.strategies import data_sets

RATIO = evolve(ID3, name="ratio", nominal=SubsetSplits(), criterion=gain_ratio)
every_policy = pytest.mark.parametrize("policy", [HUNT, ID3, CART, RATIO], ids=lambda p: p.name)
Y = Nominal("y", ("a", "b"))
HUGE, TINY = Fraction(10**400), Fraction(1, 10**400)


def numbered(*weights: Fraction) -> DataSet:
    """x = 0, 1, 2 …, classes in turn, the weights given."""
    return DataSet((Continuous("x"),), Y, tuple(Record((Fraction(i),), "ab"[i % 2], w) for i, w in enumerate(weights)))


@every_policy
@pytest.mark.parametrize(("heavy", "cut"), [(0, Fraction(1, 2)), (2, Fraction(3, 2))])
@pytest.mark.parametrize(("weight", "others"), [(HUGE, Fraction(1)), (Fraction(1), TINY), (HUGE, TINY), (1 + TINY, Fraction(1))])
def test_weights_beyond_doubles_decide(policy: Policy, heavy: int, cut: Fraction, weight: Fraction, others: Fraction) -> None:
    """Three records a, b, a: cutting off the heavier of the two a's is better, by however little. (Not by gain ratio: see below.)"""
    data = numbered(*(weight if i == heavy else others for i in range(3)))
    tree = grow(data, policy)
    assert training_errors(tree) == 0
    if policy is not RATIO:
        assert isinstance(tree, Branch)
        assert [of_kind(Threshold, test).cut for test in tree.optima] == [cut]


@every_policy
@pytest.mark.parametrize("weight", [HUGE, TINY, Fraction(10**400, 10**400 - 1)])
def test_equal_weights_beyond_doubles_tie(policy: Policy, weight: Fraction) -> None:
    data = numbered(weight, weight, weight)
    assert count_trees(data, policy) == count_partitions(data, policy) == 2


@every_policy
@given(data=data_sets(odd_names=True))
def test_names_are_any_text(policy: Policy, data: DataSet) -> None:
    tree = grow(data, policy)
    predicted = predictor(tree, data.attributes)
    for record in data:
        assert record.label in predicted(record).labels or training_errors(tree) > 0
    for node in nodes(tree):
        if isinstance(node, Branch):
            assert condition(node.test, 0).startswith(attribute_of(node.test).name)


@every_policy
def test_odd_names_stay_as_they_are(policy: Policy) -> None:
    odd = ('"', "a,b", "new\nline", "", "x <= 1", "☃", "\u202e", "None", "'; drop table")
    for name in odd:
        x = Nominal(name, odd)
        data = DataSet((x,), Nominal("odd target", odd), tuple(Record((v,), v) for v in odd))
        tree = grow(data, policy)
        assert [predict(tree, {name: v}).labels for v in odd] == [(v,) for v in odd]


@every_policy
def test_attributes_with_one_declared_value_or_none_or_always_the_same_are_never_asked(policy: Policy) -> None:
    one, constant, steady = Nominal("one", ("v",)), Ordinal("constant", ("v", "w")), Continuous("steady")
    data = DataSet((one, constant, steady), Y, tuple(Record(("v", "w", Fraction(1)), c) for c in "ab"))
    assert depth(grow(data, policy)) == 0
    assert count_trees(data, policy) == 1
    assert depth(grow(DataSet((Nominal("none", ()), Ordinal("none too", ())), Y, ()), policy)) == 0


@every_policy
def test_attributes_that_are_copies_tie_and_make_one_partition(policy: Policy) -> None:
    data = numbered(*[Fraction(1)] * 2)
    copies = DataSet(
        tuple(Continuous(f"x{i}") for i in range(50)),
        Y,
        tuple(evolve(r, values=r.values * 50) for r in data),
    )
    assert count_trees(copies, policy) == 50
    assert count_partitions(copies, policy) == 1


@every_policy
def test_classes_that_nobody_has_count_zero_and_are_never_predicted(policy: Policy) -> None:
    data = DataSet((Continuous("x"),), Nominal("y", ("ghost", "a", "b", "spook")), numbered(*[Fraction(1)] * 4).records)
    for node in nodes(grow(data, policy)):
        assert dict(node.counts)["ghost"] == dict(node.counts)["spook"] == 0
        assert not {"ghost", "spook"} & set(node.labels)


def test_without_records_every_class_is_possible() -> None:
    assert grow(DataSet((), Nominal("y", ("ghost", "a")), ()), CART).labels == ("ghost", "a")


def test_thirty_values_with_two_classes_grow_and_twenty_with_three_are_undecided() -> None:
    def several(values: int, classes: str) -> DataSet:
        x = Nominal("x", tuple(f"v{i}" for i in range(values)))
        records = tuple(Record((v,), classes[i % len(classes)]) for i, v in enumerate(x.values))
        return DataSet((x,), Nominal("y", tuple(classes)), records)

    assert depth(grow(several(30, "ab"), CART)) == 1
    with pytest.raises(Undecided) as caught:
        grow(several(20, "abc"), CART)
    said = "best grouping of 20 values of x, its gini_reduction: not decided within 32768 groupings (at least 889/2600, at most 133/200)"
    assert str(caught.value) == said
    assert depth(grow(several(20, "abc"), HUNT)) == depth(grow(several(20, "abc"), ID3)) == 1


@every_policy
def test_a_missing_cell_is_refused_with_its_place(policy: Policy) -> None:
    data = DataSet((Continuous("x"),), Y, (Record((Fraction(1),), "a"), Record((MISSING,), "b")))
    with pytest.raises(Invalid) as caught:
        grow(data, policy)
    assert str(caught.value) == f"record 2, x: expected {WANTED_KNOWN} (got MISSING)"
    assert depth(grow(data, evolve(policy, missing=drop_missing))) == 0


@every_policy
def test_a_missing_rule_that_leaves_missing_cells_is_invalid(policy: Policy) -> None:
    data = DataSet((Nominal("x", ("u", "v")),), Y, (Record((MISSING,), "a"), Record(("u",), "b")))
    with pytest.raises(Invalid) as caught:
        grow(data, evolve(policy, missing=lambda same: same))
    assert str(caught.value) == f"record 1, x: expected {WANTED_KNOWN} (got MISSING)"


@every_policy
@given(data=data_sets(kinds=("nominal",), missing=True))
def test_missing_as_a_value_grows_and_predicts_the_missing(policy: Policy, data: DataSet) -> None:
    tree = grow(data, evolve(policy, missing=missing_as_value))
    predicted = predictor(tree, data.attributes)
    for record in data:
        assert record.label in predicted(record).labels or training_errors(tree) > 0


@every_policy
def test_a_continuous_target_is_refused(policy: Policy) -> None:
    data = DataSet((Continuous("x"),), Continuous("price"), (Record((Fraction(1),), Fraction(2)),))
    with pytest.raises(Invalid) as caught:
        grow(data, policy)
    assert str(caught.value) == f"target price: expected a nominal target for {policy.criterion.name} (got 'continuous')"
