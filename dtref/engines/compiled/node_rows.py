"""Nodes as rows of the kernels' arrays: what trees over these have in common, whether values are missing or not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol, cast

from dtref.engines.compiled.kernels.layout import EVERY, SUBSETS, Ints
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.optima import EverySubset, Optima, count_tests, subset
from dtref.spec.model.schemes import walk
from dtref.spec.model.tally import Tally
from dtref.spec.model.tests import Multiway, OrdinalCut, Test
from dtref.spec.model.trees import GapRule, Label, Tree
from dtref.spec.split.candidates import Thresholds
from dtref.spec.split.numeric.large_sides import LargeSidedCuts
from dtref.spec.split.numeric.single_precision import ThresholdsApart


class NodeRows(Protocol):
    """A grown tree whose nodes are rows; each field of node t is a method."""

    def counts(self, t: int, /) -> Tally:
        """The class counts of a node, or the moments of a continuous target."""

    def labels(self, t: int, /) -> tuple[Label, ...]:
        """Its labels."""

    def chosen(self, t: int, /) -> Test:
        """The test of an inner node."""

    def optima(self, t: int, /) -> Optima:
        """The optima of an inner node."""

    def children(self, t: int, /) -> tuple[Tree, ...]:
        """The child nodes."""

    def gap(self, t: int, /) -> GapRule:
        """What an inner node does with a record that misses its value."""

    def endings(self, t: int, /) -> int:
        """As `dtref.spec.growing.ties.count_endings`."""


class NodeRow(NamedTuple):
    """A node as a row of the arrays, from which the fields of a leaf or branch are computed."""

    grown: NodeRows
    t: int

    @property
    def counts(self) -> Tally:
        """See `Leaf.counts`; so all the others."""
        return self.grown.counts(self.t)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The labels."""
        return self.grown.labels(self.t)

    @property
    def test(self) -> Test:
        """The test that is asked."""
        return self.grown.chosen(self.t)

    @property
    def optima(self) -> Optima:
        """All optima."""
        return self.grown.optima(self.t)

    @property
    def children(self) -> tuple[Tree, ...]:
        """The child nodes."""
        return self.grown.children(self.t)

    @property
    def gap(self) -> GapRule:
        """The rule for missing values."""
        return self.grown.gap(self.t)

    @property
    def endings(self) -> int:
        """How many ways to go on are as good."""
        return self.grown.endings(self.t)

    @property
    def or_leaf(self) -> bool:
        """False: policies by which a leaf may be as good as a test are grown otherwise."""
        return False


def first_tie(tree: NodeRows, tied: Ints, rows_below: Callable[[int], range]) -> int | None:
    """
    The first inner node in preorder that has several optima; None where there is none. tied: for each node the number of rows of its
    optima, 0 of a leaf. rows_below: the rows of a node's children.
    """
    preorder = (t for t, _ in walk(0, None, lambda t, _: ((child, None) for child in rows_below(t))))
    return next((t for t in preorder if tied[t] and count_tests(tree.optima(t)) > 1), None)


def endings(tree: NodeRows, t: int, tied: int, offers: Ints) -> int:
    """
    The number of ways to go on at a node that are as good. tied: the number of rows of its optima, 0 of a leaf; a row is a test, but where
    groupings are offered, of which one row may be all.
    """
    if not tied:
        return 1
    return count_tests(tree.optima(t)) if (offers == SUBSETS).any() else tied


def optimum(  # noqa: PLR0913 - what an optimum is made of
    attribute: Continuous | Nominal | Ordinal,
    levels: Sequence[object],
    offer: object,
    ends: tuple[int, int],
    *,
    multiway: bool,
    present: Callable[[], tuple[str, ...]],
) -> Test | EverySubset:
    """
    An optimum as a test, or as all groupings of the values that are present. levels: the attribute's values in order; ends: the lower and
    the upper of a cut, or the number of a grouping. offer: the policy's, of numbers.

    >>> optimum(Ordinal("x", ("a", "b", "c")), (), None, (0, 1), multiway=False, present=tuple).lower
    'a'
    """
    lower, upper = ends
    match attribute:
        case Continuous():
            numbers = cast("tuple[Fraction, ...]", levels)
            return cast("Thresholds | ThresholdsApart | LargeSidedCuts", offer).between(attribute, numbers[lower], numbers[upper], numbers)
        case Nominal() | Ordinal() if multiway:
            return Multiway(attribute)
        case Ordinal():
            return OrdinalCut(attribute, attribute.values[lower], attribute.values[upper])
        case Nominal():
            return EverySubset(attribute, present()) if lower == EVERY else subset(attribute, present(), lower)
