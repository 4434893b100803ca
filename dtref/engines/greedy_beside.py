"""Greed's price by the value of trees: the tree that each preset grows, beside the best ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import evolve, frozen

from dtref.engines.choice import grow
from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.number import Exact
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.stopping import AtDepth, StoppingRule
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet
from dtref.spec.model.tally import Moments, Tally
from dtref.spec.model.trees import Leaf, Tree, depth, leaf_count, nodes
from dtref.spec.optimal.good_trees import GoodTrees
from dtref.spec.optimal.losses import LossValue
from dtref.spec.optimal.tree_costs import TreeCost


@frozen
class GreedyTree:
    """
    The tree that a preset grows, by its tie rule, down to the depth that the good trees may have.

    value, loss: as of the good trees. more: how far its value is above the least one. good: whether it is worth as much as a good tree and
    keeps to their limits; it is one of them where they may ask its tests.
    """

    name: str
    leaves: int
    loss: LossValue
    value: LossValue
    more: LossValue
    good: bool
    tree: Tree


def greedy_beside(trees: GoodTrees, presets: Mapping[str, Policy], data: DataSet) -> Iterator[GreedyTree | tuple[str, Undefined]]:
    """
    The greedy tree of each preset beside some good trees of the same data; the reason where a preset grows none.

    >>> from dtref.engines.good_trees import best_trees
    >>> from dtref.spec.presets import CART, CHAID
    >>> from dtref.spec.views.shape import parity
    >>> beside = greedy_beside(best_trees(parity(2), CART), {"cart": CART}, parity(2))
    >>> [(greedy.name, greedy.leaves, str(greedy.more), greedy.good) for greedy in beside]
    [('cart', 4, '0', True)]
    """
    limits = trees.space.limits
    for name, policy in presets.items():
        bound: tuple[StoppingRule, ...] = () if limits.depth is None else (AtDepth(limits.depth),)
        try:
            tree = grow(data, evolve(policy, stop=(*policy.stop, *bound)))
        except (Invalid, Undecided) as refused:
            yield name, Undefined(str(refused))
            continue
        yield _beside(trees, name, tree)


def _beside(trees: GoodTrees, name: str, tree: Tree) -> GreedyTree:
    """A greedy tree beside the good ones."""
    costs, limits, leaves = trees.space.costs, trees.space.limits, leaf_count(tree)
    lost = worth_of(trees, tree)
    value = costs.value(lost, leaves)
    fits = (limits.leaves is None or leaves <= limits.leaves) and (limits.depth is None or depth(tree) <= limits.depth)
    more: Exact = value - costs.value(trees.least, trees.leaves_of_least)
    return GreedyTree(name, leaves, costs.loss_in(lost, leaves), value, more, fits and lost <= trees.limit, tree)


def worth_of(trees: GoodTrees, tree: Tree) -> TreeCost:
    """
    What a tree of the same records is worth.

    >>> from dtref.engines.good_trees import best_trees
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> best = best_trees(parity(2), CART)
    >>> worth_of(best, best.tree(0)) == best.least
    True
    """
    costs = trees.space.costs
    leaves = [node for node in nodes(tree) if isinstance(node, Leaf)]
    return costs.total(costs.cost(costs.objective.loss.of(_counts(leaf.counts)), 1) for leaf in leaves)


def _counts(tally: Tally) -> Counts:
    """The counts of a node, from its tally."""
    return (tally.n, tally.total, tally.squares) if isinstance(tally, Moments) else tuple(n for _, n in tally)
