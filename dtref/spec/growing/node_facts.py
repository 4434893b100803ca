"""The facts about a node that stopping rules look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.number import Number, is_zero, number
from dtref.spec.model.counts import Counts
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.choose import Best
from dtref.spec.split.criteria import Criterion


@frozen(eq=False)
class NodeFacts:
    """
    The facts about a node that stopping rules look at.

    counts: its class counts (of a continuous target n, sum of y, sum of y^2). regression: whether they are of a continuous target.
    level: how many tests are above it. Called only where a rule needs them: share, its share of the weight of the training set;
    candidates, those that the policy admits; best, the best of them, None if there is none; rows, how many records are there, whatever
    they weigh and however much of each is there; impurity, that of its records by the policy's criterion, None where it has none.
    """

    counts: Counts
    regression: bool
    level: int
    share: Callable[[], Fraction]
    candidates: Callable[[], Sequence[Candidates]]
    best: Callable[[], Best | None]
    rows: Callable[[], int]
    impurity: Callable[[], Number | None] = lambda: None

    @property
    def weight(self) -> int | Fraction:
        """The weight of its records."""
        return self.counts[0] if self.regression else sum(self.counts)


def impurity_of(criterion: Criterion, counts: Counts) -> Number | None:
    """
    The impurity of counts by a criterion; None where it has none, or there are no records.

    >>> from dtref.spec.split.criteria import gini_reduction
    >>> impurity_of(gini_reduction, (1, 3)), impurity_of(gini_reduction, (0, 0))
    (Fraction(3, 8), None)
    """
    measure = criterion.impurity
    return None if measure is None or is_zero(measure.size(counts)) else measure.of(counts)


def root_facts(counts: Counts, value: Fraction | None = None, share: Fraction = Fraction(1), rows: int = 0) -> NodeFacts:
    """
    The facts about a root without candidates: with these class counts, this best value and so many records.

    >>> root_facts((1, 2)).weight, root_facts((1, 2)).best()
    (3, None)
    """
    best = None if value is None else Best(number(value), ())
    return NodeFacts(counts, False, 0, lambda: share, lambda: (), lambda: best, lambda: rows)
