"""A tree in Graphviz's DOT language."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.drawing.labels import node_lines
from dtref.show.pruning.places import places
from dtref.show.tree_text import impurity_title
from dtref.spec.model.trees import Leaf, Tree
from dtref.spec.split.impurity import Impurity


@refuses_other_kinds
def dot(tree: Tree, measure: Impurity | None = None, digits: int = 3) -> str:
    r"""
    The tree as a directed graph: a node n0, n1, … in preorder, an edge with its condition. measure: an impurity to write at the nodes.
    digits: how many after the point of its decimal.

    >>> from fractions import Fraction
    >>> print(dot(Leaf((('"', Fraction(1)),), ('"',))))
    digraph tree {
      node [shape=box, fontname="sans-serif"];
      edge [fontname="sans-serif"];
      n0 [label="\"\n(\" 1)", style=rounded];
    }
    """
    return "\n".join(["digraph tree {", *(f"  {line};" for line in _statements(tree, measure, digits)), "}"])


def _statements(tree: Tree, measure: Impurity | None, digits: int) -> Iterator[str]:
    yield 'node [shape=box, fontname="sans-serif"]'
    yield 'edge [fontname="sans-serif"]'
    for place in places(tree):
        title = "" if measure is None else impurity_title(place.at, measure)
        exactly = f', tooltip="{_escaped(printable(title))}"' if title else ""
        lines = "\\n".join(map(_escaped, node_lines(place.at, measure, digits)))
        yield f'n{place.node} [label="{lines}"{", style=rounded" if isinstance(place.at, Leaf) else ""}{exactly}]'
        if place.above is not None:
            yield f'n{place.above.node} -> n{place.node} [label="{_escaped(printable(place.condition))}"]'


def _escaped(line: str) -> str:
    """Within quotes a quote ends the label, and backslashes and ampersands mean something to Graphviz."""
    return line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
