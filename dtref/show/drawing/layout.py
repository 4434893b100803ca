"""The places of a tree's nodes in a picture: leaves beside each other in order, each inner node in the middle above its children."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.show.drawing.shapes import NodeShapes, PixelPoint, PixelSize

GAP, LEVEL, EDGE, HEAD = 14, 54, 12, 34
"""Pixels: between neighbours, between two levels (where the conditions stand), around the picture, above it (where the classes stand)."""


LONGEST_NAME, CHARACTER, LEGEND_LINE = 60, 6.5, 18
"""Of the classes at the top: the most characters of a name, the width of one, and the height of a line."""


def legend_places(names: Sequence[str], width: float) -> tuple[PixelPoint, ...]:
    """
    Where each class stands at the top of a picture, one after the other, in lines no longer than it is wide.

    >>> legend_places(("yes", "no"), 200), legend_places(("yes", "no"), 100)
    (((12.0, 10.0), (65.5, 10.0)), ((12.0, 10.0), (12.0, 28.0)))
    """
    places: list[PixelPoint] = []
    x, y = float(EDGE), 10.0
    for name in names:
        across = _across(name)
        if places and x + across > width:
            x, y = float(EDGE), y + LEGEND_LINE
        places.append((x, y))
        x += across
    return tuple(places)


def _across(name: str) -> float:
    """The width of a class at the top: its colour, its name, and a gap."""
    return 34 + CHARACTER * min(len(name), LONGEST_NAME)


def below_legend(laid_out: tuple[tuple[PixelPoint, ...], PixelSize], names: Sequence[str]) -> tuple[tuple[PixelPoint, ...], PixelSize]:
    """
    A layout with room for the classes at the top: as wide as the longest name, and lower by the lines beyond the first.

    >>> below_legend((((12, 34),), (100, 90)), ("yes", "no"))
    (((12, 52.0),), (100, 108.0))
    """
    places, (across, down) = laid_out
    width = max(across, max(map(_across, names), default=0) + EDGE)
    lower = legend_places(names, width)[-1][1] - 10 if names else 0
    return tuple((x, y + lower) for x, y in places), (width, down + lower)


def corners(nodes: Sequence[NodeShapes]) -> tuple[tuple[PixelPoint, ...], PixelSize]:
    """
    The upper left corner of each node, nodes in preorder, and the size of the picture. No two subtrees share a column.

    >>> one = (40, 20)
    >>> corners([NodeShapes(0, "asks", "", one, ()), *(NodeShapes(i, "leaf", "", one, (), 1, 0) for i in (1, 2))])[0]
    ((39.0, 34.0), (12.0, 108.0), (66.0, 108.0))
    """
    # The height of each level, and the width of each subtree: children before their parent.
    heights = [0.0] * (1 + max(n.level for n in nodes))
    for n in nodes:
        heights[n.level] = max(heights[n.level], n.size[1])
    tops = [float(HEAD)]
    for height in heights:
        tops.append(tops[-1] + height + LEVEL)
    below = [float(-GAP)] * len(nodes)
    for n in reversed(nodes):
        if n.above is not None:
            below[n.above] += GAP + max(n.size[0], below[n.node])
    # From the root down: each subtree takes its part of its parent's.
    start = [float(EDGE)] * len(nodes)
    free = [0.0] * len(nodes)
    for n in nodes:
        if n.above is not None:
            start[n.node] = free[n.above]
            free[n.above] += GAP + max(n.size[0], below[n.node])
        free[n.node] = start[n.node] + max(n.size[0] - below[n.node], 0) / 2
    # The middle of the children.
    middle = [start[n.node] + max(n.size[0], below[n.node]) / 2 for n in nodes]
    places = tuple((middle[n.node] - n.size[0] / 2, tops[n.level]) for n in nodes)
    width = max(x + n.size[0] for n, (x, _) in zip(nodes, places, strict=True))
    return places, (width + EDGE, tops[-1] - LEVEL + EDGE)
