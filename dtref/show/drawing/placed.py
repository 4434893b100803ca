"""All shapes of a picture in the order in which they are drawn, each where it lies: for formats that know no groups."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from dtref.show.drawing.chart import written_lines
from dtref.show.drawing.layout import CHARACTER, LONGEST_NAME, legend_places
from dtref.show.drawing.shapes import DrawnLine, FilledArea, Picture, PixelPoint, Shape, WrittenLine, cut_to

FOOT, CONDITION_LINE = 16, 13
"""Pixels above a node where its branch ends, as its condition stands there; the height of one more line of it."""

ORIGIN: PixelPoint = (0, 0)


@frozen
class Placed:
    """A shape, and the point that its own coordinates begin at. bend: whether its line is one of a branch, so thick."""

    shape: Shape
    at: PixelPoint = ORIGIN
    bend: bool = False
    thickness: float = 0


@frozen
class BranchLine:
    """A branch: from which node to which, from below the one to above the other, with its condition."""

    to: int
    begin: PixelPoint
    end: PixelPoint
    thickness: float
    condition: tuple[WrittenLine, ...]


def all_shapes(drawn: Picture) -> Iterator[Placed]:
    """
    The shapes of a picture: the classes, the branches, the nodes.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.show.drawing.picture import Shown, picture
    >>> [type(each.shape).__name__ for each in all_shapes(picture(Shown(Leaf((("+", Fraction(1)),), ("+",)))))]
    ['FilledArea', 'WrittenLine', 'NodeBox', 'WrittenLine', 'FilledArea', 'WrittenLine']
    """
    yield from map(Placed, legend(drawn))
    for way in ways(drawn):
        yield Placed(DrawnLine("edge", (way.begin, way.end)), ORIGIN, bend=True, thickness=way.thickness)
        yield from map(Placed, way.condition)
    for node, corner in zip(drawn.nodes, drawn.corners, strict=True):
        yield from (Placed(shape, corner) for shape in node.shapes)


def legend(drawn: Picture) -> Iterator[Shape]:
    """
    The classes with their colours, in lines at the top.

    >>> from dtref.show.drawing.shapes import Picture
    >>> [shape.text for shape in legend(Picture((), (), (("yes", "class0"),))) if isinstance(shape, WrittenLine)]
    ['yes']
    """
    for (name, kind), (x, y) in zip(drawn.legend, legend_places([name for name, _ in drawn.legend], drawn.size[0]), strict=True):
        short = cut_to(name, LONGEST_NAME)
        yield FilledArea(kind, (((x, y), (12, 12)),))
        yield WrittenLine("plain", (x + 18, y + 10), short, "start", "" if short == name else name)


def ways(drawn: Picture) -> Iterator[BranchLine]:
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
        first = written_lines("condition", (middle, y - 5), node.condition, (int(node.size[0] / CHARACTER), 2), CONDITION_LINE)
        lines = tuple(evolve(line, at=(line.at[0], line.at[1] - CONDITION_LINE * (len(first) - 1))) for line in first)
        foot = FOOT + CONDITION_LINE * (len(lines) - 1)
        yield BranchLine(node.node, (left + parent.size[0] / 2, top + parent.size[1]), (middle, y - foot), node.thickness, lines)
