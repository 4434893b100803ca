"""
What a sample's trees are by a policy, or by a pruning rule: all of them that are as good, each with the data that it was grown from.

Each value says which policy and which rules it is made of; so a test can tell what no row of the table of invariances has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import product
from typing import TypeAlias

from attrs import evolve, frozen
from changed_samples import Sample

from dtref.errors import Undecided
from dtref.spec.growing.policy import Policy, PruningStep, for_training, training_set
from dtref.spec.growing.tied_trees import trees
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.missing import FILLS, keep_missing
from dtref.spec.pruning.steps import ErrorBased
from dtref.spec.pruning.subtree_raising import Raised, error_based_raising, error_based_raising_by

Listed: TypeAlias = Iterator[tuple[Tree, DataSet]]


@frozen(eq=False)
class Grown:
    """The trees of a policy."""

    policy: Policy

    def __call__(self, sample: Sample) -> Listed:
        return ((tree, sample.data) for tree in trees(sample.data, self.policy))


@frozen(eq=False)
class GrownFor:
    """The trees of a policy that is made for the classes of a sample, in their declared order."""

    of: Callable[[tuple[str, ...]], Policy]

    @property
    def policy(self) -> Policy:
        return self.of(("p", "q"))

    def __call__(self, sample: Sample) -> Listed:
        return ((tree, sample.data) for tree in trees(sample.data, self.of(sample.data.classes)))


@frozen(eq=False)
class Filled:
    """The trees of every way to fill cells that is as good."""

    policy: Policy

    def __call__(self, sample: Sample) -> Listed:
        fills = FILLS[self.policy.missing](sample.data)
        for cells in product(*fills.as_good(sample.data)):
            data = evolve(fills, fills=cells).data(sample.data)
            yield from ((tree, data) for tree in trees(data, evolve(self.policy, missing=keep_missing)))


@frozen(eq=False)
class Pruned:
    """The trees of a policy, each pruned. by: the rule, with its options."""

    rule: Callable[[Tree, Sample], Tree]
    policy: Policy
    by: tuple[object, ...] = ()

    def __call__(self, sample: Sample) -> Listed:
        return ((self.rule(tree, sample), sample.data) for tree in trees(sample.data, self.policy))


@frozen(eq=False)
class Ended:
    """
    The trees of a policy that names steps of pruning, pruned by these. Errors: Undecided where raising has to choose among branches that
    are equally large, as decisions tell.
    """

    policy: Policy

    def __call__(self, sample: Sample) -> Listed:
        training = training_set(self.policy, sample.data)
        steps = for_training(self.policy, training).pruning
        for tree in trees(sample.data, evolve(self.policy, pruning=())):
            yield reduce(lambda tree, step: _ended(step, tree, training), steps, tree), sample.data


def _ended(step: PruningStep, tree: Tree, training: DataSet) -> Tree:
    if not isinstance(step, ErrorBased):
        return step(tree, training)
    return _raised(error_based_raising_by(step.largest, tree, training, step.confidence, step.released))


def raised_alone(tree: Tree, sample: Sample) -> Tree:
    """The tree with raising by the default rule. Errors: Undecided as `Ended`."""
    return _raised(error_based_raising(tree, sample.data))


def _raised(result: Raised) -> Tree:
    if any(decision.others for decision in result.decisions):
        raise Undecided("the branch that is raised", "one that is the largest")
    return result.tree
