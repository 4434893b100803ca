"""
Resampling: records taken by index tuples, bootstrap samples, disjoint subsets.

Chance is an argument: nothing here draws anything. An index tuple names records by their positions in the data set, from 0, so its
answers depend on the order of records.
`dtref.spec.preparation.random_draws` makes index tuples from a seed.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.arrays import ColumnDataSet
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices, check_positions


def take(data: DataSet, indices: Indices) -> DataSet:
    """
    The records at the positions of an index tuple, in that order; a position that comes twice gives its record twice.

    Errors: Invalid for a position that no record has (-1 is none).

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("a", "b", "c")), [Record((), label) for label in "abc"])
    >>> [record.label for record in take(data, (2, 0, 2))], len(take(data, ()))
    (['c', 'a', 'c'], 0)
    """
    check_positions("position of a record", indices, len(data))
    taken = data.taken(indices) if isinstance(data, ColumnDataSet) and data.has_arrays else None
    return evolve(data, records=tuple(data.records[i] for i in indices)) if taken is None else taken


@defined(
    errors="Invalid for another number of positions than of records, and as for `take`",
    sources=(("evaluation", "Bootstrap method"), ("tan", "Methods of Estimation")),
)
def bootstrap_sample(data: DataSet, indices: Indices) -> DataSet:
    """
    A bootstrap sample: as many records as the data set has, drawn with replacement, as the index tuple gives them.

    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
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


@defined(errors="Invalid for a number that no subset has", sources=(("iaml", "1.9, Random Forest Algorithm"),))
def disjoint_subsets(assignment: Sequence[int | None], subsets: int) -> tuple[Indices, ...]:
    """
    Mutually exclusive subsets of the records: record i goes to the subset with the number assignment[i], to none where that is None.

    Subsets may be empty.

    >>> disjoint_subsets((1, 0, None, 1), 3)
    ((1,), (0, 3), ())
    """
    check_positions("number of a subset", [k for k in assignment if k is not None], subsets)
    return tuple(tuple(i for i, k in enumerate(assignment) if k == subset) for subset in range(subsets))
