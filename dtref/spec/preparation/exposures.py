"""Exposures: the time for which a record was watched, as a weight; and the rate of its events, as its target."""

from __future__ import annotations

__sources__ = ("rpart 4.1.19, `R/rpart.poisson.R`, `src/poisson.c`",)

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

from attrs import evolve, frozen

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import MISSING, Continuous
from dtref.spec.model.counts import Counts
from dtref.spec.model.data import DataSet, Record
from dtref.spec.preparation.weighing import AltersWeights

Item = TypeVar("Item")


@defined(formula="weight w t, target d/t, of d events in the time t", sources=("rpart 4.1.19, `src/poisson.c`, poissoninit",))
@frozen
class Exposures(AltersWeights):
    """
    The data set in which a record weighs its time, and has the rate of its events for a target. The column of times is no attribute then.

    column: the name of the column with the times; None: each is 1. Errors, when called: Invalid for a column that the data lack, or that
    isn't one of numbers; for a time that is missing or not above 0; for a target that isn't a number of at least 0.

    >>> data = DataSet((Continuous("time"),), Continuous("events"), (Record((Fraction(4),), Fraction(2), Fraction(3)),))
    >>> rates = Exposures("time")(data)
    >>> rates.attributes, rates.records[0].label, rates.records[0].weight
    ((), Fraction(1, 2), Fraction(12, 1))
    """

    column: str | None = None

    def __call__(self, data: DataSet) -> DataSet:
        """The data set of rates."""
        for r, record in enumerate(data, 1):
            if not isinstance(record.label, Fraction) or record.label < 0:
                raise Invalid(f"record {r}, {data.target.name}", "a number of events, at least 0", record.label)
        if self.column is None:
            return data
        place = column_of(data, self.column)
        records = [_of_time(record, place, f"record {r}, {self.column}") for r, record in enumerate(data, 1)]
        return DataSet(_without(data.attributes, place), data.target, tuple(records))


@defined(sources=("rpart 4.1.19, `R/na.rpart.R`",))
@frozen
class DropEmptyBeside:
    """
    The data set without the records that miss every attribute but one. column: that one, by name.

    >>> data = DataSet((Continuous("time"), Continuous("x")), Continuous("y"), (Record((Fraction(4), MISSING), Fraction(2)),))
    >>> len(DropEmptyBeside("time")(data))
    0
    """

    column: str

    def __call__(self, data: DataSet) -> DataSet:
        """The data set without them."""
        place = column_of(data, self.column)
        others = [_without(record.values, place) for record in data]
        kept = tuple(r for r, cells in zip(data, others, strict=True) if not cells or any(cell is not MISSING for cell in cells))
        return evolve(data, records=kept)


@defined(
    formula="(D + 1/c^2) / (T + 1/(c^2 r)), with c the coefficient of variation and r the rate of all; D/T for c = 0",
    sources=("rpart 4.1.19, `src/poisson.c`, poissoninit and poissondev",),
)
@frozen
class ShrunkRates:
    """
    Labels a node with its rate, drawn towards that of all by a gamma prior whose mean is that rate.

    variation: the coefficient of variation of the prior; 0: none. events, time: what the prior adds, as `of` learns it.
    Errors: Invalid for a variation below 0.

    >>> from dtref.spec.model.attributes import Nominal
    >>> data = DataSet((), Continuous("y"), (Record((), Fraction(0)), Record((), Fraction(1))))
    >>> rule = ShrunkRates(Fraction(1)).of(data)
    >>> rule, rule.rate((1, 1, 1)), ShrunkRates(Fraction(0)).of(data).rate((2, 1, 1))
    (ShrunkRates(variation=Fraction(1, 1), events=Fraction(1, 1), time=Fraction(2, 1)), Fraction(2, 3), Fraction(1, 2))
    """

    variation: Fraction
    events: Fraction = Fraction(0)
    time: Fraction = Fraction(0)

    def __attrs_post_init__(self) -> None:
        if self.variation < 0:
            raise Invalid("shrink", "a number of at least 0", self.variation)

    def of(self, training: DataSet) -> ShrunkRates:
        """The rule for a training set of rates."""
        time = sum((record.weight for record in training), Fraction(0))
        events = sum((record.weight * record.label for record in training if isinstance(record.label, Fraction)), Fraction(0))
        if not self.variation or not events:
            return self
        alpha = 1 / self.variation**2
        return evolve(self, events=alpha, time=alpha * time / events)

    def rate(self, counts: Counts) -> Fraction:
        """The label of a node with these counts. A node without records has none (ZeroDivisionError): callers look first."""
        return (Fraction(counts[1]) + self.events) / (counts[0] + self.time)


def column_of(data: DataSet, name: str) -> int:
    """
    The position of a column of times. Errors: Invalid for a column that the data lack, or of another kind.

    >>> column_of(DataSet((Continuous("x"), Continuous("time")), Continuous("y"), ()), "time")
    1
    """
    place = next((i for i, attribute in enumerate(data.attributes) if attribute.name == name), None)
    if place is None or not isinstance(data.attributes[place], Continuous):
        raise Invalid("exposure", "a column of numbers in the data", name)
    return place


def _of_time(record: Record, place: int, where: str) -> Record:
    time, events = record.values[place], record.label
    if not isinstance(time, Fraction) or time <= 0:
        raise Invalid(where, "a time above 0", "missing" if time is MISSING else time)
    assert isinstance(events, Fraction), "a number"
    return Record(_without(record.values, place), events / time, record.weight * time)


def _without(items: Sequence[Item], place: int) -> tuple[Item, ...]:
    return (*items[:place], *items[place + 1 :])
