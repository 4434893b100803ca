"""
Random forests: trees grown from samples of the records, each node asking some of the attributes only, and their vote.

Chance is an argument: index tuples say which records a tree is grown from, and which attributes a node may ask
(`dtref.spec.preparation.resampling`).
"""

from __future__ import annotations

__sources__ = (("iaml", "1.9, Random Forest Algorithm"), ("cs422", "Ensemble methods: Random Forest"))

from collections.abc import Callable, Sequence
from enum import Enum

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.spec.ensembles.voting import Vote, majority_vote, mean_prediction
from dtref.spec.growing.draws import Draws
from dtref.spec.growing.hunt import Hunt, Node, grow, grow_tree, hunt
from dtref.spec.growing.policy import Decision, Policy, without_pruning
from dtref.spec.growing.stopping import is_pure
from dtref.spec.model.attributes import Attribute, Continuous
from dtref.spec.model.counts import statistic
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported
from dtref.spec.model.learned import Learned, learned_tree
from dtref.spec.model.positions import Indices, check_distinct, check_positions
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.resampling import bootstrap_sample, take
from dtref.spec.split.choose import Keep, every


class Sampling(Enum):
    """The way of choosing the records that each tree of a forest is grown from."""

    DISJOINT = "mutually exclusive subsets"
    """No record serves two trees, or one twice (`iaml` 1.9)."""
    BOOTSTRAP = "bootstrap samples"
    """Each tree has as many records as there are, drawn with replacement (Breiman 2001; the standard algorithm)."""
    ALL = "all records"
    """Every tree has all of them, once; the attributes at the nodes alone tell the trees apart."""


@frozen
class Samples(Reported):
    """
    The records that each tree is grown from, as index tuples, and the sampling that they are one outcome of.

    Errors: Invalid for a record that mutually exclusive subsets have twice. `grow_forest` checks the rest, against the records.

    >>> Samples(Sampling.DISJOINT, ((0, 2), (1, 2)))
    Traceback (most recent call last):
    dtref.errors.Invalid: mutually exclusive subsets: expected distinct positions (got '2 twice')
    """

    sampling: Sampling
    indices: tuple[Indices, ...]

    __repr__ = brief_repr

    def __attrs_post_init__(self) -> None:
        if self.sampling is Sampling.DISJOINT:
            check_distinct(self.sampling.value, [i for sample in self.indices for i in sample])


def all_records(records: int, trees: int) -> Samples:
    """
    The samples of a forest in which every tree is grown from all records.

    >>> all_records(3, 2).indices
    ((0, 1, 2), (0, 1, 2))
    """
    return Samples(Sampling.ALL, (tuple(range(records)),) * trees)


@frozen
class Forest(Reported):
    """
    A random forest: its trees, the records that each was grown from, and the attributes and the target of the data set.

    One tree a sample; a tree is grown by its policy's tie rule, and keeps its ties.
    """

    trees: tuple[Tree, ...]
    samples: Samples
    attributes: tuple[Attribute, ...]
    target: Attribute

    __repr__ = brief_repr


def grow_random_tree(data: DataSet, policy: Policy, attributes_per_node: Sequence[Indices] | None, keep: Keep = every) -> Tree:
    """
    The tree that a policy grows where each node may ask some of the attributes only.

    attributes_per_node: None: every node may ask all. keep: as for `grow`. Other arguments and errors: as for `grow_forest`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    >>> grow_random_tree(DataSet((x, y), z, [Record((a, a), a) for a in "01"]), CART, ((1,),))
    <Branch on y (0 1, 1 1)>
    """
    if attributes_per_node is None:
        return grow(data, policy, keep=keep)
    for choice in attributes_per_node:
        check_positions("position of an attribute", choice, len(data.attributes))
    recursion = hunt(data, evolve(without_pruning(policy), draws=_others(policy.draws)), keep)
    names = [{data.attributes[a].name for a in choice} for choice in attributes_per_node]
    return grow_tree(recursion, _decide_among(recursion, names), policy.tie)


def _others(draws: Draws | None) -> Draws | None:
    """The draws that the columns of each node don't settle: those of cuts."""
    return draws if draws is not None and draws.one_cut else None


