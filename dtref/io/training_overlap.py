"""How many of some records a model was trained on, by the fingerprint of its training records."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from dtref.errors import Invalid, way
from dtref.exact.checked_call import refuses_other_kinds
from dtref.io.fingerprint import hashes, training_fingerprint
from dtref.io.model_history import TrainedOn
from dtref.io.models import Model
from dtref.io.tables_for_trees import NumberTable, Records, table_for_tree
from dtref.io.version import __version__
from dtref.spec.model.attributes import MISSING, Cell, Nominal
from dtref.spec.model.data import DataSet, Record


@frozen
class TrainingOverlap:
    """
    Which records a model was trained on. each: of each record, in order, whether it has the values of one of them, label aside; None where
    that can't be told, as the model keeps the hashes of some of its training records only.
    """

    each: tuple[bool | None, ...]

    @property
    def seen(self) -> int:
        """The number of records that have the values of a training record."""
        return sum(one is True for one in self.each)

    @property
    def untold(self) -> int:
        """The number of records of which it can't be told."""
        return sum(one is None for one in self.each)

    def __str__(self) -> str:
        """
        In words.

        >>> str(TrainingOverlap((True, False, None)))
        '1 of 3 records have the values of records that the model was trained on (of 1 it cannot be told: not all hashes are kept)'
        """
        untold = f" (of {self.untold} it cannot be told: not all hashes are kept)" if self.untold else ""
        return f"{self.seen} of {len(self.each)} records have the values of records that the model was trained on{untold}"


@refuses_other_kinds
def trained_on(model: Model, records: Records, names: Sequence[str] | None = None) -> TrainingOverlap:
    """
    Which of some records a model was trained on. records, names: as for `dtref.predict`; labels aren't looked at.

    Errors: Invalid for a model without a fingerprint, as dtref wrote before, and as for `dtref.predict`.

    >>> from dtref.io.model_history import History
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.model.trees import Leaf
    >>> x, y = Continuous("x"), Nominal("y", ("a",))
    >>> data = DataSet((x,), y, [Record((Fraction(1),), "a"), Record((Fraction(2),), "a")])
    >>> model = Model((x,), y, "CART", Leaf((("a", Fraction(2)),), ("a",)), history=History(trained_on=training_of(data)))
    >>> trained_on(model, [[1.0], [3.0]], ["x"]).each
    (True, False)
    """
    # the columns by name; what flags another column says no more than that one
    attributes = [a for a in model.attributes if not isinstance(a, Nominal) or a.flags is None]
    table = table_for_tree(records, attributes, names)
    count, columns = (len(table.doubles), _of_numbers(table)) if isinstance(table, NumberTable) else (table.records, table.by_name)
    for attribute in attributes:
        if attribute.name not in columns:
            raise Invalid("records", f"a column {attribute.name!r}, as the model has", f"columns {', '.join(columns) or 'of no name'}")
    rows = zip(*(map(_cell, columns[a.name]) for a in attributes), strict=True) if attributes else [()] * count
    return overlap(evolve(model, attributes=tuple(attributes)), [Record(row) for row in rows])


def overlap(model: Model, records: Iterable[Record]) -> TrainingOverlap:
    """Which of some records of the model's attributes it was trained on. Errors: Invalid for a model without a fingerprint."""
    trained = model.history.trained_on
    if trained is None:
        raise Invalid(
            "model",
            f"the fingerprint of its training records, as {way('dtref fit --save', 'dtref.save_model of what dtref.fit returned')} writes",
            "a model without",
        )
    return TrainingOverlap(tuple(map(trained.fingerprint.teller(), hashes(model.attributes, (record.values for record in records)))))


def _of_numbers(table: NumberTable) -> dict[str, Iterable[object]]:
    return {name: table.doubles[:, i].tolist() for i, name in enumerate(table.names)}


def _cell(value: object) -> Cell:
    """A cell of a table; a float as its number, NaN as missing."""
    if isinstance(value, float):
        return MISSING if value != value else Fraction(value)  # noqa: PLR0124 - NaN alone isn't itself
    return cast(Cell, value)


def training_of(data: DataSet, seed: str = "") -> TrainedOn:
    """
    What a model says of the records that its tree is grown from, by this version.

    >>> from dtref.spec.model.attributes import Nominal
    >>> training_of(DataSet((), Nominal("y", ("a",)), ())).fingerprint.records
    0
    """
    return TrainedOn(training_fingerprint(data), __version__, seed)
