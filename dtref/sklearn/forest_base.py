"""What the exact forests have in common: samples of records, columns drawn at nodes, exact trees, what they say together."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from attrs import evolve
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from dtref.engines.compiled.kernels.layout import Floats, Ints
from dtref.errors import Invalid
from dtref.sklearn.base import SEEDS, ExactTree, grown_by_chance
from dtref.sklearn.drawn_columns import sampled_records
from dtref.sklearn.reading import ExactEstimator, FittedTo
from dtref.sklearn.ties import Ties
from dtref.spec.growing.of_training import EveryBranchHasShareOfRows, FewerRowsThanShare
from dtref.spec.growing.policy import Policy, keep_weights
from dtref.spec.model.attributes import Attribute
from dtref.spec.model.data import DataSet
from dtref.spec.model.positions import check_positions
from dtref.spec.preparation.weighing import ClassWeights, balanced_classes


class ExactForest(ExactEstimator):
    """The common part of the exact forests."""

    def _grow(self, training: FittedTo) -> None:
        self._refuse_what_is_not_here(training)
        n, draws = len(training.data), training.policy.draws
        self._tried = self.n_features_in_ if draws is None else draws.of(self.n_features_in_)
        random = check_random_state(self.random_state)
        seeds = [random.randint(SEEDS) for _ in range(self.n_estimators)]
        kept: list[ExactTree] = self._kept_trees()
        self.estimators_samples_: list[Ints] = self._samples(seeds, n)
        self.estimators_: list[ExactTree] = kept
        # "balanced" is of all records, before they are drawn
        whole, policy = training.data, by_all_records(training.policy, training.data)
        if policy.weigh is balanced_classes:
            whole, policy = balanced_classes(whole), evolve(policy, weigh=keep_weights)
        for seed, sample in list(zip(seeds, self.estimators_samples_, strict=True))[len(kept) :]:
            data = whole
            if self.bootstrap:
                data = sampled_records(whole, np.bincount(sample, minlength=n))
                if self._by_samples:
                    data = balanced_by_draws(data, training.data, sample)
            self.estimators_.append(self._member(*grown_by_chance(FittedTo(data, policy), check_random_state(seed).randint(SEEDS)), seed))
        self._training = training
        if self.oob_score:
            self._judge_out_of_bag(training.data)

    def _refuse_what_is_not_here(self, training: FittedTo) -> None:
        """Errors: Invalid for parameters that an exact forest doesn't have, and draws that aren't for its trees."""
        draws = training.policy.draws
        if draws is not None and draws.one_cut:
            raise Invalid("splitter", "'best'", "cuts that are drawn")
        if not self.bootstrap and self.oob_score:
            raise ValueError("Out of bag estimation only available if bootstrap=True")
        if not self.bootstrap and self.max_samples is not None:
            ways = "Either switch to `bootstrap=True` or set `max_sample=None`."
            raise ValueError(f"`max_sample` cannot be set if `bootstrap=False`. {ways}")
        if not self.bootstrap and self.draws is not None:
            raise Invalid("draws", "None beside bootstrap=False, as nothing is drawn", len(self.draws))
        if self.draws is not None and len(self.draws) != self.n_estimators:
            raise Invalid("draws", f"{self.n_estimators} lists of positions, one for each tree", len(self.draws))

    @property
    def _by_samples(self) -> bool:
        """Whether the classes of each sample weigh the same."""
        weights = getattr(self, "class_weight", None)
        return isinstance(weights, str) and weights == "balanced_subsample"

    def _settings(self, names: Iterable[str]) -> dict[str, Any]:
        """The parameters that the policy is made of: it knows nothing of samples; without them all records are the sample."""
        settings = super()._settings(names)
        return {**settings, "class_weight": None if self.bootstrap else "balanced"} if self._by_samples else settings

    def _kept_trees(self) -> list[ExactTree]:
        """
        The trees that a fit goes on from. Errors: ValueError, in scikit-learn's words, where it asks for fewer; it warns where for no more.
        """
        kept = list(getattr(self, "estimators_", [])) if self.warm_start else []
        if self.n_estimators < len(kept):
            wanted = "larger or equal to len(estimators_)"
            raise ValueError(f"n_estimators={self.n_estimators} must be {wanted}={len(kept)} when warm_start==True")
        if kept and self.n_estimators == len(kept):
            warnings.warn("Warm-start fitting without increasing n_estimators does not fit new trees.", UserWarning, stacklevel=4)
        return kept

    def _samples(self, seeds: Sequence[int], n: int) -> list[Ints]:
        """The positions of the records of each tree: those given, or drawn as scikit-learn draws them from the same seeds."""
        if not self.bootstrap:
            return [np.arange(n, dtype=np.int32) for _ in seeds]
        if self.draws is None:
            size = _sample_size(self.max_samples, n)
            return [check_random_state(seed).randint(0, n, size).astype(np.int32) for seed in seeds]
        samples = [np.asarray(positions) for positions in self.draws]
        for positions in samples:
            check_positions("draws", positions.tolist(), n)
        return samples

    def _member(self, training: FittedTo, tree: Any, seed: int) -> ExactTree:
        raise NotImplementedError

    def _judge_out_of_bag(self, data: DataSet) -> None:
        raise NotImplementedError

    def _out_of_bag(self, data: DataSet) -> list[tuple[ExactTree, Ints]]:
        """Each tree with the positions of the records that it wasn't given."""
        every = np.arange(len(data))
        return [(tree, np.setdiff1d(every, sample)) for tree, sample in zip(self.estimators_, self.estimators_samples_, strict=True)]

    @property
    def _attributes(self) -> tuple[Attribute, ...]:
        attributes: tuple[Attribute, ...] = self.estimators_[0]._attributes
        return attributes

    # What all trees say.

    def apply(self, X: Any) -> NDArray[np.int64]:
        """For each record and tree the number of its leaf in preorder. Errors: as `ExactTreeClassifier.apply`."""
        table, _ = self._checked(X)
        return np.column_stack([tree._fitted.leaves_of(tree._fitted.ways(table)) for tree in self.estimators_])

    def decision_path(self, X: Any) -> tuple[csr_matrix, NDArray[np.int64]]:
        """The nodes that records pass, of all trees side by side, and where the columns of each tree begin."""
        table, _ = self._checked(X)
        paths = [tree._path(tree._fitted.ways(table)) for tree in self.estimators_]
        return hstack(paths).tocsr(), np.cumsum([0, *(path.shape[1] for path in paths)])

    def __len__(self) -> int:
        """The number of trees."""
        return len(self.estimators_)

    def __getitem__(self, index: int) -> ExactTree:
        """The tree at a position."""
        return self.estimators_[index]

    def __iter__(self) -> Iterator[ExactTree]:
        """The trees, in order."""
        return iter(self.estimators_)

    @property
    def feature_importances_(self) -> Floats:
        """The mean of the trees' importances, of those that ask something, as shares of their sum; all 0 where none does."""
        check_is_fitted(self)
        of_trees = [tree.feature_importances_ for tree in self.estimators_ if tree.get_n_leaves() > 1]
        mean = np.mean(of_trees, axis=0) if of_trees else np.zeros(self.n_features_in_)
        shares: Floats = mean / mean.sum() if mean.sum() else mean
        return shares

    @property
    def ties_(self) -> list[Ties]:
        """What ties leave open of each tree, given its sample and, at its nodes, all columns."""
        check_is_fitted(self)
        return [tree.ties_ for tree in self.estimators_]


