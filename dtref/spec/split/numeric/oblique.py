"""
Oblique tests as candidates: listed ones, or all that part the records of a node (the search for an optimal one).

A node's records are points, one for each combination of the values asked. As with cuts, all hyperplanes that part the points in the same
way are one candidate; the one written down is farthest from the points on both sides.
"""

from __future__ import annotations

__sources__ = (("tan", "Oblique Decision Trees"),)

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from operator import sub
from typing import TypeAlias, cast

from attrs import frozen
from toolz import groupby

from dtref.exact.definition import defined
from dtref.exact.halfspaces import LIMIT, Point, linear_dichotomies, maximum_margin
from dtref.spec.model.attributes import ABSENT, MISSING, Continuous
from dtref.spec.model.branches import asked, branch_for
from dtref.spec.model.counts import Columns, Counts, Weighted, add_counts, statistic
from dtref.spec.model.tests import Oblique, Side
from dtref.spec.split.candidates import Candidates

ObliqueOffer: TypeAlias = Callable[[Columns, Weighted], Sequence[Candidates]]
"""Makes the candidates that ask several attributes, from the training set's columns and the records of a node."""


@frozen
class ObliqueTests:
    """
    Offers the tests of a list, each a candidate where both of its branches hold records.   Errors: Invalid for an attribute that the data
    lacks.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> x, y = Continuous("x"), Continuous("y")
    >>> rows = [Record((Fraction(i), Fraction(j)), "+-"[i + j > 0]) for i in (0, 1) for j in (0, 1)]
    >>> test = Oblique(((x, Fraction(1)), (y, Fraction(1))), Fraction(1), Side.BELOW)
    >>> ObliqueTests((test,))(columns(DataSet((x, y), Nominal("class", ("+", "-")), rows)), Weighted((0, 1, 2, 3)))[0].splits
    (((1, 0), (0, 3)),)
    """

    tests: tuple[Oblique, ...]

    def __call__(self, columns: Columns, records: Weighted) -> Sequence[Candidates]:
        """The candidates at a node, test by test."""
        return [_one_test(columns, records, test) for test in self.tests]


@defined(sources=(("tan", "Oblique Decision Trees"), "Murthy, Kasif and Salzberg 1994, A system for induction of oblique decision trees"))
@frozen
class ObliqueSearch:
    """
    Offers, for every set of `attributes` continuous attributes, each way in which a hyperplane parts the points of the node, except those
    that a cut of one attribute makes, too (`Thresholds` offers these).

    With those cuts they are all that a linear test can do, so an optimum of any criterion is among them. The price: n points of two
    attributes are parted in up to n (n - 1) / 2 ways, of d attributes in some n^d. Order: the point that comes first by its values goes
    left; the others that do are read as a binary number, as for groupings (golden/TIES.md). limit: the most hyperplanes through points that
    one search may look at; `Undecided` beyond. side: of the tests made, whose hyperplane touches no record of the node.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.branches import condition
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import DataSet, Record
    >>> x, y = Continuous("x"), Continuous("y")
    >>> rows = [Record((Fraction(i), Fraction(j)), "+-"[i + j > 0]) for i in (0, 1) for j in (0, 1)]
    >>> (tests,) = ObliqueSearch()(columns(DataSet((x, y), Nominal("class", ("+", "-")), rows)), Weighted((0, 1, 2, 3)))
    >>> [(condition(tests.test(i), 0), split) for i, split in enumerate(tests.splits)][:2]
    [('x + y <= 0.5', ((1, 0), (0, 3))), ('x + y <= 1.5', ((1, 2), (0, 1)))]
    """

    attributes: int = 2
    limit: int = LIMIT
    side: Side = Side.AT_MOST

    def __call__(self, columns: Columns, records: Weighted) -> Sequence[Candidates]:
        """The candidates at a node, one set of attributes after another."""
        numeric = [a for a in columns.data.attributes if isinstance(a, Continuous)]
        return [self._of_attributes(columns, records, attributes) for attributes in combinations(numeric, self.attributes)]

    def _of_attributes(self, columns: Columns, records: Weighted, attributes: tuple[Continuous, ...]) -> Candidates:
        """The candidates that ask these attributes."""
        # the records by their points; those that lack a value are at none
        positions = [columns.data.column(a.name) for a in attributes]
        by_point = groupby(lambda i: _point(columns, positions, records.rows[i]), range(len(records.rows)))
        missing = statistic(columns, _some(records, by_point.pop(None, ())))
        points: list[Point] = sorted(by_point)
        counts = [statistic(columns, _some(records, by_point[p])) for p in points]
        dichotomies = _proper(points, self.limit)
        return Candidates(_splits(counts, dichotomies), lambda i: self._test(attributes, points, dichotomies[i]), missing)

    def _test(self, attributes: tuple[Continuous, ...], points: Sequence[Point], left: frozenset[int]) -> Oblique:
        """The test that is farthest from the points on both sides."""
        sides = [[p for i, p in enumerate(points) if (i in left) is goes] for goes in (True, False)]
        weights, cut = maximum_margin(*sides)
        return Oblique(tuple((a, Fraction(w)) for a, w in zip(attributes, weights, strict=True) if w), cut, self.side)


def _one_test(columns: Columns, records: Weighted, test: Oblique) -> Candidates:
    """A test as the one candidate; none where it parts nothing."""
    position = {a: columns.data.column(a.name) for a in asked(test)}

    def branch(i: int) -> object:
        return branch_for(test, lambda a: columns.data.records[records.rows[i]].values[position[a]])

    by_branch = groupby(branch, range(len(records.rows)))
    split = tuple(statistic(columns, _some(records, by_branch.get(b, ()))) for b in (0, 1))
    missing = statistic(columns, _some(records, by_branch.get(MISSING, ())))
    return Candidates((split,) if 0 in by_branch and 1 in by_branch else (), lambda _: test, missing)


def _some(records: Weighted, chosen: Sequence[int]) -> Weighted:
    """The records at some positions of the list."""
    return Weighted(tuple(records.rows[i] for i in chosen), None if records.parts is None else tuple(records.parts[i] for i in chosen))


def _point(columns: Columns, positions: Sequence[int], row: int) -> Point | None:
    """A record's values of the attributes at some positions; None where one is missing."""
    codes = [columns.codes[a][row] for a in positions]
    return None if ABSENT in codes else cast(Point, tuple(columns.levels[a][code] for a, code in zip(positions, codes, strict=True)))


def _proper(points: Sequence[Point], limit: int) -> list[frozenset[int]]:
    """The left sides, in order: those with the first point, but not all, that no cut of one coordinate makes."""
    everyone = frozenset(range(len(points)))
    lefts = {left if 0 in left else everyone - left for left in linear_dichotomies(points, limit)}
    # the parts that cuts of one coordinate make
    axes = ([(i, p[a]) for i, p in enumerate(points)] for a in range(len(points[0]) if points else 0))
    cuts = {frozenset(i for i, x in axis if x <= cut) for axis in axes for _, cut in axis}
    return sorted(lefts - cuts - {everyone - cut for cut in cuts} - {everyone}, key=lambda left: sum(1 << i for i in left))


def _splits(counts: Sequence[Counts], lefts: Sequence[frozenset[int]]) -> list[tuple[Counts, Counts]]:
    """The two sides of each dichotomy, from the counts of each point."""
    width = len(counts[0]) if counts else 0
    node = add_counts(counts, width)
    sums = [add_counts((counts[i] for i in sorted(left)), width) for left in lefts]
    return [(left, tuple(map(sub, node, left))) for left in sums]
