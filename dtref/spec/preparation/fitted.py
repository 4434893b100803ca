"""Rules for missing values that are fitted on a training set and then applied, unchanged, to it and to new records."""

from __future__ import annotations

__sources__ = (
    ("cs422", "General approach to solving a classification problem: impute missing values"),
    ("cs422",),
)

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Nominal
from dtref.spec.model.counts import levels_of
from dtref.spec.model.data import DataSet

WeightedCells: TypeAlias = Sequence[tuple[Cell, Fraction]]
"""The known cells of a column, each with the weight of its record."""

NewRecord: TypeAlias = Mapping[str, Cell | int]
"""A record to be predicted: from attribute name to value."""


@frozen
class Fills:
    """
    A fill value for each attribute, put where its cell is missing; MISSING for an attribute without known training cells: it is left out.

    others: for each attribute the other values that are as good, from which the fill was taken as the first: values as frequent, or the
    upper one of two medians.

    >>> x = Continuous("x")
    >>> fills = Fills((x,), (Fraction(4),))
    >>> fills.record({"x": MISSING}), fills.record({"x": 7})
    ({'x': Fraction(4, 1)}, {'x': 7})
    """

    attributes: tuple[Attribute, ...]
    fills: tuple[Cell, ...]
    others: tuple[tuple[Cell, ...], ...] = ()

    def data(self, data: DataSet) -> DataSet:
        """The data set with missing cells filled. Errors: Invalid for other attributes than the training set's."""
        _check(self.attributes, data)
        columns = [i for i, fill in enumerate(self.fills) if fill is not MISSING]
        records = (evolve(r, values=tuple(self.fills[i] if r.values[i] is MISSING else r.values[i] for i in columns)) for r in data)
        return DataSet(tuple(self.attributes[i] for i in columns), data.target, tuple(records))

    def as_good(self, data: DataSet) -> tuple[tuple[Cell, ...], ...]:
        """
        For each attribute the values, its fill first, that missing cells of a data set may get by the same rule; where it misses none the
        fill alone.

        >>> from dtref.spec.model.data import Record
        >>> data = DataSet((Nominal("x", ("a", "b")),), Nominal("y", ("+",)), [Record((v,), "+") for v in ("b", MISSING, "a")])
        >>> fit_modes(data).as_good(data), fit_modes(data).as_good(evolve(data, records=data.records[:1]))
        ((('a', 'b'),), (('a',),))
        """
        others = self.others or ((),) * len(self.fills)
        gaps = [any(record.values[i] is MISSING for record in data) for i in range(len(self.fills))]
        return tuple((fill, *(other if gap else ())) for fill, other, gap in zip(self.fills, others, gaps, strict=True))

    def record(self, record: NewRecord) -> NewRecord:
        """The record with missing cells filled; attributes that it does not mention stay out."""
        fill = {a.name: value for a, value in zip(self.attributes, self.fills, strict=True)}
        return {name: fill.get(name, MISSING) if cell is MISSING else cell for name, cell in record.items()}


@frozen
class KnownFlags:
    """
    A nominal companion "x is known" (yes, no) behind each flagged attribute x; x's own cells stay as they are, missing or not.

    >>> KnownFlags((Continuous("x"),), (True,)).record({"x": MISSING})
    {'x': MISSING, 'x is known': 'no'}
    """

    attributes: tuple[Attribute, ...]
    flagged: tuple[bool, ...]

    def data(self, data: DataSet) -> DataSet:
        """The data set with companions. Errors: Invalid for other attributes than the training set's, or where a name is taken."""
        _check(self.attributes, data)
        pairs = list(zip(self.attributes, self.flagged, strict=True))
        attributes = [b for a, flagged in pairs for b in ((a, Nominal(flag_name(a), KNOWN, flags=a.name)) if flagged else (a,))]
        records = (
            evolve(r, values=tuple(c for cell, flagged in zip(r.values, self.flagged, strict=True) for c in _flagged(cell, flagged)))
            for r in data
        )
        return DataSet(tuple(attributes), data.target, tuple(records))

    def record(self, record: NewRecord) -> NewRecord:
        """The record with companions for the flagged attributes that it mentions."""
        names = [a for a, flagged in zip(self.attributes, self.flagged, strict=True) if flagged and a.name in record]
        return {**record, **{flag_name(a): KNOWN[record[a.name] is MISSING] for a in names}}


KNOWN = ("yes", "no")
"""The values of a companion: the attribute's value is known, or missing."""


def flag_name(attribute: Attribute) -> str:
    """
    The name of an attribute's companion.

    >>> flag_name(Continuous("income"))
    'income is known'
    """
    return f"{attribute.name} is known"


