"""
Small tables of numbers with classes, drawn by Hypothesis (extra `judge`).

Relations that ties may break (the order of records decides among equals in many programs) are asked of tables without any: no two records
are alike, and neither Gini nor entropy leaves a choice at any node.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve, frozen

from dtref.engines.tied_trees import count_trees
from dtref.errors import Undecided
from dtref.io.arrays import from_arrays
from dtref.spec.presets import CART
from dtref.spec.split.criteria import gain

if TYPE_CHECKING:
    from hypothesis.strategies import DrawFn, SearchStrategy

MOST_ROWS, MOST_COLUMNS, MOST_CLASSES = 12, 3, 3
_LEAST, _GREATEST = -3, 6


@frozen
class LabelledRows:
    """Records: the numbers of each, its class (0, 1 …, each there), its weight."""

    rows: tuple[tuple[float, ...], ...]
    labels: tuple[int, ...]
    weights: tuple[int, ...]

    def text(self) -> str:
        """The records as they are typed."""
        weights = f", weights={list(self.weights)}" if set(self.weights) != {1} else ""
        return f"X={[list(row) for row in self.rows]}, y={list(self.labels)}{weights}"


def has_ties(sample: LabelledRows) -> bool:
    """
    Whether two records have the same numbers, or some node has two best tests by Gini or by entropy.

    >>> has_ties(LabelledRows(((0.0,), (1.0,)), (0, 1), (1, 1))), has_ties(LabelledRows(((0.0,), (1.0,), (2.0,)), (0, 1, 0), (1, 1, 1)))
    (False, True)
    """
    if len(set(sample.rows)) < len(sample.rows):
        return True
    data = from_arrays([list(row) for row in sample.rows], [str(label) for label in sample.labels], weights=list(sample.weights))
    try:
        return any(count_trees(data, policy) != 1 for policy in (CART, evolve(CART, criterion=gain)))
    except Undecided:
        return True


def labelled_rows(draw: DrawFn, *, ties: bool, weighted: bool) -> LabelledRows:
    """A drawn table of up to `MOST_ROWS` records, with ties or without; weighted: with weights from 1 to 3."""
    from hypothesis import strategies as st

    n, columns = draw(st.integers(2, MOST_ROWS)), draw(st.integers(1, MOST_COLUMNS))
    numbers = st.integers(_LEAST, _GREATEST).map(float)
    row = st.tuples(*[numbers] * columns)
    rows = draw(st.lists(row, min_size=n, max_size=n, unique=not ties))
    drawn = draw(st.lists(st.integers(0, MOST_CLASSES - 1), min_size=n, max_size=n))
    names = sorted(set(drawn))
    weights = draw(st.lists(st.integers(1, 3), min_size=n, max_size=n)) if weighted else [1] * n
    return LabelledRows(tuple(rows), tuple(map(names.index, drawn)), tuple(weights))


def samples(*, ties: bool, weighted: bool) -> SearchStrategy[LabelledRows]:
    """Tables of two classes or more; without ties, if none may be there."""
    from hypothesis.strategies import composite

    drawn = composite(labelled_rows)(ties=ties, weighted=weighted).filter(lambda sample: len(set(sample.labels)) > 1)
    return drawn if ties else drawn.filter(lambda sample: not has_ties(sample))
