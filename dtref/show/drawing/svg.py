"""A tree as a picture: leaves beside each other in order, each inner node in the middle above its children."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import count

from dtref.errors import printable
from dtref.show.drawing.labels import node_lines
from dtref.show.pruning.places import Place, places
from dtref.show.tree_text import impurity_title
from dtref.spec.growing.ties import count_endings
from dtref.spec.model.trees import Leaf, Tree
from dtref.spec.split.impurity import Impurity

CHARACTER, LINE, GAP = 7, 16, 46
"""Pixels: the width of a character, the height of a line, the space between two levels, where the conditions stand."""

_WIDEST = 42
"""The most characters of a line; hovering shows all of it."""

_STYLE = (
    "text{font:12px ui-monospace,monospace;text-anchor:middle;fill:#1d2330}rect{fill:#fff;stroke:#667085}.tied rect{stroke:#b54708;"
    "stroke-width:2}.leaf rect{fill:#eef4ff}path{stroke:#98a2b3;fill:none}.condition{fill:#7a8699;font-style:italic}"
)


def svg(tree: Tree, measure: Impurity | None = None, digits: int = 3) -> str:
    """
    The tree as an SVG image. measure: an impurity to write at the nodes. digits: how many after the point of its decimal.

    >>> from fractions import Fraction
    >>> svg(Leaf((("+", Fraction(1)),), ("+",))).count("<rect")
    1
    """
    nodes = places(tree)
    lines = [node_lines(place.at, measure, digits) for place in nodes]
    titles = ["" if measure is None else impurity_title(place.at, measure) for place in nodes]
    # The size of the boxes, by the longest line and the most lines.
    longest = max(
        len(_short(line)) for place, own_lines in zip(nodes, lines, strict=True) for line in (*own_lines, printable(place.condition))
    )
    width, height = longest * CHARACTER + 16, max(map(len, lines)) * LINE + 10
    # The place of each box, and the size of the picture.
    columns = middles(nodes)
    across = (width + 12) * (1 + max(column // 2 for column in columns)) + 12
    down = (height + GAP) * (1 + max(place.level for place in nodes)) + 12
    places_of = zip(nodes, columns, strict=True)
    at = [((width + 12) * column // 2 + width // 2 + 12, (height + GAP) * place.level + 24) for place, column in places_of]
    heights = [len(own_lines) * LINE + 10 for own_lines in lines]
    # The boxes and the edges between them.
    boxes = (_box(p, own_lines, xy, width, title) for p, own_lines, xy, title in zip(nodes, lines, at, titles, strict=True))
    shapes = [*_edges(nodes, at, heights), *boxes]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" role="img">'
        f"<style>{_STYLE}</style>{''.join(shapes)}</svg>"
    )


def middles(nodes: Sequence[Place]) -> list[int]:
    """
    The column of each node in preorder, times 2: leaves have 0, 2, 4, …, an inner node the middle of its children.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.tests import Multiway
    >>> from dtref.spec.model.trees import Branch
    >>> leaf, test = Leaf((("+", Fraction(1)),), ("+",)), Multiway(Nominal("x", ("a", "b")))
    >>> middles(places(Branch(leaf.counts, ("+",), test, (test,), (leaf, leaf))))
    [1, 0, 2]
    """
    leaves = count(0, 2)
    columns = [next(leaves) if isinstance(place.at, Leaf) else 0 for place in nodes]
    ends: dict[int, tuple[int, int]] = {}
    for place in reversed(nodes):  # children before their parent
        if place.node in ends:
            columns[place.node] = sum(ends[place.node]) // 2
        if place.above is not None:
            parent = place.above.node
            ends[parent] = (columns[place.node], ends.get(parent, (0, columns[place.node]))[1])
    return columns


def _edges(nodes: Sequence[Place], at: Sequence[tuple[int, int]], heights: Sequence[int]) -> Iterator[str]:
    for place in nodes:
        if place.above is not None:
            (x0, y0), (x1, y1) = at[place.above.node], at[place.node]
            bottom = y0 + heights[place.above.node]
            yield f'<path d="M{x0} {bottom}C{x0} {y1 - 24} {x1} {bottom} {x1} {y1 - 16}"/>'
            yield _text(x1, y1 - 4, printable(place.condition), "condition")


def _box(place: Place, lines: Sequence[str], xy: tuple[int, int], width: int, title: str) -> str:
    x, y = xy
    kind = "leaf" if isinstance(place.at, Leaf) else "tied" if count_endings(place.at) > 1 else "asks"
    rect = f'<rect x="{x - width // 2}" y="{y}" width="{width}" height="{len(lines) * LINE + 10}" rx="{9 if kind == "leaf" else 2}"/>'
    exactly = f"<title>{escape(printable(title))}</title>" if title else ""
    return f'<g class="{kind}">{exactly}{rect}{"".join(_text(x, y + LINE * i, line) for i, line in enumerate(lines, 1))}</g>'


def _text(x: int, y: int, line: str, kind: str = "") -> str:
    attribute = f' class="{kind}"' if kind else ""
    tooltip = f"<title>{escape(line)}</title>" if len(line) > _WIDEST else ""
    return f'<text x="{x}" y="{y}"{attribute}>{tooltip}{escape(_short(line))}</text>'


def _short(line: str) -> str:
    return line if len(line) <= _WIDEST else line[: _WIDEST - 1] + "…"
