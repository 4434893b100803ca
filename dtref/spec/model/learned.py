"""What a function that learns may return: a tree, or a model, which has one."""

from __future__ import annotations

from typing import Protocol, TypeAlias, runtime_checkable

from dtref.errors import Invalid
from dtref.spec.model.trees import Branch, Leaf, Tree


@runtime_checkable
class HasTree(Protocol):
    """What has a tree, as a model has."""

    @property
    def tree(self) -> Tree:
        """Its tree."""


Learned: TypeAlias = Tree | HasTree
"""A tree, or what has one, as the model of `dtref.fit`."""


def learned_tree(answer: Learned, learner: str = "learn") -> Tree:
    """
    The tree of what was learned. learner: what the function that learns is called. Errors: Invalid for what is no tree, and has none.

    >>> learned_tree({"x": 1})
    Traceback (most recent call last):
    dtref.errors.Invalid: learn: expected a function that returns a tree, as dtref.grow, or a model, as dtref.fit (got 'dict')
    """
    tree = answer.tree if isinstance(answer, HasTree) else answer
    if not isinstance(tree, Leaf | Branch):
        raise Invalid(learner, "a function that returns a tree, as dtref.grow, or a model, as dtref.fit", type(answer).__name__)
    return tree