def fit_medians(training: DataSet) -> Fills:
    """
    The median of each continuous or ordinal attribute, by weight (the lower one of two); of a nominal one its most frequent value.

    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(1), Fraction(9), MISSING, Fraction(2))]
    >>> fit_medians(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).fills
    (Fraction(2, 1),)
    """
    return _fitted(
        training, lambda attribute, cells: _modes(attribute, cells) if isinstance(attribute, Nominal) else _medians(attribute, cells)
    )


def fit_means(training: DataSet) -> Fills:
    """
    As `fit_medians`, but a continuous attribute gets its exact mean: sum of w x / sum of w.

    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(1), Fraction(9), MISSING, Fraction(2))]
    >>> fit_means(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).fills
    (Fraction(4, 1),)
    """
    medians = fit_medians(training)
    fills = tuple(map(_mean_or, medians.attributes, _known_cells(training), medians.fills))
    # a mean is the only one
    others = (() if isinstance(a, Continuous) else other for a, other in zip(medians.attributes, medians.others, strict=True))
    return Fills(medians.attributes, fills, tuple(others))


def fit_modes(training: DataSet) -> Fills:
    """
    The most frequent value of each attribute, by weight; of several the first in declared order, of numbers the lowest.

    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((x,), "+") for x in (Fraction(9), Fraction(1), MISSING, Fraction(9))]
    >>> fit_modes(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows)).fills
    (Fraction(9, 1),)
    >>> fit_modes(DataSet((Continuous("x"),), Nominal("y", ("+",)), rows[:2])).others
    ((Fraction(9, 1),),)
    """
    return _fitted(training, _modes)


def fit_flags(training: DataSet) -> KnownFlags:
    """
    Companions for the attributes that have a missing cell.

    >>> from dtref.spec.model.data import Record
    >>> rows = [Record((Fraction(1), MISSING), "+")]
    >>> fit_flags(DataSet((Continuous("x"), Continuous("z")), Nominal("y", ("+",)), rows)).flagged
    (False, True)
    """
    gaps = tuple(any(r.values[i] is MISSING for r in training) for i in range(len(training.attributes)))
    return KnownFlags(training.attributes, gaps)


def _known_cells(data: DataSet) -> list[WeightedCells]:
    """The known cells of each attribute."""
    return [[(r.values[i], r.weight) for r in data if r.values[i] is not MISSING] for i in range(len(data.attributes))]


def _check(wanted: tuple[Attribute, ...], data: DataSet) -> None:
    if data.attributes != wanted:
        raise Invalid("attributes", f"those of the training set: {_names(wanted)}", _names(data.attributes))


def _names(attributes: tuple[Attribute, ...]) -> str:
    return ", ".join(a.name for a in attributes)


def _fitted(training: DataSet, centers: Callable[[Attribute, WeightedCells], Sequence[Cell]]) -> Fills:
    pairs = zip(training.attributes, _known_cells(training), strict=True)
    as_good = [tuple(centers(attribute, cells)) if cells else (MISSING,) for attribute, cells in pairs]
    return Fills(training.attributes, tuple(values[0] for values in as_good), tuple(values[1:] for values in as_good))


def _totals(attribute: Attribute, cells: WeightedCells) -> list[tuple[Cell, Fraction]]:
    """Each value that occurs, in order, with its weight."""
    totals: dict[Cell, Fraction] = {}
    for cell, weight in cells:
        totals[cell] = totals.get(cell, Fraction(0)) + weight
    return [(v, totals[v]) for v in levels_of(attribute, totals) if v in totals]


def _modes(attribute: Attribute, cells: WeightedCells) -> list[Cell]:
    """The most frequent values, in order."""
    totals = _totals(attribute, cells)
    most = max(weight for _, weight in totals)
    return [value for value, weight in totals if weight == most]


def _medians(attribute: Attribute, cells: WeightedCells) -> list[Cell]:
    """The first value, in order, up to which at least half of the weight lies; the next one, too, where it is exactly half."""
    ordered = _totals(attribute, cells)
    cumulative = list(accumulate(weight for _, weight in ordered))
    lower = bisect_left(cumulative, cumulative[-1] / 2)
    return [value for value, _ in ordered[lower : lower + 1 + (2 * cumulative[lower] == cumulative[-1])]]


def _mean_or(attribute: Attribute, cells: WeightedCells, otherwise: Cell) -> Cell:
    numbers = [(cell, weight) for cell, weight in cells if isinstance(cell, Fraction)]
    if not isinstance(attribute, Continuous) or not numbers:
        return otherwise
    return sum((x * w for x, w in numbers), Fraction(0)) / sum(w for _, w in numbers)


def _flagged(cell: Cell, flagged: bool) -> tuple[Cell, ...]:
    return (cell, KNOWN[cell is MISSING]) if flagged else (cell,)
