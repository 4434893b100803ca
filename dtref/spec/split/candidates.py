"""
Candidate tests: the tests that compete at a node, for each kind of attribute (golden/TIES.md).

An offer is called with an attribute's count table and the criterion. It returns how each candidate splits the class counts; the tests
themselves are made on demand, as only the optima need them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate
from operator import add, sub
from typing import Self, TypeAlias, TypeVar, cast

from attrs import Attribute as Field
from attrs import evolve, field, frozen

from dtref.errors import Invalid, declaration, way
from dtref.exact.definition import defined
from dtref.exact.number import Number
from dtref.spec.model.attributes import Continuous, Nominal, Ordinal
from dtref.spec.model.branches import as_asked
from dtref.spec.model.counts import Columns, Counts, CountTable, Weighted, add_counts
from dtref.spec.model.data import DataSet
from dtref.spec.model.numerals import is_numeral, truth_numbers
from dtref.spec.model.optima import EverySubset, groupings, subset
from dtref.spec.model.tests import Absent, Multiway, OrdinalCut, Side, Test, Threshold
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.grouping_bounds import undecided_grouping
from dtref.spec.split.impurity import Impurity
from dtref.spec.split.numeric.placement import Placement, midpoint

_Kind = TypeVar("_Kind", Nominal, Ordinal, Continuous)

Split: TypeAlias = tuple[Counts, ...]
"""The class counts of each branch."""


@frozen(eq=False)
class Candidates:
    """
    The candidate tests of one attribute at a node, in order: how each splits the class counts, and the i-th test.

    missing: the class counts of the records that miss the attribute's value; empty where none does.
    Of a symbolic member (`EverySubset`) the split is that of one representative; all of its tests have gain 0.
    """

    splits: Sequence[Split]
    test: Callable[[int], Test | EverySubset]
    missing: Counts = ()

    def only(self, kept: Sequence[int]) -> Self:
        """The candidates at the positions given, in that order."""
        return evolve(self, splits=[self.splits[i] for i in kept], test=lambda i: self.test(kept[i]))


@frozen(eq=False)
class Searched(Candidates):
    """A candidate that was found by a search, and is worth what the search found: its gain, and its split information, in bits."""

    gain: Number = Fraction(0)
    information: Number = Fraction(0)


Offer: TypeAlias = Callable[[CountTable, Criterion], Candidates]
"""Makes the candidates of an attribute at a node from its count table; the criterion may allow a shortcut."""


class OffersByTraining:
    """An offer that also depends on the training set: `of` makes the one for a training set, which is then called at each node."""

    __slots__ = ()

    def of(self, data: DataSet) -> Offer:
        """The offer for a training set."""
        raise NotImplementedError


class CountsRows(OffersByTraining):
    """An offer of a program that has its own way to count the records of branches, by which it refuses those with too few."""

    __slots__ = ()

    def row_counts(self, columns: Columns, records: Weighted) -> Callable[[Test], Split]:
        """A function from a test to how many of some records take each branch, as the program counts them."""
        raise NotImplementedError


@defined(sources=(("tan", "Splitting Based on Nominal Attributes"),))
@frozen
class MultiwaySplit:
    """
    Offers one candidate: a branch for each declared value, if two or more are present.

    >>> from dtref.spec.split.criteria import gain
    >>> size = Nominal("size", ("s", "m", "l"))
    >>> MultiwaySplit()(CountTable(size, size.values, ("s", "l"), ((1, 2), (3, 0)), (0, 0)), gain).splits
    (((1, 2), (0, 0), (3, 0)),)
    """

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute = table.attribute
        if isinstance(attribute, Continuous):
            raise Invalid(attribute.name, "a nominal or ordinal attribute", attribute)
        counts = dict(zip(table.values, table.counts, strict=True))
        nobody: Counts = (0,) * len(table.missing)
        split = tuple(counts.get(value, nobody) for value in attribute.values)
        return Candidates((split,) if len(counts) > 1 else (), lambda _: Multiway(attribute), table.missing)


@frozen
class NominalOnly:
    """The offer, for a number, of a program that knows nominal attributes alone: it refuses. Errors: Invalid, always."""

    program: str

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """Nothing: the attribute is refused."""
        raise Invalid(table.attribute.name, f"a nominal attribute, as {self.program} knows no other", type(table.attribute).__name__)


@defined(sources=(("tan", "Splitting Based on Ordinal Attributes"),))
@frozen
class OrdinalCuts:
    """
    Offers a cut between each pair of neighbouring present values, low to high.

    >>> from dtref.spec.split.criteria import gain
    >>> size = Ordinal("size", ("s", "m", "l"))
    >>> cuts = OrdinalCuts()(CountTable(size, size.values, ("s", "l"), ((1, 2), (3, 0)), (0, 0)), gain)
    >>> cuts.test(0).lower, cuts.test(0).upper
    ('s', 'l')
    """

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute = of_kind(table, Ordinal)
        values = cast(tuple[str, ...], table.values)
        return Candidates(_cuts(table), lambda i: OrdinalCut(attribute, values[i], values[i + 1]), table.missing)


@defined(errors="Invalid where the placement leaves the interval", sources=(("tan", "Continuous Attributes: Computing Gini Index…"),))
@frozen
class Thresholds:
    """
    Offers a cut between each pair of neighbouring present numbers, low to high: one sorted scan with running counts.

    placement: puts the cut inside its interval. side: the branch that a number equal to the cut takes.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x, (a, b) = Continuous("x"), (Fraction(85), Fraction(90))
    >>> cuts = Thresholds()(CountTable(x, (a, b), (a, b), ((1, 0), (0, 2)), (0, 0)), gini_reduction)
    >>> cuts.splits, cuts.test(0).cut
    ([((1, 0), (0, 2))], Fraction(175, 2))
    """

    placement: Placement = midpoint
    side: Side = Side.AT_MOST

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute = of_kind(table, Continuous)
        values, levels = cast(tuple[Fraction, ...], table.values), cast(tuple[Fraction, ...], table.levels)

        return Candidates(_cuts(table), lambda i: self.between(attribute, values[i], values[i + 1], levels), table.missing)

    def between(self, attribute: Continuous, a: Fraction, b: Fraction, levels: Sequence[Fraction]) -> Threshold:
        """The cut between two neighbours. levels: all values of the attribute in the training set."""
        return Threshold(attribute, a, b, self.placement(a, b, levels), self.side)


@defined(sources=(("tan", '"Binary split"'), ("cs6220", "Gini Index")))
@frozen
class SubsetSplits:
    """
    Offers a candidate for each way to put the present values in two groups (CART).

    All 2^(k-1) - 1 groupings are tried, except for two proved shortcuts, for criteria that are impurity before minus after (`reduces`):

    * If all values have the same class shares, every grouping has gain 0, and the candidates are one symbolic `EverySubset`.
    * If two classes are present (or the target is continuous: then read mean for share) and the impurity is strictly concave, every
      optimum is a prefix of the values ordered by their share of one class, values of equal share staying together, and only those
      are tried. Proof: a grouping is a point in the plane, the pair L of its left group's class counts. N is the pair of the node's, and
      the points tN, for numbers t from 0 to 1, are the diagonal: there both groups have the node's class shares. The weighted impurity of
      (L, N - L) is a sum of two terms that are concave and homogeneous of degree 1, one in L and one in N - L. The first is linear only
      along L, the second only along N - L, so along any segment that is not part of the diagonal their sum is strictly concave; on the
      diagonal the gain is 0. Hence a positive maximum over the convex hull of all achievable L is attained at its extreme points
      alone, and the extreme points of a sum of plane segments are the prefixes in order of slope.

    absent: what becomes of a value that no record of the node has, AS_MISSING or SECOND.
    limit: the most groupings that one search may try; beyond it `Undecided`, with bounds of the best value (`undecided_grouping`).
    written_out: the most groupings that are all listed, without shortcuts (for reading; the optima are the same). exhaustive: whether there
    are no shortcuts at all (they find the best of all groupings, which is of no use where some may not compete).

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x = Nominal("x", ("a", "b", "c"))
    >>> [SubsetSplits()(CountTable(x, x.values, x.values, ((2, 0), (0, 1), (1, 1)), (0, 0)), gini_reduction).test(i).left for i in (0, 1)]
    [('a',), ('a', 'c')]
    """

    limit: int = 2**15
    written_out: int = 0
    exhaustive: bool = False
    absent: Absent = field(default=Absent.AS_MISSING)

    @absent.validator
    def _of_groupings(self, at: Field[Absent], absent: Absent) -> None:
        if absent not in (Absent.AS_MISSING, Absent.SECOND):
            raise Invalid(at.name, f"{Absent.AS_MISSING.value!r} or {Absent.SECOND.value!r}", absent)

    def __call__(self, table: CountTable, criterion: Criterion) -> Candidates:
        """The candidates at a node whose count table this is."""
        attribute = of_kind(table, Nominal)
        values = cast(tuple[str, ...], table.values)
        node = add_counts(table.counts, len(table.missing))
        every, absent = groupings(len(values)), 1 if self.absent is Absent.SECOND else None
        # the impurity that the shortcuts are proved for; None: no shortcuts
        measure = criterion.impurity if criterion.reduces and not self.exhaustive and every > max(self.written_out, 1) else None
        by_value = [_deciding_counts(measure, n_v) for n_v in table.counts]
        together = _deciding_counts(measure, node)
        # first shortcut: all values have the same class shares
        if measure is not None and _same_shares(by_value, together):
            return Candidates((grouped(table.counts, node, 0),), lambda _: EverySubset(attribute, values, absent), table.missing)
        # second shortcut: prefixes of the values in order of their share of one class
        if measure is not None and measure.strictly_concave and (measure.moments or sum(n > 0 for n in node) == 2):
            indices: Sequence[int] = sorted(_prefixes([_slope(n_v, together, measure.moments) for n_v in by_value]))
        elif every <= self.limit:
            indices = range(every)
        else:
            raise undecided_grouping(table, criterion, self.limit, of_all=not self.exhaustive)
        splits = [grouped(table.counts, node, i) for i in indices]
        return Candidates(splits, lambda i: subset(attribute, values, indices[i], absent), table.missing)


def of_kind(table: CountTable, kind: type[_Kind]) -> _Kind:
    """
    The attribute of a count table. Errors: Invalid where it is not of the kind.

    >>> of_kind(CountTable(Continuous("x"), (), (), (), (0, 0)), Continuous).name
    'x'
    """
    if not isinstance(table.attribute, kind):
        raise Invalid(table.attribute.name, f"{'an' if kind is Ordinal else 'a'} {kind.__name__} attribute", table.attribute)
    return table.attribute


def _cuts(table: CountTable) -> list[Split]:
    """The two sides of each cut between neighbouring values: running sums on the left, what remains on the right."""
    node = add_counts(table.counts, len(table.missing))
    lefts = accumulate(table.counts[:-1], lambda a, b: tuple(map(add, a, b)))
    return [(left, tuple(map(sub, node, left))) for left in lefts]


def grouped(counts: Sequence[Counts], node: Counts, index: int) -> Split:
    """
    The two sides of a grouping, by its index (`dtref.spec.model.optima.subset`).

    >>> grouped(((1, 0), (0, 1), (2, 2)), (3, 3), 2)
    ((3, 2), (0, 1))
    """
    left = add_counts((counts[0], *(n for j, n in enumerate(counts[1:]) if index >> j & 1)), len(node))
    return left, tuple(map(sub, node, left))


def _same_shares(counts: Sequence[Counts], node: Counts) -> bool:
    """Whether the counts of every value are proportional to the node's."""
    return all(
        n_vj * n_i == n_vi * n_j for n_v in counts for n_vj, n_j in zip(n_v, node, strict=True) for n_vi, n_i in zip(n_v, node, strict=True)
    )


