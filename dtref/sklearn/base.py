"""What the exact estimators have in common: parameters, checks by scikit-learn's own functions, growing, and the ways of records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.base import BaseEstimator
from sklearn.utils import Bunch
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from dtref.engines.choice import grow, is_installed
from dtref.engines.compiled.kernels.layout import Ints
from dtref.engines.stability import Stability, stability
from dtref.errors import Invalid, Undefined
from dtref.io.foreign.dtref_model import from_tree
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.tree import ForeignTree
from dtref.oracle.verify.verdicts import Report
from dtref.oracle.verify.verify import verify
from dtref.sklearn.fitted import Fitted, RecordWays
from dtref.sklearn.policies import estimator_policy, for_attributes, grows_numbers
from dtref.sklearn.ties import Ties
from dtref.sklearn.training import (
    ReadTarget,
    frame_training,
    has_categories,
    matrix_training,
    unknown_categories,
    unused_name,
)
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Branch, Gap, Leaf, Tree
from dtref.spec.pruning.cost_complexity import cost_complexity, impurity_risk, misclassified
from dtref.spec.views.impurity_importance import normalised_impurity_importances

CHECKED_AS_NUMBERS = {"dtype": (np.float64, np.float32), "ensure_all_finite": "allow-nan"}
"""How scikit-learn's check reads a matrix."""


class FittedTo:
    """What a tree was grown from: the records and the policy. A pickle leaves it out."""

    def __init__(self, data: DataSet, policy: Policy) -> None:
        self.data, self.policy = data, policy


