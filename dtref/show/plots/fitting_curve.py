"""
Under- and overfitting: training and test error by the size of the tree.

The records of the document's example are those of `dtref.spec.preparation.rings`. The trees are those of a cost-complexity sequence, each
a pruning of the one before. `dtref.spec.evaluation.estimation.overfitting` decides, by comparison with the tree of least test error, which
of them underfit or overfit.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Underfitting and Overfitting"),
    ("iaml", "2.2"),
)

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.comparison import argmin_set
from dtref.show.plots.canvas import Properties, drawn_on_axes, from_zero, number_of_things, pen, plotted_numbers, styled
from dtref.spec.evaluation.estimation.overfitting import Fit, overfits, underfits
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree, is_regression, nodes, squared_error, training_errors, weight
from dtref.spec.pruning.cost_complexity import Path
from dtref.spec.pruning.selection import losses_along

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def training_error(tree: Tree) -> Fraction:
    """
    The share of its training records that a tree gets wrong, or its mean squared error. Errors: Invalid without records.

    >>> from dtref.spec.model.trees import Leaf
    >>> training_error(Leaf((("-", Fraction(1)), ("+", Fraction(3))), ("+",)))
    Fraction(1, 4)
    """
    if not weight(tree):
        raise Invalid("tree", "one grown from records", "no records")
    return (squared_error(tree) if is_regression(tree) else training_errors(tree)) / weight(tree)


def error_name(tree: Tree) -> str:
    """
    The name of a tree's errors.

    >>> from dtref.spec.model.trees import Leaf
    >>> error_name(Leaf((("-", Fraction(1)),), ("-",)))
    'error rate'
    """
    return "mean squared error" if is_regression(tree) else "error rate"


def records_of(what: str, data: DataSet) -> Fraction:
    """
    The weight of records to take a mean over. Errors: Invalid without records.

    >>> from dtref.spec.views.shape import parity
    >>> records_of("test set", parity(2))
    Fraction(4, 1)
    """
    if not data.records:
        raise Invalid(what, "at least one record", "none")
    return sum((record.weight for record in data), Fraction(0))


@frozen
class FittingCurveDisplay:
    """
    The training and the test error of the trees of a sequence, exact, by their number of nodes, the smallest tree first.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.pruning.cost_complexity import cost_complexity
    >>> from dtref.spec.views.shape import parity
    >>> display = FittingCurveDisplay.from_path(cost_complexity(grow(parity(2), CART)), parity(2))
    >>> display.sizes, display.fits, display.best, display.underfitted, display.overfitted
    ((1, 7), (Fit(training=Fraction(1, 2), test=Fraction(1, 2)), Fit(training=Fraction(0, 1), test=Fraction(0, 1))), 1, (0,), ())
    """

    sizes: tuple[int, ...]
    fits: tuple[Fit, ...]
    unit: str

    __repr__ = brief_repr

    @classmethod
    def from_path(cls, path: Path, test: DataSet) -> FittingCurveDisplay:
        """The curve of a sequence, on records it was not grown from. Errors: Invalid without records; as `losses_along`."""
        records, losses = records_of("test set", test), losses_along(path, test)
        trees = [path.tree_of(i) for i in range(len(path.steps))]
        points = [
            (sum(1 for _ in nodes(tree)), Fit(training_error(tree), loss / records)) for tree, loss in zip(trees, losses, strict=True)
        ]
        sizes, fits = zip(*reversed(points), strict=True)
        return cls(sizes, fits, error_name(path.tree))

    @property
    def best(self) -> int:
        """The position of the tree with the least test error, the smallest of several."""
        return argmin_set(range(len(self.fits)), key=lambda i: self.fits[i].test)[0]

    @property
    def underfitted(self) -> tuple[int, ...]:
        """The positions of the smaller trees that the best one shows to underfit."""
        return tuple(i for i in range(self.best) if underfits(self.fits[i], self.fits[self.best]))

    @property
    def overfitted(self) -> tuple[int, ...]:
        """The positions of the larger trees that the best one shows to overfit."""
        return tuple(i for i in range(self.best + 1, len(self.fits)) if overfits(self.fits[i], self.fits[self.best]))

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The curves on matplotlib's axes, new ones unless some are given; style: properties of matplotlib's lines for each curve.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        sizes = plotted_numbers(self.sizes)
        test, training = [fit.test for fit in self.fits], [fit.training for fit in self.fits]
        # The two curves.
        for name, errors, its in (("test error", test, pen(1)), ("training error", training, pen(0))):
            properties: Properties = {"color": its.colour, "linestyle": its.line, "marker": its.marker, "label": name}
            ax.plot(sizes, plotted_numbers(errors), **styled(properties, style))
        # The best size, and the sizes beside it that underfit or overfit.
        best = f"least test error: {number_of_things(self.sizes[self.best], 'node', 'nodes')}"
        ax.axvline(sizes[self.best], color="black", linestyle=":", linewidth=1.8, label=best)
        _shade(ax, self.underfitted, sizes, {"label": "underfitting", "hatch": "..", **_light("#E69F00")})
        _shade(ax, self.overfitted, sizes, {"label": "overfitting", "hatch": "//", **_light("#56B4E9")})
        ax.set(xlabel="nodes of the tree", ylabel=self.unit)
        from_zero(ax)
        ax.legend()


def _light(colour: str) -> Properties:
    return {"facecolor": (colour, 0.15), "edgecolor": (colour, 0.5), "linewidth": 0}


def _shade(ax: Axes, positions: Sequence[int], sizes: Sequence[float], style: Properties) -> None:
    """Shades the sizes at some positions, each up to the middle between it and its neighbours; a run of positions as one area."""
    middles = [sizes[0], *((a + b) / 2 for a, b in pairwise(sizes)), sizes[-1]]
    starts = [i for i in positions if i - 1 not in positions]
    ends = [i for i in positions if i + 1 not in positions]
    for i, j in zip(starts, ends, strict=True):
        label = style["label"] if i == starts[0] else "_again"
        ax.axvspan(middles[i], middles[j + 1], zorder=0.5, **{**style, "label": label})
