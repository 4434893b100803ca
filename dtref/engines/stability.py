"""
How sure a tree is, as a whole: its nodes, how many trees are as good, and what all of these predict.

`dtref.stability` is this; its nodes are decided behind the filter of `dtref.engines.filter`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from attrs import evolve, frozen

from dtref.engines.filter.unbeaten import unbeaten
from dtref.engines.tied_trees import count_partitions, count_trees
from dtref.errors import Invalid, Undecided, Undefined
from dtref.exact.definition import defined
from dtref.spec.growing.policy import Policy, PruningStep
from dtref.spec.growing.tied_trees import TREES_BUDGET
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.positions import Indices
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.model.trees import Tree
from dtref.spec.stability.agreement import AnswersOfTrees, answers_of_all_trees
from dtref.spec.stability.node_stability import NodeStability, stability_of_nodes
from dtref.spec.stability.removals import CHANGES_BUDGET

Answer = TypeVar("Answer")


@frozen
class Stability(Reported):
    """
    How sure a tree is. nodes: its inner nodes, in preorder. trees, partitions: how many trees the policy can grow, and how many of them
    differ as partitions of the records, before pruning. answers: for each record what these trees predict; Undefined where they predict
    shares, or are pruned. `Undecided` past the budget. pruning: the steps of pruning that the policy names, which nothing here repeats.
    """

    nodes: tuple[NodeStability, ...]
    trees: int | Undecided
    partitions: int | Undecided
    answers: tuple[AnswersOfTrees, ...] | Undefined | Undecided
    pruning: tuple[PruningStep, ...] = ()

    @property
    def open_records(self) -> tuple[int, ...]:
        """The positions of the records for which equally good trees predict different labels."""
        return tuple(i for i, answers in enumerate(self.answers) if len(answers) > 1) if isinstance(self.answers, tuple) else ()


@defined(errors="Invalid as for `grow`, and for positions of samples that no record has")
def stability(  # noqa: PLR0913 - facts are keyword arguments
    tree: Tree,
    data: DataSet,
    policy: Policy,
    samples: Sequence[Indices] = (),
    *,
    budget: int = CHANGES_BUDGET,
    trees_budget: int = TREES_BUDGET,
    progress: Callable[[int], None] = ignore_progress,
) -> Stability:
    """
    How sure a tree is: of each inner node the margin to the best test that parts its records otherwise, the records that it hangs on, and
    in how many samples it is kept; how many trees are as good as the whole, and what they predict for each record.

    tree: grown from the data by the policy. One that is pruned is judged at the nodes that it has, each as growing decides it, before any
    pruning, which isn't repeated. samples: of each the positions of its records, as `dtref.draw_bootstrap(random.Random(7), n)` draws
    them. budget: the most cells (records times attributes) that the search for records looks at, at a node; past it numbers have
    bounds. trees_budget: as of `dtref.count_trees`. progress: called for each inner node, with 1.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> sure = stability(grow(parity(2), CART), parity(2), CART)
    >>> sure.trees, sure.open_records, sure.nodes[0].margin.margin
    (2, (), Fraction(0, 1))
    """
    policy, pruning = evolve(policy, pruning=()), policy.pruning
    nodes = stability_of_nodes(tree, data, policy, samples, budget=budget, keep=unbeaten, progress=progress)
    number, different = (_decided(partial(count, data, policy, trees_budget)) for count in (count_trees, count_partitions))
    try:
        answers: tuple[AnswersOfTrees, ...] | Undefined | Undecided = _decided(
            partial(answers_of_all_trees, data, policy, trees_budget, unbeaten)
        )
    except Invalid as shares:
        answers = Undefined(str(shares))
    answers = Undefined("the policy prunes the trees that it grows") if pruning else answers
    return Stability(nodes, number, different, answers, pruning)


def _decided(compute: Callable[[], Answer]) -> Answer | Undecided:
    """An answer, or why it isn't decided."""
    try:
        return compute()
    except Undecided as undecided:
        return undecided
