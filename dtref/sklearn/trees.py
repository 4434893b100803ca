"""The exact decision trees as estimators: of classes, and of numbers."""

from __future__ import annotations

from typing import Any, TypeGuard

import numpy as np
from numpy.typing import NDArray
from sklearn.base import ClassifierMixin, RegressorMixin
from sklearn.metrics import accuracy_score
from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor
from sklearn.utils._param_validation import StrOptions
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import column_or_1d

from dtref.errors import Invalid
from dtref.sklearn.base import ExactTree
from dtref.sklearn.ties import trees_as_good
from dtref.sklearn.training import ReadTarget, class_target, number_target
from dtref.spec.growing.policy import Policy

OWN_PARAMETERS: dict[str, Any] = {"policy": [str, Policy, None], "tie": [str, object]}
"""The parameters that scikit-learn's trees don't have, by the kinds that they take."""

CRITERIA_OF_NUMBERS: dict[str, Any] = {"criterion": [StrOptions({"squared_error", "friedman_mse", "absolute_error", "poisson"})]}
"""The criteria for numbers; scikit-learn has dropped one of them."""


class ExactTreeClassifier(ClassifierMixin, ExactTree):  # type: ignore[misc]  # scikit-learn ships no types
    """
    A decision tree of classes, exact: the same tree on every machine, from records in any order, and from a frame's columns in any order.

    The parameters are those of `sklearn.tree.DecisionTreeClassifier`, in exact terms (dtref/sklearn/README.md): criterion "gini",
    "entropy" (or "log_loss"); max_depth; min_samples_split, min_samples_leaf, of records, or shares; min_weight_fraction_leaf;
    max_leaf_nodes, grown best first; min_impurity_decrease; class_weight; ccp_alpha; monotonic_cst. max_features: each node tries
    so many columns, drawn by random_state, which changes nothing else; splitter="random" is refused.

    policy: an algorithm of dtref in place of scikit-learn's, a `dtref.Policy` or its name ("c45", "chaid", "rpart", "id3" …); sizes and
    class_weight are added to it. tie: which of several best tests is taken: "first" (of columns by their names in a frame, by position in a
    matrix; then of the lesser cut), "last", "refuse", or a rule of dtref.

    Fitted: `tree_` (a tree of dtref), `classes_`, `n_features_in_`, `feature_names_in_`, `feature_importances_`; `ties_`, `stability_`.

    >>> import numpy as np
    >>> X, y = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]), np.array([0, 1, 1, 0])
    >>> tree = ExactTreeClassifier().fit(X, y)
    >>> tree.predict(X), tree.ties_.trees
    (array([0, 1, 1, 0]), 2)
    >>> ExactTreeClassifier(tie="refuse").fit(X, y)
    Traceback (most recent call last):
    dtref.errors.Invalid: tie rule 'refuse': expected one best test (got '2 that tie: x0 <= 0.5; x1 <= 0.5')
    """

    _parameter_constraints = {  # noqa: RUF012 - as in the base
        **DecisionTreeClassifier._parameter_constraints,
        **OWN_PARAMETERS,
    }
    _of_numbers = False

    def __init__(  # noqa: PLR0913 - scikit-learn's own parameters
        self,
        *,
        criterion: str = "gini",
        splitter: str = "best",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = None,
        random_state: Any = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        class_weight: Any = None,
        ccp_alpha: float = 0.0,
        monotonic_cst: Any = None,
        policy: Policy | str | None = None,
        tie: Any = "first",
    ) -> None:
        self.criterion = criterion
        self.splitter = splitter
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.random_state = random_state
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.class_weight = class_weight
        self.ccp_alpha = ccp_alpha
        self.monotonic_cst = monotonic_cst
        self.policy = policy
        self.tie = tie

    def _target(self, y: Any, n: int, name: str) -> ReadTarget:
        self.classes_, target = read_classes(y, n, name)
        self.n_classes_ = len(self.classes_)
        return target

    def predict(self, X: Any) -> NDArray[Any]:
        """For each record its class; of classes that tie at a leaf the first of `classes_`."""
        first = self._fitted_part().first_classes(self._ways(X))
        return self.classes_.take(first)

    def score(self, X: Any, y: Any, sample_weight: Any = None) -> float:
        """The share of the records whose class is predicted, the nearest double; weighed as by `accuracy_score`. Errors: as there."""
        predicted = self.predict(X)
        if sample_weight is None and _are_labels(y) and y.dtype == predicted.dtype and y.shape == predicted.shape:
            return float(np.count_nonzero(y == predicted) / len(y))  # what scikit-learn's checks leave of it: a seventh of a search
        return float(accuracy_score(y, predicted, sample_weight=sample_weight))

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """For each record the share of each class at its leaf, by weight, as the nearest double."""
        return self._fitted_part().shares(self._ways(X))

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """The natural logarithms of `predict_proba`; minus infinity for a share of 0."""
        with np.errstate(divide="ignore"):
            logarithms: NDArray[np.float64] = np.log(self.predict_proba(X))
        return logarithms

    def predict_set(self, X: Any, most: int = 1000) -> list[NDArray[Any]]:
        """
        For each record the classes that equally good trees predict, this one's first: more than one where ties decide. Errors: Undecided
        where there are more than `most` trees; Invalid for an estimator from a pickle.
        """
        own, training = self._fitted_part().first_classes(self._ways(X)), self._grown_by
        position = {name: i for i, name in enumerate(training.data.classes)}
        trees = trees_as_good(training.data, training.policy, most)
        found = self._labels_of_all(trees, X)
        of_records = [
            [i, *(position[str(label)] for label in labels if position[str(label)] != i)] for i, labels in zip(own, found, strict=True)
        ]
        return [self.classes_.take(positions) for positions in of_records]

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.multi_label = False
        return tags


