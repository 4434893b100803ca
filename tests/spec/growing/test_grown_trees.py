"""What holds for every grown tree: counts add up, records find their leaf, and errors are exactly those that the data force."""

from __future__ import annotations

from fractions import Fraction

import brute
import pytest
import shapes
from attrs import evolve
from hypothesis import assume, given
from narrow import of_kind

from dtref.errors import Undefined
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import EmptyBranch, Policy
from dtref.spec.growing.stopping import no_improvement, pure, same_values
from dtref.spec.growing.ties import tied_nodes
from dtref.spec.model.attributes import Nominal
from dtref.spec.model.counts import columns
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.optima import count_tests
from dtref.spec.model.prediction import predict, predictor
from dtref.spec.model.prediction import reached as leaves_reached
from dtref.spec.model.trees import Branch, Leaf, depth, leaf_count, nodes, training_errors
from dtref.spec.presets import CART, HUNT, ID3
from dtref.strategies import data_sets, policies

presets = pytest.mark.parametrize("policy", [HUNT, ID3, CART], ids=lambda p: p.name)


@given(data=data_sets(weights="fractions"), policy=policies())
def test_every_node_counts_the_records_that_reach_it(data: DataSet, policy: Policy) -> None:
    problem = brute.problem(data)
    tree = grow(data, policy)
    for node, reached in shapes.routed(tree, data):
        found = brute.counts(problem, reached)
        assert node.counts == tuple((c, Fraction(found[c])) for c in data.classes)
        if reached:
            assert node.labels == tuple(c for c in data.classes if found[c] == max(found.values()))


@given(data=data_sets(weights="fractions"), policy=policies())
def test_childrens_counts_sum_to_the_parents(data: DataSet, policy: Policy) -> None:
    for node in nodes(grow(data, policy)):
        if isinstance(node, Branch):
            added = [tuple(of_kind(tuple, c.counts)[j][1] for c in node.children) for j in range(len(data.classes))]
            assert node.counts == tuple((c, sum(ns, Fraction(0))) for c, ns in zip(data.classes, added, strict=True))


@given(data=data_sets(weights="fractions"), policy=policies())
def test_no_test_sends_all_records_one_way_and_no_pure_node_is_split(data: DataSet, policy: Policy) -> None:
    for node in nodes(grow(data, policy)):
        if isinstance(node, Branch):
            assert sum(any(n for _, n in child.counts) for child in node.children) > 1
            assert sum(n > 0 for _, n in node.counts) > 1
            assert node.test in node.optima or count_tests(node.optima) > len(node.optima)


@given(data=data_sets(weights="fractions"), policy=policies())
def test_a_leaf_without_records_is_labelled_as_the_policy_says(data: DataSet, policy: Policy) -> None:
    assume(len(data))
    tree = grow(data, policy)
    for node in nodes(tree):
        for child in node.children if isinstance(node, Branch) else ():
            if not any(n for _, n in child.counts):
                wanted = node.labels if policy.empty_branch is EmptyBranch.PARENT_MAJORITY else tree.labels
                assert child == Leaf(child.counts, wanted)


@given(data=data_sets(weights="fractions"), policy=policies())
def test_training_errors_are_the_contradictions(data: DataSet, policy: Policy) -> None:
    """Exactly, for every policy that takes splits of gain 0; at least, for one that does not."""
    forced = brute.forced_errors(brute.problem(data))
    errors = training_errors(grow(data, policy))
    assert errors == forced if no_improvement not in policy.stop else errors >= forced


def test_a_policy_that_forbids_gain_zero_cannot_learn_exclusive_or() -> None:
    x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    xor = DataSet((x, y), z, tuple(Record((a, b), str(int(a != b))) for a in "01" for b in "01"))
    for policy in (HUNT, ID3, CART):
        assert training_errors(grow(xor, policy)) == 0
        assert grow(xor, evolve(policy, stop=(pure, same_values, no_improvement))) == Leaf(
            (("0", Fraction(2)), ("1", Fraction(2))), ("0", "1")
        )


@presets
@given(data=data_sets(weights="integers"))
def test_contradiction_free_training_data_is_classified_perfectly(policy: Policy, data: DataSet) -> None:
    seen: dict[object, object] = {}
    clean = evolve(data, records=tuple(r for r in data if seen.setdefault(r.values, r.label) == r.label))
    predicted = predictor(grow(clean, policy), clean.attributes)
    for record in clean:
        assert predicted(record).labels == (record.label,)
        assert predicted(record).distribution == tuple((c, Fraction(c == record.label)) for c in clean.classes)


