"""
Records and immutable data sets.

No answer of dtref depends on the order of records, except where its name says so (index tuples for folds, the per-record
ROC staircase).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from typing import cast

from attrs import Attribute as Field
from attrs import field, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr, cut
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.number_text import readable
from dtref.spec.model.attributes import MISSING, Attribute, Cell, Continuous, Missing, wanted
from dtref.spec.model.display import Reported


@frozen
class Record(Reported):
    """
    One row: a cell for each attribute, the target's cell, and a weight (in records).

    >>> Record(("sunny", Fraction(85)), "no")
    Record(values=('sunny', Fraction(85, 1)), label='no', weight=Fraction(1, 1))
    """

    values: tuple[Cell, ...]
    label: Cell = MISSING
    weight: Fraction = Fraction(1)

    __repr__ = brief_repr


def _attributes(items: Iterable[Attribute]) -> tuple[Attribute, ...]:
    return tuple(items)


def _records(items: Iterable[Record]) -> tuple[Record, ...]:
    return tuple(items)


MOST_CLASSES = 12
"""The most classes that the repr of a data set counts."""


@refuses_other_kinds
@frozen(eq=False)
class DataSet(Reported):
    """
    Attributes, the target, and records that fit them. Checked when made, immutable afterwards.

    Every label must be known and every weight positive: `Invalid` says which record is at fault. There may be no records,
    no attributes, one class, or missing cells.

    >>> from dtref.spec.model.attributes import Nominal
    >>> DataSet((Nominal("windy", ("yes", "no")),), Nominal("play", ("+", "-")), (Record(("maybe",), "+"),))
    Traceback (most recent call last):
    dtref.errors.Invalid: record 1, windy: expected one of 'yes', 'no' (got 'maybe')
    """

    attributes: tuple[Attribute, ...] = field(converter=_attributes)
    target: Attribute
    records: tuple[Record, ...] = field(converter=_records)

    @attributes.validator
    def _named_apart(self, at: Field[tuple[Attribute, ...]], attributes: tuple[Attribute, ...]) -> None:
        twice = sorted(name for name, times in Counter(a.name for a in attributes).items() if times > 1)
        if twice:
            raise Invalid(at.name, "distinct names", twice[0])

    @records.validator
    def _fitting(self, _: Field[tuple[Record, ...]], records: tuple[Record, ...]) -> None:
        if self.target.name in {a.name for a in self.attributes}:
            raise Invalid("target", "a column that is not an attribute too", self.target.name)
        declared = [None if isinstance(a, Continuous) else frozenset(a.values) for a in (*self.attributes, self.target)]
        for i, record in enumerate(records, 1):
            _check(self.attributes, self.target, declared, record, f"record {i}")

    @property
    def classes(self) -> tuple[str, ...]:
        """
        The class labels in declared order. Errors: Invalid where the target is continuous.

        >>> DataSet((), Continuous("price"), ()).classes
        Traceback (most recent call last):
        dtref.errors.Invalid: target price: expected a nominal target (got 'continuous')
        """
        if isinstance(self.target, Continuous):
            raise Invalid(f"target {self.target.name}", "a nominal target", "continuous")
        return self.target.values

    @property
    def labels(self) -> tuple[str | Fraction, ...]:
        """
        The label of each record: its class, or the number of a continuous target.

        >>> from dtref.spec.model.attributes import Nominal
        >>> DataSet((), Nominal("y", ("a", "b")), (Record((), "b"), Record((), "a"))).labels
        ('b', 'a')
        """
        return tuple(cast("str | Fraction", record.label) for record in self.records)

    def numbers(self, name: str) -> tuple[Fraction | Missing, ...]:
        """
        The numbers of a continuous attribute, MISSING where one is not known. Errors: Invalid for another attribute.

        >>> DataSet((Continuous("x"),), Continuous("y"), (Record((Fraction(1),), Fraction(2)),)).numbers("x")
        (Fraction(1, 1),)
        """
        at = self.column(name)
        if not isinstance(self.attributes[at], Continuous):
            raise Invalid(f"attribute {name}", "a continuous attribute", self.attributes[at])
        return tuple(cast("Fraction | Missing", record.values[at]) for record in self.records)

    def column(self, name: str) -> int:
        """
        The position of an attribute in each record. Errors: Invalid where there is none of that name.

        >>> DataSet((Continuous("x"), Continuous("y")), Continuous("z"), ()).column("y")
        1
        """
        for i, attribute in enumerate(self.attributes):
            if attribute.name == name:
                return i
        raise Invalid("attribute", "one of " + ", ".join(repr(a.name) for a in self.attributes), name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DataSet):
            return NotImplemented
        return (self.attributes, self.target, self.records) == (other.attributes, other.target, other.records)

    def __hash__(self) -> int:
        return hash((self.attributes, self.target, self.records))

    def __repr__(self) -> str:
        """The numbers of records and attributes, the target, and the weight of each class, or the range of numbers."""
        attributes = f"{len(self.attributes)} attribute{'' if len(self.attributes) == 1 else 's'}"
        return cut(f"{len(self.records)} record{'' if len(self.records) == 1 else 's'}, {attributes}, target {self._target_text()}")

    def _target_text(self) -> str:
        if isinstance(self.target, Continuous):
            numbers = [record.label for record in self.records if isinstance(record.label, Fraction)]
            return f"{self.target.name}: {readable(min(numbers))} to {readable(max(numbers))}" if numbers else self.target.name
        weights = dict.fromkeys(self.target.values, Fraction(0))
        for record in self.records:
            weights[str(record.label)] += record.weight
        shown = [f"{label} {readable(weight)}" for label, weight in islice(weights.items(), MOST_CLASSES)]
        more = [f"{len(weights) - MOST_CLASSES} more classes"] if len(weights) > MOST_CLASSES else []
        return f"{self.target.name}: {', '.join(shown + more)}" if weights else self.target.name

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    def __len__(self) -> int:
        return len(self.records)


def _check(
    attributes: tuple[Attribute, ...], target: Attribute, declared: Sequence[frozenset[str] | None], record: Record, where: str
) -> None:
    """Refuses a record that does not fit. declared: the values of each attribute and of the target, None where they are numbers."""
    if len(record.values) != len(attributes):
        raise Invalid(where, f"{len(attributes)} values", len(record.values))
    for attribute, values, cell in zip(attributes, declared, record.values, strict=False):
        if cell is not MISSING and not _fits(values, cell):
            inexact = isinstance(attribute, Continuous) and isinstance(cell, int | float)
            raise Invalid(f"{where}, {attribute.name}", "a Fraction" if inexact else wanted(attribute), cell)
    if not _fits(declared[-1], record.label):
        raise Invalid(f"{where}, {target.name}", wanted(target), record.label)
    if not (isinstance(record.weight, Fraction) and record.weight > 0):
        raise Invalid(f"{where}, weight", "a positive Fraction", record.weight)


def _fits(values: frozenset[str] | None, cell: Cell) -> bool:
    """Whether a cell is one of some values, or a number where there are None."""
    return isinstance(cell, Fraction) if values is None else isinstance(cell, str) and cell in values
