"""
Stopping rules (pre-pruning): make a node a leaf although a test could be asked.

A stopping rule looks at a node and says whether it is a leaf. A policy may have several, and one is enough to stop. On ties: n records are
not fewer than n, a value of t is not below t.
"""

from __future__ import annotations

__sources__ = (
    ("tan", "Stopping Criteria for Tree Induction, How to Address Overfitting"),
    ("cs6220", "Overfitting and Tree Pruning"),
    ("iaml", "1.4"),
    ("cs422", "Tree Induction: When to stop splitting"),
)

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import field, frozen

from dtref.exact.comparison import compare
from dtref.exact.number import number
from dtref.spec.growing.admission import Admission, PValue, is_significant, refuse_means, significance_level
from dtref.spec.model.counts import Counts
from dtref.spec.split.association import chi_square_p
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


StoppingRule: TypeAlias = Callable[[NodeFacts], bool]
"""Whether a node is a leaf."""


def named(rule: StoppingRule | Admission) -> str:
    """
    The name of a rule, as text for people.

    >>> named(no_improvement), named(FewerThan(5))
    ('no improvement', 'fewer than 5 records')
    """
    return str(getattr(rule, "__name__", rule)).replace("_", " ")


def is_pure(counts: Counts, regression: bool) -> bool:
    """
    Whether at most one class is there, or all values of a continuous target are equal: n sum y^2 = (sum y)^2.

    >>> is_pure((0, 3), False), is_pure((2, 6, 20), True)
    (True, False)
    """
    if regression:
        n, y, yy = counts
        return n * yy == y * y
    return sum(n > 0 for n in counts) <= 1


def pure(node: NodeFacts) -> bool:
    """
    Whether all records belong to the same class.   Source: `tan`, Stopping Criteria for Tree Induction; `cs6220`, Algorithm for Decision
    Tree Induction.

    >>> pure(_facts((0, 3))), pure(_facts((1, 3)))
    (True, False)
    """
    return is_pure(node.counts, node.regression)


def same_values(node: NodeFacts) -> bool:
    """
    Whether there is no test to choose (`best()` is None).   Source: as for `pure`.

    So it is where all records have the same attribute values, where no attribute is left, where no candidate is admitted, where CHAID has
    no significant test, and everywhere under `MAJORITY`.

    >>> same_values(_facts((1, 3)))
    True
    """
    return node.best() is None


def no_improvement(node: NodeFacts) -> bool:
    """
    Whether the best test does not improve the criterion: its value is 0 or less.   Source: `tan`, How to Address Overfitting.

    >>> no_improvement(_facts((1, 3), Fraction(0))), no_improvement(_facts((1, 3), Fraction(1, 10**9)))
    (True, False)
    """
    best = node.best()
    return best is not None and compare(best.value, 0) <= 0


@frozen
class FewerThan:
    """
    Stops at a node whose records weigh less than `records` together (of weight 1 each: fewer records). A part of a record counts its part.

    `FewerRowsThan` counts records whatever they weigh. Source: `tan`, How to Address Overfitting; `cs422`, When to stop splitting; with
    weights as Quinlan 1993 has them.

    >>> FewerThan(4)(_facts((1, 2))), FewerThan(3)(_facts((1, 2)))
    (True, False)
    """

    records: int | Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        return node.weight < self.records

    def __str__(self) -> str:
        return f"fewer than {self.records} records"


@frozen
class FewerRowsThan:
    """
    Stops at a node with fewer records than `rows`, whatever they weigh: a record of weight 7 is one, and so is a part of one.

    `FewerThan` counts their weight. Source: rpart's minsplit, scikit-learn's min_samples_split (both count rows, as documented).

    >>> FewerRowsThan(4)(_facts((30, 20), rows=3)), FewerRowsThan(3)(_facts((30, 20), rows=3))
    (True, False)
    """

    rows: int

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        return node.rows() < self.rows

    def __str__(self) -> str:
        return f"fewer than {self.rows} rows"


