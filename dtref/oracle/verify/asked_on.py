"""What rounding must have passed where a program asks on and the algorithm makes a leaf: rules, and the value that they look at."""

from __future__ import annotations

from collections.abc import Sequence

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.oracle.verify.questions import NodeQuestion
from dtref.spec.growing.hunt import Hunt, Node
from dtref.spec.growing.stopping import StoppingRule
from dtref.spec.model.counts import add_counts, statistic
from dtref.spec.model.rules import limit_below, limit_up_to
from dtref.spec.split.average_gain import AboveAverageGain
from dtref.spec.split.best_when_filled import BestWhenFilled
from dtref.spec.split.candidates import Split


def rules_that_stop(recursion: Hunt, node: Node, first: StoppingRule) -> Sequence[StoppingRule]:
    """The rules that make a node a leaf: the first one, and of the others those that have a limit."""
    facts = recursion.facts(node, statistic(recursion.columns, node.records))
    others = (rule for rule in recursion.policy.stop if rule is not first and (limit_below(rule) or limit_up_to(rule)) is not None)
    return [first, *(rule for rule in others if rule(facts))]


def _split(question: NodeQuestion) -> Split:
    """The counts of each branch that records take, or that is before one of these."""
    return question.split(1 + max((b for b in (*question.branches, question.goes) if b is not None), default=1))


def value_asked(recursion: Hunt, question: NodeQuestion, best: Number) -> Number:
    """The value that rules are asked about: that of a node's own test, but for algorithms that choose otherwise; best: of the best test."""
    if isinstance(recursion.select, AboveAverageGain | BestWhenFilled):
        return best
    split, missing = _split(question), question.missing
    value = recursion.policy.criterion.of(add_counts(split, len(missing)), split, missing)
    return best if isinstance(value, Undefined) else value
