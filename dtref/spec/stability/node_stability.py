"""How sure is this tree? Node by node its margin, the records that it hangs on, and how often samples keep it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import frozen

from dtref.exact.definition import defined
from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.policy import Policy, without_pruning
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.model.tests import Test
from dtref.spec.model.trees import Tree
from dtref.spec.split.choose import Keep, every
from dtref.spec.stability.asked_nodes import asked_nodes
from dtref.spec.stability.margin import Margin, every_grouping, margin
from dtref.spec.stability.removals import CHANGES_BUDGET, Removals, removals
from dtref.spec.stability.resampled import Resampled, resampled


@frozen
class NodeStability:
    """
    How sure the test of a node is. path: the branches taken from the root to it, counted from 0. tied: how
    many tests are as good by the criterion, its own included. records: how many reach it. margin,
    removals: see there. resampled: None where no samples were given.
    """

    path: tuple[int, ...]
    test: Test
    tied: int
    records: int
    margin: Margin
    removals: Removals
    resampled: Resampled | None


@defined(errors="Invalid as for `grow`, and for positions of samples that no record has")
def stability_of_nodes(  # noqa: PLR0913 - facts are keyword arguments
    tree: Tree,
    data: DataSet,
    policy: Policy,
    samples: Sequence[Indices] = (),
    *,
    budget: int = CHANGES_BUDGET,
    keep: Keep = every,
    progress: Callable[[int], None] = ignore_progress,
) -> tuple[NodeStability, ...]:
    """
    How sure each inner node of a tree is, in preorder: its margin, the records that it hangs on, and in how many samples it is kept.

    tree: grown from the data, by the policy; its nodes are judged by the records that its tests send there. samples: of each the positions
    of its records, drawn by the caller. budget: the most cells (records times attributes) that the search for records looks at, at a node;
    past it numbers have bounds. progress: called for each inner node, with 1.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> root, *_ = stability_of_nodes(grow(parity(2), CART), parity(2), CART)
    >>> root.test.attribute.name, root.margin.margin, [test.attribute.name for test in root.margin.rivals], root.removals.most
    ('x1', Fraction(0, 1), ['x2'], 0)
    """
    unpruned = without_pruning(policy)
    recursion, wide = hunt(data, unpruned, keep), hunt(data, every_grouping(unpruned), keep)
    drawn = resampled(tree, data, policy, samples, keep) if samples else None
    found = []
    for i, at in enumerate(asked_nodes(recursion, tree)):
        lead = margin(at, wide)
        of_samples = None if drawn is None else drawn[i]
        found.append(NodeStability(at.path, at.test, at.tied, at.size, lead, removals(at, lead, budget), of_samples))
        progress(1)
    return tuple(found)
