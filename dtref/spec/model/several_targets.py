"""Data with several targets: the same records as a data set for each target, none of which knows the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, field, frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.model.attributes import Attribute, Cell, Continuous
from dtref.spec.model.data import DataSet, Record
from dtref.spec.model.display import Reported


def _data_sets(items: Iterable[DataSet]) -> tuple[DataSet, ...]:
    return tuple(items)


@refuses_other_kinds
@frozen
class SeveralTargets(Reported):
    """
    Records with several targets: a data set for each of them, all with the same attributes, values and weights. Targets are all nominal, or
    all continuous, as the mean of a probability and of a square has no unit. Errors: Invalid where one of this isn't so.

    >>> from dtref.spec.model.attributes import Nominal
    >>> SeveralTargets((DataSet((), Nominal("y", ("a", "b")), ()), DataSet((), Continuous("z"), ())))
    Traceback (most recent call last):
    dtref.errors.Invalid: targets: expected classes alone, or numbers alone (got ['y', 'z'])
    """

    by_target: tuple[DataSet, ...] = field(converter=_data_sets)

    __repr__ = brief_repr

    @by_target.validator
    def _alike(self, _: object, by_target: tuple[DataSet, ...]) -> None:
        if len(by_target) < 2:
            raise Invalid("targets", "two or more; one is the target of a data set", len(by_target))
        first, names = by_target[0], [data.target.name for data in by_target]
        twice = [name for i, name in enumerate(names) if name in names[:i] or name in {a.name for a in first.attributes}]
        if twice:
            raise Invalid("targets", "names that differ, and are those of no attributes", twice)
        if len({isinstance(data.target, Continuous) for data in by_target}) > 1:
            raise Invalid("targets", "classes alone, or numbers alone", names)
        for data in by_target[1:]:
            if _without_labels(data) != _without_labels(first):
                raise Invalid(f"target {data.target.name}", "the attributes, the records and the weights of the others", "other ones")

    @property
    def targets(self) -> tuple[Attribute, ...]:
        """The targets, in order."""
        return tuple(data.target for data in self.by_target)

    def __len__(self) -> int:
        return len(self.by_target[0])


def _without_labels(data: DataSet) -> object:
    """What the data sets of several targets share."""
    return data.attributes, [(record.values, record.weight) for record in data]


@refuses_other_kinds
def several_targets(data: DataSet, others: Sequence[str]) -> SeveralTargets:
    """
    The data with several targets: the data set's own, then these attributes, which are attributes no longer.

    Errors: Invalid where one is no attribute, as `SeveralTargets`, and where a record misses one.

    >>> from fractions import Fraction
    >>> x, y, z = Continuous("x"), Continuous("y"), Continuous("z")
    >>> data = DataSet((x, z), y, (Record((Fraction(1), Fraction(2)), Fraction(3)),))
    >>> [(part.attributes == (x,), part.records[0].label) for part in several_targets(data, ("z",)).by_target]
    [(True, Fraction(3, 1)), (True, Fraction(2, 1))]
    >>> several_targets(data, ("x1",))
    Traceback (most recent call last):
    dtref.errors.Invalid: attribute: expected one of 'x', 'z' (got 'x1')
    """
    positions = [data.column(name) for name in others]
    kept = [i for i in range(len(data.attributes)) if i not in positions]
    attributes = tuple(data.attributes[i] for i in kept)
    own = tuple(evolve(record, values=tuple(record.values[i] for i in kept)) for record in data)
    labels = [[record.values[position] for record in data] for position in positions]
    return SeveralTargets(
        (
            DataSet(attributes, data.target, own),
            *(
                DataSet(attributes, data.attributes[position], _labelled(own, column))
                for position, column in zip(positions, labels, strict=True)
            ),
        )
    )


def _labelled(records: Sequence[Record], labels: Sequence[Cell]) -> tuple[Record, ...]:
    """The records with other labels."""
    return tuple(evolve(record, label=label) for record, label in zip(records, labels, strict=True))
