"""
Impurity over the share of one of two classes: the documents' comparison of criteria.

Notation: p the share of the first class.
"""

from __future__ import annotations

__sources__ = (("tan", "Comparison among Splitting Criteria (for a 2-class problem)"),)

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.exact.inputs import whole
from dtref.exact.number import Number
from dtref.show.plots.canvas import Properties, drawn_on_axes, pen, plotted_numbers, styled
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_IMPURITIES = (entropy, gini, misclassification_error)
"""The impurities of the document."""


@frozen
class ImpurityCurve:
    """An impurity's name and unit, and its value at each p of the display."""

    name: str
    unit: str
    values: tuple[Number, ...]


@defined(sources=(("tan", "Comparison among Splitting Criteria"),))
@frozen
class ImpurityCurvesDisplay:
    """
    The values of impurities of two classes at p = 0, 1/steps … 1, exact, in each impurity's own unit.

    >>> display = ImpurityCurvesDisplay.from_impurities((gini, misclassification_error), steps=4)
    >>> display.p[1], [(curve.name, curve.values[1]) for curve in display.curves]
    (Fraction(1, 4), [('gini', Fraction(3, 8)), ('misclassification_error', Fraction(1, 4))])
    """

    p: tuple[Fraction, ...]
    curves: tuple[ImpurityCurve, ...]

    __repr__ = brief_repr

    @classmethod
    def from_impurities(cls, impurities: Sequence[Impurity] = _IMPURITIES, steps: int = 100) -> ImpurityCurvesDisplay:
        """The curves of these impurities. Errors: Invalid for an odd number of steps (p = 1/2 is missing then), or an impurity of means."""
        if whole("steps", steps, 2) % 2:
            raise Invalid("steps", "an even number, so that p = 1/2 is shown", steps)
        for impurity in impurities:
            if impurity.moments:
                raise Invalid("impurity", "one of classes", impurity.name)
        curves = (
            ImpurityCurve(impurity.name, impurity.unit, tuple(impurity.of((i, steps - i)) for i in range(steps + 1)))
            for impurity in impurities
        )
        return cls(tuple(Fraction(i, steps) for i in range(steps + 1)), tuple(curves))

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The curves on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for each curve.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        p = plotted_numbers(self.p)
        for i, curve in enumerate(self.curves):
            label = f"{curve.name.replace('_', ' ')} ({curve.unit})"
            properties: Properties = {"color": pen(i).colour, "linestyle": pen(i).line, "label": label}
            ax.plot(p, plotted_numbers(curve.values), **styled(properties, style))
        ax.set(xlabel="p, the share of the first of two classes", ylabel="impurity", xlim=(0, 1))
        ax.set_ylim(bottom=0)
        ax.legend(loc="lower center")
