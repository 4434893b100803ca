"""A tree as a picture for LaTeX: the same drawing as the SVG, in TikZ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from dtref.errors import printable
from dtref.exact.checked_call import refuses_other_kinds
from dtref.show.derivation.typeset import latex_escape
from dtref.show.drawing.picture import Shown, picture, what_is_shown
from dtref.show.drawing.placed import Placed, all_shapes
from dtref.show.drawing.shapes import STYLES, DrawnLine, FilledArea, NodeBox, PixelSize, ShapeStyle, WrittenLine
from dtref.show.drawing.svg import pixels
from dtref.show.explained_tree import ExplainedTree
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree
from dtref.spec.split.impurity import Impurity

POINT = 0.75
"""The points of a pixel."""


@refuses_other_kinds
def tikz(tree: Tree | ExplainedTree, measure: Impurity | None = None, digits: int = 3, data: DataSet | None = None) -> str:
    r"""
    The tree as a TikZ picture, to be input in a LaTeX document that uses the packages tikz and, for names in other scripts, an engine and a
    font that have them. measure, digits, data: as for `svg`; errors, too.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> print(tikz(Leaf((("a_b", Fraction(1)),), ("a_b",))).splitlines()[-4])
    \node[dtreftitle, anchor=base] at (74,49) {a\_b};
    """
    return whole_tikz(what_is_shown(tree, data, measure, digits))


def whole_tikz(what: Shown) -> str:
    r"""
    A picture in TikZ.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.trees import Leaf
    >>> print(whole_tikz(Shown(Leaf((("+", Fraction(1)),), ("+",)))).splitlines()[-1])
    \end{tikzpicture}}}
    """
    drawing = picture(what)
    return "\n".join((*_head(drawing.size), *map(_drawn, all_shapes(drawing)), r"\end{tikzpicture}}}"))


def _head(size: PixelSize) -> Iterator[str]:
    """
    The beginning: how large it is; that it is made as small as the text; a unit of three quarters of a point for a pixel, y downwards; the
    colours and the styles of each kind.
    """
    across, down = (pixels(x * POINT) for x in size)
    yield f"% {across}pt x {down}pt; made smaller where that is more than \\dtrefwidth and \\dtrefheight, by default those of the text."
    yield r"% On a page of its own size: \documentclass{standalone}, and before it \def\dtrefwidth{\maxdimen}\def\dtrefheight{\maxdimen}"
    yield r"\providecommand{\dtrefwidth}{\linewidth}\providecommand{\dtrefheight}{\textheight}%"
    for length, most, order in ((r"\height", r"\dtrefheight", "{!}{%s}"), (r"\width", r"\dtrefwidth", "{%s}{!}")):
        yield rf"\resizebox{order % rf'{chr(92)}ifdim{length}>{most}{most}{chr(92)}else{length}{chr(92)}fi'}{{%"
    yield r"\begin{tikzpicture}[x=0.75pt, y=-0.75pt]"
    for kind, style in STYLES.items():
        yield from _style(_name(kind), style)


def _style(name: str, style: ShapeStyle) -> Iterator[str]:
    options = []
    for part, colour in (("fill", style.fill), ("draw", style.stroke)):
        if colour:
            yield rf"\definecolor{{{name}{part}}}{{HTML}}{{{colour.removeprefix('#').upper()}}}"
            options.append(f"{'text' if style.size else part}={name}{part}")
    if style.stroke:
        options.append(f"line width={pixels(style.width * POINT)}pt")
    if style.size:
        font = rf"\sffamily\fontsize{{{pixels(style.size * POINT)}}}{{9}}\selectfont"
        options += ["inner sep=0pt", f"font={font}{chr(92)}bfseries" if style.bold else f"font={font}"]
        options[-1] += r"\itshape" if style.slanted else ""
    yield rf"\tikzset{{{name}/.style={{{', '.join(options)}}}}}"


def _name(kind: str) -> str:
    """A name of letters alone, as TeX has no digits in names, that TikZ has no key of."""
    return "dtref" + "".join(chr(ord("A") + int(c)) if c.isdigit() else c for c in kind if c != " ")


def _drawn(shape: Placed) -> str:
    (dx, dy), it = shape.at, shape.shape
    match it:
        case NodeBox(kind=kind, at=(x, y), size=(across, down), rounded=rounded):
            corners = f", rounded corners={pixels(rounded * POINT)}pt"
            return rf"\path[{_name(kind)}{corners}] ({pixels(x + dx)},{pixels(y + dy)}) rectangle ++({pixels(across)},{pixels(down)});"
        case FilledArea(kind=kind, parts=parts):
            each = (f"({pixels(x + dx)},{pixels(y + dy)}) rectangle ++({pixels(w)},{pixels(h)})" for (x, y), (w, h) in parts)
            return rf"\path[{_name(kind)}] {' '.join(each)};"
        case DrawnLine(kind=kind, points=points):
            path = " -- ".join(f"({pixels(x + dx)},{pixels(y + dy)})" for x, y in points)
            if shape.bend:
                (a, b), (c, d) = points
                one, middle, other = pixels(a), pixels((b + d) / 2), pixels(c)
                path = f"({one},{pixels(b)}) .. controls ({one},{middle}) and ({other},{middle}) .. ({other},{pixels(d)})"
            width = f", line width={pixels(shape.thickness * POINT)}pt" if shape.thickness else ""
            return rf"\path[{_name(kind)}{width}] {path};"
        case WrittenLine(kind=kind, at=(x, y), text=text, anchor=anchor):
            side = {"middle": "base", "start": "base west", "end": "base east"}[anchor]
            return rf"\node[{_name(kind)}, anchor={side}] at ({pixels(x + dx)},{pixels(y + dy)}) {{{latex_escape(printable(text))}}};"
        case _:
            assert_never(it)
