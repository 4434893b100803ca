"""
A tree in a notebook: its page in a frame of its own.

`dtref` puts it into `dtref.spec.model.display`, where trees ask for it.
"""

from __future__ import annotations

from html import escape

from dtref.show.drawing.tree_page import tree_page
from dtref.show.explained_tree import ExplainedTree
from dtref.spec.model.trees import Tree


def tree_frame(shown: Tree | ExplainedTree) -> str:
    """
    The page of a tree, or of one explained, in a frame, so that neither its style nor its script meets those of the notebook.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> tree_frame(Leaf((("+", Fraction(3)),), ("+",))).startswith("<iframe srcdoc=")
    True
    """
    page = escape(tree_page(shown))
    return f'<iframe srcdoc="{page}" style="width: 100%; height: 34rem; border: 1px solid #d5d9e0" title="Decision tree"></iframe>'