class ExactTreeRegressor(RegressorMixin, ExactTree):  # type: ignore[misc]  # scikit-learn ships no types
    """
    A decision tree of numbers, exact: each leaf predicts the mean of its records, or their median, as the nearest double.

    The parameters are those of `sklearn.tree.DecisionTreeRegressor`: criterion "squared_error", "absolute_error"
    (medians), "poisson"; the others, policy and tie as of `ExactTreeClassifier`.

    >>> import numpy as np
    >>> tree = ExactTreeRegressor(max_depth=1).fit(np.array([[1], [2], [3]]), np.array([1.0, 1.0, 4.0]))
    >>> tree.predict(np.array([[0], [9]])).tolist(), tree.ties_.trees
    ([1.0, 4.0], 1)
    """

    _parameter_constraints = {  # noqa: RUF012 - as in the base
        **DecisionTreeRegressor._parameter_constraints,
        **CRITERIA_OF_NUMBERS,
        **OWN_PARAMETERS,
    }
    _of_numbers = True

    def __init__(  # noqa: PLR0913 - scikit-learn's own parameters
        self,
        *,
        criterion: str = "squared_error",
        splitter: str = "best",
        max_depth: int | None = None,
        min_samples_split: float = 2,
        min_samples_leaf: float = 1,
        min_weight_fraction_leaf: float = 0.0,
        max_features: int | float | str | None = None,
        random_state: Any = None,
        max_leaf_nodes: int | None = None,
        min_impurity_decrease: float = 0.0,
        ccp_alpha: float = 0.0,
        monotonic_cst: Any = None,
        policy: Policy | str | None = None,
        tie: Any = "first",
    ) -> None:
        self.criterion = criterion
        self.splitter = splitter
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.min_weight_fraction_leaf = min_weight_fraction_leaf
        self.max_features = max_features
        self.random_state = random_state
        self.max_leaf_nodes = max_leaf_nodes
        self.min_impurity_decrease = min_impurity_decrease
        self.ccp_alpha = ccp_alpha
        self.monotonic_cst = monotonic_cst
        self.policy = policy
        self.tie = tie

    def _target(self, y: Any, n: int, name: str) -> ReadTarget:
        return read_numbers(y, n, name, counts=goes_by_poisson(self))

    def predict(self, X: Any) -> NDArray[np.float64]:
        """For each record the mean of its leaf, as the nearest double."""
        return self._fitted_part().means(self._ways(X))

    def predict_set(self, X: Any, most: int = 1000) -> list[NDArray[np.float64]]:
        """For each record the numbers that equally good trees predict, this one's first. Errors: as `ExactTreeClassifier.predict_set`."""
        own, training = self.predict(X).tolist(), self._grown_by
        trees = trees_as_good(training.data, training.policy, most)
        found = [[float(label) for label in labels] for labels in self._labels_of_all(trees, X)]
        return [np.array(list(dict.fromkeys([first, *labels]))) for first, labels in zip(own, found, strict=True)]


