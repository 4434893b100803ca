"""
A tree as rows of numbers, on which the kernels walk (`dtref.engines.compiled.kernels.routes`).

The first rows are the nodes, parents before children, the children of a node one after the other. Then come surrogates, each a row of its
own: a record that misses the value asked for goes on to the row of the first surrogate, and from its branches to children of the node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.engines.compiled.kernels.route_layout import BELOW, BRANCHES, COLUMN, LEFT, OTHER, REFUSED, RIGHT, SHARED, UNWEIGHED
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.tests import AxisTest
from dtref.spec.model.trees import Tree

Labels: TypeAlias = NDArray[np.object_] | NDArray[np.str_]
"""Labels of many records: texts, or Fractions."""


@frozen
class Asked:
    """A column that a tree asks: its attribute, with all values that any test of it declares."""

    attribute: Attribute
    rounds: bool
    """Whether a test rounds its numbers to floats before it compares them."""


@frozen(eq=False)
class CountsOfLeaves:
    """The classes, and of some leaves the weight of each class, in whole units: a row for each leaf."""

    classes: tuple[str, ...]
    of: Callable[[Ints], Ints]


@frozen(eq=False, slots=False)
class TreeRows:
    """
    A tree as rows.

    tests, missing, others, branches: as in `RowArrays`. entries: the branch of each code; those of ranges are not filled in. root: its row.
    parents: of each node. columns: those that the tree asks. test_of: the test of a row. node_of: the node of a row. weights: of the
    training records at each node, made when asked for. first_labels: the first label of each of some leaves. double_cuts: for rows of cuts
    the greatest doubles that go left. class_counts: where they are known as arrays.
    """

    tests: Ints
    missing: Ints
    others: Ints
    entries: Floats
    branches: Ints
    root: int
    parents: Ints
    columns: tuple[Asked, ...]
    test_of: Callable[[int], AxisTest]
    node_of: Callable[[int], Tree]
    weights: Callable[[], Ints | Sequence[Fraction]]
    first_labels: Callable[[Ints], Labels]
    double_cuts: Callable[[Ints], Floats]
    class_counts: CountsOfLeaves | None = None

    @cached_property
    def by_weight(self) -> tuple[Ints, Ints]:
        """
        As `missing`, where the weights of the branches decide: the heaviest branch, or SHARED by several, which the second array marks: all
        that have weight, or those that are the heaviest. A node without weight refuses the records, and the specification is asked.
        """
        missing, marked, weights = self.missing.copy(), np.zeros(len(self.tests), np.int64), self.weights()
        if isinstance(weights, np.ndarray):
            self._weigh_cuts(missing, marked, weights)
            return missing, marked
        for t in np.flatnonzero(missing[: len(weights)] < REFUSED).tolist():
            below = child_rows(self, t).tolist()
            of_branches = [weights[child] for child in below]
            heaviest = missing[t] == UNWEIGHED
            most = max(of_branches, default=0)
            sharing = [w == most if heaviest else w > 0 for w in of_branches]
            if not any(of_branches):
                missing[t] = REFUSED
            else:
                missing[t] = below[sharing.index(True)] if heaviest and sum(sharing) == 1 else SHARED
                marked[below] = sharing
        return missing, marked

    def _weigh_cuts(self, missing: Ints, marked: Ints, weights: Ints) -> None:
        """Writes the same for all nodes at once, where all of them are cuts."""
        waiting = np.flatnonzero(missing < REFUSED)
        left, right = self.tests[waiting, LEFT], self.tests[waiting, RIGHT]
        heavier = np.where(weights[left] > weights[right], left, right)
        alone = (missing[waiting] == UNWEIGHED) & (weights[left] != weights[right])
        empty = (weights[left] == 0) & (weights[right] == 0)
        missing[waiting] = np.where(empty, REFUSED, np.where(alone, heavier, SHARED))
        marked[left], marked[right] = weights[left] > 0, weights[right] > 0

    @cached_property
    def listed_parents(self) -> list[int]:
        """The parents, as a list."""
        listed: list[int] = self.parents.tolist()
        return listed

    @cached_property
    def listed_weights(self) -> Sequence[int | Fraction]:
        """The weights, as exact numbers."""
        weights = self.weights()
        return weights.tolist() if isinstance(weights, np.ndarray) else weights


def child_rows(rows: TreeRows, t: int) -> Ints:
    """
    The rows of a node's children.

    >>> from dtref.engines.routing.flat_trees import flat_rows
    >>> from dtref.spec.model.trees import Leaf
    >>> child_rows(flat_rows(Leaf((), ("+",))), 0).tolist()
    []
    """
    column, left = rows.tests[t, COLUMN], rows.tests[t, LEFT]
    if column >= 0:
        return rows.tests[t, [LEFT, RIGHT]]
    if column == OTHER:
        below = rows.others[left, BELOW]
        return rows.branches[below : below + rows.others[left, BRANCHES]]
    return np.zeros(0, np.int64)
