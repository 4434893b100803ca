"""The facts about a node that stopping rules look at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.number import number
from dtref.spec.model.counts import Counts
from dtref.spec.split.candidates import Candidates
from dtref.spec.split.choose import Best


@frozen(eq=False)
class NodeFacts:
    """
    The facts about a node that stopping rules look at.

    counts: its class counts (of a continuous target n, sum of y, sum of y^2). regression: whether they are of a continuous target.
    level: how many tests are above it. Called only where a rule needs them: share, its share of the weight of the training set;
    candidates, those that the policy admits; best, the best of them, None if there is none; rows, how many records are there, whatever
    they weigh and however much of each is there.
    """

    counts: Counts
    regression: bool
    level: int
    share: Callable[[], Fraction]
    candidates: Callable[[], Sequence[Candidates]]
    best: Callable[[], Best | None]
    rows: Callable[[], int]

    @property
    def weight(self) -> int | Fraction:
        """The weight of its records."""
        return self.counts[0] if self.regression else sum(self.counts)


def root_facts(counts: Counts, value: Fraction | None = None, share: Fraction = Fraction(1), rows: int = 0) -> NodeFacts:
    """
    The facts about a root without candidates: with these class counts, this best value and so many records.

    >>> root_facts((1, 2)).weight, root_facts((1, 2)).best()
    (3, None)
    """
    best = None if value is None else Best(number(value), ())
    return NodeFacts(counts, False, 0, lambda: share, lambda: (), lambda: best, lambda: rows)
