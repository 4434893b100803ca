"""The exact random forests as estimators: of classes, and of numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import numpy as np
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.ensemble import RandomForestClassifier, RandomForestRegressor
from sklearn.metrics import accuracy_score, r2_score

from dtref.errors import Undefined
from dtref.sklearn.forest_base import ExactForest, exactly_largest, seen_by
from dtref.sklearn.reading import FittedTo
from dtref.sklearn.training import ReadTarget
from dtref.sklearn.trees import (
    CRITERIA_OF_NUMBERS,
    OWN_PARAMETERS,
    ExactTreeClassifier,
    ExactTreeRegressor,
    goes_by_poisson,
    read_classes,
    read_numbers,
)
from dtref.spec.growing.policy import Policy
from dtref.spec.model.arrays import ArrayDataSet, ColumnDataSet
from dtref.spec.model.attributes import Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.trees import Tree

FOREST_PARAMETERS: dict[str, Any] = {**OWN_PARAMETERS, "draws": ["array-like", None]}
"""The parameters that scikit-learn's forests don't have."""

NEARLY_TIED = 1e-9
"""Mean shares that are no further apart are compared exactly: sums of doubles are off by much less."""


class ExactForestClassifier(ClassifierMixin, ExactForest):  # type: ignore[misc]  # scikit-learn ships no types
    """
    A random forest of exact trees of classes: chance draws the records of each tree and the columns that each node tries, by random_state,
    and decides nothing else.

    The parameters are those of `sklearn.ensemble.RandomForestClassifier`; the same random_state draws the same records as there. policy and
    tie as of `ExactTreeClassifier`. draws: of each tree the positions of its records, in place of chance. Trees are grown one after the
    other, whatever n_jobs says.

    Fitted: `estimators_`, `estimators_samples_`, `classes_`, `feature_importances_`, `ties_` of each tree; with oob_score `oob_score_`,
    `oob_decision_function_`.

    >>> import numpy as np
    >>> X, y = np.array([[1], [2], [3], [4]]), np.array(["a", "a", "b", "b"])
    >>> forest = ExactForestClassifier(n_estimators=2, draws=[[0, 1, 2, 3], [0, 1, 3, 3]]).fit(X, y)
    >>> forest.predict_proba(np.array([[2.4], [2.6]])).tolist()
    [[1.0, 0.0], [0.5, 0.5]]
    """

    _parameter_constraints = {  # noqa: RUF012 - as in the base
        **RandomForestClassifier._parameter_constraints,
        **FOREST_PARAMETERS,
    }

    def __init__(  # noqa: PLR0913 - scikit-learn's own parameters
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "gini",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = "sqrt",
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: Any = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        max_samples: float | None = None,
        monotonic_cst: Any = None,
        policy: Policy | str | None = None,
        tie: Any = "first",
        draws: Any = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.policy = policy
        self.tie = tie
        self.draws = draws

    def _target(self, y: Any, n: int, name: str) -> ReadTarget:
        self.classes_, target = read_classes(y, n, name)
        self.n_classes_ = len(self.classes_)
        return target

    def _member(self, training: FittedTo, tree: Tree, seed: int) -> ExactTreeClassifier:
        member = ExactTreeClassifier(random_state=seed)
        member.classes_, member.n_classes_ = self.classes_, self.n_classes_
        _adopt(member, self, training, tree)
        return member

    def predict_proba(self, X: Any) -> Any:
        """For each record the mean of the trees' shares of each class."""
        table, _ = self._checked(X)
        return np.mean([tree._fitted.shares(tree._fitted.ways(table)) for tree in self.estimators_], axis=0)

    def predict_log_proba(self, X: Any) -> Any:
        """The natural logarithms of `predict_proba`."""
        with np.errstate(divide="ignore"):
            return np.log(self.predict_proba(X))

    def predict(self, X: Any) -> Any:
        """For each record the class of the greatest mean share, compared exactly; of classes that tie the first."""
        table, _ = self._checked(X)
        ways = [(tree._fitted, tree._fitted.ways(table)) for tree in self.estimators_]
        means = np.mean([fitted.shares(way) for fitted, way in ways], axis=0)
        first = means.argmax(axis=1)
        if means.shape[1] > 1:
            ordered = np.sort(means, axis=1)
            for i in np.flatnonzero(ordered[:, -1] - ordered[:, -2] < NEARLY_TIED).tolist():
                first[i] = exactly_largest([_exact_shares(way.predictions[i], fitted.classes) for fitted, way in ways])
        return self.classes_.take(first)

    def _judge_out_of_bag(self, data: DataSet) -> None:
        sums, trees = np.zeros((len(data), self.n_classes_)), np.zeros(len(data), np.int64)
        for tree, unseen in self._out_of_bag(data):
            sums[unseen] += tree._fitted.shares(tree._fitted.ways(_rows_of(data, unseen)))
            trees[unseen] += 1
        self.oob_decision_function_ = sums / seen_by(trees)[:, np.newaxis]
        score = self.oob_score if callable(self.oob_score) else accuracy_score
        self.oob_score_ = score(self.classes_[_outcomes(data)], self.classes_[self.oob_decision_function_.argmax(axis=1)])


