"""
Balancing: data sets with fewer records of the larger classes, more of the smaller ones, or both.

A record counts once here, whatever its weight; classes without records stay so. Index tuples give the records to keep or to repeat, so that
their number is the caller's choice, too: `is_balanced` checks whether the classes are equal in size.
"""

from __future__ import annotations

__sources__ = (("cs422", "Class Imbalance (sampling techniques)"), ("tan", "Methods of Estimation (oversampling vs undersampling)"))

from collections import Counter
from collections.abc import Mapping

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Cell
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices, check_distinct
from dtref.spec.preparation.resampling import take


def class_sizes(data: DataSet) -> Mapping[Cell, int]:
    """
    The number of records of each class present, in declared order; a record counts once, whatever its weight.

    Errors: Invalid where the target is continuous.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> class_sizes(DataSet((), Nominal("y", ("a", "b")), [Record((), "b"), Record((), "b")]))
    {'b': 2}
    """
    sizes = Counter(record.label for record in data)
    return {label: sizes[label] for label in data.classes if sizes[label]}


def is_balanced(data: DataSet) -> bool:
    """
    Whether every class present has as many records as every other. Errors: Invalid where the target is continuous.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> target = Nominal("y", ("a", "b"))
    >>> [is_balanced(DataSet((), target, [Record((), label) for label in labels])) for labels in ("abba", "aab", "a", "")]
    [True, False, True, True]
    """
    return len(set(class_sizes(data).values())) <= 1


def larger_than(data: DataSet, size: int) -> Indices:
    """
    The positions of the records whose class has more than `size` records.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> larger_than(DataSet((), Nominal("y", ("a", "b")), [Record((), label) for label in "aba"]), 1)
    (0, 2)
    """
    sizes = class_sizes(data)
    return tuple(i for i, record in enumerate(data) if sizes[record.label] > size)


def smaller_than(data: DataSet, size: int) -> Indices:
    """
    The positions of the records whose class has fewer than `size` records.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> smaller_than(DataSet((), Nominal("y", ("a", "b")), [Record((), label) for label in "aba"]), 2)
    (1,)
    """
    sizes = class_sizes(data)
    return tuple(i for i, record in enumerate(data) if sizes[record.label] < size)


def thinned(data: DataSet) -> Indices:
    """
    The positions of the records among which undersampling chooses: those of every class larger than the rarest present one.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> thinned(DataSet((), Nominal("y", ("a", "b")), [Record((), label) for label in "aba"]))
    (0, 2)
    """
    return larger_than(data, min(class_sizes(data).values(), default=0))


def repeated(data: DataSet) -> Indices:
    """
    The positions of the records that oversampling repeats: those of every class smaller than the largest one.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> repeated(DataSet((), Nominal("y", ("a", "b")), [Record((), label) for label in "aba"]))
    (1,)
    """
    return smaller_than(data, max(class_sizes(data).values(), default=0))


@defined(
    errors="Invalid for a position that comes twice, or that is not one of `thinned`; a continuous target",
    sources=(("cs422", "Class Imbalance (sampling techniques)"),),
)
def undersample(data: DataSet, kept: Indices) -> DataSet:
    """
    The data set with fewer records of its larger classes: every record of the rarest class present (or classes), and of the others those
    at the positions kept. Records stay in their order.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> [record.label for record in undersample(data, (1,))]
    ['usual', 'rare']
    """
    return take(data, _without(data, thinned(data), kept, "undersampling", "positions of records outside the rarest class"))


@defined(
    errors="Invalid for a position that is not one of `repeated`; a continuous target",
    sources=(("cs422", "Class Imbalance (sampling techniques)"),),
)
def oversample(data: DataSet, added: Indices) -> DataSet:
    """
    The data set with more records of its smaller classes: all its records, then those at the positions added, as often as each comes.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> [record.label for record in oversample(data, (3, 3))], is_balanced(oversample(data, (3, 3)))
    (['usual', 'usual', 'usual', 'rare', 'rare', 'rare'], True)
    """
    _check_among("oversampling", "positions of records outside the largest class", repeated(data), added)
    return take(data, (*range(len(data)), *added))


@defined(
    errors="Invalid for a position kept that comes twice; a position of another class; a continuous target",
    sources=(("cs422", "Class Imbalance (hybrid approach)"),),
)
def hybrid_sample(data: DataSet, size: int, kept: Indices, added: Indices) -> DataSet:
    """
    Undersampling and oversampling to one size: of classes with more than `size` records those at the positions kept, all of the others, and
    of classes with fewer those at the positions added, as often as each comes. Kept records stay in their order; the added ones follow.

    With the size of the rarest class this is `undersample`, with that of the largest `oversample`.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> [record.label for record in hybrid_sample(data, 2, (0, 2), (3,))]
    ['usual', 'usual', 'rare', 'rare']
    """
    remaining = _without(data, larger_than(data, size), kept, "hybrid sampling", f"positions of records of classes larger than {size}")
    _check_among("hybrid sampling", f"positions of records of classes smaller than {size}", smaller_than(data, size), added)
    return take(data, (*remaining, *added))


def _without(data: DataSet, candidates: Indices, kept: Indices, what: str, wanted: str) -> Indices:
    """Every position, ascending, but the candidates that are not kept."""
    check_distinct(what, kept)
    _check_among(what, wanted, candidates, kept)
    return tuple(sorted(set(range(len(data))) - set(candidates) | set(kept)))


def _check_among(what: str, wanted: str, candidates: Indices, indices: Indices) -> None:
    allowed = set(candidates)
    for i in indices:
        if i not in allowed:
            raise Invalid(what, wanted, i)
