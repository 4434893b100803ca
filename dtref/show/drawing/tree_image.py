"""A tree as a picture in a file: SVG and TikZ as they are, PNG and PDF of the same drawing by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from dtref.errors import Invalid, printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.drawing.picture import Shown, picture, what_is_shown
from dtref.show.drawing.placed import Placed, all_shapes
from dtref.show.drawing.shapes import STYLES, DrawnLine, FilledArea, NodeBox, Picture, WrittenLine
from dtref.show.drawing.svg import whole_svg
from dtref.show.drawing.tikz import whole_tikz
from dtref.show.explained_tree import ExplainedTree
from dtref.show.plots.canvas import Properties, rendered, words
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.split.impurity import Impurity

if TYPE_CHECKING:
    from matplotlib.axes import Axes

IMAGE_FORMS = ("svg", "png", "pdf", "tex")
"""The forms of a tree's picture, by suffix."""

PER_INCH = 96
"""Pixels of a picture in an inch."""

WIDEST_PNG = 40_000
"""The most pixels of a side that a PNG may have here: it has half as many again, and its format allows 65,536."""


@refuses_other_kinds
def tree_image(
    tree: Tree | ExplainedTree, form: str = "png", measure: Impurity | None = None, digits: int = 3, data: DataSet | None = None
) -> bytes:
    """
    The picture of a tree as a file: svg, png, pdf, or tex (TikZ). measure, digits, data: as for `svg`. The same tree gives the same bytes.

    Errors: Invalid for another form, for png and pdf without matplotlib, for a PNG that would be too wide; as `svg`.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> tree_image(Leaf((("+", Fraction(1)),), ("+",)), "svg")[:4]
    b'<svg'
    """
    if form not in IMAGE_FORMS:
        raise Invalid("form of a picture", f"one of {', '.join(IMAGE_FORMS)}", form)
    what = what_is_shown(tree, data, measure, digits)
    match form:
        case "svg":
            return whole_svg(what).encode()
        case "tex":
            return whole_tikz(what).encode()
        case _:
            return _by_matplotlib(what, form)


def _by_matplotlib(what: Shown, form: str) -> bytes:
    drawn = picture(what)
    if form == "png" and max(drawn.size) > WIDEST_PNG:
        raise Invalid("form of a picture", f"svg or pdf for a picture of more than {WIDEST_PNG} pixels", f"png of {int(max(drawn.size))}")
    inches = (drawn.size[0] / PER_INCH, drawn.size[1] / PER_INCH)
    return rendered(lambda ax: _draw(ax, drawn), form, inches)


def _draw(ax: Axes, drawn: Picture) -> None:
    """Draws all shapes on axes that fill the figure, y downwards."""
    figure = ax.figure
    figure.set_layout_engine("none")  # type: ignore[union-attr]  # the figure is no part of another one
    ax.set_position((0, 0, 1, 1))
    ax.set_axis_off()
    ax.set_xlim(0, drawn.size[0])
    ax.set_ylim(drawn.size[1], 0)
    for order, each in enumerate(all_shapes(drawn)):
        _add(ax, each, order)


def _add(ax: Axes, each: Placed, order: int) -> None:
    from matplotlib.patches import FancyBboxPatch, PathPatch, Rectangle
    from matplotlib.path import Path

    (dx, dy), it = each.at, each.shape
    style = STYLES[it.kind]
    points = 72 / PER_INCH
    width = (each.thickness or style.width) * points
    look: Properties = {"facecolor": style.fill or "none", "edgecolor": style.stroke or "none", "linewidth": width, "zorder": order}
    match it:
        case NodeBox(at=(x, y), size=(across, down), rounded=rounded):
            shape = f"round,pad=0,rounding_size={rounded}"
            ax.add_patch(FancyBboxPatch((x + dx, y + dy), across, down, boxstyle=shape, **look))
        case FilledArea(parts=parts):
            for (x, y), (across, down) in parts:
                ax.add_patch(Rectangle((x + dx, y + dy), across, down, **look))
        case DrawnLine(points=line):
            corners = [(x + dx, y + dy) for x, y in line]
            codes = [Path.MOVETO] + [Path.LINETO] * (len(corners) - 1)
            if each.bend:
                (a, b), (c, d) = corners
                corners, codes = [(a, b), (a, (b + d) / 2), (c, (b + d) / 2), (c, d)], [Path.MOVETO] + [Path.CURVE4] * 3
            ax.add_patch(PathPatch(Path(corners, codes), capstyle="butt", **look))
        case WrittenLine(at=(x, y), text=text, anchor=anchor):
            side = {"middle": "center", "start": "left", "end": "right"}[anchor]
            font: Properties = {
                "fontsize": style.size * points,
                "fontweight": "bold" if style.bold else "normal",
                "fontstyle": "italic" if style.slanted else "normal",
            }
            line_of_text = words(printable(text)).replace("\n", " ")
            ax.text(x + dx, y + dy, line_of_text, ha=side, va="baseline", color=style.fill, zorder=order, **font)
        case _:
            assert_never(it)
