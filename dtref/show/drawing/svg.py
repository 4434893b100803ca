"""A tree as a picture in SVG: one file, or a part of a page, whose script lays it out anew where branches are folded."""

from __future__ import annotations

from html import escape
from typing import assert_never

from attrs import evolve

from dtref.errors import printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.drawing.picture import Shown, picture, what_is_shown
from dtref.show.drawing.placed import BranchLine, legend, ways
from dtref.show.drawing.shapes import (
    STYLES,
    DrawnLine,
    FilledArea,
    NodeBox,
    NodeShapes,
    Picture,
    PixelPoint,
    Shape,
    ShapeStyle,
    WrittenLine,
)
from dtref.show.explained_tree import ExplainedTree
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.split.impurity import Impurity

FONT = "system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"


@refuses_other_kinds
def svg(tree: Tree | ExplainedTree, measure: Impurity | None = None, digits: int = 3, data: DataSet | None = None) -> str:
    """
    The tree as an SVG image: at each node a chart of its records, by the value asked, with the cut; branches as thick as their records are
    many; ties and margins marked.

    measure: an impurity to write at the nodes. digits: how many after the point of its decimal. data: the records that the charts are of;
    without them the charts show the counts of the branches, except for an explanation, which has its records.

    Errors: Invalid where the records can't be sent through the tree, as for `predict`.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> svg(Leaf((("+", Fraction(1)),), ("+",))).count("<rect")
    1
    """
    return whole_svg(what_is_shown(tree, data, measure, digits))


def whole_svg(what: Shown) -> str:
    """
    A picture as an SVG file.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> whole_svg(Shown(Leaf((("+", Fraction(1)),), ("+",)))).startswith("<svg xmlns=")
    True
    """
    drawn = picture(what)
    across, down = (pixels(length) for length in drawn.size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {across} {down}" width="{across}" height="{down}" role="img" '
        f'aria-label="{escape(_summary(drawn))}"><style>{style_rules()}</style>{"".join(map(_shape, legend(drawn)))}'
        f"{''.join(map(_way, ways(drawn)))}"
        f"{''.join(_node(n, at) for n, at in zip(drawn.nodes, drawn.corners, strict=True))}</svg>"
    )


def part_of_page(what: Shown) -> str:
    """
    A picture as a part of a page: its nodes can be reached by the keyboard, and say what they are; the style is the page's own.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> part_of_page(Shown(Leaf((("+", Fraction(1)),), ("+",)))).count('role="button"')
    1
    """
    drawn = picture(what)
    across, down = (pixels(length) for length in drawn.size)
    there = zip(drawn.nodes, drawn.corners, strict=True)
    colours = "".join(
        f'<li><svg width="12" height="12" aria-hidden="true"><rect class="{kind}" width="12" height="12"/></svg> {escape(name)}</li>'
        for name, kind in drawn.legend
    )
    return (
        f'<ul class="legend" aria-label="Colours">{colours}</ul>\n<div class="canvas" role="region" aria-label="Picture" tabindex="0">'
        f'<svg viewBox="0 0 {across} {down}" width="{across}" height="{down}" role="group" aria-label="{escape(_summary(drawn))}">'
        f"{''.join(map(_way, ways(drawn)))}{''.join(_reached_node(n, at) for n, at in there)}</svg></div>"
    )


def _summary(drawn: Picture) -> str:
    return f"Picture of the tree, {len(drawn.nodes)} node{'' if len(drawn.nodes) == 1 else 's'}"


def style_rules(within: str = "") -> str:
    """
    The style of each kind of shape, as rules of a style sheet. within: the selector of the element that they are for, with a blank.

    >>> ".class0{fill:#0072B2}" in style_rules()
    True
    """
    rules = "".join(f"{within}.{_name(kind)}{{{_rule(style)}}}" for kind, style in STYLES.items())
    return f"{within}text{{font-family:{FONT}}}{within}path{{fill:none}}{rules}"


def _rule(style: ShapeStyle) -> str:
    parts = {
        "fill": style.fill or "none",
        "stroke": style.stroke,
        "stroke-width": pixels(style.width) if style.stroke else "",
        "font-size": f"{style.size}px" if style.size else "",
        "font-weight": "600" if style.bold else "",
        "font-style": "italic" if style.slanted else "",
    }
    return ";".join(f"{name}:{value}" for name, value in parts.items() if value)


