"""
A tree in a notebook: the page in a frame of its own, or the picture.

`dtref.spec.model.trees` and `dtref.show.explain` come here when a notebook asks them how they look.
"""

from __future__ import annotations

from html import escape

from dtref.show.drawing.svg import svg
from dtref.show.drawing.tree_page import tree_page
from dtref.show.explain import Explanation
from dtref.spec.model.trees import Tree


def tree_frame(shown: Tree | Explanation) -> str:
    """
    The page of a tree, or of one explained, in a frame, so that neither its style nor its script meets those of the notebook.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> tree_frame(Leaf((("+", Fraction(3)),), ("+",))).startswith("<iframe srcdoc=")
    True
    """
    page = escape(tree_page(shown))
    return f'<iframe srcdoc="{page}" style="width: 100%; height: 34rem; border: 1px solid #d5d9e0" title="Decision tree"></iframe>'


def tree_picture(tree: Tree) -> str:
    """
    The picture of a tree.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> tree_picture(Leaf((("+", Fraction(3)),), ("+",))).startswith("<svg ")
    True
    """
    return svg(tree)
