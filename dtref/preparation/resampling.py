"""
Resampling: what an index tuple means. Bootstrap samples, disjoint subsets, the records out of bag, undersampling.

Chance is an argument: nothing here draws anything. An index tuple names records by their positions in the data set, from 0, so its
answers depend on the order of records. Before this: `dtref.model.data`. `dtref.preparation.drawing` makes index tuples from a seed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from attrs import evolve

from dtref.errors import Invalid
from dtref.model.attributes import Cell
from dtref.model.data import DataSet

Indices: TypeAlias = tuple[int, ...]
"""Positions, from 0: of records in a data set, or of its attributes."""


def take(data: DataSet, indices: Indices) -> DataSet:
    """
    The records at the positions given, in that order; a position that comes twice gives its record twice.

    Errors: Invalid for a position that no record has (-1 is none).

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.data import Record
    >>> data = DataSet((), Nominal("y", ("a", "b", "c")), [Record((), label) for label in "abc"])
    >>> [record.label for record in take(data, (2, 0, 2))], len(take(data, ()))
    (['c', 'a', 'c'], 0)
    """
    check_positions("position of a record", indices, len(data))
    return evolve(data, records=tuple(data.records[i] for i in indices))


def check_positions(what: str, indices: Sequence[int], length: int) -> None:
    """
    Nothing where every position is in range(length). Errors: Invalid at the first that isn't.

    >>> check_positions("position", (0, 3), 3)
    Traceback (most recent call last):
    dtref.errors.Invalid: position: expected a number from 0 and below 3 (got 3)
    """
    for i in indices:
        if not 0 <= i < length:
            raise Invalid(what, f"a number from 0 and below {length}", i)


def check_distinct(what: str, indices: Sequence[int]) -> None:
    """
    Nothing where no position comes twice. Errors: Invalid at the first that does.

    >>> check_distinct("position", (0, 3, 0))
    Traceback (most recent call last):
    dtref.errors.Invalid: position: expected distinct positions (got '0 twice')
    """
    twice = [i for i, times in Counter(indices).items() if times > 1]
    if twice:
        raise Invalid(what, "distinct positions", f"{twice[0]} twice")


def bootstrap_sample(data: DataSet, indices: Indices) -> DataSet:
    """
    A bootstrap sample: as many records as the data set has, drawn with replacement; the index tuple says which.

    Source: `evaluation`, Bootstrap method; `tan`, Methods of Estimation. Errors: Invalid for another number of positions than of
    records, and as for `take`.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.data import Record
    >>> data = DataSet((), Nominal("y", ("a", "b")), [Record((), label) for label in "ab"])
    >>> [record.label for record in bootstrap_sample(data, (1, 1))]
    ['b', 'b']
    >>> bootstrap_sample(data, (1,))
    Traceback (most recent call last):
    dtref.errors.Invalid: bootstrap sample: expected 2 positions, as many as records (got 1)
    """
    if len(indices) != len(data):
        raise Invalid("bootstrap sample", f"{len(data)} positions, as many as records", len(indices))
    return take(data, indices)


def out_of_bag(records: int, indices: Indices) -> Indices:
    """
    The positions, ascending, of the records that a sample leaves out: of so many records, those that no index names.

    Source: Breiman 1996, Out-of-bag estimation. Errors: as for `take`.

    >>> out_of_bag(4, (3, 1, 3, 3)), out_of_bag(2, (0, 1))
    ((0, 2), ())
    """
    check_positions("position of a record", indices, records)
    return tuple(sorted(set(range(records)) - set(indices)))


def disjoint_subsets(assignment: Sequence[int | None], subsets: int) -> tuple[Indices, ...]:
    """
    Mutually exclusive subsets of the records: record i goes to the subset with the number assignment[i], to none where that is None.

    Subsets may be empty. Source: `iaml` 1.9, Random Forest Algorithm. Errors: Invalid for a number that no subset has.

    >>> disjoint_subsets((1, 0, None, 1), 3)
    ((1,), (0, 3), ())
    """
    check_positions("number of a subset", [k for k in assignment if k is not None], subsets)
    return tuple(tuple(i for i, k in enumerate(assignment) if k == subset) for subset in range(subsets))


def class_sizes(data: DataSet) -> Mapping[Cell, int]:
    """
    The number of records of each class present, in declared order; a record counts once, whatever its weight.

    Errors: Invalid where the target is continuous.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.data import Record
    >>> class_sizes(DataSet((), Nominal("y", ("a", "b")), [Record((), "b"), Record((), "b")]))
    {'b': 2}
    """
    sizes = Counter(record.label for record in data)
    return {label: sizes[label] for label in data.classes if sizes[label]}


def thinned(data: DataSet) -> Indices:
    """
    The positions of the records that undersampling chooses from: those of every class larger than the rarest present one.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.data import Record
    >>> thinned(DataSet((), Nominal("y", ("a", "b")), [Record((), label) for label in "aba"]))
    (0, 2)
    """
    sizes = class_sizes(data)
    return tuple(i for i, record in enumerate(data) if sizes[record.label] > min(sizes.values()))


def undersample(data: DataSet, kept: Indices) -> DataSet:
    """
    The data set with less of its larger classes: every record of the rarest class present (of the rarest ones), and of the other
    classes those at the positions kept. Records stay in their order.

    Source: `cs422`, Class Imbalance (sampling techniques). Errors: Invalid for a position that comes twice, or that is not one of
    `thinned`; a continuous target.

    >>> from dtref.model.attributes import Nominal
    >>> from dtref.model.data import Record
    >>> data = DataSet((), Nominal("y", ("rare", "usual")), [Record((), "usual")] * 3 + [Record((), "rare")])
    >>> [record.label for record in undersample(data, (1,))]
    ['usual', 'rare']
    """
    candidates = set(thinned(data))
    check_distinct("undersampling", kept)
    for i in kept:
        if i not in candidates:
            raise Invalid("undersampling", "positions of records outside the rarest class", i)
    return take(data, tuple(sorted(set(range(len(data))) - candidates | set(kept))))
