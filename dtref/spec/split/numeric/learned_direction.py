"""
The direction of missing values, learned with each cut: every cut is tried with them on either side, and the known values against them.

So the direction is a part of the test, and two directions of equal value are a tie as any other. scikit-learn 1.3 and newer
(`sklearn/tree/_splitter.pyx`, node_split_best; `_partitioner.pyx`, next_p).
"""

from __future__ import annotations

from collections.abc import Callable
from operator import add

from attrs import evolve

from dtref.errors import Invalid
from dtref.exact.definition import defined
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.counts import Count, Counts, CountTable, add_counts
from dtref.spec.model.optima import EverySubset
from dtref.spec.model.tests import IsKnown, Test, Threshold
from dtref.spec.split.candidates import Candidates, Split


@defined(
    errors="Invalid for candidates that are no cuts of numbers",
    sources=("scikit-learn 1.9.1, `sklearn/tree/_splitter.pyx`, `sklearn/tree/_partitioner.pyx`",),
)
def either_side(candidates: Candidates, table: CountTable, rows: Callable[[Test], Split]) -> Candidates:
    """
    The cuts of a column, with the direction of missing values as part of each test. Where some records of the node miss the value: every
    cut with them on the right, the known values against them, every cut with them on the left; each splits all records of the node. Where
    none does, nothing is learned, and a missing value will go to the branch with more records, to the second of two with as many.

    table: the column's count table at the node. rows: the number of records of each branch of a test, whatever they weigh.

    >>> from fractions import Fraction
    >>> from dtref.spec.split.candidates import Thresholds
    >>> from dtref.spec.split.criteria import gini_reduction
    >>> x, values = Continuous("x"), (Fraction(1), Fraction(2))
    >>> table = CountTable(x, values, values, ((1, 0), (0, 2)), (0, 3))
    >>> directed = either_side(Thresholds()(table, gini_reduction), table, lambda test: ())
    >>> directed.splits
    [((1, 0), (0, 5)), ((1, 2), (0, 3)), ((1, 3), (0, 2))]
    >>> directed.test(0).missing, directed.test(1), directed.test(2).missing
    (1, IsKnown(attribute=Continuous(name='x', width=<Width.DECIMAL: 'decimal'>)), 0)
    """
    attribute, missing = table.attribute, table.missing
    if not isinstance(attribute, Continuous) or any(len(split) != 2 for split in candidates.splits):
        raise Invalid(attribute.name, "cuts of numbers, as the direction of missing values is learned", type(attribute).__name__)
    if not any(missing):
        return evolve(candidates, test=lambda i: _by_rows(_cut(candidates.test(i)), rows))
    # all records of the node take part, wherever those go that miss the value
    cuts, known = len(candidates.splits), add_counts(table.counts, len(missing))
    on_the_right = [(left, _together(right, missing)) for left, right in candidates.splits]
    on_the_left = [(_together(left, missing), right) for left, right in candidates.splits]
    apart = [(known, missing)] if table.values else []

    def test(i: int) -> Test:
        if i == cuts:
            return IsKnown(attribute)
        return evolve(_cut(candidates.test(i)), missing=1) if i < cuts else evolve(_cut(candidates.test(i - cuts - 1)), missing=0)

    return evolve(candidates, splits=[*on_the_right, *apart, *on_the_left], test=test, missing=())


def toward_more(cut: Threshold, left: Count, right: Count) -> Threshold:
    """
    A cut with so many records on either side, none of which misses the value: a missing one will go to the side with more, to the second
    of two with as many.

    >>> from fractions import Fraction
    >>> cut = Threshold(Continuous("x"), Fraction(1), Fraction(2), Fraction(1))
    >>> toward_more(cut, 3, 2).missing, toward_more(cut, 2, 2).missing
    (0, 1)
    """
    return evolve(cut, missing=0 if left > right else 1)


def _by_rows(cut: Threshold, rows: Callable[[Test], Split]) -> Threshold:
    (left,), (right,) = rows(cut)
    return toward_more(cut, left, right)


def _cut(test: Test | EverySubset) -> Threshold:
    """A candidate that is a cut. Errors: Invalid for another."""
    if not isinstance(test, Threshold):
        raise Invalid("test", "a cut of numbers, as the direction of missing values is learned", type(test).__name__)
    return test


def _together(known: Counts, missing: Counts) -> Counts:
    return tuple(map(add, known, missing))
