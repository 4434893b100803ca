"""The facts about a node that stopping rules look at, and the decision that they lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from attrs import frozen

from dtref.exact.number import Number, is_zero, number
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.counts import Counts, tally_of
from dtref.spec.model.later import Later
from dtref.spec.model.optima import Optima
from dtref.spec.model.rules import needs_candidates
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label
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


@frozen(eq=False)
class Decision(Later):
    """
    The decision at a node: its class counts, its largest classes, and the optima; without optima it is a leaf.

    value: the criterion's value of the optima; None at a leaf. stopped: the stopping rule that made it a leaf, if one did.
    """

    counts: Tally
    labels: tuple[Label, ...]
    value: Number | None
    optima: Optima
    stopped: Callable[[NodeFacts], bool] | None = None


def decision(target: Attribute, labels: tuple[Label, ...], rules: Sequence[Callable[[NodeFacts], bool]], node: NodeFacts) -> Decision:
    """
    The decision at a node with these largest classes: a leaf where a stopping rule says so, or nothing can be asked; else the best
    candidates are its optima.

    rules: the first that stops is kept in the decision. Those that need no candidates come first, as they cost least.

    >>> from dtref.spec.growing.stopping import pure
    >>> from dtref.spec.model.attributes import Nominal
    >>> node = NodeFacts((3, 0), False, 0, lambda: Fraction(1), lambda: (), lambda: None, lambda: 3)
    >>> decision(Nominal("y", ("-", "+")), ("-",), (pure,), node).stopped is pure
    True
    """
    tally = tally_of(target, node.counts)
    stopped = next((stops for stops in sorted(rules, key=needs_candidates) if stops(node)), None)
    best = node.best() if stopped is None else None
    return Decision(tally, labels, None, (), stopped) if best is None else Decision(tally, labels, best.value, best.optima)
