"""
Decision regions: the class that a tree gives each point of a plane, the decision boundary, and the records.

Regions are those of `dtref.spec.views.regions`, cut off at a window.
"""

from __future__ import annotations

__sources__ = (("tan", "Decision Boundary, Overfitting due to Noise"), ("iaml", "1.5 and 1.8 (axis aligned splits)"))

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias, cast

from attrs import frozen
from toolz import frequencies

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.decimals import significant
from dtref.show.drawing.shapes import class_colours
from dtref.show.plots.canvas import Properties, drawn_on_axes, legend_beside, pen, plotted_numbers, styled, words
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.days import counts_days, day_text
from dtref.spec.model.trees import Tree
from dtref.spec.views.conditions import Range
from dtref.spec.views.regions import Border, Region, decision_boundary, regions

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Span: TypeAlias = tuple[Fraction, Fraction]

Window: TypeAlias = tuple[Span, Span]
"""The two ends of the horizontal axis, and those of the vertical one."""

MARGIN = Fraction(1, 20)
"""The margin of a window beyond the records, as a share of their range."""

MANY = 300
"""The most records that have large markers."""


@frozen(eq=False)
class DecisionRegionsDisplay:
    """
    The regions of a tree over two continuous attributes, the borders between regions of different labels, and the records.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import CART
    >>> rows = [(0, 0, "a"), (2, 0, "b"), (0, 2, "a"), (2, 2, "b")]
    >>> records = [Record((Fraction(x), Fraction(y)), label) for x, y, label in rows]
    >>> data = DataSet((Continuous("x"), Continuous("y")), Nominal("class", ("a", "b")), records)
    >>> display = DecisionRegionsDisplay.from_tree(grow(data, CART), data)
    >>> [region.leaf.labels for region in display.regions], [border.at for border in display.boundary], display.window[0]
    ([('a',), ('b',)], [Fraction(1, 1)], (Fraction(-1, 10), Fraction(21, 10)))
    """

    axes: tuple[Continuous, Continuous]
    target: str
    classes: tuple[str, ...]
    regions: tuple[Region, ...]
    boundary: tuple[Border, ...]
    records: tuple[Record, ...]
    window: Window

    __repr__ = brief_repr

    @classmethod
    def from_tree(cls, tree: Tree, data: DataSet, window: Window | None = None) -> DecisionRegionsDisplay:
        """
        The regions of a tree within a window, by default a twentieth wider on each side than the records.

        Errors: Invalid for other than two continuous attributes, a continuous target, a missing value, a window that is no wider than 0
        or without records none, and as `regions`.
        """
        x, y = _two_axes(data)
        classes = data.classes
        # A record without a place can't be drawn, and no records have no window.
        for i, record in enumerate(data, 1):
            if MISSING in record.values:
                raise Invalid(f"record {i}", "two known values, as it is a point", "a missing one")
        if window is None and not data.records:
            raise Invalid("window", "one, where there are no records", "none")
        spans = (_around(data, 0), _around(data, 1)) if window is None else window
        if any(start >= end for start, end in spans):
            raise Invalid("window", "two ranges that end above where they start", spans)
        # The regions, which the window only cuts off when they are drawn.
        space = regions(tree, (x, y))
        return cls((x, y), data.target.name, classes, space, tuple(decision_boundary(space)), data.records, spans)

    @property
    def colours(self) -> Mapping[str, str]:
        """The colour of each class, the same as in drawings of trees."""
        sizes = dict.fromkeys(self.classes, Fraction(0))
        for record in self.records:
            sizes[str(record.label)] += record.weight
        return class_colours(sizes)

    @property
    def mixed(self) -> tuple[tuple[Fraction, Fraction], ...]:
        """The places of records of several classes, of which a picture shows the last."""
        labels_at = frequencies(values for values, _ in {(record.values, record.label) for record in self.records})
        return tuple(sorted((Fraction(x), Fraction(y)) for (x, y), n in labels_at.items() if n > 1))

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The picture on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for the records.

        Errors: Invalid without matplotlib, or for a window of the records so narrow that its ends are the same doubles.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        limits: tuple[Callable[[float, float], object], ...] = (ax.set_xlim, ax.set_ylim)
        for span, set_limits in zip(self.window, limits, strict=True):
            low, high = plotted_numbers(span)
            if low == high or set_limits(low, high) != (low, high):
                raise Invalid("window", "ends that doubles tell apart", f"both near {significant(span[0], 3)}")
        # The regions, then the borders.
        for region in self.regions:
            corners = tuple(_within(side, span) for side, span in zip(region.box, self.window, strict=True))
            if all(low < high for low, high in corners):
                (left, right), (low, high) = map(plotted_numbers, corners)
                ax.fill([left, right, right, left], [low, low, high, high], zorder=0.5, **self._area(region))
        for border in self.boundary:
            self._draw_border(ax, border)
        # The records, those of each class with a pen of its own.
        for i, label in enumerate(self.classes):
            x, y = (plotted_numbers(cast(Fraction, r.values[axis]) for r in self.records if r.label == label) for axis in (0, 1))
            size = 8 if len(self.records) <= MANY else 5
            properties: Properties = {
                "color": self.colours[label],
                "marker": pen(i).marker,
                "markersize": size,
                "linestyle": "",
                "label": words(label),
            }
            edge: Properties = {"markeredgecolor": "white", "markeredgewidth": 0.6, "zorder": 3}
            ax.plot(x, y, **styled({**properties, **edge}, style))
        if self.mixed:
            x, y = (plotted_numbers(place[axis] for place in self.mixed) for axis in (0, 1))
            ax.plot(x, y, "o", markersize=15, fillstyle="none", color="black", zorder=4, label="mixed place")
        # An empty area, for the legend only.
        if any(len(region.leaf.labels) != 1 for region in self.regions):
            ax.fill([], [], facecolor="white", edgecolor="#888888", hatch="xx", label="tied labels")
        ax.set(xlabel=_title(self.axes[0].name), ylabel=_title(self.axes[1].name))
        for axis, attribute in zip((ax.xaxis, ax.yaxis), self.axes, strict=True):
            if counts_days(attribute):
                axis.set_major_formatter(lambda day, _: day_text(Fraction(day)).partition(" ")[0])
        ax.grid(visible=False)
        legend_beside(ax, _title(self.target))

    def _area(self, region: Region) -> Properties:
        if len(region.leaf.labels) != 1:
            return {"facecolor": "white", "edgecolor": "#888888", "hatch": "xx", "linewidth": 0}
        label = str(region.leaf.labels[0])
        colour = self.colours[label]
        return {"facecolor": (colour, 0.2), "edgecolor": (colour, 0.5), "hatch": pen(self.classes.index(label)).hatch, "linewidth": 0}

    def _draw_border(self, ax: Axes, border: Border) -> None:
        axis = self.axes.index(border.attribute)
        span = _within(border.face[0], self.window[1 - axis])
        start, end = self.window[axis]
        if span[0] < span[1] and start < border.at < end:
            position, ends = plotted_numbers((border.at, border.at)), plotted_numbers(span)
            ax.plot(*((ends, position) if axis else (position, ends)), color="black", linewidth=1.5, zorder=2)


def _title(name: str) -> str:
    return words(name.replace("_", " "))


def _two_axes(data: DataSet) -> tuple[Continuous, Continuous]:
    match data.attributes:
        case (Continuous() as x, Continuous() as y):
            return x, y
        case others:
            raise Invalid("attributes", "two continuous ones, an axis each", [a.name for a in others])


def _around(data: DataSet, axis: int) -> Span:
    """The range of the records on an axis with a margin; one unit where they all have the same number."""
    values = [cast(Fraction, record.values[axis]) for record in data]
    low, high = Fraction(min(values)), Fraction(max(values))
    margin = (high - low) * MARGIN or Fraction(1, 2)
    return low - margin, high + margin


def _within(side: Range, span: Span) -> Span:
    """The ends of the part of a range that lies within a window's span; the second below the first where there is none."""
    low = span[0] if side.low.beyond else max(side.low.at, span[0])
    high = span[1] if side.high.beyond else min(side.high.at, span[1])
    return low, high
