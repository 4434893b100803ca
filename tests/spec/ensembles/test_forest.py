"""Random forests: samples, attributes at nodes, votes, out-of-bag error; each against another route."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from narrow import attribute_of, values_of

from dtref.errors import Invalid, Undefined
from dtref.spec.ensembles.forest import Forest, Samples, Sampling, all_records, forest_predictor, grow_forest, grow_random_tree
from dtref.spec.ensembles.out_of_bag import OutOfBag, out_of_bag_error
from dtref.spec.ensembles.voting import average_vote, majority_vote
from dtref.spec.growing.hunt import grow
from dtref.spec.growing.policy import Policy
from dtref.spec.model.attributes import MISSING, Attribute, Continuous, Nominal
from dtref.spec.model.branches import asked
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.positions import Indices
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.model.trees import Branch, Leaf, Tree, nodes
from dtref.spec.preparation.missing import impute_median
from dtref.spec.preparation.resampling import disjoint_subsets
from dtref.spec.presets import C45, CART, ID3, REGRESSION_TREE

CLASSES = ("a", "b", "c")
X, Z = Continuous("x"), Continuous("z")
COLOUR, SHAPE = Nominal("colour", ("r", "g", "b")), Nominal("shape", ("round", "flat"))


@st.composite
def data_sets(draw: st.DrawFn, attributes: tuple[Attribute, ...] = (X, COLOUR, SHAPE), least: int = 1, most: int = 8) -> DataSet:
    cells = [st.integers(0, 3).map(Fraction) if isinstance(a, Continuous) else st.sampled_from(a.values) for a in attributes]
    record = st.builds(Record, st.tuples(*cells), st.sampled_from(CLASSES), st.sampled_from([Fraction(1), Fraction(1, 2)]))
    return DataSet(attributes, Nominal("class", CLASSES), draw(st.lists(record, min_size=least, max_size=most), label="records"))


def bags(records: int, trees: int = 3) -> st.SearchStrategy[tuple[Indices, ...]]:
    positions = st.integers(0, max(records - 1, 0))
    return st.lists(st.lists(positions, min_size=records, max_size=records).map(tuple), min_size=1, max_size=trees).map(tuple)


# Samples

presets = pytest.mark.parametrize("policy", [ID3, CART, C45], ids=lambda policy: policy.name)


@presets
@given(data=data_sets(), drawn=st.data())
def test_a_bootstrap_tree_is_the_tree_of_the_records_by_multiplicity(policy: Policy, data: DataSet, drawn: st.DataObject) -> None:
    """A record drawn n times counts as one of n times the weight: so a sample's tree knows no other record, cuts included."""
    samples = drawn.draw(bags(len(data)))
    forest = grow_forest(data, policy, Samples(Sampling.BOOTSTRAP, samples))
    for tree, indices in zip(forest.trees, samples, strict=True):
        times = Counter(indices)
        weighted = [evolve(r, weight=r.weight * times[i]) for i, r in enumerate(data) if times[i]]
        assert tree == grow(evolve(data, records=tuple(weighted)), policy)


@given(data_sets(), st.data())
def test_disjoint_subsets_grow_trees_that_share_no_record(data: DataSet, drawn: st.DataObject) -> None:
    assignment = drawn.draw(st.lists(st.none() | st.integers(0, 2), min_size=len(data), max_size=len(data)))
    forest = grow_forest(data, ID3, Samples(Sampling.DISJOINT, disjoint_subsets(assignment, 3)))
    for k, tree in enumerate(forest.trees):
        assert tree == grow(evolve(data, records=tuple(r for r, j in zip(data, assignment, strict=True) if j == k)), ID3)


@given(data_sets())
def test_all_records_and_all_attributes_make_equal_trees(data: DataSet) -> None:
    forest = grow_forest(data, CART, all_records(len(data), 3))
    assert set(forest.trees) == {grow(data, CART)}
    told, alone = forest_predictor(forest, average_vote), predictor(forest.trees[0], data.attributes)
    assert all(told(record) == alone(record) for record in data)


SQUARE = DataSet((SHAPE,), Nominal("class", CLASSES), tuple(Record((s,), c) for s, c in (("round", "a"), ("flat", "b"))))


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (
            lambda: Samples(Sampling.DISJOINT, ((0, 1), (1,))),
            "mutually exclusive subsets: expected distinct positions (got '1 twice')",
        ),
        (
            lambda: grow_forest(SQUARE, ID3, Samples(Sampling.BOOTSTRAP, ((0,),))),
            "bootstrap sample: expected 2 positions, as many as records (got 1)",
        ),
        (
            lambda: grow_forest(SQUARE, ID3, Samples(Sampling.ALL, ((0, 0),))),
            "all records: expected each of 2 records once (got (0, 0))",
        ),
        (
            lambda: grow_forest(SQUARE, ID3, Samples(Sampling.DISJOINT, ((2,),))),
            "position of a record: expected a number from 0 and below 2 (got 2)",
        ),
        (
            lambda: grow_forest(SQUARE, ID3, all_records(2, 2), [[(0,)]]),
            "attributes per node: expected 2 lists of choices, one a tree (got 1)",
        ),
        (
            lambda: grow_forest(SQUARE, ID3, all_records(2, 1), [[]]),
            "attributes per node: expected a choice for each node with more than one class (got '0 choices')",
        ),
        (
            lambda: grow_forest(SQUARE, ID3, all_records(2, 1), [[(1,)]]),
            "position of an attribute: expected a number from 0 and below 1 (got 1)",
        ),
    ],
)
def test_what_is_no_forest_is_refused(attempt: Callable[[], object], message: str) -> None:
    with pytest.raises(Invalid) as refusal:
        attempt()
    assert str(refusal.value) == message


