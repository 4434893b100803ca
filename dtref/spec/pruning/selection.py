"""
Selecting a tree of the cost-complexity sequence: by a validation set, or by cross-validation, with or without the one-standard-error rule.

Ties: the smaller tree. Which records are in which fold is an argument; so is the learner.
"""

from __future__ import annotations

__sources__ = (
    "Breiman, Friedman, Olshen and Stone 1984, sections 3.4 and 11.4",
    ("cs6220", 'Overfitting and Tree Pruning ("a set of data different from the training data")'),
)

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.checked_call import refuses_other_kinds
from dtref.exact.comparison import compare
from dtref.exact.definition import defined
from dtref.exact.functions import sqrt
from dtref.exact.number import Number, number
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.learned import Learned, learned_tree
from dtref.spec.model.positions import Indices
from dtref.spec.model.trees import Tree
from dtref.spec.preparation.resampling import take
from dtref.spec.pruning.cost_complexity import Path, Risk, changes, cost_complexity, misclassified
from dtref.spec.pruning.records_at_nodes import arrivals, errors_of


@frozen(eq=False)
class Selected(Reported):
    """
    A tree selected from a sequence by a validation set.

    path: the sequence. losses: for each of its trees the loss on data it was not grown from, in records (of a regression tree squared
    errors). best: the position of the tree with the least loss, the smallest of several.
    """

    path: Path
    losses: tuple[Fraction, ...]
    best: int

    __repr__ = brief_repr

    @property
    def tree(self) -> Tree:
        """The tree with the least loss."""
        return self.path.tree_of(self.best)


@refuses_other_kinds
def by_validation(path: Path, validation: DataSet) -> Selected:
    """
    The tree of a sequence with the least loss on a validation set (`losses_along`). Errors: Invalid as
    `dtref.spec.pruning.records_at_nodes.reaching`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> chosen = by_validation(cost_complexity(grow(parity(2), CART)), parity(2))
    >>> chosen.losses, chosen.best
    ((Fraction(0, 1), Fraction(2, 1)), 0)
    """
    losses = losses_along(path, validation)
    return Selected(path, losses, _last_least(losses))


def losses_along(path: Path, data: DataSet, power: int = 1) -> tuple[Fraction, ...]:
    """
    For each tree of a sequence the sum of its losses on records that it was not grown from, each to a power: 1 for a wrong label, or the
    squared distance from the mean.

    A record split for a missing value is charged part by part; without missing values the sum is that of what the tree gets wrong.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> losses_along(cost_complexity(grow(parity(2), CART)), parity(2))
    (Fraction(0, 1), Fraction(2, 1))
    """
    # from tree to tree the loss changes by what the nodes that are cut change
    errors = errors_of(arrivals(path.tree, data), power)
    loss, by_node = changes(path.tree, path.critical, errors.as_leaf, errors.ending)
    by_step = [sum((by_node[i] for i in step.weakest), Fraction(0)) for step in path.steps]
    return tuple(accumulate([loss + by_step[0], *by_step[1:]]))


def _last_least(losses: Sequence[Fraction]) -> int:
    """The position of the least loss, the last of several: the smallest tree."""
    least = min(losses)
    return max(i for i, loss in enumerate(losses) if loss == least)


