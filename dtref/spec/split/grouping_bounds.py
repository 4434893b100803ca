"""Bounds of the value of the best grouping of nominal values, where too many groupings would have to be tried."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from operator import add, sub

from dtref.errors import NO_BOUND, CountBound, Undecided, Undefined
from dtref.exact.comparison import argmax_set
from dtref.exact.number import Number
from dtref.exact.rounding import floor, rational_where_known
from dtref.spec.model.counts import Counts, CountTable, add_counts
from dtref.spec.split.criteria import Criterion

MOST_CELLS = 1_000
"""The most counts of a table whose groupings are bounded."""
_UNIT = Fraction(1, 10**12)
"""The unit to which an irrational bound is rounded outwards."""


def undecided_grouping(table: CountTable, criterion: Criterion, limit: int, *, of_all: bool = True) -> Undecided:
    """
    What is raised where more groupings than the limit would have to be tried, with bounds of the best value. of_all: whether every grouping
    may compete; of some alone no lower bound is known.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> print(undecided_grouping(CountTable(x, x.values, x.values, ((2, 0, 0), (0, 2, 0), (0, 0, 2)), (0, 0, 0)), gini_reduction, 2))
    best grouping of 3 values of x, its gini_reduction: not decided within 2 groupings (at least 1/3, at most 2/3)
    """
    lower, upper = bounds_of_best_grouping(table, criterion)
    question = f"best grouping of {len(table.counts)} values of {table.attribute.name}, its {criterion.name}"
    return Undecided(question, f"{limit} groupings", lower if of_all else NO_BOUND, upper)


def bounds_of_best_grouping(table: CountTable, criterion: Criterion) -> tuple[CountBound, CountBound]:
    """
    Bounds of the greatest value that a criterion takes over the groupings of an attribute's present values in two. None are known of tables
    of more than `MOST_CELLS` counts; irrational ones are rounded outwards, to 12 places.

    The lower bound is the best value of the beginnings of the present values in order of their share of one class, for each class (of a
    target of numbers: in order of their means). The upper one is the value of a branch for each value, if the criterion is impurity before
    minus after. Proof: impurity is concave in the class shares, so that branches which are put together, and whose shares so become a mean
    of theirs, never weigh less. Of other criteria no upper bound is known.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> bounds_of_best_grouping(CountTable(x, x.values, x.values, ((2, 0, 0), (0, 2, 0), (0, 0, 2)), (0, 0, 0)), gini_reduction)
    (Fraction(1, 3), Fraction(2, 3))
    """
    if len(table.counts) * len(table.missing) > MOST_CELLS:
        return NO_BOUND, NO_BOUND
    node = add_counts((*table.counts, table.missing), len(table.missing))
    tried = [x for split in _beginnings(table, criterion) if not isinstance(x := criterion(node, split, table.missing), Undefined)]
    lower = _rational(argmax_set(tried, lambda x: x)[0], 0) if tried else NO_BOUND
    most = criterion(node, table.counts, table.missing) if criterion.reduces else NO_BOUND
    return lower, most if isinstance(most, Undefined) else _rational(most, 1)


def _beginnings(table: CountTable, criterion: Criterion) -> Iterator[tuple[Counts, Counts]]:
    """The two sides of each beginning of the values, in each order."""
    known, moments = add_counts(table.counts, len(table.missing)), criterion.impurity is not None and criterion.impurity.moments
    for j in (1,) if moments else range(len(known)):
        ordered = sorted(table.counts, key=lambda n_v: Fraction(n_v[j]) / (n_v[0] if moments else sum(n_v)))
        for left in accumulate(ordered[:-1], lambda a, b: tuple(map(add, a, b))):
            yield left, tuple(map(sub, known, left))


def _rational(x: Number, up: int) -> Fraction:
    """A number, or a rational one that is below it, or above: by as many units as `up`, rounded down, at most one off."""
    exact = rational_where_known(x)
    return (floor(x / _UNIT) + up) * _UNIT if exact is None else exact
