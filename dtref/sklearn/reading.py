"""What the exact estimators have in common: parameters, checks by scikit-learn's own functions, the records and the policy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, Self, TypeGuard

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import issparse
from sklearn.base import BaseEstimator
from sklearn.utils.validation import check_array, check_is_fitted, validate_data

from dtref.engines.choice import is_installed
from dtref.errors import Invalid
from dtref.sklearn.frames_to_predict import coded_frame
from dtref.sklearn.policies import SETTINGS_KEPT, estimator_policy, for_attributes, grows_numbers
from dtref.sklearn.training import (
    ReadTarget,
    frame_training,
    has_categories,
    matrix_training,
    unused_name,
)
from dtref.spec.growing.policy import Policy
from dtref.spec.model.data import DataSet
from dtref.spec.preparation.missing import WANTED_KNOWN

CHECKED_AS_NUMBERS = {"dtype": (np.float64, np.float32), "ensure_all_finite": "allow-nan", "accept_sparse": True}
"""How scikit-learn's check reads a matrix."""

MOST_WRITTEN_OUT = 2**28
"""A sparse matrix is written out, up to so many cells: 2 GB."""


class FittedTo:
    """What a tree was grown from: the records and the policy. A pickle leaves it out."""

    def __init__(self, data: DataSet, policy: Policy) -> None:
        self.data, self.policy = data, policy


class ExactEstimator(BaseEstimator):  # type: ignore[misc]  # scikit-learn ships no types
    """
    The common part of the exact estimators. Each has its parameters, the kind of its target, and what it grows of the records and the
    policy.
    """

    _parameter_constraints: dict[str, Any] = {}  # noqa: RUF012 - scikit-learn's own name and kind
    _of_numbers = False
    _names_of_parameters: ClassVar[tuple[str, ...]]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """
        The estimator, fitted to the records of X with the labels y.

        X: a matrix of numbers, NaN where one is missing; or a frame, whose columns of categories are asked by their values. sample_weight:
        of each record, exactly the doubles that they are; a record of weight 0 is left out. Errors: ValueError, in scikit-learn's words for
        what it refuses, and Invalid where the policy can't grow a tree from such data.
        """
        kind: Any = type(self)
        defaults = _defaults(kind)
        self._validate_new_params(kind)
        policy = estimator_policy(self._settings(defaults), defaults, regression=self._of_numbers)
        if grows_numbers(policy) != self._of_numbers:
            wanted = "one for a target of numbers" if self._of_numbers else "one for classes"
            raise Invalid("policy", wanted, policy.name)
        data = self._read(X, y, sample_weight)
        self.n_outputs_ = 1
        if is_installed():
            _load_kernels()
        try:
            self._grow(FittedTo(data, for_attributes(policy, data.attributes)))
        except Invalid as problem:
            if problem.wanted != WANTED_KNOWN:
                raise
            ways = "X.dropna() leaves such records out; policy=None, 'c45' and 'cart-surrogates' take them"
            raise Invalid(problem.where, f"a known value (the policy refuses missing ones: {ways})", problem.got) from None
        return self

    def _validate_new_params(self, kind: Any) -> None:
        """Validates the parameters, unless the same ones were valid before: a search fits an estimator again and again."""
        key = tuple((type(value), value) for value in self.get_params(deep=False).values())
        try:
            known = key in _VALID[kind]
        except TypeError:  # a list, or a mapping, can't be looked up
            self._validate_params()
            return
        if not known:
            self._validate_params()
            if len(_VALID[kind]) >= SETTINGS_KEPT:
                _VALID[kind].clear()
            _VALID[kind].add(key)

    @classmethod
    def _get_param_names(cls) -> list[str]:
        """The names of the parameters, looked up once: scikit-learn asks for them four times for each fit of a search."""
        if "_names_of_parameters" not in vars(cls):
            cls._names_of_parameters = tuple(super()._get_param_names())
        return list(cls._names_of_parameters)

    def _settings(self, names: Iterable[str]) -> dict[str, Any]:
        """The parameters that the policy is made of."""
        return {name: getattr(self, name) for name in names}

    def _grow(self, training: FittedTo) -> None:
        """Grows what the estimator predicts by."""
        raise NotImplementedError

    def _target(self, y: Any, n: int, name: str) -> ReadTarget:
        raise NotImplementedError

    def _read(self, X: Any, y: Any, sample_weight: Any) -> DataSet:
        """The data, checked."""
        self._mixed = not isinstance(X, np.ndarray) and has_categories(X)
        if self._mixed:
            validate_data(self, X, skip_check_array=True)
            matrix, n = None, len(X)
            y = check_array(y, ensure_2d=False, dtype=None, input_name="y")
        elif is_plain_matrix(X) and isinstance(y, np.ndarray) and y.ndim == 1:
            self.n_features_in_, matrix, n = X.shape[1], X, len(X)
            if hasattr(self, "feature_names_in_"):
                del self.feature_names_in_
        else:
            matrix, y = validate_data(self, X, y, validate_separately=(CHECKED_AS_NUMBERS, {"ensure_2d": False, "dtype": None}))
            matrix = written_out(matrix)
            n = len(matrix)
        names = self._names()
        target = self._target(y, n, unused_name("y", names))
        weights = None if sample_weight is None else _weights(sample_weight, n)
        if matrix is None:
            return frame_training(X, target, weights)
        return matrix_training(*self._by_name(matrix, names), target, weights)

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

    def _checked(self, X: Any) -> tuple[Any, list[str] | None]:
        """
        A table to predict, and the names of its columns where it has none: a frame with categories as columns, else a matrix whose columns
        stand as in training. Errors: ValueError as `fit`.
        """
        if "_mixed" not in vars(self):
            check_is_fitted(self)
        if self._mixed:
            validate_data(self, X, reset=False, skip_check_array=True)
            return coded_frame(X, self._attributes), None
        if is_plain_matrix(X) and X.shape[1] == self.n_features_in_ and not hasattr(self, "feature_names_in_"):
            return X, self._names()
        matrix = written_out(validate_data(self, X, reset=False, **CHECKED_AS_NUMBERS))
        ordered, names = self._by_name(matrix.astype(np.float64, copy=False), self._names())
        return ordered, list(names)

    @property
    def _grown_by(self) -> FittedTo:
        check_is_fitted(self)
        if not hasattr(self, "_training"):
            raise Invalid("estimator", "one that was fitted here: a pickle holds no training records", type(self).__name__)
        training: FittedTo = self._training
        return training

    def __getstate__(self) -> Mapping[str, Any]:
        state: dict[str, Any] = super().__getstate__()
        return {name: value for name, value in state.items() if name != "_training"}

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = getattr(self, "policy", None) not in _WITHOUT_GAPS
        return tags