# Attributes at the nodes


def choices(data: DataSet) -> st.SearchStrategy[tuple[Indices, ...]]:
    """As many as the longest list needs: one less than there are records."""
    subset = st.sets(st.integers(0, len(data.attributes) - 1)).map(lambda s: tuple(sorted(s)))
    return st.lists(subset, min_size=len(data), max_size=len(data)).map(tuple)


def random_tree(data: DataSet, policy: Policy, waiting: list[Indices], usable: frozenset[str]) -> Tree:
    """By another route: at each node the whole policy grows a tree from the chosen columns alone, and its root test is taken."""
    if len({record.label for record in data}) == 1:
        return grow(data, policy)
    chosen = [a for a in waiting.pop(0) if data.attributes[a].name in usable]
    narrow = DataSet(
        tuple(data.attributes[a] for a in chosen),
        data.target,
        tuple(evolve(r, values=tuple(r.values[a] for a in chosen)) for r in data),
    )
    root = grow(narrow, policy)
    if isinstance(root, Leaf):
        return root
    column = data.column(attribute_of(root.test).name)
    below = usable - {attribute_of(root.test).name} if policy.ask_once else usable
    parts = [tuple(r for r in data if r.values[column] == value) for value in values_of(attribute_of(root.test))]
    children = [
        random_tree(evolve(data, records=part), policy, waiting, below) if part else child
        for part, child in zip(parts, root.children, strict=True)
    ]
    return Branch(root.counts, root.labels, root.test, root.optima, tuple(children))


@pytest.mark.parametrize("policy", [ID3, evolve(ID3, ask_once=False)], ids=["asked once", "asked again"])
@given(data=data_sets((COLOUR, SHAPE)), drawn=st.data())
def test_each_node_asks_the_best_of_its_attributes(policy: Policy, data: DataSet, drawn: st.DataObject) -> None:
    listed = drawn.draw(choices(data))
    assert grow_random_tree(data, policy, listed) == random_tree(data, policy, list(listed), frozenset({"colour", "shape"}))


@given(data_sets(), st.data())
def test_nodes_ask_what_they_may_in_preorder_and_the_list_suffices(data: DataSet, drawn: st.DataObject) -> None:
    listed = drawn.draw(choices(data))[:-1]  # one less than records
    rest = iter(listed)
    for node in nodes(grow_random_tree(data, CART, listed)):
        if sum(n > 0 for _, n in node.counts) > 1:
            may = {data.attributes[a] for a in next(rest)}
            assert not isinstance(node, Branch) or set(asked(node.test)) <= may


@given(data_sets())
def test_a_choice_of_all_attributes_changes_nothing(data: DataSet) -> None:
    everything = ((0, 1, 2),) * len(data)
    assert grow_random_tree(data, C45, everything) == grow(data, C45)


def test_positions_are_those_of_the_data_even_where_imputation_drops_an_attribute() -> None:
    gone = DataSet((X, Z), SQUARE.target, tuple(Record((MISSING, Fraction(i)), c) for i, c in enumerate("ab")))
    policy = evolve(CART, missing=impute_median)
    assert isinstance(grow_random_tree(gone, policy, ((1,),)), Branch)
    assert isinstance(grow_random_tree(gone, policy, ((0,),)), Leaf)


def test_gain_is_computed_on_the_sample_not_on_all_records() -> None:
    """`iaml` 1.9: on all records shape decides; on the sample it tells nothing, and colour does."""
    rows = [("r", "round", "a"), ("g", "round", "b"), ("r", "flat", "b"), ("g", "flat", "b"), ("r", "round", "a"), ("g", "round", "a")]
    data = DataSet((COLOUR, SHAPE), SQUARE.target, tuple(Record((c, s), y) for c, s, y in rows))
    whole = grow(data, ID3)
    (part,) = grow_forest(data, ID3, Samples(Sampling.DISJOINT, ((0, 1),))).trees
    assert [attribute_of(tree.test).name for tree in (whole, part) if isinstance(tree, Branch)] == ["shape", "colour"]


# Votes