@frozen
class AtDepth:
    """
    Stops at a node with `tests` tests above it, or more.   Source: Breiman and others 1984; every program has it.

    >>> AtDepth(0)(_facts((1, 2))), AtDepth(1)(_facts((1, 2)))
    (True, False)
    """

    tests: int

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        return node.level >= self.tests

    def __str__(self) -> str:
        return f"at depth {self.tests}"


@frozen
class ImprovesLessThan:
    """
    Stops where the best test improves the criterion by less than a threshold, in the criterion's unit (bits, or Gini).

    Source: `cs6220`, Overfitting and Tree Pruning; `cs422`, When to stop splitting.

    >>> stops = ImprovesLessThan(Fraction(1, 8))
    >>> stops(_facts((1, 3), Fraction(1, 8))), stops(_facts((1, 3), Fraction(0)))
    (False, True)
    """

    threshold: Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        best = node.best()
        return best is not None and compare(best.value, self.threshold) < 0

    def __str__(self) -> str:
        return f"improvement below {self.threshold}"


@frozen
class ImprovesTreeLessThan:
    """
    Stops where the best test improves the whole tree by less than a threshold: the node's share of all records times the improvement.

    Formula: n_t/n * value < threshold.   Source: `cs422`, When to stop splitting, as scikit-learn has it (min_impurity_decrease).

    >>> ImprovesTreeLessThan(Fraction(1, 8))(_facts((1, 3), Fraction(1, 8), share=Fraction(1, 2)))
    True
    """

    threshold: Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        best = node.best()
        return best is not None and compare(node.share() * best.value, self.threshold) < 0

    def __str__(self) -> str:
        return f"improvement of the tree below {self.threshold}"


@frozen
class Independent:
    """
    Stops where the class is independent of every available attribute: no admissible test has a p-value of at most alpha.

    Decided by certified bounds.
    Errors: Invalid for alpha outside 0 to 1, and where the target is continuous. Undecided: a p-value too near alpha.
    Source: `tan`, How to Address Overfitting (chi-square test).

    >>> Independent(Fraction(1, 20))(_facts((1, 3)))
    True
    """

    alpha: Fraction = field(validator=significance_level("stopping rule"))
    p_value: PValue = chi_square_p

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        refuse_means(node.regression)
        return not any(is_significant(self.p_value, self.alpha, split) for candidates in node.candidates() for split in candidates.splits)

    def __str__(self) -> str:
        return f"independent of every attribute at level {self.alpha}"


def asks_every_p_value(rule: StoppingRule) -> bool:
    """
    Whether a rule needs the p-value of every candidate, and not only of those that can be best. (Chi-square is greatest where Gini is.)

    >>> from dtref.spec.split.exact_test import exact_p
    >>> asks_every_p_value(Independent(Fraction(1, 20))), asks_every_p_value(Independent(Fraction(1, 20), exact_p))
    (False, True)
    """
    return isinstance(rule, Independent) and rule.p_value is not chi_square_p


def needs_candidates(rule: StoppingRule) -> bool:
    """
    Whether a rule may look at the candidates; those that don't are asked first.

    >>> needs_candidates(FewerThan(2)), needs_candidates(same_values)
    (False, True)
    """
    return not (rule is pure or isinstance(rule, FewerThan | FewerRowsThan | AtDepth))


IGNORE_LEVEL: tuple[StoppingRule, ...] = (pure, same_values, no_improvement)
KINDS_THAT_IGNORE_LEVEL = (FewerThan, FewerRowsThan, ImprovesLessThan, ImprovesTreeLessThan, Independent)
"""The rules, and kinds of rules, that never look at a node's level: without any other, nodes of all levels are alike."""


def _facts(counts: Counts, value: Fraction | None = None, share: Fraction = Fraction(1), rows: int = 0) -> NodeFacts:
    """The facts about a root with these class counts, this best value and so many records, for the examples above."""
    best = None if value is None else Best(number(value), ())
    return NodeFacts(counts, False, 0, lambda: share, lambda: (), lambda: best, lambda: rows)