def _decide_among(recursion: Hunt, choices: Sequence[set[str]]) -> Callable[[Node], Decision]:
    """
    The decision at a node among the attributes chosen for it, to be called in preorder, as `grow_tree` does.

    The attributes are chosen by name: the policy's rule for missing values may have left one out, so that positions differ.
    """
    rest = iter(choices)
    attributes = recursion.training.attributes

    def decide(node: Node) -> Decision:
        # a node of one class uses no choice
        if is_pure(statistic(recursion.columns, node.records), recursion.regression):
            return recursion.decide(node)
        choice = next(rest, None)
        if choice is None:
            raise Invalid("attributes per node", "a choice for each node with more than one class", f"{len(choices)} choices")
        return recursion.decide(evolve(node, usable=tuple(a for a in node.usable if attributes[a].name in choice)))

    return decide


@defined(
    errors=(
        "Invalid where the samples are not samples of these records, a list of choices is missing or too short, a "
        "position is no attribute's, and as for `grow`"
    ),
    sources=(("iaml", "1.9, How do we build a Random Decision Forest?"), "Breiman 2001, Random forests"),
)
def grow_forest(
    data: DataSet,
    policy: Policy,
    samples: Samples,
    attributes_per_node: Sequence[Sequence[Indices]] | None = None,
    learner: Callable[[DataSet, Policy, Sequence[Indices] | None], Learned] = grow_random_tree,
) -> Forest:
    """
    The forest of a policy: for each sample a tree that is grown from it alone; no other record has a say, in the criterion or in the cuts.

    attributes_per_node: for each tree a list of choices, in preorder one for each node that holds more than one class (target
    value), each choice the positions of the attributes that the node may ask; None: every node may ask all. Where none of the chosen
    attributes has a candidate the node is a leaf. Choices left over are not used: nobody knows beforehand how many nodes there will be.
    One choice less than the sample has records is always enough (as long as no record is split for a missing value). The policy's rule
    for missing values is applied to each sample alone; an attribute that it adds is never chosen. learner: what grows a tree
    from a sample and its choices.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.model.attributes import Nominal
    >>> x, y, z = (Nominal(n, ("0", "1")) for n in "xyz")
    >>> data = DataSet((x, y), z, [Record((a, b), a) for a in "01" for b in "01"])
    >>> grow_forest(data, ID3, Samples(Sampling.BOOTSTRAP, ((0, 0, 1, 1), (0, 1, 2, 3)))).trees
    (<Leaf 0 (0 4, 1 0)>, <Branch on x (0 2, 1 2)>)
    >>> grow_forest(data, ID3, all_records(4, 1), (((1,), (0,), (1,)),)).trees[0].children
    (<Branch on x (0 1, 1 1)>, <Leaf 0/1 (0 1, 1 1)>)
    """
    parts = [_sample(data, samples.sampling, indices) for indices in samples.indices]
    choices = [None] * len(parts) if attributes_per_node is None else attributes_per_node
    if len(choices) != len(parts):
        raise Invalid("attributes per node", f"{len(parts)} lists of choices, one a tree", len(choices))
    trees = tuple(learned_tree(learner(part, policy, choice), "learner") for part, choice in zip(parts, choices, strict=True))
    return Forest(trees, samples, data.attributes, data.target)


def _sample(data: DataSet, sampling: Sampling, indices: Indices) -> DataSet:
    """The data set that a tree is grown from."""
    if sampling is Sampling.ALL and sorted(indices) != list(range(len(data))):
        raise Invalid(sampling.value, f"each of {len(data)} records once", indices)
    return bootstrap_sample(data, indices) if sampling is Sampling.BOOTSTRAP else take(data, indices)


@refuses_other_kinds
def forest_predictor(forest: Forest, vote: Vote = majority_vote) -> Callable[[Record], Prediction]:
    """
    The prediction of a forest as a function of records: the trees' vote, hard (`majority_vote`) or soft (`average_vote`); of a continuous
    target the mean of their means, and no label where no tree has one. Errors: as for `predict`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Nominal("y", ("a", "b")), [Record((), "a"), Record((), "b")])
    >>> forest = grow_forest(data, CART, Samples(Sampling.BOOTSTRAP, ((0, 0), (1, 1), (1, 0))))
    >>> forest_predictor(forest)(Record(())).labels
    ('a', 'b')
    """
    members = [predictor(tree, forest.attributes) for tree in forest.trees]
    return lambda record: _combined(forest.target, [member(record) for member in members], vote)


def _combined(target: Attribute, predictions: Sequence[Prediction], vote: Vote) -> Prediction:
    return mean_prediction(predictions) if isinstance(target, Continuous) else vote(target.values, predictions)
