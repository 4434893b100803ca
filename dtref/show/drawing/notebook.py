"""
A tree in a notebook: its page in a frame of its own.

`dtref` puts it into `dtref.spec.model.display`, where trees ask for it.
"""

from __future__ import annotations

from html import escape
from itertools import islice

from dtref.show.drawing.tree_page import tree_page
from dtref.show.explained_tree import ExplainedTree
from dtref.show.page.as_html import html
from dtref.show.tree_text import lines
from dtref.spec.model.trees import Tree, nodes


def tree_frame(shown: Tree | ExplainedTree) -> str:
    """
    The page of a tree, or of one explained, in a frame, so that neither its style nor its script meets those of the notebook.

    A notebook keeps all that it shows in its file: of an explanation with a long page it gets the tree alone, of a large tree the first
    lines of its text, each with the call that gives the whole page.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> tree_frame(Leaf((("+", Fraction(3)),), ("+",))).startswith("<iframe srcdoc=")
    True
    """
    tree = shown.tree if isinstance(shown, ExplainedTree) else shown
    whole = "dtref.tree_page(explanation)" if isinstance(shown, ExplainedTree) else "dtref.tree_page(tree)"
    count = sum(1 for _ in islice(nodes(tree), MOST_NODES + 1))
    if count > MOST_NODES:
        rows = list(islice(lines(tree), LINES + 1))
        return f"<pre>{html(chr(10).join(rows[:LINES]))}</pre>{_hint(f'The first {LINES} nodes. The whole page: {whole}.')}"
    page = tree_page(shown)
    if len(page) <= LONGEST_PAGE:
        return _frame(page)
    return _frame(tree_page(tree)) + _hint(f"The tree without its candidates. The whole page: {whole}.")


MOST_NODES, LINES = 60, 40
"""The most nodes of a tree whose page a notebook shows, and the lines that it shows of a larger one."""

LONGEST_PAGE = 400_000
"""The most characters of the page of an explanation in a notebook."""


def _frame(page: str) -> str:
    return f'<iframe srcdoc="{escape(page)}" style="width: 100%; height: 34rem; border: 1px solid #d5d9e0" title="Decision tree"></iframe>'


def _hint(text: str) -> str:
    return f"<p>{html(text)}</p>"
