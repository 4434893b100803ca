"""What ties leave open of an estimator's tree: how many trees are as good, where they part, and what all of them predict."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, islice

from attrs import evolve, frozen

from dtref.engines.filter.filtered import trees
from dtref.engines.tied_trees import count_partitions, count_trees
from dtref.errors import Undecided
from dtref.spec.growing.policy import Policy
from dtref.spec.growing.tied_trees import TREES_BUDGET
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.data import DataSet
from dtref.spec.model.prediction import Prediction
from dtref.spec.model.trees import Label, Tree, nodes


@frozen(eq=False, slots=False, repr=False)
class Ties:
    """
    What ties leave open of a tree that a policy has grown from a data set. budget: as of `dtref.count_trees`. Each is counted when asked
    for, as that may take much longer than the tree.

    >>> from dtref.engines.choice import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> Ties(grow(parity(2), CART), parity(2), CART)
    Ties(trees=2, partitions=2, nodes=((0, 2),))
    """

    tree: Tree
    data: DataSet
    policy: Policy
    budget: int = TREES_BUDGET

    @cached_property
    def trees(self) -> int | Undecided:
        """How many trees are as good, before pruning (`dtref.count_trees`); Undecided past the budget."""
        return self._counted(count_trees)

    @cached_property
    def partitions(self) -> int | Undecided:
        """How many of them part the training records differently (`dtref.count_partitions`); Undecided past the budget."""
        return self._counted(count_partitions)

    @cached_property
    def nodes(self) -> tuple[tuple[int, int], ...]:
        """The numbers, in preorder, of the nodes of this tree where several tests are as good, each with how many."""
        tied = ((number, count_endings(node)) for number, node in enumerate(nodes(self.tree)))
        return tuple((number, endings) for number, endings in tied if endings > 1)

    def __bool__(self) -> bool:
        """Whether there is a tie in this tree."""
        return bool(self.nodes)

    def __repr__(self) -> str:
        return f"Ties(trees={self.trees}, partitions={self.partitions}, nodes={self.nodes})"

    def _counted(self, count: Callable[[DataSet, Policy, int], int]) -> int | Undecided:
        """A number, or why it isn't decided."""
        try:
            return count(self.data, evolve(self.policy, pruning=()), self.budget)
        except Undecided as undecided:
            return undecided


def labels_of_all(of_trees: Sequence[Sequence[Prediction]]) -> list[list[Label]]:
    """
    For each record the labels that some of several trees predict, each once, in the order in which the trees have them; of a leaf where
    several tie all of them. of_trees: the predictions of each tree.

    >>> from dtref.errors import Undefined
    >>> labels_of_all([[Prediction(labels, Undefined("none"))] for labels in (("a",), ("b", "c"), ("a",))])
    [['a', 'b', 'c']]
    """
    return [list(dict.fromkeys(chain(*(one.labels for one in of_record)))) for of_record in zip(*of_trees, strict=True)]


def trees_as_good(data: DataSet, policy: Policy, most: int) -> Sequence[Tree]:
    """
    All trees that a policy can grow from a data set. Errors: Undecided where there are more than `most`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> len(trees_as_good(parity(2), CART, 10))
    2
    """
    listed = list(islice(trees(data, policy), most + 1))
    if len(listed) > most:
        raise Undecided("labels of all trees that are as good", f"{most} trees", most + 1)
    return listed
