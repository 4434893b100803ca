"""One evaluation of an impurity, or of a criterion, in doubles: what a program may have seen."""

from __future__ import annotations

from math import nan

from dtref.exact.number import as_double, doubles
from dtref.oracle.verify.questions import NodeQuestion
from dtref.spec.model.counts import Counts, add_counts
from dtref.spec.split.criteria import Criterion
from dtref.spec.split.impurity import Impurity


def impurity_in_doubles(impurity: Impurity, counts: Counts) -> float:
    """
    The impurity, run on doubles; NaN where a number is beyond their range.

    >>> from dtref.spec.split.impurity import gini
    >>> impurity_in_doubles(gini, (1, 1)), impurity_in_doubles(gini, (10**400, 1))
    (0.5, nan)
    """
    try:
        value = as_double(impurity.of(doubles(counts)))
    except (OverflowError, ZeroDivisionError):
        return nan
    return nan if value is None else value


def gains_in_doubles(criterion: Criterion, question: NodeQuestion, branches: int) -> bool:
    """Whether the criterion, run on doubles, gives a test a positive value; or may, where a number is beyond their range."""
    split, missing = question.split(branches), question.missing
    node_counts = add_counts(split, len(missing))
    try:
        value = as_double(criterion.of(doubles(node_counts), [doubles(branch) for branch in split], doubles(missing)))
    except (OverflowError, ZeroDivisionError):
        return True
    return value is not None and value > 0