class ExactTree(BaseEstimator):  # type: ignore[misc]  # scikit-learn ships no types
    """The common part of the exact tree estimators. Of them each has its parameters, and the kind of its target."""

    _parameter_constraints: dict[str, Any] = {}  # noqa: RUF012 - scikit-learn's own name and kind

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """
        The estimator, fitted to the records of X with the labels y.

        X: a matrix of numbers, NaN where one is missing; or a frame, whose columns of categories are asked by their values. sample_weight:
        of each record, exactly the doubles that they are; a record of weight 0 is left out. Errors: ValueError, in scikit-learn's words for
        what it refuses, and Invalid where the policy can't grow a tree from such data.
        """
        self._validate_params()
        policy = estimator_policy(self.get_params(deep=False), _defaults(type(self)), regression=self._of_numbers)
        if grows_numbers(policy) != self._of_numbers:
            wanted = "one for a target of numbers" if self._of_numbers else "one for classes"
            raise Invalid("policy", wanted, policy.name)
        if policy.draws is not None:
            raise Invalid("max_features, splitter", "None and 'best', as an exact tree draws nothing", policy.draws)
        self._prepare(X, y, sample_weight, policy)
        return self

    def _prepare(self, X: Any, y: Any, sample_weight: Any, policy: Policy) -> None:
        """Checks the data, and grows the tree."""
        mixed = has_categories(X)
        if mixed:
            validate_data(self, X, skip_check_array=True)
            matrix, n = None, len(X)
            y = check_array(y, ensure_2d=False, dtype=None, input_name="y")
        else:
            matrix, y = validate_data(self, X, y, validate_separately=(CHECKED_AS_NUMBERS, {"ensure_2d": False, "dtype": None}))
            n = len(matrix)
        names = self._names()
        target = self._target(y, n, unused_name("y", names))
        weights = None if sample_weight is None else _weights(sample_weight, n)
        data = frame_training(X, target, weights) if matrix is None else matrix_training(*self._by_name(matrix, names), target, weights)
        policy = for_attributes(policy, data.attributes)
        if is_installed():
            _load_kernels()
        tree = grow(data, policy)
        self._fitted = Fitted(tree, data.attributes, data.classes if not self._of_numbers else (), not isinstance(policy.gap, Gap))
        self._training = FittedTo(data, policy)
        self._mixed = mixed
        self.tree_: Tree = tree

    def _names(self) -> list[str]:
        """The names of the columns: those of a frame, else x0, x1, …"""
        if hasattr(self, "feature_names_in_"):
            return [str(name) for name in self.feature_names_in_]
        return [f"x{j}" for j in range(self.n_features_in_)]

    def _by_name(self, matrix: NDArray[Any], names: Sequence[str]) -> tuple[NDArray[np.float64], Sequence[str]]:
        """The columns of a frame in the order of their names, those of a matrix as they stand."""
        if not hasattr(self, "feature_names_in_"):
            return matrix, names
        order = sorted(range(len(names)), key=names.__getitem__)
        return matrix[:, order], [names[j] for j in order]

    def _target(self, y: Any, n: int, name: str) -> ReadTarget:
        raise NotImplementedError

    # Predictions.

    def _ways(self, X: Any) -> RecordWays:
        """The ways of the records of a table. Errors: ValueError as `fit`."""
        check_is_fitted(self)
        if self._mixed:
            validate_data(self, X, reset=False, skip_check_array=True)
            unknown_categories(X, self._fitted.attributes)
            return self._fitted.ways(X)
        matrix = validate_data(self, X, reset=False, **CHECKED_AS_NUMBERS)
        return self._fitted.ways(self._by_name(matrix.astype(np.float64, copy=False), self._names())[0])

    def _table(self, X: Any) -> tuple[object, Sequence[str] | None]:
        """A table that was checked, and the names of its columns where it has none: for `dtref.predict`."""
        if self._mixed:
            return X, None
        matrix, names = self._by_name(np.asarray(X, dtype=np.float64), self._names())
        return matrix, list(names)

    def apply(self, X: Any) -> Ints:
        """
        For each record the number of its leaf in preorder, the root's 0. Errors: Invalid for a record that goes down several branches.
        """
        return self._fitted_part().leaves_of(self._ways(X))

    def decision_path(self, X: Any) -> csr_matrix:
        """For each record the nodes that it passes: a sparse matrix of 0 and 1, a column for each node in preorder. Errors: as `apply`."""
        fitted, ways = self._fitted_part(), self._ways(X)
        records, numbers = fitted.path_pairs(ways)
        shape = len(ways.predictions), len(fitted.parents)
        return csr_matrix((np.ones(len(records), np.int64), (records, numbers)), shape=shape)

    def get_depth(self) -> int:
        """The number of tests on the longest path from the root to a leaf."""
        return int(self._fitted_part().levels.max())

    def get_n_leaves(self) -> int:
        """The number of leaves."""
        return len(self._fitted_part().leaf_rows)

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
        """How sure the tree is, node by node and as a whole, before pruning (`dtref.stability`)."""
        return self.stability()

    def stability(self, samples: Sequence[Indices] = ()) -> Stability:
        """How sure the tree is, also in samples of the records, of each their positions (`dtref.stability`)."""
        training = self._grown_by
        policy = evolve(training.policy, pruning=())
        tree = grow(training.data, policy) if training.policy.pruning else self.tree_
        return stability(tree, training.data, policy, samples)

    def verify_against(self, other: Any) -> Report:
        """
        The verdict on another tree, by the records and the policy of this one (`dtref.verify`): one of scikit-learn, a foreign tree, a tree
        of dtref, another exact estimator. Errors: Invalid for anything else, and for a model that doesn't fit the data.
        """
        training = self._grown_by
        return verify(_foreign(other, self), training.data, training.policy)

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

    # Kept and told.

    @property
    def _grown_by(self) -> FittedTo:
        check_is_fitted(self)
        if not hasattr(self, "_training"):
            raise Invalid("estimator", "one that was fitted here: a pickle holds no training records", type(self).__name__)
        training: FittedTo = self._training
        return training

    def _fitted_part(self) -> Fitted:
        check_is_fitted(self)
        fitted: Fitted = self._fitted
        return fitted

    def __getstate__(self) -> Mapping[str, Any]:
        state: dict[str, Any] = super().__getstate__()
        return {name: value for name, value in state.items() if name != "_training"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = getattr(self, "policy", None) not in _WITHOUT_GAPS
        return tags


_WITHOUT_GAPS = ("hunt", "id3", "id3-iaml", "cart", "cart-twoing", "regression-tree", "sliq", "sprint", "oblique", "chaid", "majority")
"""Policies that refuse numbers that are missing."""


def _defaults(kind: type) -> Mapping[str, Any]:
    defaults: Mapping[str, Any] = kind().get_params(deep=False)
    return defaults


def _load_kernels() -> None:
    """Loads the kernels for a first fit: an estimator is fitted again and again, as by a search."""
    import dtref.engines.compiled.kernels.nodes
    import dtref.engines.compiled.kernels.routes  # noqa: F401


def _weights(sample_weight: Any, n: int) -> NDArray[np.float64]:
    """The weights of records as doubles. Errors: ValueError for others than one of at least 0 for each record, and for all 0."""
    if np.isscalar(sample_weight):
        sample_weight = np.full(n, sample_weight)
    weights: NDArray[np.float64] = check_array(sample_weight, ensure_2d=False, dtype=np.float64, input_name="sample_weight")
    if weights.ndim != 1:
        raise ValueError("Sample weights must be 1D array or scalar")
    if weights.shape != (n,):
        raise ValueError(f"sample_weight.shape == {weights.shape}, expected {(n,)}!")
    if (weights < 0).any():
        raise ValueError("Negative values in data passed to `sample_weight`.")
    if not weights.any():
        raise ValueError("Sample weights must contain at least one non-zero number.")
    return weights


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