@frozen(eq=False)
class CrossValidated(Reported):
    """
    The losses of the trees of a sequence by cross-validation, and the trees selected by them.

    path: the sequence of the tree grown from all records. losses: for each of its trees the loss of the trees that the folds have at its
    alpha, each on the records that it was not grown from. squares: the sum of the squared losses. records: the weight of all records.
    """

    path: Path
    losses: tuple[Fraction, ...]
    squares: tuple[Fraction, ...]
    records: Fraction

    __repr__ = brief_repr

    @property
    def best(self) -> int:
        """The position of the tree with the least loss, the smallest of several."""
        return _last_least(self.losses)

    @property
    def tree(self) -> Tree:
        """The tree with the least loss: the 0-standard-error rule."""
        return self.path.tree_of(self.best)

    def risk(self, step: int) -> Fraction:
        """The mean loss at a step: R^cv."""
        return self.losses[step] / self.records

    def standard_error(self, step: int) -> Number:
        """The standard error of the mean loss at a step: sqrt(variance_of_mean)."""
        return sqrt(variance_of_mean(self.losses[step], self.squares[step], self.records))

    @property
    def within_one_standard_error(self) -> int:
        """
        The position of the smallest tree whose mean loss is at most that of the best plus one standard error of it: the 1-SE rule.

        Decided by squares: (R - R_best)^2 <= SE^2.
        """
        best = self.best
        least, square = self.risk(best), variance_of_mean(self.losses[best], self.squares[best], self.records)
        return max(i for i in range(len(self.losses)) if compare(_squared(self.risk(i) - least), square) <= 0)

    @property
    def simplest_tree(self) -> Tree:
        """The tree of the 1-SE rule."""
        return self.path.tree_of(self.within_one_standard_error)


@defined(
    formula="(sum l^2 / n - (sum l / n)^2) / n; for errors, l = 0 or 1, it is R (1 - R) / n",
    sources=("Breiman and others 1984, section 3.4",),
)
def variance_of_mean(loss: Fraction, squares: Fraction, records: Fraction) -> Number:
    """
    The squared standard error of a mean loss.

    >>> variance_of_mean(Fraction(3), Fraction(3), Fraction(10))
    Fraction(21, 1000)
    """
    mean = number(loss) / records
    return (number(squares) / records - mean * mean) / records


def _squared(x: Fraction) -> Fraction:
    return x * x


@refuses_other_kinds
def by_cross_validation(
    data: DataSet, learner: Callable[[DataSet], Learned], tests: Sequence[Indices], risk: Risk = misclassified
) -> CrossValidated:
    """
    The sequence of the tree that a learner grows from all records, with the loss at each of its trees as cross-validation estimates it.

    tests: the positions of the records of each fold, each record in one; a fold's tree is grown from all the others. At the k-th tree the
    fold has the tree of its own sequence for the geometric mean of alpha_k and alpha_(k+1), and for the last its smallest.
    Errors: Invalid where a record is in no fold or in two, or a fold takes all records; as the learner and `cost_complexity`.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.views.shape import parity
    >>> selected = by_cross_validation(parity(2), lambda data: grow(data, CART), ((0, 1), (2, 3)))
    >>> selected.losses, selected.best, selected.within_one_standard_error
    ((Fraction(4, 1), Fraction(2, 1)), 1, 1)
    """
    if sorted(i for part in tests for i in part) != list(range(len(data))):
        raise Invalid("folds", f"each of {len(data)} records in one of them", [list(part) for part in tests])
    path = cost_complexity(learned_tree(learner(data), "learner"), risk)
    losses, squares = [Fraction(0)] * len(path.steps), [Fraction(0)] * len(path.steps)
    for test in tests:
        # the sequence of the other records' tree, and its losses on the fold
        out = frozenset(test)
        training = tuple(i for i in range(len(data)) if i not in out)
        tree, held_out = learned_tree(learner(take(data, training)), "learner"), take(data, test)
        fold = cost_complexity(tree, risk)
        fold_losses, fold_squares = losses_along(fold, held_out), losses_along(fold, held_out, 2)
        # each tree of all records is charged for the fold's tree at its alpha
        for k in range(len(path.steps)):
            step = _step_at_mean(fold, path, k)
            losses[k] += fold_losses[step]
            squares[k] += fold_squares[step]
    return CrossValidated(path, tuple(losses), tuple(squares), sum((r.weight for r in data), Fraction(0)))


def _step_at_mean(fold: Path, path: Path, k: int) -> int:
    """The position of the fold's tree at the geometric mean of two alphas: its own alpha squared is at most their product."""
    if k + 1 == len(path.steps):
        return len(fold.steps) - 1
    product = path.steps[k].alpha * path.steps[k + 1].alpha
    return max(i for i, step in enumerate(fold.steps) if compare(step.alpha * step.alpha, product) <= 0)
