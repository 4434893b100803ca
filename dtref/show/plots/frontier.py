"""The least loss of each number of leaves, and above it the trees that greed makes."""

from __future__ import annotations

__sources__ = (("tan", "Search Strategy"), ("iaml", "1.8"))

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from dtref.engines.greedy_beside import GreedyTree
from dtref.errors import Undefined
from dtref.exact.brief import brief_repr
from dtref.show.plots.canvas import Properties, drawn_on_axes, from_zero, number_of_things, pen, plotted_numbers, styled, words
from dtref.spec.optimal.losses import LossValue

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@frozen(eq=False)
class FrontierDisplay:
    """
    The numbers of leaves worth having, each with the least loss of any tree; and of greedy trees the names, the leaves and the loss.

    >>> from dtref.engines.good_trees import best_trees, least_losses
    >>> from dtref.engines.greedy_beside import greedy_beside
    >>> from dtref.spec.presets import CART, ID3
    >>> from dtref.spec.views.shape import parity
    >>> beside = greedy_beside(best_trees(parity(2), CART), {"cart": CART, "id3": ID3}, parity(2))
    >>> display = FrontierDisplay.from_losses(least_losses(parity(2), CART), beside, "errors")
    >>> display.sizes, display.greedy
    (((1, Fraction(2, 1)), (3, Fraction(1, 1)), (4, Fraction(0, 1))), ((('cart', 'id3'), 4, Fraction(0, 1)),))
    """

    sizes: tuple[tuple[int, LossValue], ...]
    greedy: tuple[tuple[tuple[str, ...], int, LossValue], ...]
    loss: str

    __repr__ = brief_repr

    @classmethod
    def from_losses(
        cls, sizes: Iterable[tuple[int, LossValue]], greedy: Iterable[GreedyTree | tuple[str, Undefined]], loss: str
    ) -> FrontierDisplay:
        """
        The frontier that `least_losses` gives, and what `greedy_beside` does; presets that grow no tree are left out, and those whose trees
        are of one size and loss are one point. With a limit of leaves give only the greedy trees within it. loss: the name of what leaves
        lose.
        """
        points = dict[tuple[int, LossValue], list[str]]()
        for tree in greedy:
            if isinstance(tree, GreedyTree):
                points.setdefault((tree.leaves, tree.loss), []).append(tree.name)
        return cls(tuple(sizes), tuple((tuple(names), *point) for point, names in points.items()), loss)

    def plot(self, ax: Axes | None = None, **style: object) -> Axes:
        """
        The frontier as steps on matplotlib's axes, new ones unless some are given, and the greedy trees as points; style: properties of
        matplotlib's line of the frontier.

        Errors: Invalid without matplotlib.
        """
        return drawn_on_axes(ax, lambda its: self._draw(its, style))

    def _draw(self, ax: Axes, style: Mapping[str, object]) -> None:
        first = pen(0)
        own: Properties = {"color": first.colour, "linestyle": first.line, "marker": first.marker, "label": "least of all that compete"}
        # no tree with more leaves has less: the last step goes on to the greedy tree with the most leaves
        leaves, losses = [n for n, _ in self.sizes], plotted_numbers(loss for _, loss in self.sizes)
        widest = max([leaves[-1], *(n for _, n, _ in self.greedy)])
        ax.step([*leaves, widest], [*losses, losses[-1]], where="post", markevery=[*range(len(leaves))], **styled(own, style))
        for i, (names, n, loss) in enumerate(self.greedy, 1):
            point: Properties = {"color": pen(i).colour, "marker": pen(i).marker, "linestyle": "", "markersize": 11, "fillstyle": "none"}
            label = words(f"{', '.join(names)}: {number_of_things(n, 'leaf', 'leaves')}")
            ax.plot([n], plotted_numbers((loss,)), markeredgewidth=2, label=label, **point)
        ax.set(xlabel="leaves", ylabel=self.loss.replace("-", " "))
        ax.locator_params(axis="x", integer=True)
        if losses[-1] >= 0:  # costs may be below 0
            from_zero(ax)
        ax.legend(markerscale=0.8, labelspacing=0.6)