def _deciding_counts(measure: Impurity | None, counts: Counts) -> Counts:
    """The counts that decide a plain reduction: of a continuous target the number of records and the sum of y, if they are enough."""
    return counts[:2] if measure is not None and measure.moments and not measure.values else counts


def _slope(counts: Counts, node: Counts, moments: bool) -> Fraction:
    """The number that the values are ordered by: the mean of y, or the share of the first class present."""
    if moments:
        return Fraction(counts[1]) / counts[0]
    return Fraction(counts[next(j for j, n in enumerate(node) if n)]) / sum(counts)


def _prefixes(slopes: Sequence[Fraction]) -> Iterator[int]:
    """The grouping index of each prefix of the values in order of slope; values of equal slope stay together."""
    every = 2 ** len(slopes) - 1
    for at_most in sorted(set(slopes))[:-1]:
        left = sum(1 << v for v, slope in enumerate(slopes) if slope <= at_most)
        # the first value goes left in every grouping that has an index
        yield (left if left & 1 else every - left) >> 1


@frozen
class NumbersOnly:
    """
    The offer, for an attribute that isn't continuous, of a program that knows numbers alone, or the kinds named: it refuses. Truth values
    are numbers by then, where it is the offer for nominal attributes. Errors: Invalid, always.
    """

    program: str
    kinds: str = "a column of numbers"

    def __call__(self, table: CountTable, _: Criterion) -> Candidates:
        """Nothing: the attribute is refused."""
        attribute = table.attribute
        numerals = not isinstance(attribute, Continuous) and all(map(is_numeral, attribute.values))
        coded = way("columns of 0 and 1 stand for its values", f"pandas.get_dummies(frame, columns={[attribute.name]}) makes such columns")
        remedy = f"{declaration('continuous', attribute.name)} reads its numbers" if numerals else coded
        raise Invalid(attribute.name, f"{self.kinds}, as {self.program} knows no other: {remedy}", type(attribute).__name__)

    def as_read(self, data: DataSet) -> DataSet:
        """
        A data set as the program reads it, where it has this offer for nominal attributes: truth values are 0 and 1.

        >>> from dtref.spec.model.data import Record
        >>> flag, y = Nominal("flag", ("False", "True")), Nominal("y", ("-", "+"))
        >>> read = NumbersOnly("scikit-learn").as_read(DataSet((flag,), y, [Record(("True",), "+")]))
        >>> read.attributes, read.records[0].values
        ((Continuous(name='flag', width=<Width.DECIMAL: 'decimal'>),), (Fraction(1, 1),))
        """
        attributes = [Continuous(a.name) if isinstance(a, Nominal) and truth_numbers(a.values) else a for a in data.attributes]
        if attributes == [*data.attributes]:
            return data
        records = (evolve(r, values=tuple(map(as_asked, attributes, r.values))) for r in data)
        return DataSet(attributes, data.target, records)
