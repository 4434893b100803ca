"""The pruning of XGBoost: from the leaves up, tests that lower the loss by too little."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, frozen

from dtref.errors import Undefined
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.number import Number
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Branch, Leaf, Tree
from dtref.spec.pruning.bottom_up import cut_at, each_subtree
from dtref.spec.split.criteria import Criterion


@defined(sources=("XGBoost 3.2, `src/tree/updater_prune.cc`, TryPruneLeaf; `src/tree/param.h`, NeedPrune",))
@frozen
class PruneLosses:
    """
    Makes a leaf of each test with leaves below it, perhaps made so before, whose value is below a limit (gamma). A test above one that is
    kept stays.

    criterion: the policy's, whose value is meant. off: how far that is off, of the sum of the node's squares, which no score exceeds.

    >>> from dtref.spec.presets import REGRESSION_TREE
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.model.attributes import Continuous
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((Continuous("x"),), Continuous("y"), [Record((Fraction(i),), Fraction(i // 2)) for i in range(4)])
    >>> tree = grow(data, REGRESSION_TREE)
    >>> [PruneLosses(REGRESSION_TREE.criterion, Fraction(n, 4))(tree, data) == tree for n in (1, 2)]
    [True, False]
    """

    criterion: Criterion
    gamma: Fraction
    off: Fraction = Fraction(0)

    def __call__(self, tree: Tree, _: DataSet) -> Tree:
        """The tree without them."""
        cut = each_subtree(tree, self._is_leaf)
        return cut_at(tree, lambda i: cut[i])

    def by_rounding(self, sign: int) -> PruneLosses:
        """The rule with values that rounding makes less, or more: by 64 units of singles of the scores of a node, and of its branches."""
        return evolve(self, off=Fraction(sign, 2**17))

    def _is_leaf(self, _: int, node: Tree, below: Sequence[bool]) -> bool:
        """Whether a node is a leaf once it is pruned."""
        if isinstance(node, Leaf):
            return True
        return all(below) and compare(_value(node, self.criterion) + self.off * _numbers(node)[2], self.gamma) < 0

    def __str__(self) -> str:
        return f"tests that improve by less than {self.gamma} are pruned"


def _value(node: Branch, criterion: Criterion) -> Number:
    """The value of a test, from the counts of its branches; 0 where it has none."""
    value = criterion(_numbers(node), [_numbers(child) for child in node.children])
    return Fraction(0) if isinstance(value, Undefined) else value


def _numbers(node: Tree) -> tuple[Fraction, ...]:
    """What is counted at a node."""
    return tuple(n for _, n in node.counts)