@st.composite
def ballots(draw: st.DrawFn) -> list[Prediction]:
    found = []
    for _ in range(draw(st.integers(1, 6))):
        counts = draw(st.lists(st.integers(0, 3), min_size=3, max_size=3))
        n, top = sum(counts), max(counts)
        labels = tuple(c for c, k in zip(CLASSES, counts, strict=True) if k == top)
        shares = tuple((c, Fraction(k, n)) for c, k in zip(CLASSES, counts, strict=True)) if n else Undefined("nobody")
        found.append(Prediction(labels, shares))
    return found


@given(ballots())
def test_a_hard_vote_by_counting_whole_votes(predictions: list[Prediction]) -> None:
    """Six votes for each prediction, so that two or three labels share them whole."""
    votes = Counter(label for p in predictions for label in p.labels for _ in range(6 // len(p.labels)))
    found = majority_vote(CLASSES, predictions)
    assert found.labels == tuple(c for c in CLASSES if votes[c] == max(votes.values()))
    assert found.distribution == tuple((c, Fraction(votes[c], 6 * len(predictions))) for c in CLASSES)


@given(ballots())
def test_a_soft_vote_by_adding_shares(predictions: list[Prediction]) -> None:
    sums = dict.fromkeys(CLASSES, Fraction(0))
    for p in predictions:
        own = {c: Fraction(1, 3) for c in CLASSES} if isinstance(p.distribution, Undefined) else dict(p.distribution)
        sums = {c: sums[c] + own[c] for c in CLASSES}
    found = average_vote(CLASSES, predictions)
    assert found.labels == tuple(c for c in CLASSES if sums[c] == max(sums.values()))
    assert not isinstance(found.distribution, Undefined)
    assert sum(share for _, share in found.distribution) == 1


@pytest.mark.parametrize("vote", [majority_vote, average_vote])
def test_without_voters_every_class_wins(vote: Callable[[tuple[str, ...], list[Prediction]], Prediction]) -> None:
    assert vote(CLASSES, []) == Prediction(CLASSES, Undefined("nobody votes"))


def test_a_tree_without_records_shares_its_vote_among_all_classes() -> None:
    forest = grow_forest(SQUARE, ID3, Samples(Sampling.DISJOINT, ((), (0,))))
    found = forest_predictor(forest)(SQUARE.records[0])
    assert found == Prediction(("a",), (("a", Fraction(2, 3)), ("b", Fraction(1, 6)), ("c", Fraction(1, 6))))
    assert forest_predictor(forest, average_vote)(SQUARE.records[0]) == found


def test_a_regression_forest_predicts_the_mean_of_means() -> None:
    data = DataSet((), Continuous("y"), tuple(Record((), Fraction(y)) for y in (1, 2, 6)))
    forest = grow_forest(data, REGRESSION_TREE, Samples(Sampling.DISJOINT, ((0, 1), (2,), ())))
    assert forest_predictor(forest)(Record(())).labels == ((Fraction(3, 2) + 6) / 2,)
    nobody = grow_forest(data, REGRESSION_TREE, Samples(Sampling.DISJOINT, ((),)))
    assert forest_predictor(nobody)(Record(())).labels == ()


# Out of bag


@given(data_sets(least=2), st.data())
def test_out_of_bag_by_a_forest_of_the_trees_that_lack_the_record(data: DataSet, drawn: st.DataObject) -> None:
    samples = drawn.draw(bags(len(data)))
    forest = grow_forest(data, CART, Samples(Sampling.BOOTSTRAP, samples))
    right = wrong = tied = never = Fraction(0)
    for i, record in enumerate(data):
        strangers = [(tree, bag) for tree, bag in zip(forest.trees, samples, strict=True) if i not in bag]
        if not strangers:
            never += record.weight
            continue
        part = Forest(
            tuple(t for t, _ in strangers), Samples(Sampling.BOOTSTRAP, tuple(b for _, b in strangers)), data.attributes, data.target
        )
        labels = forest_predictor(part)(record).labels
        right += record.weight * (labels == (record.label,))
        wrong += record.weight * (record.label not in labels)
        tied += record.weight * (record.label in labels and len(labels) > 1)
    assert out_of_bag_error(forest, data) == OutOfBag(right, wrong, tied, never)


@given(data_sets())
def test_nothing_is_out_of_bag_where_all_trees_have_all_records(data: DataSet) -> None:
    found = out_of_bag_error(grow_forest(data, CART, all_records(len(data), 2)), data)
    assert found == OutOfBag(Fraction(0), Fraction(0), Fraction(0), sum((r.weight for r in data), Fraction(0)))
    assert found.error == Undefined("no record is out of bag")


def test_the_error_lies_between_ties_broken_rightly_and_wrongly() -> None:
    assert OutOfBag(Fraction(5), Fraction(2), Fraction(1), Fraction(9)).error == (Fraction(1, 4), Fraction(3, 8))


def test_out_of_bag_error_is_one_of_classes() -> None:
    data = DataSet((), Continuous("y"), (Record((), Fraction(1)),))
    with pytest.raises(Invalid) as refusal:
        out_of_bag_error(grow_forest(data, REGRESSION_TREE, all_records(1, 1)), data)
    assert str(refusal.value) == "target y: expected a nominal target (got 'continuous')"
