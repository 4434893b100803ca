"""
ROC curves and their convex hulls, of several models in one picture, and where a line of equal cost touches them.

Notation: C_FP, C_FN, pi as in `dtref.spec.evaluation.ranking.thresholds`; s the slope of a line.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "ROC Curve, Using ROC for Model Comparison"),
    ("evaluation", "ROC Curve, Using ROC for Model Comparison"),
    ("iaml", "What is detection cost?"),
    "Provost and Fawcett 2001 (hulls and lines of equal cost)",
)

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import argmin_set
from dtref.exact.decimals import decimal, significant
from dtref.exact.number import Exact, Number, is_zero, number
from dtref.exact.number_text import marked
from dtref.show.plots.canvas import GUIDE, Properties, drawn_on_axes, legend_beside, pen, plotted_numbers, styled, words
from dtref.spec.evaluation.ranking.auc import auc_by_trapezoids
from dtref.spec.evaluation.ranking.hull import convex_hull
from dtref.spec.evaluation.ranking.roc import Points, Roc, roc
from dtref.spec.evaluation.ranking.thresholds import Optimum, cheapest_at, iso_cost_slope

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_Place: TypeAlias = tuple[Exact, Exact]
"""FPR and TPR."""

Costs: TypeAlias = tuple[Exact, Exact, Exact]
"""C_FP, C_FN and pi."""

_FEW = 30
"""The most vertices of a curve that has a marker at each."""


@frozen
class RocCurve:
    """A model's name, its curve and the curve's hull as points (FPR, TPR), and the area under the curve."""

    name: str
    points: Points
    hull: Points
    auc: Fraction


@frozen
class IsoCostLine:
    """The line of the least cost per record: the vertices that attain it, each with its model's name, and the line's two ends."""

    cost: Number
    touched: tuple[tuple[str, tuple[Fraction, Fraction]], ...]
    ends: tuple[_Place, _Place]


@frozen
class RocCurvesDisplay:
    """
    The ROC curves of models, exact, and a line of equal cost for each of some costs; positive: the class that is so called, if it is known.

    >>> display = RocCurvesDisplay.from_scores({"M1": [4, 3, 2, 1], "M2": [1, 3, 4, 2]}, "+-+-", "+")
    >>> [(curve.name, curve.auc, len(curve.points), len(curve.hull)) for curve in display.curves]
    [('M1', Fraction(3, 4), 5, 4), ('M2', Fraction(1, 2), 5, 3)]
    >>> display = RocCurvesDisplay.from_scores({"M1": [4, 3, 2, 1]}, "+-+-", "+", costs=[(1, 2, Fraction(1, 2))])
    >>> display.lines[0].cost, display.lines[0].touched, display.lines[0].ends == ((0, Fraction(3, 4)), (Fraction(1, 2), 1))
    (Fraction(1, 4), (('M1', (Fraction(1, 2), Fraction(1, 1))),), True)
    """

    curves: tuple[RocCurve, ...]
    lines: tuple[IsoCostLine, ...] = ()
    positive: str = ""

    __repr__ = brief_repr

    @classmethod
    def from_scores(
        cls,
        scores: Mapping[str, Iterable[object]],
        labels: Iterable[object],
        positive: object,
        *,
        weights: Iterable[object] = (),
        costs: Sequence[Costs] = (),
    ) -> RocCurvesDisplay:
        """The curves of models, from the scores that each gives the same records, by name. Errors: as `roc` and `from_curves`."""
        curves = {name: roc(of_model, labels, positive, weights=weights) for name, of_model in scores.items()}
        return cls.from_curves(curves, costs, str(positive))

    @classmethod
    def from_curves(cls, curves: Mapping[str, Roc], costs: Sequence[Costs] = (), positive: str = "") -> RocCurvesDisplay:
        """
        The curves by name, and the line of least cost for each of the costs. positive: the class that counts as positive, which the picture
        tells.

        Errors: Invalid for a curve without positives, or without negatives; for costs but no curve, or that are 0 whatever happens; as
        `cheapest_at`.
        """
        drawings = tuple(_curve(name, curve) for name, curve in curves.items())
        lines = tuple(_iso_cost_line(tuple(zip(curves.values(), drawings, strict=True)), each) for each in costs)
        return cls(drawings, lines, positive)

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The curves on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for each curve.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        # Each curve, with its hull as a thin line and the area between them.
        for i, curve in enumerate(self.curves):
            ax.plot(*_xy(curve.hull), color=pen(i).colour, linewidth=1, label="_hull")
            ax.fill(*_xy((*curve.hull, *reversed(curve.points))), facecolor=pen(i).colour, alpha=0.15, linewidth=0)
            marker = pen(i).marker if len(curve.points) <= _FEW else ""
            label = f"{words(curve.name)} (AUC {marked(decimal(curve.auc, 3))})"
            properties: Properties = {"color": pen(i).colour, "linestyle": pen(i).line, "marker": marker, "label": label}
            ax.plot(*_xy(curve.points), **styled(properties, style))
        ax.plot([0, 1], [0, 1], color=GUIDE, linestyle=(0, (1, 3)), linewidth=1.5, label=f"chance (AUC {marked('0.500')})")
        ax.plot([], [], color=GUIDE, linewidth=1, label="convex hulls (thin)")
        # The lines of least cost, with rings at the vertices that they touch.
        for i, line in enumerate(self.lines):
            label = f"least cost {marked(significant(line.cost, 3))}:\n{words(', '.join(dict(line.touched)))}"
            ax.plot(*_xy(line.ends), color="black", linestyle=(0, (6, 2 + 2 * i)), linewidth=1.5, label=label)
            ax.plot(*_xy([point for _, point in line.touched]), "o", markersize=14, fillstyle="none", color="black", label="_touched")
        ax.set(
            xlabel="false positive rate, FP/N", ylabel="true positive rate, TP/P", aspect="equal", xlim=(-0.02, 1.02), ylim=(-0.02, 1.02)
        )
        legend_beside(ax, words(f"positive: {self.positive}") if self.positive else "")


def _curve(name: str, curve: Roc) -> RocCurve:
    points, hull, auc = curve.points, convex_hull(curve), auc_by_trapezoids(curve)
    if isinstance(points, Undefined) or isinstance(auc, Undefined) or isinstance(hull.points, Undefined):
        raise Invalid(f"ROC curve of {name}", "records of both classes", curve.missing_class)
    return RocCurve(name, points, hull.points, auc)


def _iso_cost_line(curves: Sequence[tuple[Roc, RocCurve]], costs: Costs) -> IsoCostLine:
    c_fp, c_fn, pi = costs
    slope = iso_cost_slope(c_fp, c_fn, pi)
    if isinstance(slope, Undefined) and is_zero(number(c_fp) * (1 - number(pi))):
        raise Invalid("costs", "mistakes that cost something", f"{c_fp} and {c_fn} at a share of positives of {pi}")
    optima = [(drawing, curve, cheapest_at(curve, c_fp, c_fn, pi)) for curve, drawing in curves]
    defined = [(drawing, curve, best) for drawing, curve, best in optima if not isinstance(best, Undefined)]
    if not defined:
        raise Invalid("curves", "at least one, where there are costs", "none")
    cheapest = argmin_set(defined, lambda candidate: candidate[2].value)
    touched = tuple((drawing.name, place) for drawing, curve, best in cheapest for place in _places(curve, drawing, best))
    return IsoCostLine(cheapest[0][2].value, touched, _ends(touched[0][1], slope))


def _places(curve: Roc, drawing: RocCurve, best: Optimum) -> tuple[tuple[Fraction, Fraction], ...]:
    point_of = dict(zip(curve.thresholds, drawing.points, strict=True))
    return tuple(point_of[vertex.threshold] for vertex in best.vertices)


def _ends(place: _Place, s: Number | Undefined) -> tuple[_Place, _Place]:
    """
    The places where the line through a place leaves the square from (0, 0) to (1, 1). As no vertex is above it, (0, 0) and (1, 1) are not
    either: it comes from the left side and goes to the top.
    """
    (x, y), zero, one = map(number, place), number(0), number(1)
    if isinstance(s, Undefined):
        return (x, zero), (x, one)
    return (zero, y - s * x), (one if is_zero(s) else x + (1 - y) / s, one)


def _xy(points: Sequence[_Place]) -> tuple[list[float], list[float]]:
    return plotted_numbers(x for x, _ in points), plotted_numbers(y for _, y in points)
