"""Pruning that a policy names, as steps from the grown tree to the one that the program ends with (`dtref.spec.growing.policy`)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from dtref.exact.definition import defined
from dtref.exact.number_text import readable
from dtref.spec.growing.of_training import PruningOfTraining
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Leaf, Tree, weight
from dtref.spec.pruning.bottom_up import cut_at, each_subtree
from dtref.spec.pruning.cost_complexity import cost_complexity, impurity_risk
from dtref.spec.pruning.error_based import QUARTER, checked_level
from dtref.spec.pruning.estimates import node_errors
from dtref.spec.pruning.subtree_raising import Largest, Released, error_based_raising_by
from dtref.spec.split.impurity import Impurity


@defined(
    formula="cut t where (R(t) - R(T_t)) / (leaves - 1) <= alpha",
    sources=("scikit-learn 1.9, `sklearn/tree/_tree.pyx`, _cost_complexity_prune (ccp_alpha)", "Breiman and others 1984, chapter 3"),
)
@frozen
class CostComplexity(PruningOfTraining):
    """
    Cuts the weakest links up to an alpha, by the impurity of nodes; R is divided by the weight of the training set.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.split.impurity import gini
    >>> from dtref.spec.views.shape import parity
    >>> [CostComplexity(alpha, gini).of(parity(2))(grow(parity(2), CART), parity(2)).labels for alpha in (Fraction(1, 6), Fraction(1, 7))]
    [('0', '1'), ('0', '1')]
    """

    alpha: Fraction
    impurity: Impurity
    weight: Fraction | None = None

    def of(self, training: DataSet) -> CostComplexity:
        """The step for the trees, or subtrees, of a training set."""
        return evolve(self, weight=sum((record.weight for record in training), Fraction(0)))

    def __call__(self, tree: Tree, data: DataSet) -> Tree:
        """The tree as pruned."""
        if self.weight is None:
            return super().__call__(tree, data)
        records = weight(tree)
        return cost_complexity(tree, impurity_risk(self.impurity)).tree_at(self.alpha * self.weight / records) if records else tree

    def __str__(self) -> str:
        return f"pruned by cost complexity at alpha {readable(self.alpha)}"


@defined(
    formula="sum of e over the leaves of the grown subtree >= e of the node - 1/1000",
    sources=("C4.5 release 8, `Src/build.c`, FormTree", "Weka 3.6.14, `C45PruneableClassifierTree.java`, collapse"),
)
@frozen
class Collapse:
    """
    Makes a leaf of each subtree that saves no training errors, or less than an allowance.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> [Collapse()(grow(data, CART), data).labels for data in (parity(1), DataSet((), parity(1).target, ()))]
    [('0', '1'), ('0', '1')]
    """

    allowance: Fraction = Fraction(1, 1000)

    def __call__(self, tree: Tree, _: DataSet) -> Tree:
        """The tree without them."""
        saved = each_subtree(tree, self._errors)
        return cut_at(tree, lambda i: saved[i][0] <= self.allowance)

    @staticmethod
    def _errors(_: int, node: Tree, parts: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
        """The training errors that a subtree saves, and those that its leaves make."""
        errors = node_errors(node)
        below = errors if isinstance(node, Leaf) else sum((of_leaves for _, of_leaves in parts), Fraction(0))
        return errors - below, below

    def __str__(self) -> str:
        return "subtrees that save no training errors collapse"


@defined(sources=("C4.5 release 8, `Src/prune.c`, EstimateErrors", "Weka 3.6.14, `C45PruneableClassifierTree.java`, prune"))
@frozen
class ErrorBased:
    """
    Prunes by predicted errors, with subtree raising, as a released program does (`dtref.spec.pruning.subtree_raising`).

    confidence: the level of the upper limit. largest: which of branches that are equally large is tried. released: the program's rules.
    Errors: Invalid for a confidence that isn't strictly between 0 and 1.

    >>> ErrorBased().confidence
    Fraction(1, 4)
    """

    confidence: Fraction = field(default=QUARTER, converter=checked_level)
    largest: Largest = Largest.LAST
    released: Released = field(factory=Released)

    def __call__(self, tree: Tree, data: DataSet) -> Tree:
        """The tree as pruned. data: the records that it was grown from."""
        return error_based_raising_by(self.largest, tree, data, self.confidence, self.released).tree

    def __str__(self) -> str:
        return f"pruned by predicted errors at confidence {self.confidence}"
