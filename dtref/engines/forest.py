"""Random forests whose trees are grown by the engines: the same forests as the specification's, faster."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.engines.choice import grow
from dtref.engines.filter.unbeaten import unbeaten
from dtref.engines.unseen import unseen_predictions
from dtref.exact.definition import defined
from dtref.spec.ensembles import forest, out_of_bag
from dtref.spec.ensembles.forest import Forest, Samples, grow_random_tree
from dtref.spec.ensembles.out_of_bag import OutOfBag
from dtref.spec.ensembles.voting import Vote, majority_vote
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Tree


@defined(
    errors=(
        "Invalid where the samples are not samples of these records, a list of choices is missing or too short, a "
        "position is no attribute's, and as for `grow`"
    ),
    sources=(("iaml", "1.9, How do we build a Random Decision Forest?"), "Breiman 2001, Random forests"),
)
def grow_forest(data: DataSet, policy: Policy, samples: Samples, attributes_per_node: Sequence[Sequence[Indices]] | None = None) -> Forest:
    """
    The forest of a policy: for each sample a tree that is grown from it and knows no other record, neither for its criterion nor for
    the cuts.

    attributes_per_node: for each tree a list of choices, in preorder one for each node that holds more than one class (target value), each
    choice the positions of the attributes that the node may ask; None: every node may ask all. Defined, with what it leaves open, at
    `dtref.spec.ensembles.forest.grow_forest`.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.ensembles.forest import all_records
    >>> from dtref.spec.views.shape import parity
    >>> grow_forest(parity(2), ID3, all_records(4, 2), (((0,), (1,), (1,)), ((1,), (0,), (0,)))).trees
    (<Branch on x1 (0 2, 1 2)>, <Branch on x2 (0 2, 1 2)>)
    """
    return forest.grow_forest(data, policy, samples, attributes_per_node, _grown)


@defined(
    errors="Invalid as for `dtref.spec.ensembles.out_of_bag.out_of_bag_error`",
    sources=("Breiman 1996, Out-of-bag estimation", "2001, Random forests"),
)
def out_of_bag_error(forest: Forest, data: DataSet, vote: Vote = majority_vote) -> OutOfBag:
    """
    The out-of-bag error, with each tree's records routed by compiled code where that is worth it.

    data: what the forest was grown from. Defined at `dtref.spec.ensembles.out_of_bag.out_of_bag_error`.

    >>> from dtref.spec.ensembles.forest import Sampling
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.presets import CART
    >>> data = DataSet((), Nominal("y", ("a", "b")), [Record((), "a"), Record((), "a"), Record((), "b")])
    >>> out_of_bag_error(grow_forest(data, CART, Samples(Sampling.BOOTSTRAP, ((0, 0, 1),))), data).error
    (Fraction(1, 1), Fraction(1, 1))
    """
    return out_of_bag.out_of_bag_error(forest, data, vote, unseen_predictions)


def _grown(data: DataSet, policy: Policy, attributes_per_node: Sequence[Indices] | None) -> Tree:
    if attributes_per_node is None:
        return grow(data, policy)
    return grow_random_tree(data, policy, attributes_per_node, unbeaten)
