"""
A tree as rows of numbers, on which the kernels walk (`dtref.engines.compiled.kernels.routes`).

The first rows are the nodes, parents before children, the children of a node one after the other. Then come surrogates, each a row of its
own: a record that misses the value asked for goes on to the row of the first surrogate, and from its branches to children of the node.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from attrs import frozen
from numpy.typing import NDArray

from dtref.engines.compiled.kernels.layout import Floats, Ints
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
class TreeRows:
    """
    A tree as rows.

    tests, missing, others, branches: as in `RowArrays`. entries: the branch of each code; those of ranges are not filled in. root: its row.
    parents: of each node. columns: those that the tree asks. test_of: the test of a row. node_of: the node of a row. weights: of the
    training records at each node, made when asked for. first_labels: the first label of each of some leaves. double_cuts: for rows of cuts
    the greatest doubles that go left.
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