def by_all_records(policy: Policy, data: DataSet) -> Policy:
    """
    A policy whose least sizes that are shares of the records are shares of all, drawn or not, as scikit-learn's forests have it.

    >>> from dtref.spec.programs.scikit_learn import scikit_learn
    >>> from dtref.spec.views.shape import parity
    >>> by_all_records(scikit_learn(min_samples_leaf=Fraction(1, 4)), parity(3)).admit
    (EveryBranchHasRows(rows=2),)
    """
    stop = tuple(rule.of(data) if isinstance(rule, FewerRowsThanShare) else rule for rule in policy.stop)
    admit = tuple(rule.of(data) if isinstance(rule, EveryBranchHasShareOfRows) else rule for rule in policy.admit)
    return evolve(policy, stop=stop, admit=admit)


def balanced_by_draws(data: DataSet, whole: DataSet, sample: Ints) -> DataSet:
    """
    A sample whose classes weigh the same: n / (k n_c), counted by how often records were drawn. whole: what was drawn from, by positions.

    >>> from dtref.spec.views.shape import parity
    >>> [r.weight for r in balanced_by_draws(sampled_records(parity(1), np.array([1, 2])), parity(1), np.array([0, 1, 1]))]
    [Fraction(3, 2), Fraction(3, 2)]
    """
    times = Counter(str(whole.labels[i]) for i in sample.tolist())
    return ClassWeights(tuple((name, Fraction(len(sample), len(times) * n)) for name, n in times.items()))(data)


def _sample_size(most: Any, n: int) -> int:
    """The number of records that are drawn for a tree: a number, or a share."""
    if most is None:
        return n
    if isinstance(most, float):
        return int(max(round(n * most), 1))
    return int(most)


def exactly_largest(totals: Sequence[Sequence[Fraction]]) -> int:
    """
    The first class of the largest sum. totals: for each tree the share of each class.

    >>> exactly_largest([[Fraction(1, 3), Fraction(2, 3)], [Fraction(2, 3), Fraction(1, 3)]])
    0
    """
    sums = [sum(column, Fraction(0)) for column in zip(*totals, strict=True)]
    return sums.index(max(sums))


def seen_by(trees: Ints) -> Ints:
    """
    The number of trees that were not given each record, at least 1. It warns, in scikit-learn's words, of records that all were given.

    >>> seen_by(np.array([2, 1])).tolist()
    [2, 1]
    """
    if not trees.all():
        message = "Some inputs do not have OOB scores. This probably means too few trees were used to compute any reliable OOB estimates."
        warnings.warn(message, UserWarning, stacklevel=4)
    return np.maximum(trees, 1)
