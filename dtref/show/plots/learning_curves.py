"""Learning curves with error bars: the error by the number of training records."""

from __future__ import annotations

__sources__ = (
    ("tan", "Learning Curve (effect of a small sample size: bias and variance of the estimate)"),
    ("evaluation", "Learning Curve (effect of a small sample size: bias and variance of the estimate)"),
)

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.errors import Invalid, Undefined
from dtref.exact.brief import brief_repr
from dtref.exact.number import Number
from dtref.show.plots.canvas import Properties, drawn_on_axes, from_zero, pen, plotted_numbers, styled, words
from dtref.spec.evaluation.estimation.learning_curve import CurvePoint

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_FEW = 10
"""The most sizes that are all written at the axis."""


@frozen(eq=False)
class LearningCurve:
    """
    A learner's name and, for each size of the training sample, the mean error and its standard error, exact.

    Of a single partition there is no standard error: it is Undefined, and no bar is drawn.
    """

    name: str
    sizes: tuple[int, ...]
    means: tuple[Number, ...]
    standard_errors: tuple[Number | Undefined, ...]


@frozen(eq=False)
class LearningCurvesDisplay:
    """
    The learning curves of learners.

    >>> from dtref.spec.evaluation.estimation.learning_curve import learning_curve
    >>> from dtref.spec.evaluation.estimation.partitions import k_fold
    >>> majority = lambda part: max("ab", key=["aababb"[i] for i in part].count)
    >>> points = learning_curve((1, 3), k_fold(range(6), 2), majority, lambda label, i: label != "aababb"[i])
    >>> display = LearningCurvesDisplay.from_curves({"majority": points})
    >>> display.curves[0].sizes, display.curves[0].means, display.curves[0].standard_errors
    ((1, 3), (Fraction(1, 2), Fraction(2, 3)), (Fraction(1, 6), Fraction(0, 1)))
    """

    curves: tuple[LearningCurve, ...]
    unit: str

    __repr__ = brief_repr

    @classmethod
    def from_curves(cls, curves: Mapping[str, Sequence[CurvePoint]], unit: str = "error rate") -> LearningCurvesDisplay:
        """The curves by name; unit: the name of the errors. Errors: Invalid for a point at which a partition tests no record."""
        return cls(tuple(_curve(name, points) for name, points in curves.items()), unit)

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The curves on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for each curve.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        for i, curve in enumerate(self.curves):
            bars = plotted_numbers(0 if isinstance(e, Undefined) else e for e in curve.standard_errors)
            properties: Properties = {"color": pen(i).colour, "linestyle": pen(i).line, "marker": pen(i).marker, "label": words(curve.name)}
            ax.errorbar(
                plotted_numbers(curve.sizes),
                plotted_numbers(curve.means),
                yerr=bars,
                capsize=5,
                elinewidth=1.5,
                **styled(properties, style),
            )
        sizes = sorted({size for curve in self.curves for size in curve.sizes})
        if len(sizes) <= _FEW:
            ax.set_xticks(sizes, list(map(str, sizes)))
        ax.set(xlabel="training records", ylabel=f"{self.unit} (mean ± 1 standard error)")
        from_zero(ax)
        ax.legend()


def _curve(name: str, points: Sequence[CurvePoint]) -> LearningCurve:
    means = [point.mean for point in points]
    defined = tuple(mean for mean in means if not isinstance(mean, Undefined))
    if len(defined) < len(means):
        raise Invalid(f"learning curve of {name}", "partitions that test records", "one that tests none")
    return LearningCurve(name, tuple(point.size for point in points), defined, tuple(point.standard_error for point in points))
