"""A tree as a Mermaid flowchart."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.drawing.labels import drawn_condition, drawn_question, node_lines, without_gaps
from dtref.show.pruning.places import places
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.split.impurity import Impurity


@refuses_other_kinds
def mermaid(tree: Tree, measure: Impurity | None = None, digits: int = 3, data: DataSet | None = None) -> str:
    """
    The tree as a flowchart: a node n0, n1, … in preorder, an edge with its condition. measure: an impurity to write at the nodes.
    digits: how many after the point of its decimal. data: the records; which side a missing value takes isn't said where none misses it.
    Cuts have the fewest digits that part the values beside them.

    >>> from fractions import Fraction
    >>> print(mermaid(Leaf((("+", Fraction(1)),), ("+",))))
    flowchart TD
      n0("#43;<br/>(#43; 1)")
    """
    known = frozenset[str]() if data is None else without_gaps(data)
    return "\n".join(["flowchart TD", *(f"  {line}" for line in _statements(tree, measure, digits, known))])


def _statements(tree: Tree, measure: Impurity | None, digits: int, known: frozenset[str]) -> Iterator[str]:
    for place in places(tree):
        lines = "<br/>".join(map(_escaped, node_lines(place.at, measure, digits, lambda test: drawn_question(test, known))))
        yield f'n{place.node}("{lines}")' if isinstance(place.at, Leaf) else f'n{place.node}["{lines}"]'
        if place.above is not None and isinstance(above := place.above.at, Branch):
            drawn = printable(drawn_condition(above.test, place.branch, known))
            yield f'n{place.above.node} -->|"{_escaped(drawn)}"| n{place.node}'


def _escaped(line: str) -> str:
    """Everything but letters, digits and what is known to be harmless as Mermaid's character entity: #34; is a quote."""
    return "".join(c if c.isalnum() or c in " .,()=_" else f"#{ord(c)};" for c in line)
