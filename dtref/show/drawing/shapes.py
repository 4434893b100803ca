"""
What a picture is made of, before it is written in a format: boxes, areas, lines and texts, with the kind of each. Lengths are pixels, as
doubles: nothing is decided by them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.exact.brief import brief_repr

PALETTE = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442")
"""The colours of classes, which colour-blind people tell apart (Okabe and Ito)."""

OTHERS = "#8a8f98"
"""The colour of all further classes together."""

PixelPoint: TypeAlias = tuple[float, float]
PixelSize: TypeAlias = tuple[float, float]


@frozen
class ShapeStyle:
    """How a kind of shape looks: the colours of its area and its line (empty: none), the width of the line; of a text size and weight."""

    fill: str = ""
    stroke: str = ""
    width: float = 0
    size: int = 0
    bold: bool = False
    slanted: bool = False


INK, FAINT, PAPER, LEAF, MARK = "#1d2330", "#5b6472", "#ffffff", "#f3f7fc", "#b54708"

STYLES: Mapping[str, ShapeStyle] = {
    "box": ShapeStyle(PAPER, "#667085", 1),
    "leaf box": ShapeStyle(LEAF, "#667085", 1),
    "tied box": ShapeStyle(PAPER, MARK, 2.5),
    "edge": ShapeStyle("", "#b3bac6", 1),
    "axis": ShapeStyle("", "#667085", 1),
    "cut": ShapeStyle("", INK, 1.5),
    "range": ShapeStyle("", "#0072B2", 2.5),
    "mean": ShapeStyle("#D55E00"),
    "missing": ShapeStyle("#ffffff", "#8a8f98", 1),
    "title": ShapeStyle(INK, size=12, bold=True),
    "plain": ShapeStyle(INK, size=11),
    "small": ShapeStyle(FAINT, size=9),
    "mark": ShapeStyle(MARK, size=11, bold=True),
    "condition": ShapeStyle(INK, size=11, slanted=True),
    **{f"class{i}": ShapeStyle(colour) for i, colour in enumerate((*PALETTE, OTHERS))},
}
"""The look of each kind of shape. A format may leave it to a style of its own, by the kind's name."""


@frozen
class NodeBox:
    """A rectangle around a node."""

    kind: str
    at: PixelPoint
    size: PixelSize
    rounded: int = 0


@frozen
class FilledArea:
    """Rectangles of one kind, each a corner and a size."""

    kind: str
    parts: tuple[tuple[PixelPoint, PixelSize], ...]

    __repr__ = brief_repr


@frozen
class DrawnLine:
    """A line through some points."""

    kind: str
    points: tuple[PixelPoint, ...]


@frozen
class WrittenLine:
    """A line of text: where it stands, at which point of it (start, middle, end), and all of it, if it was shortened."""

    kind: str
    at: PixelPoint
    text: str
    anchor: str = "middle"
    whole: str = ""


Shape: TypeAlias = NodeBox | FilledArea | DrawnLine | WrittenLine


@frozen
class NodeShapes:
    """
    A node of a picture: its number, what a screen reader says of it, its size, and its shapes, from its own upper left corner. kind: leaf,
    tied, or asks. above: the number of its parent, from which `condition` leads here.
    """

    node: int
    kind: str
    said: str
    size: PixelSize
    shapes: tuple[Shape, ...]
    level: int = 0
    above: int | None = None
    condition: str = ""
    thickness: float = 1

    __repr__ = brief_repr


@frozen
class Picture:
    """A picture of a tree: its nodes, where the corner of each lies, the names of the classes with the kinds of their areas, its size."""

    nodes: tuple[NodeShapes, ...]
    corners: tuple[PixelPoint, ...]
    legend: tuple[tuple[str, str], ...]
    size: PixelSize = (0, 0)

    __repr__ = brief_repr


def class_kinds(sizes: Mapping[str, Fraction | int]) -> dict[str, str]:
    """
    The kind of area of each class, by the sizes of all in declared order: each has the colour of its place; of more than seven the largest
    have one each, all others share one. The one assignment of colours to classes, for trees and regions alike.

    >>> class_kinds({"a": 1, "b": 5}), class_kinds({name: i for i, name in enumerate("abcdefgh")})["a"]
    ({'a': 'class0', 'b': 'class1'}, 'class7')
    """
    alone = set(sorted(sizes, key=lambda name: -sizes[name])[: len(PALETTE)])
    place = {name: i for i, name in enumerate(name for name in sizes if name in alone)}
    return {name: f"class{place.get(name, len(PALETTE))}" for name in sizes}


def class_colours(sizes: Mapping[str, Fraction | int]) -> dict[str, str]:
    """
    The colour of each class.

    >>> class_colours({"no": 1, "yes": 5})
    {'no': '#0072B2', 'yes': '#E69F00'}
    """
    return {name: STYLES[kind].fill for name, kind in class_kinds(sizes).items()}


def wrapped(text: str, most: int, lines: int) -> tuple[str, ...]:
    """
    A text in some lines of so many characters at most, broken at blanks, else after a sign, else anywhere, but never within a number that
    has room in a line; what is left over ends in "…".

    >>> wrapped("Size of the flat <= 55", 19, 3), wrapped("petal_length", 8, 2), wrapped("a b c d", 2, 2)
    (('Size of the flat', '<= 55'), ('petal_', 'length'), ('a', 'b…'))
    >>> wrapped("x1 <= 0.059801019728183746 or missing?", 24, 3), wrapped("num__x <= -1.5e-7", 8, 3)
    (('x1', '<= 0.059801019728183746', 'or missing?'), ('num__x', '<=', '-1.5e-7'))
    """
    found: list[str] = []
    rest = text.strip()
    while rest and len(found) < lines:
        if len(found) == lines - 1:
            found.append(cut_to(rest, most))
            break
        line = rest if len(rest) <= most else rest[: _break(rest, most)]
        found.append(line.rstrip())
        rest = rest[len(line) :].lstrip()
    return tuple(found) or ("",)


_NUMBER = re.compile(r"(?<![^\W_])[-≈]?\d[\d.,/]*(?:e-?\d+)?\??")
_COMPARED = re.compile(r"[<>=]+ $")


def _break(text: str, most: int) -> int:
    """
    Where a text that is longer is broken: at the last blank that stands behind no sign of comparison, or after the last sign, that leaves
    at least a third of the line full, neither within a number; else before the number that has no room.
    """
    # a number that ends beyond the line, and would have room in one, isn't broken
    beyond = next((n for n in _NUMBER.finditer(text) if n.start() < most < n.end() and len(n[0]) <= most), None)
    if beyond is not None and beyond.start() > 0:
        compared = _COMPARED.search(text[: beyond.start()])
        start = beyond.start() if compared is None or beyond.end() - compared.start() > most else compared.start()
        return start or beyond.start()
    blank = text.rfind(" ", most // 3, most + 1)
    while blank > 0 and text[blank - 1] in "<>=":
        blank = text.rfind(" ", most // 3, blank)
    if blank > 0:
        return blank
    inside = {i for number in _NUMBER.finditer(text) for i in range(number.start() + 1, number.end())}
    signs = [i + 1 for i, c in enumerate(text[:most]) if not c.isalnum() and 3 * (i + 1) >= most and i + 1 not in inside]
    return signs[-1] if signs else most


def cut_to(text: str, most: int) -> str:
    """
    A text of so many characters at most.

    >>> cut_to("petal_length <= 2.45", 20), cut_to("petal_length <= 2.450", 20)
    ('petal_length <= 2.45', 'petal_length <= 2.4…')
    """
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"
