"""A tree in Graphviz's DOT language."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.drawing.labels import drawn_condition, drawn_question, node_lines, without_gaps, without_side
from dtref.show.pruning.places import places
from dtref.show.tree_text import impurity_title
from dtref.spec.model.branches import condition, question_text
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.split.impurity import Impurity


@refuses_other_kinds
def dot(tree: Tree, measure: Impurity | None = None, digits: int = 3, data: DataSet | None = None) -> str:
    r"""
    The tree as a directed graph: a node n0, n1, … in preorder, an edge with its condition. measure: an impurity to write at the nodes.
    digits: how many after the point of its decimal. data: the records; which side a missing value takes isn't said where none misses it.
    Cuts have the fewest digits that part the values beside them; the pointer shows them as `dtref.tree_text` does.

    >>> from fractions import Fraction
    >>> print(dot(Leaf((('"', Fraction(1)),), ('"',))))
    digraph tree {
      node [shape=box, fontname="sans-serif"];
      edge [fontname="sans-serif"];
      n0 [label="\"\n(\" 1)", style=rounded];
    }
    """
    known = frozenset[str]() if data is None else without_gaps(data)
    return "\n".join(["digraph tree {", *(f"  {line};" for line in _statements(tree, measure, digits, known)), "}"])


def _statements(tree: Tree, measure: Impurity | None, digits: int, known: frozenset[str]) -> Iterator[str]:
    yield 'node [shape=box, fontname="sans-serif"]'
    yield 'edge [fontname="sans-serif"]'
    for place in places(tree):
        exactly = _tooltip(*_exactly(place.at, known), "" if measure is None else impurity_title(place.at, measure))
        lines = "\\n".join(map(_escaped, node_lines(place.at, measure, digits, lambda test: drawn_question(test, known))))
        yield f'n{place.node} [label="{lines}"{", style=rounded" if isinstance(place.at, Leaf) else ""}{exactly}]'
        if place.above is not None and isinstance(above := place.above.at, Branch):
            drawn = drawn_condition(above.test, place.branch, known)
            exact = condition(without_side(above.test, known), place.branch)
            yield f'n{place.above.node} -> n{place.node} [label="{_escaped(printable(drawn))}"{_tooltip(exact if exact != drawn else "")}]'


def _exactly(at: Tree, known: frozenset[str]) -> Iterator[str]:
    """The test of a node with its exact cut, where another one is drawn."""
    if isinstance(at, Branch) and (exact := question_text(without_side(at.test, known))) != drawn_question(at.test, known):
        yield exact


def _tooltip(*lines: str) -> str:
    """What the pointer shows, as an attribute; none of nothing."""
    text = "\\n".join(_escaped(printable(line)) for line in lines if line)
    return f', tooltip="{text}"' if text else ""


def _escaped(line: str) -> str:
    """Within quotes a quote ends the label, and backslashes and ampersands mean something to Graphviz."""
    return line.replace("&", "&amp;").replace("\\", "\\\\").replace('"', '\\"')
