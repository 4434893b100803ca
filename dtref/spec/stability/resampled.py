"""Resampled frequency: how often each node of a tree would ask its test if other records had been drawn. Chance is an argument."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import frozen

from dtref.spec.growing.hunt import hunt
from dtref.spec.growing.policy import Policy, without_pruning
from dtref.spec.model.branches import asked
from dtref.spec.model.data import DataSet
from dtref.spec.model.optima import EverySubset, Optima
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.resampling import take
from dtref.spec.split.choose import Keep, every
from dtref.spec.stability.asked_nodes import AskedNode, asked_nodes, parts_so


@frozen
class Resampled:
    """
    What a node would ask in samples of the records, which come to it by the tests above it. samples: how many were drawn. kept: in how many
    a test that parts the node's records as its own does was among the best. leaf: in how many it would ask nothing. attributes: for each
    attribute in how many a test of it was among the best; where several attributes tie, each counts.
    """

    samples: int
    kept: int
    leaf: int
    attributes: tuple[tuple[str, int], ...]


def resampled(tree: Tree, data: DataSet, policy: Policy, samples: Sequence[Indices], keep: Keep = every) -> tuple[Resampled, ...]:
    """
    For each inner node of a tree, in preorder, what it would ask in samples of the records. samples: of each the positions of its records,
    as `dtref.spec.preparation.random_draws` draws them. Errors: Invalid as `dtref.spec.growing.hunt.hunt`, and for positions that no
    record has.

    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> resampled(grow(parity(1), CART), parity(1), CART, [(0, 1), (1, 1)])
    (Resampled(samples=2, kept=1, leaf=1, attributes=(('x1', 1),)),)
    """
    unpruned, names = without_pruning(policy), [attribute.name for attribute in data.attributes]
    # by sample, then by node
    found = [[_at(at) for at in asked_nodes(hunt(take(data, indices), unpruned, keep), tree)] for indices in samples]
    return tuple(_summary(at_node, names) for at_node in zip(*found, strict=True))


def _at(at: AskedNode) -> tuple[bool, frozenset[str]]:
    """Whether a node keeps its test, and the attributes of the best tests."""
    optima = at.decision.optima
    return bool(optima and parts_so(at.recursion, at.node, optima, at.apart)[0]), _attributes(optima)


def _attributes(optima: Optima) -> frozenset[str]:
    """The names of the attributes that some tests ask."""
    tests = [(o.attribute,) if isinstance(o, EverySubset) else asked(o) for o in optima]
    return frozenset(attribute.name for attributes in tests for attribute in attributes)


def _summary(at_node: Sequence[tuple[bool, frozenset[str]]], names: Sequence[str]) -> Resampled:
    """The counts over all samples, attributes in the order of the data set."""
    often = Counter(name for _, asks in at_node for name in asks)
    leaf = sum(not asks for _, asks in at_node)
    return Resampled(len(at_node), sum(kept for kept, _ in at_node), leaf, tuple((n, often[n]) for n in names if often[n]))