_WITHOUT_GAPS = ("hunt", "id3", "id3-iaml", "cart", "cart-twoing", "regression-tree", "sliq", "sprint", "oblique", "chaid", "majority")
"""Policies that refuse numbers that are missing."""


def written_out(matrix: Any) -> NDArray[Any]:
    """
    A matrix with all its zeros, if it is sparse; any other as it is. Errors: Invalid for more than 2^28 cells.

    >>> from scipy.sparse import csr_matrix
    >>> written_out(csr_matrix([[0.0, 2.0]])).tolist()
    [[0.0, 2.0]]
    """
    if not issparse(matrix):
        return np.asarray(matrix)
    if matrix.shape[0] * matrix.shape[1] > MOST_WRITTEN_OUT:
        raise Invalid("X", f"a sparse matrix of at most {MOST_WRITTEN_OUT:,} cells, as it is written out", matrix.shape)
    return np.asarray(matrix.toarray())


def is_plain_matrix(X: object) -> TypeGuard[NDArray[np.float64]]:
    """
    Whether a table is a matrix of doubles in which scikit-learn's checks, which take as long as a small fit, would find nothing.

    >>> is_plain_matrix(np.zeros((2, 1))), is_plain_matrix(np.array([[np.inf]])), is_plain_matrix([[0.0]])
    (True, False, False)
    """
    return type(X) is np.ndarray and X.dtype == np.float64 and X.ndim == 2 and min(X.shape) > 0 and not np.isinf(X).any()


_VALID: defaultdict[type, set[tuple[tuple[type, Any], ...]]] = defaultdict(set)
"""For each kind of estimator the parameters that were valid; 1 and 1.0 are not the same."""


@cache
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
