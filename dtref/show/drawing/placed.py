"""All shapes of a picture in the order in which they are drawn, each where it lies: for formats that know no groups."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dtref.show.drawing.chart import CHARACTER, words
from dtref.show.drawing.shapes import Area, Line, Picture, Point, Shape, Words

FOOT = 16
"""Pixels above a node where its branch ends, as its condition stands there."""

ORIGIN: Point = (0, 0)


@frozen
class Placed:
    """A shape, and the point that its own coordinates begin at. bend: whether its line is one of a branch, so thick."""

    shape: Shape
    at: Point = ORIGIN
    bend: bool = False
    thickness: float = 0


@frozen
class Way:
    """A branch: from which node to which, from below the one to above the other, with its condition."""

    to: int
    begin: Point
    end: Point
    thickness: float
    condition: Words


def placed(drawn: Picture) -> Iterator[Placed]:
    """
    The shapes of a picture: the classes, the branches, the nodes.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.show.drawing.picture import Shown, picture
    >>> [type(each.shape).__name__ for each in placed(picture(Shown(Leaf((("+", Fraction(1)),), ("+",)))))]
    ['Area', 'Words', 'Box', 'Words', 'Area', 'Words']
    """
    yield from map(Placed, legend(drawn))
    for way in ways(drawn):
        yield Placed(Line("edge", (way.begin, way.end)), ORIGIN, bend=True, thickness=way.thickness)
        yield Placed(way.condition)
    for node, corner in zip(drawn.nodes, drawn.corners, strict=True):
        yield from (Placed(shape, corner) for shape in node.shapes)


def legend(drawn: Picture) -> Iterator[Shape]:
    """
    The classes with their colours, in a line at the top.

    >>> from dtref.show.drawing.shapes import Picture
    >>> [shape.text for shape in legend(Picture((), (), (("yes", "class0"),))) if isinstance(shape, Words)]
    ['yes']
    """
    x = 12.0
    for name, kind in drawn.legend:
        yield Area(kind, (((x, 10), (12, 12)),))
        yield Words("plain", (x + 18, 20), name, "start")
        x += 34 + CHARACTER * len(name)


def ways(drawn: Picture) -> Iterator[Way]:
    """
    The branches of a picture.

    >>> from dtref.show.drawing.shapes import Picture
    >>> list(ways(Picture((), (), ())))
    []
    """
    for node, (x, y) in zip(drawn.nodes, drawn.corners, strict=True):
        if node.above is None:
            continue
        parent, (left, top) = drawn.nodes[node.above], drawn.corners[node.above]
        middle = x + node.size[0] / 2
        condition = words("condition", (middle, y - 5), node.condition, int(node.size[0] / CHARACTER))
        yield Way(node.node, (left + parent.size[0] / 2, top + parent.size[1]), (middle, y - FOOT), node.thickness, condition)
