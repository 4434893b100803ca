"""
A tree in a notebook: its page in a frame of its own.

`dtref` puts it into `dtref.spec.model.display`, where trees ask for it.
"""

from __future__ import annotations

from itertools import islice

from dtref.show.drawing.tree_page import tree_page
from dtref.show.explained_tree import ExplainedTree
from dtref.show.page.as_html import html
from dtref.show.tree_text import lines
from dtref.spec.model.trees import Tree, nodes


def tree_frame(shown: Tree | ExplainedTree) -> str:
    """
    The page of a tree, or of one explained, in a frame, so that neither its style nor its script meets those of the notebook.

    A notebook keeps all that it shows in its file: of an explanation with a long page it gets the tree alone, of a tree with one, or with
    many nodes, the first lines of its text, each with the call that gives the whole page.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> tree_frame(Leaf((("+", Fraction(3)),), ("+",))).startswith("<iframe srcdoc=")
    True
    """
    tree = shown.tree if isinstance(shown, ExplainedTree) else shown
    whole = "dtref.tree_page(explanation)" if isinstance(shown, ExplainedTree) else "dtref.tree_page(tree)"
    count = sum(1 for _ in islice(nodes(tree), MOST_NODES + 1))
    pages = ((shown, ""), (tree, "The tree without its candidates. ")) if isinstance(shown, ExplainedTree) else ((shown, ""),)
    for part, told in pages if count <= MOST_NODES else ():
        page = _frame(tree_page(part))
        if len(page) <= LONGEST_PAGE:
            return page + (_hint(f"{told}The whole page: {whole}.") if told else "")
    # lines of its text
    rows = [line if len(line) <= WIDEST_TEXT else f"{line[:WIDEST_TEXT]} …" for line in islice(lines(tree), LINES)]
    first = f"The first {LINES} nodes" if count > LINES else "The nodes"
    return f"<pre>{html(chr(10).join(rows))}</pre>{_hint(f'{first} as text. The whole page: {whole}.')}"


MOST_NODES, LINES = 60, 40
"""The most nodes of a tree whose page a notebook shows, and the lines that it shows of a larger one."""

LONGEST_PAGE = 150_000
"""The most characters of a page in a notebook."""

WIDEST_TEXT = 300
"""The most characters of a line of text in its place."""


def _frame(page: str) -> str:
    quoted = page.replace("&", "&amp;").replace('"', "&quot;")  # the rest may stand in an attribute: less to keep in the notebook's file
    return f'<iframe srcdoc="{quoted}" style="width: 100%; height: 34rem; border: 1px solid #d5d9e0" title="Decision tree"></iframe>'


def _hint(text: str) -> str:
    return f"<p>{html(text)}</p>"
