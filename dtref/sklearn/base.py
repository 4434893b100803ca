"""What the exact trees have in common: growing, the ways of records, ties, stability, and the verdict on other trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.utils import Bunch, check_random_state
from sklearn.utils.validation import check_is_fitted

from dtref.engines.choice import grow
from dtref.engines.compiled.kernels.layout import Ints
from dtref.engines.stability import Stability, stability
from dtref.errors import Invalid, Undefined
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.verify.verdicts import Report
from dtref.oracle.verify.verify import verify
from dtref.sklearn.drawn_columns import grow_with_draws
from dtref.sklearn.fitted import Fitted, RecordWays
from dtref.sklearn.policies import as_scikit_learn_stops
from dtref.sklearn.reading import ExactEstimator, FittedTo
from dtref.sklearn.ties import Ties, labels_of_all
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Branch, Label, Leaf, Tree, depth, leaf_count
from dtref.spec.pruning.cost_complexity import cost_complexity, impurity_risk, misclassified
from dtref.spec.views.impurity_importance import normalised_impurity_importances

SEEDS = 2**31 - 1
"""Seeds of trees are below this, as scikit-learn draws them."""


class ExactTree(ExactEstimator):
    """The common part of the exact trees."""

    def _grow(self, training: FittedTo) -> None:
        draws = training.policy.draws
        self.max_features_ = self.n_features_in_ if draws is None else draws.of(self.n_features_in_)
        if draws is None:
            self._adopt(training, grow(training.data, training.policy))
            return
        if draws.one_cut:
            raise Invalid("splitter", "'best': cuts that are drawn are no exact tree's; max_features draws columns", "random")
        self._adopt(*grown_by_chance(training, check_random_state(self.random_state).randint(SEEDS)))

    def _adopt(self, training: FittedTo, tree: Tree) -> None:
        """Takes a tree that was grown."""
        self._fitted = Fitted.of(tree, training.data, training.policy)
        self._training = training
        self.tree_: Tree = tree

    @property
    def _attributes(self) -> tuple[Attribute, ...]:
        return self._fitted_part().attributes

    # Predictions.

    def _ways(self, X: Any) -> RecordWays:
        """The ways of the records of a table. Errors: ValueError as `fit`."""
        table, _ = self._checked(X)
        return self._fitted_part().ways(table)

    def apply(self, X: Any) -> Ints:
        """
        For each record the number of its leaf in preorder, the root's 0. Errors: Invalid for a record that goes down several branches.
        """
        return self._fitted_part().leaves_of(self._ways(X))

    def decision_path(self, X: Any) -> csr_matrix:
        """For each record the nodes that it passes: a sparse matrix of 0 and 1, a column for each node in preorder. Errors: as `apply`."""
        return self._path(self._ways(X))

    def _labels_of_all(self, trees: Sequence[Tree], X: Any) -> list[list[Label]]:
        """For each record the labels that some of the trees predict."""
        table, training = self._checked(X)[0], self._grown_by
        return labels_of_all([Fitted.of(tree, training.data, training.policy).ways(table).predictions for tree in trees])

    def _path(self, ways: RecordWays) -> csr_matrix:
        fitted = self._fitted_part()
        records, numbers = fitted.path_pairs(ways)
        shape = len(ways.predictions), len(fitted.parents)
        return csr_matrix((np.ones(len(records), np.int64), (records, numbers)), shape=shape)

    def get_depth(self) -> int:
        """The number of tests on the longest path from the root to a leaf."""
        fitted = self._fitted_part()
        return depth(fitted.tree) if fitted.plain_rows is None else int(fitted.levels.max())

    def get_n_leaves(self) -> int:
        """The number of leaves."""
        fitted = self._fitted_part()
        return leaf_count(fitted.tree) if fitted.plain_rows is None else len(fitted.leaf_rows)

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """
        What the tests of each column take off the impurity, as shares of what all take off, each the nearest double; all 0 where they take
        off nothing (`dtref.normalised_impurity_importances`).
        """
        fitted = self._fitted_part()
        impurity = self._grown_by.policy.criterion.impurity
        if impurity is None:
            raise Invalid("policy", "a criterion that lowers an impurity", self._grown_by.policy.criterion.name)
        shares = normalised_impurity_importances(fitted.tree, fitted.attributes, impurity)
        return np.array([0.0 if isinstance(shares, Undefined) else float(shares[name]) for name in self._names()])

    # What only dtref has.

    @property
    def ties_(self) -> Ties:
        """How many trees and partitions are as good as this one, and the nodes of this one at which several tests are."""
        kept = vars(self._fitted_part())
        if "ties" not in kept:
            training = self._grown_by
            kept["ties"] = Ties(self.tree_, training.data, training.policy)
        ties: Ties = kept["ties"]
        return ties

    @property
    def stability_(self) -> Stability:
        """How sure the tree is, node by node and as a whole (`dtref.stability`)."""
        return self.stability()

    def stability(self, samples: Sequence[Indices] = ()) -> Stability:
        """How sure the tree is, also in samples of the records, of each their positions (`dtref.stability`)."""
        training = self._grown_by
        return stability(self.tree_, training.data, training.policy, samples)

    def verify_against(self, other: Any) -> Report:
        """
        The verdict on another tree, by the records and the policy of this one (`dtref.verify`): one of scikit-learn, a foreign tree, a tree
        of dtref, another exact estimator. Errors: Invalid for anything else, and for a model that doesn't fit the data.
        """
        training = self._grown_by
        return verify(_foreign(other, self), training.data, as_scikit_learn_stops(training.policy))

    def cost_complexity_pruning_path(self, X: Any, y: Any, sample_weight: Any = None) -> Bunch:
        """
        The alphas at which a tree grown from these records loses a subtree, and the impurity of the leaves from each on, as the nearest
        doubles. Exactly the sequence of `dtref.cost_complexity`: links that are equally weak are one step, where scikit-learn may have two.
        """
        whole = type(self)(**{**self.get_params(deep=False), "ccp_alpha": 0.0}).fit(X, y, sample_weight)
        impurity = whole._grown_by.policy.criterion.impurity
        path = cost_complexity(whole.tree_, misclassified if impurity is None else impurity_risk(impurity))
        steps = [(float(step.alpha), float(step.risk)) for step in path.steps]
        return Bunch(ccp_alphas=np.array([alpha for alpha, _ in steps]), impurities=np.array([risk for _, risk in steps]))

    def _fitted_part(self) -> Fitted:
        if "_fitted" not in vars(self):  # the check itself takes a third of a small prediction
            check_is_fitted(self)
        fitted: Fitted = self._fitted
        return fitted


def grown_by_chance(training: FittedTo, seed: int) -> tuple[FittedTo, Tree]:
    """A tree whose nodes try columns that a seed draws, and what it is grown from, with the policy of nodes that try all."""
    tree = grow_with_draws(training.data, training.policy, seed)
    return FittedTo(training.data, evolve(training.policy, draws=None)), tree


def _foreign(other: Any, judge: ExactTree) -> ForeignTree:
    """Another tree, as one to be verified."""
    if isinstance(other, ForeignTree):
        return other
    if isinstance(other, Leaf | Branch):
        return from_tree(other)
    if isinstance(other, ExactTree):
        return from_tree(other.tree_)
    names = None if hasattr(other, "feature_names_in_") else judge._names()
    return read_scikit_learn(other, names)
