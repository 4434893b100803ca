"""A node whose impurity is so small that a program takes it for pure."""

from __future__ import annotations

from fractions import Fraction

from attrs import frozen

from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.enclosure import LN_2
from dtref.exact.number import Number
from dtref.exact.number_text import readable
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.model.rules import LooksAt, RuleFacts, declares


@declares(RuleFacts("nearly_pure", frozenset((LooksAt.COUNTS,))))
@defined(sources=("scikit-learn 1.9, `sklearn/tree/_tree.pyx`, EPSILON",))
@frozen
class NearlyPure:
    """
    Stops at a node whose impurity, by the policy's criterion, is at most `impurity`: it is taken for pure. nats: whether that is in nats,
    of a criterion in bits.

    >>> from dtref.spec.growing.node_facts import NodeFacts
    >>> node = NodeFacts((3, 1), False, 0, lambda: Fraction(1), lambda: (), lambda: None, lambda: 4, lambda: Fraction(3, 8))
    >>> NearlyPure(Fraction(3, 8))(node), NearlyPure(Fraction(1, 4))(node)
    (True, False)
    """

    impurity: Fraction
    nats: bool = False

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        impurity = node.impurity()
        return impurity is not None and compare(self.measured(impurity), self.impurity) <= 0

    def measured(self, impurity: Number) -> Number:
        """An impurity by the policy's criterion, in the unit of the limit."""
        return impurity * LN_2 if self.nats else impurity

    def __str__(self) -> str:
        return f"impurity of at most {readable(self.impurity)}{' nats' if self.nats else ''}"


@declares(RuleFacts("nearly_pure_below_root", frozenset((LooksAt.COUNTS, LooksAt.LEVEL))))
@defined(sources=("Spark 4.3, `ml/tree/impl/RandomForest.scala`, findBestSplits (leftChildIsLeaf, EPSILON)",))
@frozen
class NearlyPureBelowRoot:
    """
    Stops at a node below the root whose impurity, by the policy's criterion, is less than `impurity`: the root is tried in any case.

    >>> from attrs import evolve
    >>> from dtref.spec.growing.node_facts import NodeFacts
    >>> node = NodeFacts((3, 1), False, 1, lambda: Fraction(1), lambda: (), lambda: None, lambda: 4, lambda: Fraction(3, 8))
    >>> stops = NearlyPureBelowRoot(Fraction(1, 2))
    >>> stops(node), stops(evolve(node, level=0)), NearlyPureBelowRoot(Fraction(3, 8))(node)
    (True, False, False)
    """

    impurity: Fraction

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        impurity = node.impurity() if node.level else None
        return impurity is not None and compare(impurity, self.impurity) < 0

    def __str__(self) -> str:
        return f"impurity below {readable(self.impurity)}"
