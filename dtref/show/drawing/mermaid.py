"""A tree as a Mermaid flowchart."""

from __future__ import annotations

from collections.abc import Iterator

from dtref.errors import printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.drawing.labels import node_lines
from dtref.show.pruning.places import places
from dtref.spec.model.trees import Leaf, Tree
from dtref.spec.split.impurity import Impurity


@refuses_other_kinds
def mermaid(tree: Tree, measure: Impurity | None = None, digits: int = 3) -> str:
    """
    The tree as a flowchart: a node n0, n1, … in preorder, an edge with its condition. measure: an impurity to write at the nodes.
    digits: how many after the point of its decimal.

    >>> from fractions import Fraction
    >>> print(mermaid(Leaf((("+", Fraction(1)),), ("+",))))
    flowchart TD
      n0("#43;<br/>(#43; 1)")
    """
    return "\n".join(["flowchart TD", *(f"  {line}" for line in _statements(tree, measure, digits))])


def _statements(tree: Tree, measure: Impurity | None, digits: int) -> Iterator[str]:
    for place in places(tree):
        lines = "<br/>".join(map(_escaped, node_lines(place.at, measure, digits)))
        yield f'n{place.node}("{lines}")' if isinstance(place.at, Leaf) else f'n{place.node}["{lines}"]'
        if place.above is not None:
            yield f'n{place.above.node} -->|"{_escaped(printable(place.condition))}"| n{place.node}'


def _escaped(line: str) -> str:
    """Everything but letters, digits and what is known to be harmless as Mermaid's character entity: #34; is a quote."""
    return "".join(c if c.isalnum() or c in " .,()=_" else f"#{ord(c)};" for c in line)
