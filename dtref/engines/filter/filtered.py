"""
Functions of the specification with the filter handed in: the same answers, faster.

`dtref.trees` and `dtref.grow_linear` are these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dtref.engines.filter.unbeaten import unbeaten
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.definition import defined
from dtref.spec.growing import hunt as specification
from dtref.spec.growing import linear_leaves, tied_trees
from dtref.spec.growing.arguments import check_grown_from
from dtref.spec.growing.hunt import Hunt
from dtref.spec.growing.linear_leaves import LinearTree
from dtref.spec.growing.policy import Policy
from dtref.spec.model.counts import Columns, columns
from dtref.spec.model.data import DataSet
from dtref.spec.model.schemes import ignore_progress
from dtref.spec.model.trees import Tree


def filtered_hunt(data: DataSet, policy: Policy, code: Callable[[DataSet], Columns] = columns) -> Hunt:
    """
    Hunt's recursion for a data set under a policy: `dtref.spec.growing.hunt.hunt`, with the filter.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> recursion = filtered_hunt(parity(2), CART)
    >>> [test.attribute.name for test in recursion.decide(recursion.root()).optima]
    ['x1', 'x2']
    """
    return specification.hunt(data, policy, unbeaten, code)


def grow(data: DataSet, policy: Policy, progress: Callable[[int], None] = ignore_progress) -> Tree:
    """
    The tree that a policy grows from a data set: `dtref.spec.growing.hunt.grow`, with the filter.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> grow(parity(2), CART) == specification.grow(parity(2), CART)
    True
    """
    return specification.grow(data, policy, progress, unbeaten)


@refuses_other_kinds
def trees(data: DataSet, policy: Policy) -> Iterator[Tree]:
    """
    Every tree that a policy can grow, lazily: choices in the order of golden/TIES.md, the last tied node varying fastest.

    Defined at `dtref.spec.growing.tied_trees.trees`.

    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> [tree.test.attribute.name for tree in trees(parity(2), ID3)]
    ['x1', 'x2']
    """
    if not (isinstance(data, DataSet) and isinstance(policy, Policy)):
        check_grown_from(data, policy)  # type: ignore[unreachable]  # by what is annotated
    return tied_trees.trees(data, policy, unbeaten)


@defined(
    errors=(
        "Invalid as for `grow`, where the target is nominal, and where a continuous cell is missing: a linear "
        "model has no branch for it (impute before growing)"
    ),
    sources=(("iaml", "1.7"),),
)
def grow_linear(data: DataSet, policy: Policy) -> LinearTree:
    """
    The tree that a policy grows, with a linear model of all continuous attributes in each leaf.

    Defined at `dtref.spec.growing.linear_leaves.grow_linear`.

    >>> from fractions import Fraction
    >>> from dtref.spec.presets import REGRESSION_TREE
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.data import Record
    >>> line = DataSet((Continuous("x"),), Continuous("y"), [Record((Fraction(n),), Fraction(n // 2)) for n in range(4)])
    >>> [model.intercept for model in grow_linear(line, REGRESSION_TREE).models]
    [Fraction(0, 1), Fraction(1, 1)]
    """
    return linear_leaves.grow_linear(data, policy, grow)
