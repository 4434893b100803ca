"""The learners of scikit-learn."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from inspect import signature

from covering import Setting
from peers.learners.learner import Learner, numbers_of
from peers.library import Continuous, DataSet, exact
from peers.matrix_tables import Gaps, class_tables, number_tables
from peers.rows import scikit_learn

from dtref.io.foreign.scikit_learn import read_scikit_learn
from dtref.io.foreign.tree import ForeignTree


def grown(data: DataSet, setting: Setting) -> ForeignTree:
    """A tree of scikit-learn."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from sklearn.tree import DecisionTreeClassifier, DecisionTreeRegressor

        regression = isinstance(data.target, Continuous)
        y = [float(exact(r.label)) if regression else r.label for r in data]
        settings = dict(setting)
        if settings.get("monotonic_cst") is not None:
            settings["monotonic_cst"] = [(1, 0, -1)[i % 3] for i in range(len(data.attributes))]
        kind = DecisionTreeRegressor if regression else DecisionTreeClassifier
        model = kind(**settings).fit(numbers_of(data), y, sample_weight=[float(r.weight) for r in data])
    return read_scikit_learn(model, [a.name for a in data.attributes])


BOTH: Mapping[str, Sequence[object]] = {
    "splitter": ("best", "random"),
    "max_depth": (None, 3),
    "min_samples_split": (2, 10, 0.1),
    "min_samples_leaf": (1, 4, 0.03),
    "min_weight_fraction_leaf": (0.0, 0.05),
    "max_features": (None, 2, "sqrt"),
    "max_leaf_nodes": (None, 6),
    "min_impurity_decrease": (0.0, 0.01),
    "ccp_alpha": (0.0, 0.01),
    "random_state": (0, 1),
    "monotonic_cst": (None, "given"),
}


def _complete_or_free(setting: Setting) -> bool:
    """A monotonic constraint takes no missing values."""
    return setting["monotonic_cst"] is None or setting["gaps"] is Gaps.NONE


def _signature(kind: str) -> Collection[str]:
    import sklearn.tree

    return tuple(signature(getattr(sklearn.tree, kind)).parameters)


LEARNERS = (
    Learner(
        "scikit-learn, classes", scikit_learn, Continuous, partial(class_tables, True),
        {**BOTH, "criterion": ("gini", "entropy", "log_loss"), "class_weight": (None, "balanced")},
        grown,
        _complete_or_free,
        signature=partial(_signature, "DecisionTreeClassifier"),
    ),
    Learner(
        "scikit-learn, numbers", scikit_learn, Continuous, partial(number_tables, True),
        {**BOTH, "criterion": ("squared_error", "absolute_error", "poisson", "friedman_mse")},
        grown,
        _complete_or_free,
        signature=partial(_signature, "DecisionTreeRegressor"),
    ),
)  # fmt: skip
