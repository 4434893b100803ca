"""
The tables of Herbold and Tunkel's comparison: two that are generated, and breast cancer and wine, which scikit-learn ships; and some more.

They are scaled to 0 … 100 and rounded to tenths, where the comparison scaled to [0, 1]: Weka prints the cuts of a forest with two decimals.
One table is added whose numbers single precision can't tell apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from random import Random

from attrs import frozen
from peers.learners.learner import plain
from peers.library import Continuous, DataSet, Nominal, Record
from peers.matrix_tables import Gaps, Weights, class_tables, variant

MOST = 40
"""The most records of a table."""
MORE = 11
"""So many tables beside those of the comparison."""


@frozen
class Named:
    """A table and its name. other: whether it is none of the comparison's."""

    name: str
    read: Callable[[], DataSet]
    other: bool = False


def herbold_tables() -> Iterator[Named]:
    """Those of the comparison, one of large numbers, and others with numbers, of golden/data and of the folder that DTREF_DATA names."""
    yield Named("one boundary", cache(lambda: _generated(boundary=True)))
    yield Named("random", cache(lambda: _generated(boundary=False)))
    yield Named("breast cancer", cache(lambda: _shipped("load_breast_cancer")))
    yield Named("wine", cache(lambda: _shipped("load_wine")))
    yield Named("large numbers", cache(_large))
    yield from (Named(t.name, cache(lambda t=t: _other(t.read())), other=True) for t in class_tables(True)[:MORE])


def _generated(boundary: bool) -> DataSet:
    """Uniform numbers in five columns, and a class that one of them decides, or chance."""
    random = Random(17)
    rows = [[random.random() for _ in range(5)] for _ in range(MOST)]
    labels = [("no", "yes")[row[0] > 0.5 if boundary else random.random() > 0.5] for row in rows]
    return _data([[_tenths(100 * x) for x in row] for row in rows], labels)


def _large() -> DataSet:
    """Whole numbers from 2^24 on, of which single precision has the even ones alone."""
    random = Random(5)
    rows = [[2**24 + random.randrange(12) for _ in range(3)] for _ in range(40)]
    return _data([list(map(Fraction, row)) for row in rows], [("no", "yes")[sum(row) % 3 == 0] for row in rows])


def _shipped(name: str) -> DataSet:
    """Every so-manyth record of a table of scikit-learn's, scaled."""
    from sklearn import datasets

    found = getattr(datasets, name)()
    low, high = found.data.min(axis=0), found.data.max(axis=0)
    step = -(-len(found.data) // MOST)
    rows = (100 * (found.data - low) / (high - low)).tolist()[::step]
    return _data([list(map(_tenths, row)) for row in rows], [str(found.target_names[k]) for k in found.target[::step]])


def _tenths(x: float) -> Fraction:
    """The double next to a number of one decimal."""
    return Fraction(round(x, 1))


def _data(rows: Sequence[Sequence[Fraction]], labels: Sequence[str]) -> DataSet:
    attributes = tuple(Continuous(f"a{i}") for i in range(len(rows[0])))
    records = tuple(Record(tuple(row), label) for row, label in zip(rows, labels, strict=True))
    return plain(DataSet(attributes, Nominal("y", tuple(dict.fromkeys(labels))), records))


def _other(data: DataSet) -> DataSet:
    whole = variant(data, Continuous, Gaps.NONE, Weights.ONE)
    kept = whole.records[:: -(-len(whole.records) // MOST)]
    present = tuple(c for c in whole.classes if any(r.label == c for r in kept))
    return plain(DataSet(whole.attributes, Nominal("y", present), tuple(kept)))