def _name(kind: str) -> str:
    """The name of a kind in a style sheet."""
    return kind.replace(" ", "-")


def _way(way: BranchLine) -> str:
    """A branch with its condition; which node it leads to is said, too, for the script of a page."""
    path = f'<path class="edge" d="{curve(way.begin, way.end)}" style="stroke-width:{pixels(way.thickness)}"/>'
    return f'<g class="branch" data-to="{way.to}">{path}{"".join(map(_text, way.condition))}</g>'


def curve(begin: PixelPoint, end: PixelPoint) -> str:
    """
    The path of a branch.

    >>> curve((0, 0), (10, 38))
    'M0 0C0 19 10 19 10 38'
    """
    (x0, y0), (x1, y1) = begin, end
    middle = pixels((y0 + y1) / 2)
    return f"M{pixels(x0)} {pixels(y0)}C{pixels(x0)} {middle} {pixels(x1)} {middle} {pixels(x1)} {pixels(y1)}"


def _node(n: NodeShapes, at: PixelPoint) -> str:
    return f'<g class="{n.kind}" {_moved(at)}><title>{escape(n.said)}</title>{"".join(map(_shape, n.shapes))}</g>'


def _moved(at: PixelPoint) -> str:
    return f'transform="translate({pixels(at[0])} {pixels(at[1])})"'


def _reached_node(n: NodeShapes, at: PixelPoint) -> str:
    """
    A node that the script of a page moves, and that is chosen as a button is, named by its texts, described in words; below an inner one a
    handle that folds its branches.
    """
    (across, down), above = n.size, "" if n.above is None else f' data-above="{n.above}"'
    facts = f'data-node="{n.node}"{above} data-w="{pixels(across)}" data-h="{pixels(down)}" data-level="{n.level}"'
    chart = f'<g class="{n.kind} chart" {_moved(at)} {facts} role="button" tabindex="0" aria-description="{escape(n.said)}">'
    handle = "" if n.kind == "leaf" else HANDLE.format(node=n.node, place=_moved((at[0] + across / 2, at[1] + down)))
    return f"{chart}{''.join(_shape(shape, pointed=False) for shape in n.shapes)}</g>{handle}"


HANDLE = (
    '<g class="handle" data-fold="{node}" {place} role="button" tabindex="-1" aria-label="Fold or unfold the branches of node {node}">'
    '<circle r="8"/><path d="M-4 0h8"/><path class="more" d="M0 -4v8"/></g>'
)


def _shape(shape: Shape, *, pointed: bool = True) -> str:
    """A shape. pointed: whether the pointer shows the whole of a text."""
    match shape:
        case NodeBox(kind=kind, at=(x, y), size=(across, down), rounded=rounded):
            where = f'x="{pixels(x)}" y="{pixels(y)}" width="{pixels(across)}" height="{pixels(down)}" rx="{rounded}"'
            return f'<rect class="{_name(kind)}" {where}/>'
        case FilledArea(kind=kind, parts=parts):
            rectangles = (f"M{pixels(x)} {pixels(y)}h{pixels(w)}v{pixels(h)}h-{pixels(w)}z" for (x, y), (w, h) in parts)
            return f'<path class="{_name(kind)}" d="{"".join(rectangles)}"/>'
        case DrawnLine(kind=kind, points=points):
            return f'<path class="{_name(kind)}" d="M{"L".join(f"{pixels(x)} {pixels(y)}" for x, y in points)}"/>'
        case WrittenLine():
            return _text(shape if pointed else evolve(shape, whole=""))
        case _:
            assert_never(shape)


def _text(line: WrittenLine) -> str:
    (x, y), anchor = line.at, "" if line.anchor == "start" else f' text-anchor="{line.anchor}"'
    tooltip = f"<title>{escape(line.whole)}</title>" if line.whole else ""
    return f'<text class="{_name(line.kind)}" x="{pixels(x)}" y="{pixels(y)}"{anchor}>{tooltip}{escape(printable(line.text))}</text>'


def pixels(length: float) -> str:
    """
    A length in pixels, to a tenth.

    >>> pixels(3.5), pixels(1 / 3), pixels(12)
    ('3.5', '0.3', '12')
    """
    tenths = round(length * 10)
    whole, rest = divmod(abs(tenths), 10)
    return f"{'-' if tenths < 0 else ''}{whole}{f'.{rest}' if rest else ''}"
