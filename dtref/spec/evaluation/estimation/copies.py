"""
Copies of one record on both sides of a fold: an estimate of the error on new records counts records that the tree was grown from.

A copy has the same values and the same label, as oversampling and data with doubles make them; weights don't count.
"""

from __future__ import annotations

__sources__ = (("evaluation", "k-fold cross-validation method"),)

from collections import defaultdict
from collections.abc import Iterable

from dtref.exact.checked_call import refuses_other_kinds
from dtref.spec.evaluation.estimation.partitions import Partition
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices


@refuses_other_kinds
def copies_across(data: DataSet, partitions: Iterable[Partition]) -> tuple[Indices, ...]:
    """
    Of each fold the positions of the tested records that have a copy among its training records.

    >>> from fractions import Fraction
    >>> from dtref.spec.evaluation.estimation.partitions import k_fold
    >>> from dtref.spec.model.attributes import Continuous, Nominal
    >>> from dtref.spec.model.data import Record
    >>> records = [Record((Fraction(v),), y) for v, y in ((1, "a"), (2, "a"), (1, "a"), (2, "b"))]
    >>> copies_across(DataSet((Continuous("x"),), Nominal("y", ("a", "b")), records), k_fold(range(4), 4))
    ((0,), (), (2,), ())
    """
    alike = defaultdict(list)
    for i, record in enumerate(data):
        alike[record.values, record.label].append(i)
    # of each record the others like it
    copies = {i: group for group in alike.values() if len(group) > 1 for i in group}
    return tuple(_copied(partition, copies) for partition in partitions)


def _copied(partition: Partition, copies: dict[int, list[int]]) -> Indices:
    training = frozenset(copies).intersection(partition.training)
    return tuple(i for i in partition.test if i in copies and not training.isdisjoint(copies[i]))
