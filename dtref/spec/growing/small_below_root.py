"""A least size of nodes that the root is free of."""

from __future__ import annotations

from attrs import frozen

from dtref.exact.definition import defined
from dtref.exact.number_text import readable
from dtref.spec.growing.node_facts import NodeFacts
from dtref.spec.model.rules import LooksAt, RuleFacts, declares


@declares(RuleFacts("small_below_root", frozenset((LooksAt.ROWS, LooksAt.WEIGHT, LooksAt.LEVEL))))
@defined(sources=("randomForest 4.7-1.1, `src/rfsub.f` (buildtree: ndsize), `src/regTree.c` (nthsize)",))
@frozen
class SmallBelowRoot:
    """
    Stops at a node of at most `size` rows, whatever they weigh, or of at most that weight (by_weight); never at the root.

    >>> from dtref.spec.growing.node_facts import NodeFacts
    >>> def node(level): return NodeFacts((3, 2), False, level, lambda: 1, lambda: (), lambda: None, lambda: 4)
    >>> SmallBelowRoot(4)(node(1)), SmallBelowRoot(4)(node(0)), SmallBelowRoot(4, by_weight=True)(node(1))
    (True, False, False)
    """

    size: int
    by_weight: bool = False

    def __call__(self, node: NodeFacts) -> bool:
        """Whether the node is a leaf."""
        return node.level > 0 and (node.weight if self.by_weight else node.rows()) <= self.size

    def __str__(self) -> str:
        return f"at most {readable(self.size)} {'records' if self.by_weight else 'rows'} below the root"
