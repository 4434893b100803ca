"""
ROC curves and their convex hulls, of several models in one picture.

Documents: `tan` and `evaluation`, ROC Curve, Using ROC for Model Comparison; the hull is that of Provost and Fawcett 2001.
Before this: `dtref.report.plots.impurity_curves`. Next: `dtref.report.plots.learning_curves`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.evaluation.ranking.auc import auc_by_trapezoids
from dtref.evaluation.ranking.hull import convex_hull
from dtref.evaluation.ranking.roc import Points, Roc, roc
from dtref.exact.decimals import decimal
from dtref.report.plots.canvas import GUIDE, Properties, coordinates, drawn, legend_beside, pen, styled, words

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW = 30
"""A curve of so many vertices has a marker at each."""


@frozen
class RocCurve:
    """A model's name, its curve and the curve's hull as points (FPR, TPR), and the area under the curve."""

    name: str
    points: Points
    hull: Points
    auc: Fraction


@frozen
class RocCurvesDisplay:
    """
    The ROC curves of models, exact.

    >>> shown = RocCurvesDisplay.from_scores({"M1": [4, 3, 2, 1], "M2": [1, 3, 4, 2]}, "+-+-", "+")
    >>> [(curve.name, curve.auc, len(curve.points), len(curve.hull)) for curve in shown.curves]
    [('M1', Fraction(3, 4), 5, 4), ('M2', Fraction(1, 2), 5, 3)]
    """

    curves: tuple[RocCurve, ...]

    @classmethod
    def from_scores(cls, scores: Mapping[str, object], labels: object, positive: object, *, weights: object = ()) -> RocCurvesDisplay:
        """The curves of models, by name the scores that each gives the same records. Errors: as `roc` and `from_curves`."""
        return cls.from_curves({name: roc(of_model, labels, positive, weights=weights) for name, of_model in scores.items()})

    @classmethod
    def from_curves(cls, curves: Mapping[str, Roc]) -> RocCurvesDisplay:
        """The curves by name. Errors: Invalid for one without positives, or without negatives."""
        return cls(tuple(_curve(name, curve) for name, curve in curves.items()))

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The curves on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for each curve.

        Errors: Invalid without matplotlib.
        """
        return drawn(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        for i, curve in enumerate(self.curves):
            ax.plot(*_xy(curve.hull), color=pen(i).colour, linewidth=1, label="_hull")
            ax.fill(*_xy((*curve.hull, *reversed(curve.points))), facecolor=pen(i).colour, alpha=0.15, linewidth=0)
            marker = pen(i).marker if len(curve.points) <= FEW else ""
            label = f"{words(curve.name)} (AUC {decimal(curve.auc, 3)})"
            own: Properties = {"color": pen(i).colour, "linestyle": pen(i).line, "marker": marker, "label": label}
            ax.plot(*_xy(curve.points), **styled(own, style))
        ax.plot([0, 1], [0, 1], color=GUIDE, linestyle=(0, (1, 3)), linewidth=1.5, label="chance (AUC 0.500)")
        ax.plot([], [], color=GUIDE, linewidth=1, label="convex hulls (thin)")
        ax.set(
            xlabel="false positive rate, FP/N", ylabel="true positive rate, TP/P", aspect="equal", xlim=(-0.02, 1.02), ylim=(-0.02, 1.02)
        )
        legend_beside(ax)


def _curve(name: str, curve: Roc) -> RocCurve:
    points, hull, auc = curve.points, convex_hull(curve), auc_by_trapezoids(curve)
    if isinstance(points, Undefined) or isinstance(auc, Undefined) or isinstance(hull.points, Undefined):
        raise Invalid(f"ROC curve of {name}", "records of both classes", curve.missing_class)
    return RocCurve(name, points, hull.points, auc)


def _xy(points: Points) -> tuple[list[float], list[float]]:
    return coordinates(x for x, _ in points), coordinates(y for _, y in points)
