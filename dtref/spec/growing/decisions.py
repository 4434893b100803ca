"""The decision at a node: a leaf, or the tests that are best."""

from __future__ import annotations

__sources__ = (("tan", "General Structure of Hunt's Algorithm"),)

from collections.abc import Sequence

from attrs import frozen

from dtref.exact.number import Number
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.growing.stopping import StoppingRule
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.counts import tally_of
from dtref.spec.model.later import Later
from dtref.spec.model.optima import Optima
from dtref.spec.model.rules import needs_candidates
from dtref.spec.model.tally import Tally
from dtref.spec.model.trees import Label


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
    stopped: StoppingRule | None = None


def decision(target: Attribute, labels: tuple[Label, ...], rules: Sequence[StoppingRule], node: NodeFacts) -> Decision:
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
