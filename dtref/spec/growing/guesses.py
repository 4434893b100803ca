"""
Guesses: tests of other attributes that may stand in for a node's own, learned from the records that know the answer to both.

Notation: the primary test s sends a record to one of its branches; a candidate s' on another attribute guesses that branch.
"""

from __future__ import annotations

__sources__ = ("Breiman et al. 1984, 5.3",)

from collections.abc import Callable
from typing import TypeAlias

from attrs import evolve, frozen

from dtref.spec.model.attributes import MISSING, Attribute, Missing, Nominal
from dtref.spec.model.counts import Columns, Count, Counts, Rows, Weighted, count_table, statistic
from dtref.spec.model.data import DataSet
from dtref.spec.split.candidates import Candidates, Offer, Split
from dtref.spec.split.criteria import error_reduction


@frozen(eq=False)
class Primary:
    """
    The records at a node whose answer to its test is known, and the branches that they take.

    columns: those of the training set, with the branch in place of the class. counts: the records by branch. asked: the columns that the
    test asks. everyone: the positions of all records at the node, those that miss the answer included.
    """

    columns: Columns
    records: Weighted
    counts: Counts
    asked: frozenset[int]
    everyone: Rows


def primary(columns: Columns, records: Weighted, asked: frozenset[int], branches: int, branch: Callable[[int], int | Missing]) -> Primary:
    """
    A node's records that know the answer to its test, labelled by the branch that each takes.

    asked: the columns that the test asks. branches: their number. branch: from a record's position to the branch that it takes.

    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("+",)), (Record((), "+"), Record((), "+")))
    >>> primary(columns(data), Weighted((0, 1)), frozenset(), 2, lambda r: (1, MISSING)[r]).counts
    (0, 1)
    """
    branch_of = {r: b for r in records.rows if (b := branch(r)) is not MISSING}
    # the training set with branches for classes
    names = tuple(map(str, range(branches)))
    relabelled = DataSet(columns.data.attributes, Nominal(columns.data.target.name, names), ())
    labels = tuple(branch_of.get(r, 0) for r in range(len(columns.labels)))
    by_branch = evolve(columns, data=relabelled, labels=labels, numbers=())
    # the node's records without those that miss the answer
    parts = None if records.parts is None else tuple(p for r, p in zip(records.rows, records.parts, strict=True) if r in branch_of)
    known = Weighted(tuple(branch_of), parts)
    return Primary(by_branch, known, statistic(by_branch, known), asked, records.rows)


Guesses: TypeAlias = Callable[[int, Primary, Callable[[Attribute], Offer]], Candidates]
"""
Makes the candidates on one column: how each splits the records by the branch of the primary test, and the tests. It is called with the
column, the node's primary test, and what the policy offers for an attribute.
"""


def every_guess(column: int, node: Primary, offer: Callable[[Attribute], Offer]) -> Candidates:
    """
    All tests that the policy offers on a column, as in the CART book.

    >>> from fractions import Fraction
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.counts import columns
    >>> from dtref.spec.model.data import Record
    >>> from dtref.spec.split.candidates import Thresholds
    >>> data = DataSet((Continuous("x"),), Nominal("y", ("+",)), tuple(Record((Fraction(x),), "+") for x in range(3)))
    >>> node = primary(columns(data), Weighted((0, 1, 2)), frozenset(), 2, lambda r: int(r < 2))
    >>> every_guess(0, node, lambda attribute: Thresholds()).splits
    [((0, 1), (1, 1)), ((0, 2), (1, 0))]
    """
    table = count_table(node.columns, column, node.records)
    return offer(table.attribute)(table, error_reduction)


def guessed_right(split: Split) -> Count:
    """
    How many records a test guesses right: in each of its branches those that take the most frequent branch of the primary test.

    split: for each branch of the test the records by the branch of the primary test.

    >>> guessed_right(((3, 1), (0, 2)))
    5
    """
    return sum(max(part) for part in split)
