"""
Cross-validation of trees: what the tree of each fold predicts for the records that it was not grown from, and what ties leave open of it.

A leaf whose largest classes tie may say any of them. So each fold has an error where every such tie is broken rightly, one where it is
broken wrongly, and one where the first label in declared order counts, as most programs have it. Records count 1 each, whatever they weigh;
weights count in growing.
"""

from __future__ import annotations

__sources__ = (("evaluation", "k-fold cross-validation method"), ("tan", "Methods of Estimation (cross validation)"))

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Invalid
from dtref.exact.brief import brief_repr
from dtref.exact.definition import defined
from dtref.spec.evaluation.confusion.labels import matrix_of
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.evaluation.estimation.cross_validation import FoldResults
from dtref.spec.evaluation.estimation.partitions import Partition
from dtref.spec.growing.ties import tied_nodes
from dtref.spec.model.attributes import Cell, Continuous
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.learned import Learned, learned_tree
from dtref.spec.model.positions import Indices, check_positions
from dtref.spec.model.prediction import predictor
from dtref.spec.model.trees import Label, Tree, is_regression
from dtref.spec.preparation.resampling import take
from dtref.spec.pruning.records_at_nodes import loss_of_label

Answers: TypeAlias = Callable[[Tree, DataSet, Indices], Sequence[tuple[Label, ...]]]
"""A function that gives the labels that a tree predicts for some records of a data set, by their positions."""


@frozen
class TestedRecord(Reported):
    """A record that was tested: what it is, and every label that its leaf may say."""

    __test__ = False  # pytest takes a class of this name for tests

    actual: Cell
    labels: tuple[Label, ...]

    __repr__ = brief_repr

    @property
    def losses(self) -> tuple[Fraction, ...]:
        """The loss of each label: 1 or 0 as a class is wrong or right; of numbers the squared distance."""
        return tuple(loss_of_label(label, self.actual) for label in self.labels)


@frozen
class TestedTrees(Reported):
    """
    The records that each fold tests, by position, as the fold's tree predicts them; and of each tree how many of its nodes have tied tests.

    first: the errors where the first label counts. least, greatest: where every tie of labels is broken rightly, wrongly.
    """

    __test__ = False

    folds: tuple[Mapping[int, TestedRecord], ...]
    tied_nodes: tuple[int, ...]

    __repr__ = brief_repr

    @property
    def first(self) -> FoldResults:
        """The errors where the first label of each leaf counts."""
        return self._results(lambda losses: losses[0])

    @property
    def least(self) -> FoldResults:
        """The errors where every tie of labels is broken rightly."""
        return self._results(min)

    @property
    def greatest(self) -> FoldResults:
        """The errors where every tie of labels is broken wrongly."""
        return self._results(max)

    def _results(self, loss: Callable[[Sequence[Fraction]], Fraction]) -> FoldResults:
        return FoldResults(tuple({i: loss(tested.losses) for i, tested in fold.items()} for fold in self.folds))

    @property
    def tied_records(self) -> tuple[int, ...]:
        """Of each fold the number of records whose leaf may say several labels."""
        return tuple(sum(len(tested.labels) > 1 for tested in fold.values()) for fold in self.folds)

    def confusion(self, classes: Iterable[str]) -> Confusion:
        """The confusion matrix of all folds together, by first labels. Errors: Invalid where numbers were predicted."""
        tested = [tested for fold in self.folds for tested in fold.values()]
        if any(isinstance(one.actual, Fraction) for one in tested):
            raise Invalid("confusion matrix", "classes", "numbers")
        return matrix_of([str(one.actual) for one in tested], [str(one.labels[0]) for one in tested], tuple(classes))


@defined(
    errors=(
        "Invalid for a position that no record has, a tree that predicts another kind of target, or none of it, and as for growing and "
        "`dtref.predict`"
    ),
    sources=(("evaluation", "k-fold cross-validation method, step 2"), ("tan", "Methods of Estimation (cross validation)")),
)
def cross_validate_trees(
    data: DataSet, learn: Callable[[DataSet], Learned], partitions: Iterable[Partition], answers: Answers | None = None
) -> TestedTrees:
    """
    For each partition the tree that is learned from its training records, asked for each of its test records.

    learn: how a tree, or a model, is learned from a data set, as by `dtref.grow` or `dtref.fit`. It sees the training records of a fold
    alone: what is done to a data set before, such as imputing, isn't tested.
    answers: how a tree is asked for records; one by one, if not given.

    >>> from dtref.spec.evaluation.estimation.partitions import k_fold
    >>> from dtref.spec.growing.hunt import grow
    >>> from dtref.spec.presets import ID3
    >>> from dtref.spec.views.shape import parity
    >>> tested = cross_validate_trees(parity(2), lambda fold: grow(fold, ID3), k_fold(range(4), 2))
    >>> tested.first.fold_errors, tested.least.pooled, tested.greatest.pooled, tested.confusion("01").rows
    ((Fraction(1, 1), Fraction(1, 1)), Fraction(1, 1), Fraction(1, 1), ((0, 2), (2, 0)))
    """
    folds: list[Mapping[int, TestedRecord]] = []
    ties: list[int] = []
    for number, parts in enumerate(partitions, 1):
        check_positions(f"fold {number}", (*parts.training, *parts.test), len(data))
        tree = learned_tree(learn(take(data, parts.training)))
        folds.append(_tested(data, tree, parts, f"fold {number}", answers or labels_one_by_one))
        ties.append(tied_nodes(tree))
    return TestedTrees(tuple(folds), tuple(ties))


def labels_one_by_one(tree: Tree, data: DataSet, positions: Indices) -> Sequence[tuple[Label, ...]]:
    """
    The labels that a tree predicts for some records of a data set. Errors: as `dtref.spec.model.prediction.predictor`.

    >>> from dtref.spec.model.trees import Leaf
    >>> from dtref.spec.views.shape import parity
    >>> labels_one_by_one(Leaf((("0", Fraction(1)), ("1", Fraction(1))), ("0", "1")), parity(2), (0, 2))
    [('0', '1'), ('0', '1')]
    """
    predict = predictor(tree, data.attributes)
    return [predict(data.records[i]).labels for i in positions]


def _tested(data: DataSet, tree: Tree, parts: Partition, where: str, answers: Answers) -> Mapping[int, TestedRecord]:
    if is_regression(tree) != isinstance(data.target, Continuous):
        raise Invalid(where, "a tree of the data's kind of target", "another")
    labels = answers(tree, data, parts.test)
    tested = {i: TestedRecord(data.records[i].label, of_record) for i, of_record in zip(parts.test, labels, strict=True)}
    for i, record in tested.items():
        if not record.labels:
            raise Invalid(f"{where}, record {i}", "a leaf that training records reached", "one without a mean")
    return tested
