"""The pruning of Spark: two leaves below a node that predict the same become one."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from dtref.exact.definition import defined
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Leaf, Tree
from dtref.spec.pruning.bottom_up import cut_at, each_subtree


@defined(sources=("Spark 4.3, `ml/tree/Node.scala`, LearningNode.toNode (pruneTree)",))
@frozen
class MergeEqualSiblings:
    """
    Makes a leaf of each node all of whose children are leaves, perhaps made so before, with the same largest class, of several the first.

    What they know of the shares of classes is lost.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> tree = grow(parity(2), CART)
    >>> MergeEqualSiblings()(tree, parity(2)) == tree
    True
    """

    def __call__(self, tree: Tree, _: DataSet) -> Tree:
        """The tree without them."""
        predicted = each_subtree(tree, self._predicted)
        return cut_at(tree, lambda i: predicted[i] is not None)

    @staticmethod
    def _predicted(_: int, node: Tree, below: Sequence[str | None]) -> str | None:
        """The class of a node that is a leaf once it is pruned; else None."""
        if isinstance(node, Leaf):
            return first_class(node)
        return below[0] if below[0] is not None and len(set(below)) == 1 else None

    def __str__(self) -> str:
        return "sibling leaves that predict the same are merged"


def first_class(node: Tree) -> str:
    """
    The first of a node's largest classes, in declared order.

    >>> first_class(Leaf((("-", 2), ("+", 2)), ("-", "+")))
    '-'
    """
    return str(max(node.counts, key=lambda pair: pair[1])[0]) if node.counts else str(node.labels[0])
