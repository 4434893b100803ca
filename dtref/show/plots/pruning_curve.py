"""The cost-complexity sequence against the error on other records, with the choice of the one-standard-error rule."""

from __future__ import annotations

__sources__ = ("Breiman, Friedman, Olshen and Stone 1984, section 3.4 (figures 3.2 and 3.3)", ("cs6220", "Overfitting and Tree Pruning"))

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.exact.brief import brief_repr
from dtref.exact.decimals import significant
from dtref.exact.number import Number
from dtref.exact.number_text import marked
from dtref.show.plots.canvas import GUIDE, Properties, drawn_on_axes, from_zero, number_of_things, pen, plotted_numbers, styled
from dtref.show.plots.fitting_curve import error_name, records_of, training_error
from dtref.spec.model.data import DataSet
from dtref.spec.pruning.cost_complexity import Path
from dtref.spec.pruning.selection import CrossValidated, losses_along

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_MOST = 9
"""The most trees that are written at the axis: all, or every second, third …"""


@frozen(eq=False)
class PrunedTree:
    """A tree of the sequence: its alpha, leaves, training error, and its error on other records with the standard error, all exact."""

    alpha: Number
    leaves: int
    training: Fraction
    error: Fraction
    standard_error: Number


@frozen(eq=False)
class PruningCurveDisplay:
    """
    The trees of a sequence, the position of the one with the least error, and that of the one-standard-error rule.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.pruning.cost_complexity import cost_complexity
    >>> from dtref.spec.views.shape import parity
    >>> display = PruningCurveDisplay.from_validation(cost_complexity(grow(parity(2), CART)), parity(2))
    >>> [(tree.leaves, tree.error, tree.standard_error) for tree in display.trees], display.best, display.chosen
    ([(4, Fraction(0, 1), Fraction(0, 1)), (1, Fraction(1, 2), Fraction(1, 4))], 0, 0)
    """

    trees: tuple[PrunedTree, ...]
    best: int
    chosen: int
    estimate: str
    unit: str

    __repr__ = brief_repr

    @classmethod
    def from_cross_validation(cls, found: CrossValidated) -> PruningCurveDisplay:
        """The sequence with the estimates of cross-validation."""
        return _display(found, "cross-validation")

    @classmethod
    def from_validation(cls, path: Path, validation: DataSet) -> PruningCurveDisplay:
        """The sequence on a validation set; the rule is the same. Errors: Invalid without records; as `losses_along`."""
        records = records_of("validation set", validation)
        return _display(CrossValidated(path, losses_along(path, validation), losses_along(path, validation, 2), records), "validation")

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The curves on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for each curve.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        positions, trees, best = range(len(self.trees)), self.trees, self.trees[self.best]
        # The two curves.
        bars = plotted_numbers(tree.standard_error for tree in trees)
        styles = (f"{self.estimate} (± 1 standard error)", pen(1)), ("training", pen(0))
        error, training = ({"color": p.colour, "linestyle": p.line, "marker": p.marker, "label": name} for name, p in styles)
        ax.errorbar(positions, plotted_numbers(t.error for t in trees), yerr=bars, capsize=5, elinewidth=1.5, **styled(error, style))
        ax.plot(positions, plotted_numbers(t.training for t in trees), **styled(training, style))
        # The limit of the rule, and the two trees that stand out.
        (limit,) = plotted_numbers((best.error + best.standard_error,))
        ax.axhline(limit, color=GUIDE, linestyle=":", label="least error + 1 standard error")
        for rule, i, marker, size in (("least error", self.best, "o", 15), ("one-standard-error rule", self.chosen, "D", 22)):
            leaves = number_of_things(trees[i].leaves, "leaf", "leaves")
            ring: Properties = {"marker": marker, "markersize": size, "fillstyle": "none", "color": "black", "linestyle": ""}
            ax.plot([i], plotted_numbers((trees[i].error,)), label=f"{rule}: {leaves}", markeredgewidth=1.8, **ring)
        ticks = positions[:: -(-len(positions) // _MOST)]
        ax.set_xticks(ticks, [f"{trees[i].leaves}\n{marked(significant(trees[i].alpha, 3))}" for i in ticks], size="small")
        ax.set(xlabel="leaves, and the α from which on the tree is the best", ylabel=self.unit)
        from_zero(ax)
        ax.legend(markerscale=0.7, labelspacing=0.6)


def _display(found: CrossValidated, estimate: str) -> PruningCurveDisplay:
    steps = found.path.steps
    trees = (
        PrunedTree(step.alpha, step.leaves, training_error(found.path.tree_of(i)), found.risk(i), found.standard_error(i))
        for i, step in enumerate(steps)
    )
    return PruningCurveDisplay(tuple(trees), found.best, found.within_one_standard_error, estimate, error_name(found.path.tree))