@given(data=data_sets(weights="fractions"), policy=policies())
def test_every_training_record_reaches_a_leaf_that_counts_it(data: DataSet, policy: Policy) -> None:
    tree = grow(data, policy)
    routed = {i: leaf for leaf, rows in shapes.routed(tree, data) if isinstance(leaf, Leaf) for i in rows}
    for i, record in enumerate(data):
        named = dict(zip((a.name for a in data.attributes), record.values, strict=True))
        ((leaf, _),) = leaves_reached(tree, lambda attribute, named=named: named[attribute.name])  # type: ignore[misc]
        assert leaf is routed[i]
        assert dict(leaf.counts)[str(record.label)] >= record.weight
        assert predict(tree, named) == predictor(tree, data.attributes)(record)


@given(data=data_sets(weights="fractions"), policy=policies())
def test_a_prediction_is_the_share_of_each_class_in_the_leaf(data: DataSet, policy: Policy) -> None:
    tree = grow(data, policy)
    for leaf, rows in shapes.routed(tree, data):
        if isinstance(leaf, Leaf):
            weights = [sum((data.records[i].weight for i in rows if data.records[i].label == c), Fraction(0)) for c in data.classes]
            said = predict(leaf, {})
            assert said.labels == leaf.labels
            if rows:
                assert said.distribution == tuple((c, w / sum(weights)) for c, w in zip(data.classes, weights, strict=True))
            else:
                assert said.distribution == Undefined("no training record reached this leaf")


@given(data=data_sets(), policy=policies())
def test_growing_twice_gives_equal_trees_with_equal_hashes(data: DataSet, policy: Policy) -> None:
    one, other = grow(data, policy), grow(evolve(data, records=tuple(reversed(data.records))), policy)
    assert one is not other
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


@given(data=data_sets(), policy=policies())
def test_sizes_equal_their_recursive_definitions(data: DataSet, policy: Policy) -> None:
    def measured(tree: Branch | Leaf) -> tuple[int, int, int]:
        if isinstance(tree, Leaf):
            return 0, 1, 0
        deep, leaves, tied = zip(*map(measured, tree.children), strict=True)
        return 1 + max(deep), sum(leaves), sum(tied) + (count_tests(tree.optima) > 1)

    tree = grow(data, policy)
    assert (depth(tree), leaf_count(tree), tied_nodes(tree)) == measured(tree)


@given(data=data_sets(max_records=10), policy=policies())
def test_progress_is_told_of_every_record_once(data: DataSet, policy: Policy) -> None:
    told: list[int] = []
    tree = grow(data, policy, told.append)
    assert sum(told) == len(data)
    assert len(told) == leaf_count(tree)


@presets
def test_edge_cases_have_defined_results(policy: Policy) -> None:
    x, y = Nominal("x", ("a", "b")), Nominal("y", ("-", "+"))
    no_one, one, two = Fraction(0), Fraction(1), Fraction(2)
    a_minus, a_plus = Record(("a",), "-"), Record(("a",), "+")
    assert grow(DataSet((x,), y, ()), policy) == Leaf((("-", no_one), ("+", no_one)), ("-", "+"))
    assert grow(DataSet((), y, ()), policy) == Leaf((("-", no_one), ("+", no_one)), ("-", "+"))
    assert grow(DataSet((x,), y, (a_plus,)), policy) == Leaf((("-", no_one), ("+", one)), ("+",))
    assert grow(DataSet((x,), y, (a_plus, a_plus)), policy) == Leaf((("-", no_one), ("+", two)), ("+",))
    assert grow(DataSet((x,), y, (a_minus, a_plus)), policy) == Leaf((("-", one), ("+", one)), ("-", "+"))
    assert grow(DataSet((), y, (Record((), "-"), Record((), "+"), Record((), "+"))), policy) == Leaf((("-", one), ("+", two)), ("+",))
    assert columns(DataSet((x,), y, ())).codes == ((),)


def test_a_target_without_classes_gives_a_leaf_without_labels_or_errors() -> None:
    leaf = grow(DataSet((), Nominal("y", ()), ()), CART)
    assert leaf == Leaf((), ())
    assert training_errors(leaf) == 0
