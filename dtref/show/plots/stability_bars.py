"""
How sure the nodes of a tree are: the share of samples in which each keeps its test, its margin, and the records that it hangs on.

`dtref.stability` computes all of it; samples are drawn by the caller, and seeded.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.engines.stability import Stability
from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.show.drawing.shapes import wrapped
from dtref.show.page.of_stability import margin_text, node_names, removals_text
from dtref.show.plots.canvas import Properties, drawn_on_axes, pen, plotted_numbers, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DRAWN_NODES = 30
"""The most nodes that are drawn: those that most records reach."""

LONGEST_TICK, MOST_LINES = 46, 5
"""The most characters of a line of a node's name, and the most lines."""

ROW, LINE = 0.45, 0.22
"""Inches: the least height of a row, and that of a line of a name."""


@frozen
class StabilityBar:
    """One inner node: its name, the shares of samples in which it keeps its test, asks another, is a leaf; margin and records in words."""

    name: str
    kept: Fraction
    other: Fraction
    leaf: Fraction
    remark: str


@frozen
class StabilityDisplay:
    """
    How sure the inner nodes of a tree are, in preorder. nodes: how many it has; of more than 30 those with most records are bars.

    >>> from dtref.engines.stability import stability
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.views.shape import parity
    >>> sure = stability(grow(parity(1), CART), parity(1), CART, [(0, 1), (1, 1), (0, 0)])
    >>> StabilityDisplay.from_stability(sure).bars[0].kept, StabilityDisplay.from_stability(sure).bars[0].remark
    (Fraction(1, 3), 'margin -, leave out never')
    """

    bars: tuple[StabilityBar, ...]
    nodes: int

    __repr__ = brief_repr

    @classmethod
    def from_stability(cls, sure: Stability) -> StabilityDisplay:
        """The display of a stability. Errors: Invalid for one without samples, or of a tree without inner nodes."""
        if not sure.nodes:
            raise Invalid("stability", "that of a tree with an inner node", "a leaf alone")
        names, bars = node_names(sure.nodes), []
        shown = {id(node) for node in sorted(sure.nodes, key=lambda node: -node.records)[:DRAWN_NODES]}
        for node in sure.nodes:
            drawn = node.resampled
            if drawn is None:
                raise Invalid(
                    "stability", "samples, as dtref.stability(tree, data, policy, samples) takes them: the bars are their shares", "none"
                )
            if id(node) in shown:
                kept, leaf = Fraction(drawn.kept, drawn.samples), Fraction(drawn.leaf, drawn.samples)
                tied = f"1 of {node.tied} tied, " if node.tied > 1 else ""
                remark = f"{tied}margin {margin_text(node, 3)}, leave out {removals_text(node.removals)}"
                bars.append(StabilityBar(names[node.path], kept, 1 - kept - leaf, leaf, remark))
        return cls(tuple(bars), len(sure.nodes))

    @property
    def size(self) -> tuple[float, float]:
        """The width and height of a figure that has room for the bars, in inches."""
        return 13.0, 2.2 + sum(map(_height, self.bars))

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The bars on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's bars.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style), self.size)

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        # a row is as high as its name has lines: places in inches from the top
        heights = list(map(_height, self.bars))
        rows = [end - height / 2 for end, height in zip(accumulate(heights), heights, strict=True)]
        left = [Fraction(0)] * len(rows)
        parts = (
            ("keeps its test", [b.kept for b in self.bars]),
            ("asks another", [b.other for b in self.bars]),
            ("is a leaf", [b.leaf for b in self.bars]),
        )
        for i, (label, shares) in enumerate(parts):
            its = pen(i)
            look: Properties = {"color": (its.colour, 0.85 - 0.2 * i), "hatch": its.hatch, "edgecolor": "white", "label": label, **style}
            ax.barh(rows, plotted_numbers(shares), left=plotted_numbers(left), height=0.3, **look)
            left = [a + b for a, b in zip(left, shares, strict=True)]
        for row, bar in zip(rows, self.bars, strict=True):
            ax.annotate(bar.remark, (1, row), xytext=(8, 0), textcoords="offset points", va="center", fontsize=12, annotation_clip=False)
        ax.set_yticks(
            rows, ["\n".join(words(line).replace("\n", " ") for line in _name_lines(bar)) for bar in self.bars], fontsize=12, ha="right"
        )
        ax.set_ylim(sum(heights), 0)
        ax.grid(visible=False, axis="y")
        of = f", {len(self.bars)} of {self.nodes} inner nodes, those with most records" if self.nodes > len(self.bars) else ""
        ax.set(xlim=(0, 1), xticks=(0, 0.5, 1), xlabel=f"share of samples{of}", ylabel="inner node")
        ax.legend(loc="lower right", bbox_to_anchor=(1, 1.01), ncols=3, borderaxespad=0, frameon=False)


def _name_lines(bar: StabilityBar) -> tuple[str, ...]:
    """The lines of a name; a long one begins and ends as it does: with the condition that leads to the node, and with its test."""
    text = bar.name.strip()
    half = (MOST_LINES - 1) * LONGEST_TICK // 2 - 10
    whole = text if len(wrapped(text, LONGEST_TICK, MOST_LINES + 1)) <= MOST_LINES else f"{text[:half]} … {text[-half:]}"
    return wrapped(whole, LONGEST_TICK, MOST_LINES)


def _height(bar: StabilityBar) -> float:
    """The height of a row in inches."""
    return max(ROW, LINE * len(_name_lines(bar)) + 0.1)
