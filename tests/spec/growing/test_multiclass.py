"""Three to five classes under every preset, and the majority classifier as the baseline."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from many import examples
from narrow import defined

from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import Leaf, nodes, training_errors
from dtref.spec.preparation.resampling import take
from dtref.spec.presets import ID3_IAML, MAJORITY, PRESETS, REGRESSION_TREE, SCIKIT_LEARN

# ID3 as iaml prints it has no answer to contradictory records, SCIKIT_LEARN none to nominal columns: tests/test_presets.py
classifiers = [policy for policy in PRESETS.values() if policy not in (REGRESSION_TREE, ID3_IAML, SCIKIT_LEARN)]
every_classifier = pytest.mark.parametrize("policy", classifiers, ids=lambda policy: policy.name)
SHORT = examples(10)  # for each of the presets
COLOUR, SIZE, X = Nominal("colour", ("r", "g", "b")), Ordinal("size", ("s", "m", "l")), Continuous("x")


@st.composite
def data_sets(draw: st.DrawFn) -> DataSet:
    classes = "abcde"[: draw(st.integers(3, 5), label="classes")]
    cells = st.tuples(st.sampled_from(COLOUR.values), st.sampled_from(SIZE.values), st.integers(0, 3).map(Fraction))
    record = st.builds(Record, cells, st.sampled_from(classes), st.sampled_from([Fraction(1), Fraction(1), Fraction(1, 2)]))
    return DataSet(
        (COLOUR, SIZE, X), Nominal("class", tuple(classes)), tuple(draw(st.lists(record, min_size=1, max_size=9), label="records"))
    )


def renamed(data: DataSet, names: dict[str, str]) -> DataSet:
    """The classes under other names, in the order of those names."""
    return DataSet(
        data.attributes, Nominal("class", tuple(sorted(names.values()))), tuple(evolve(r, label=names[str(r.label)]) for r in data)
    )


@every_classifier
@SHORT
@given(data=data_sets())
def test_a_prediction_holds_all_largest_classes_of_its_leaf(policy: Policy, data: DataSet) -> None:
    tree = grow(data, policy)
    told = predictor(tree, data.attributes)
    errors = Fraction(0)
    for record in data:
        shares = dict(defined(told(record).distribution))
        assert sum(shares.values()) == 1
        assert told(record).labels == tuple(c for c in data.classes if shares[c] == max(shares.values()))
    for leaf in (node for node in nodes(tree) if isinstance(node, Leaf)):
        counts = Counter({c: n for c, n in leaf.counts if n})
        errors += sum(counts.values()) - max(counts.values(), default=Fraction(0))
    assert training_errors(tree) == errors


@every_classifier
@SHORT
@given(data=data_sets(), order=st.permutations("abcde"))
def test_the_names_and_the_order_of_classes_do_not_matter(policy: Policy, data: DataSet, order: list[str]) -> None:
    names = dict(zip(data.classes, order, strict=False))
    before, after = (list(nodes(grow(d, policy))) for d in (data, renamed(data, names)))
    assert [getattr(n, "optima", None) for n in before] == [getattr(n, "optima", None) for n in after]
    assert [{names[c]: k for c, k in n.counts} for n in before] == [dict(n.counts) for n in after]
    assert [{names[str(label)] for label in n.labels} for n in before] == [set(n.labels) for n in after]


@every_classifier
@SHORT
@given(data=data_sets())
def test_a_class_that_nobody_has_changes_nothing_but_its_count(policy: Policy, data: DataSet) -> None:
    wider = evolve(data, target=Nominal("class", (*data.classes, "nobody")))
    before, after = (list(nodes(grow(d, policy))) for d in (data, wider))
    assert [getattr(n, "optima", None) for n in before] == [getattr(n, "optima", None) for n in after]
    assert [(*n.counts, ("nobody", Fraction(0))) for n in before] == [n.counts for n in after]


# The majority classifier


@given(data_sets())
def test_the_majority_classifier_says_the_largest_classes_and_errs_on_the_others(data: DataSet) -> None:
    sizes: dict[object, Fraction] = defaultdict(Fraction)
    for record in data:
        sizes[record.label] += record.weight
    tree = grow(data, MAJORITY)
    assert tree == Leaf(
        tuple((c, Fraction(sizes[c])) for c in data.classes), tuple(c for c in data.classes if sizes[c] == max(sizes.values()))
    )
    assert training_errors(tree) == sum(sizes.values()) - max(sizes.values())


@every_classifier
@SHORT
@given(data=data_sets())
def test_no_tree_does_worse_on_its_training_records_than_the_baseline(policy: Policy, data: DataSet) -> None:
    assert training_errors(grow(data, policy)) <= training_errors(grow(data, MAJORITY))


def leave_one_out_errors(data: DataSet, policy: Policy) -> int:
    """How many records are not among the labels predicted by the tree of all others."""
    everyone = range(len(data))
    return sum(
        data.records[i].label
        not in predictor(grow(take(data, tuple(j for j in everyone if j != i)), policy), data.attributes)(data.records[i]).labels
        for i in everyone
    )


@pytest.mark.parametrize("half", [1, 2, 7, 50])
def test_leave_one_out_finds_the_majority_classifier_always_wrong_on_two_equal_classes(half: int) -> None:
    """`iaml` 2.4.3: 100% error, where the training error is 50%; the record left out is always of the smaller class."""
    data = DataSet((), Nominal("class", ("A", "B")), tuple(Record((), c) for c in "AB" * half))
    assert leave_one_out_errors(data, MAJORITY) == 2 * half
    assert training_errors(grow(data, MAJORITY)) == half


def test_with_more_than_two_equal_classes_too() -> None:
    data = DataSet((), Nominal("class", tuple("ABCD")), tuple(Record((), c) for c in "ABCD" * 3))
    assert leave_one_out_errors(data, MAJORITY) == 12