class ExactForestRegressor(RegressorMixin, ExactForest):  # type: ignore[misc]  # scikit-learn ships no types
    """
    A random forest of exact trees of numbers: each predicts the mean of its leaf, and the forest the mean of these, added in their order.

    The parameters are those of `sklearn.ensemble.RandomForestRegressor`; policy, tie and draws as of `ExactForestClassifier`.

    >>> import numpy as np
    >>> X, y = np.array([[1], [2], [3], [4]]), np.array([0.0, 0.0, 4.0, 8.0])
    >>> ExactForestRegressor(n_estimators=2, draws=[[0, 1, 2, 3], [0, 0, 3, 3]]).fit(X, y).predict(np.array([[3]])).tolist()
    [6.0]
    """

    _parameter_constraints = {  # noqa: RUF012 - as in the base
        **RandomForestRegressor._parameter_constraints,
        **CRITERIA_OF_NUMBERS,
        **FOREST_PARAMETERS,
    }
    _of_numbers = True

    def __init__(  # noqa: PLR0913 - scikit-learn's own parameters
        self,
        n_estimators: int = 100,
        *,
        criterion: str = "squared_error",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = 1.0,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        bootstrap: bool = True,
        oob_score: Any = False,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
        warm_start: bool = False,
        ccp_alpha: float = 0.0,
        max_samples: float | None = None,
        monotonic_cst: Any = None,
        policy: Policy | str | None = None,
        tie: Any = "first",
        draws: Any = None,
    ) -> None:
        self.n_estimators = n_estimators
        self.criterion = criterion
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.bootstrap = bootstrap
        self.oob_score = oob_score
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose
        self.warm_start = warm_start
        self.ccp_alpha = ccp_alpha
        self.max_samples = max_samples
        self.monotonic_cst = monotonic_cst
        self.policy = policy
        self.tie = tie
        self.draws = draws

    def _target(self, y: Any, n: int, name: str) -> ReadTarget:
        return read_numbers(y, n, name, counts=goes_by_poisson(self))

    def _member(self, training: FittedTo, tree: Tree, seed: int) -> ExactTreeRegressor:
        member = ExactTreeRegressor(random_state=seed)
        _adopt(member, self, training, tree)
        return member

    def predict(self, X: Any) -> Any:
        """For each record the mean of what the trees predict."""
        table, _ = self._checked(X)
        return np.mean([tree._fitted.means(tree._fitted.ways(table)) for tree in self.estimators_], axis=0)

    def _judge_out_of_bag(self, data: DataSet) -> None:
        sums, trees = np.zeros(len(data)), np.zeros(len(data), np.int64)
        for tree, unseen in self._out_of_bag(data):
            sums[unseen] += tree._fitted.means(tree._fitted.ways(_rows_of(data, unseen)))
            trees[unseen] += 1
        self.oob_prediction_ = sums / seen_by(trees)
        score = self.oob_score if callable(self.oob_score) else r2_score
        self.oob_score_ = score(_outcomes(data), self.oob_prediction_)


def _adopt(member: Any, forest: Any, training: FittedTo, tree: Tree) -> None:
    """Makes an estimator of a tree of a forest: with the forest's columns, and its parameters where both have them."""
    theirs = forest.get_params(deep=False)
    member.set_params(**{name: theirs[name] for name in member.get_params(deep=False) if name in theirs and name != "random_state"})
    member.n_outputs_, member.max_features_ = forest.n_outputs_, forest._tried
    member.n_features_in_, member._mixed = forest.n_features_in_, forest._mixed
    if hasattr(forest, "feature_names_in_"):
        member.feature_names_in_ = forest.feature_names_in_
    member._adopt(training, tree)


def _exact_shares(prediction: Any, classes: tuple[str, ...]) -> list[Fraction]:
    """The exact share of each class in a prediction."""
    if isinstance(prediction.distribution, Undefined):
        return [Fraction(int(name in prediction.labels), len(prediction.labels)) for name in classes]
    by_name = dict(prediction.distribution)
    return [by_name.get(name, Fraction(0)) for name in classes]


def _rows_of(data: DataSet, positions: Any) -> Any:
    """Some records of a data set, as `Fitted.ways` takes them."""
    if isinstance(data, ArrayDataSet) and data.has_arrays:
        return np.ascontiguousarray(data.columns[:, positions].T)
    return DataSet(data.attributes, data.target, tuple(data.records[i] for i in positions.tolist()))


def _outcomes(data: DataSet) -> Any:
    """The class of each record by position, or its number."""
    if isinstance(data, ColumnDataSet) and data.has_arrays:
        return data.outcomes
    if isinstance(data.target, Continuous):
        return np.array([float(cast(Fraction, record.label)) for record in data.records])
    position = {name: i for i, name in enumerate(data.classes)}
    return np.array([position[str(record.label)] for record in data.records])