def read_classes(y: Any, n: int, name: str) -> tuple[NDArray[Any], ReadTarget]:
    """
    The classes of labels, sorted, and the target. n: the number of records. Errors: ValueError, in scikit-learn's words, for no classes.

    >>> read_classes(["b", "a"], 2, "y")[1].outcomes.tolist()
    [1, 0]
    """
    if not _are_labels(y):
        y = column_or_1d(y, warn=True)
        if y.dtype.kind not in "biuU":
            check_classification_targets(y)
    _check_length(y, n)
    classes, positions = _ranked(y)
    if 2 * len(classes) > n:  # it warns of so many
        check_classification_targets(y)
    return classes, class_target(classes.tolist(), positions, name)


def goes_by_poisson(estimator: Any) -> bool:
    """
    Whether an estimator's target is of counts, whose Poisson deviance is looked at.

    >>> goes_by_poisson(ExactTreeRegressor(criterion="poisson")), goes_by_poisson(ExactTreeRegressor())
    (True, False)
    """
    return bool(estimator.criterion == "poisson" and estimator.policy is None)


def read_numbers(y: Any, n: int, name: str, *, counts: bool) -> ReadTarget:
    """
    A target of numbers. n: the number of records. counts: whether none is negative, and not all are 0. Errors: ValueError, in
    scikit-learn's words, for others; Invalid for several targets.

    >>> read_numbers([1, 2], 2, "y", counts=True).outcomes.tolist()
    [1.0, 2.0]
    """
    if np.ndim(y) == 2 and np.shape(y)[1] > 1:
        raise Invalid("y", "one number for each record; of several targets dtref.grow_outputs grows a tree", f"{np.shape(y)[1]} columns")
    y = column_or_1d(y, dtype=np.float64, warn=True)
    if not np.isfinite(y).all():
        raise ValueError("Input y contains NaN or infinity.")
    if counts and (y < 0).any():
        raise ValueError("Some value(s) of y are negative which is not allowed for Poisson regression.")
    if counts and not y.any():
        raise ValueError("Sum of y is not positive which is necessary for Poisson regression.")
    _check_length(y, n)
    return number_target(y, name)


def _are_labels(y: object) -> TypeGuard[NDArray[Any]]:
    """Whether these are labels in which scikit-learn's checks would find nothing: an array of whole numbers, truth values or texts."""
    return type(y) is np.ndarray and y.ndim == 1 and len(y) > 0 and y.dtype.kind in "biuU"


def _ranked(y: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """The different labels, ascending, and the position of each record's; small whole numbers are counted, not sorted."""
    if y.dtype.kind not in "iu" or int(y.min()) < 0 or int(y.max()) >= len(y):
        return np.unique(y, return_inverse=True)
    there = np.bincount(y) > 0
    return np.flatnonzero(there).astype(y.dtype), (np.cumsum(there) - 1)[y]


def _check_length(y: NDArray[Any], n: int) -> None:
    if len(y) != n:
        raise ValueError(f"Found input variables with inconsistent numbers of samples: [{n}, {len(y)}]")
