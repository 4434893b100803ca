"""Exact numbers over exact numbers as lines, in SVG: each told apart by its dashes and its name, and told in words beneath the picture."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from html import escape
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.decimals import decimal
from dtref.exact.number import Number

PlotPoint: TypeAlias = tuple[Fraction, Number]
"""A point of a curve: x, and the value there."""

WIDE, HIGH, LEFT, TOP, BELOW, NAMES = 650, 320, 56, 14, 44, 200
"""The picture in pixels, what is beside and below the lines, and the place for their names."""

DASHES = ("", "7 3", "2 3", "9 3 2 3", "14 4")
"""How lines are told apart; more of them begin again."""


@frozen
class Curve:
    """A line: its name, and its points in the order of x."""

    name: str
    points: tuple[PlotPoint, ...]


@frozen
class Axis:
    """An axis: what is on it, from where to where, and the values that are marked."""

    title: str
    low: Fraction
    high: Fraction
    marks: tuple[Fraction, ...]


@frozen
class Plot:
    """A figure of lines: what it shows, its axes, its curves."""

    caption: str
    x: Axis
    y: Axis
    curves: tuple[Curve, ...]


def plot_curve(name: str, points: Iterable[tuple[Fraction | int, Number | Undefined]]) -> Curve:
    """
    A curve without the points that have no value.

    >>> plot_curve("a", [(0, Undefined("nothing")), (1, Fraction(1, 2))]).points
    ((Fraction(1, 1), Fraction(1, 2)),)
    """
    return Curve(name, tuple((Fraction(x), y) for x, y in points if not isinstance(y, Undefined)))


def axis(title: str, *marks: Fraction | int) -> Axis:
    """
    An axis from its first mark to its last.

    >>> axis("p", 0, Fraction(1, 2), 1).high
    Fraction(1, 1)
    """
    exact = tuple(map(Fraction, marks))
    return Axis(title, exact[0], exact[-1], exact)


def plot_svg(plot: Plot) -> str:
    """
    A plot as SVG, a part of a page.

    >>> plot = Plot("Twice x", axis("x", 0, 1), axis("y", 0, 2), (plot_curve("2x", [(0, Fraction(0)), (1, Fraction(2))]),))
    >>> plot_svg(plot).count("<polyline")
    1
    """
    parts = [*_marks_below(plot), *_marks_beside(plot), *(_line(plot, i) for i in range(len(plot.curves))), *_names(plot)]
    drawn = "".join(parts)
    return (
        f'<svg class="plot" viewBox="0 0 {WIDE} {HIGH}" width="{WIDE}" height="{HIGH}" role="img" aria-label="{escape(_in_words(plot))}">'
        f"{drawn}</svg>"
    )


def _in_words(plot: Plot) -> str:
    """The first and the last value of each line, for who doesn't see it."""
    ends = (f"{one.name}: {_short(one.points[0][1])} at {_short(one.points[0][0])}, {_last(one.points[-1])}" for one in plot.curves)
    return f"{plot.caption} {plot.y.title} over {plot.x.title}. {'; '.join(ends)}."


def _last(point: PlotPoint) -> str:
    return f"{_short(point[1])} at {_short(point[0])}"


def _short(value: Number) -> str:
    """Three digits after the point, without zeros at their end."""
    return decimal(value, 3).rstrip("0").rstrip(".")


def _across(plot: Plot, x: Fraction) -> str:
    share = (x - plot.x.low) / (plot.x.high - plot.x.low)
    return decimal(LEFT + share * (WIDE - LEFT - NAMES), 1)


def _down(plot: Plot, y: Number) -> str:
    share = (y - plot.y.low) / (plot.y.high - plot.y.low)
    return decimal(HIGH - BELOW - share * (HIGH - BELOW - TOP), 1)


def _marks_below(plot: Plot) -> Iterable[str]:
    for x in plot.x.marks:
        at = _across(plot, x)
        yield f'<path d="M{at} {TOP}V{HIGH - BELOW}"/><text x="{at}" y="{HIGH - BELOW + 16}" text-anchor="middle">{_short(x)}</text>'
    middle = LEFT + (WIDE - LEFT - NAMES) // 2
    yield f'<text x="{middle}" y="{HIGH - 8}" text-anchor="middle">{escape(plot.x.title)}</text>'


def _marks_beside(plot: Plot) -> Iterable[str]:
    for y in plot.y.marks:
        at = _down(plot, y)
        yield f'<path d="M{LEFT} {at}H{WIDE - NAMES}"/><text x="{LEFT - 6}" y="{at}" text-anchor="end" dy="4">{_short(y)}</text>'
    middle = TOP + (HIGH - BELOW - TOP) // 2
    yield f'<text transform="translate(12 {middle}) rotate(-90)" text-anchor="middle">{escape(plot.y.title)}</text>'


def _line(plot: Plot, i: int) -> str:
    points = " ".join(f"{_across(plot, x)},{_down(plot, y)}" for x, y in plot.curves[i].points)
    return f'<polyline class="line{i % len(DASHES)}" points="{points}" stroke-dasharray="{DASHES[i % len(DASHES)]}"/>'


def _names(plot: Plot) -> Iterable[str]:
    """The names beside the ends of the lines, from the top down, with room for each, and a piece of each line before its name."""
    ends = sorted(range(len(plot.curves)), key=lambda i: Fraction(_down(plot, plot.curves[i].points[-1][1])))
    for i, at in zip(ends, _apart([Fraction(_down(plot, plot.curves[i].points[-1][1])) for i in ends]), strict=True):
        y, kind = decimal(at, 1), i % len(DASHES)
        sample = f'<path class="line{kind}" d="M{WIDE - NAMES + 6} {y}h22" stroke-dasharray="{DASHES[kind]}"/>'
        yield f'{sample}<text x="{WIDE - NAMES + 32}" y="{y}" dy="4">{escape(plot.curves[i].name)}</text>'


def _apart(places: Sequence[Fraction], room: int = 17) -> list[Fraction]:
    """
    Places that rise, each moved down as far as it needs, or all up where the last would be below the picture.

    >>> _apart([Fraction(0), Fraction(1), Fraction(50)])
    [Fraction(0, 1), Fraction(17, 1), Fraction(50, 1)]
    """
    moved: list[Fraction] = []
    for place in places:
        moved.append(max(place, moved[-1] + room) if moved else place)
    over = max(Fraction(0), moved[-1] - (HIGH - BELOW)) if moved else Fraction(0)
    return [place - over for place in moved]
