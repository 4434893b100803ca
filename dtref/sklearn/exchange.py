"""Exact trees as scikit-learn's own, and scikit-learn's trees as those of dtref."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sklearn.utils.validation import check_is_fitted

from dtref.errors import Invalid
from dtref.io.export.scikit_learn import to_scikit_learn
from dtref.io.foreign.own_model import predicting_model
from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.models import Model
from dtref.sklearn.base import ExactTree
from dtref.spec.model.attributes import Continuous, Nominal

if TYPE_CHECKING:
    from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor


def as_sklearn(estimator: ExactTree) -> DecisionTreeClassifier | DecisionTreeRegressor:
    """
    A real estimator of scikit-learn that predicts as an exact one does, for whatever knows only those (shap, skl2onnx …).

    Its columns are the estimator's, in their order, its classes the texts of the estimator's. Errors: Invalid as for
    `dtref.to_scikit_learn`: for tests that aren't one cut of a number each, and for surrogates.

    >>> import numpy as np
    >>> from dtref.sklearn.trees import ExactTreeClassifier
    >>> as_sklearn(ExactTreeClassifier().fit(np.array([[1], [2]]), np.array([4, 5]))).predict(np.array([[2]])).tolist()
    [5]
    """
    check_is_fitted(estimator)
    classes = getattr(estimator, "classes_", None)
    target = Continuous("y") if classes is None else Nominal("y", tuple(estimator._fitted.classes))
    by_name = {attribute.name: attribute for attribute in estimator._fitted.attributes}
    names = estimator._names()
    theirs: Any = to_scikit_learn(Model(tuple(by_name[name] for name in names), target, "exact", estimator.tree_))
    if classes is not None:
        theirs.classes_ = classes
    if not hasattr(estimator, "feature_names_in_"):
        del theirs.feature_names_in_
    return theirs


def from_sklearn(estimator: Any, names: Sequence[str] | None = None) -> Model:
    """
    A fitted tree of scikit-learn as a model of dtref, whose `tree` predicts as it does, and can be drawn, pruned, exported and compared.

    names: of its columns, where it was fitted to a matrix; by default x0, x1, … Errors: Invalid as for `dtref.read_scikit_learn`.

    >>> from sklearn.tree import DecisionTreeClassifier
    >>> model = from_sklearn(DecisionTreeClassifier().fit([[1], [2]], ["a", "b"]))
    >>> model.tree, model.attributes[0].name
    (<Branch on x0 (a 1, b 1)>, 'x0')
    """
    if not hasattr(estimator, "n_features_in_"):
        raise Invalid("estimator", "a fitted tree of scikit-learn", type(estimator).__name__)
    if names is None and not hasattr(estimator, "feature_names_in_"):
        names = [f"x{j}" for j in range(estimator.n_features_in_)]
    return predicting_model(read_scikit_learn(estimator, names))
