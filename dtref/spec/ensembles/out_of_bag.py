"""The out-of-bag error of a random forest: each record is judged by the trees that have not seen it."""

from __future__ import annotations

__sources__ = ("Breiman 1996, Out-of-bag estimation", ("cs422", "Ensemble methods: Random Forest"))

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.definition import defined
from dtref.spec.ensembles.forest import Forest
from dtref.spec.ensembles.voting import Vote, majority_vote
from dtref.spec.model.attributes import Cell
from dtref.spec.model.data import DataSet
from dtref.spec.model.display import Reported
from dtref.spec.model.positions import Indices, out_of_bag
from dtref.spec.model.prediction import Prediction, predictor
from dtref.spec.model.trees import Label, Tree


@defined(unit="records, by weight")
@frozen
class OutOfBag(Reported):
    """
    The votes of a forest on the records that its trees have not seen.

    right: the one winner is the record's class. wrong: the class is no winner. tied: it is one of several winners. never: no tree leaves
    the record out, so that there is no vote on it.
    """

    right: Fraction
    wrong: Fraction
    tied: Fraction
    never: Fraction

    @property
    def error(self) -> tuple[Fraction, Fraction] | Undefined:
        """The error rate on the records voted on: every tie broken rightly, every tie broken wrongly. Undefined where there are none."""
        voted = self.right + self.wrong + self.tied
        return (self.wrong / voted, (self.wrong + self.tied) / voted) if voted else Undefined("no record is out of bag")


Members: TypeAlias = Callable[[Forest, DataSet, Sequence[Indices]], Sequence[Callable[[int], Prediction]]]
"""For each tree of a forest its prediction for a record by its position, for the records of a data set that it has not seen."""


def members_one_by_one(forest: Forest, data: DataSet, _: Sequence[Indices]) -> Sequence[Callable[[int], Prediction]]:
    """
    For each tree of a forest its prediction for a record of a data set, made when it is asked for.

    >>> from dtref.spec.ensembles.forest import Samples, Sampling
    >>> from dtref.spec.model.attributes import Nominal
    >>> members_one_by_one(Forest((), Samples(Sampling.ALL, ()), (), Nominal("y", ("a",))), DataSet((), Nominal("y", ("a",)), ()), ())
    []
    """

    def member(tree: Tree) -> Callable[[int], Prediction]:
        predict_record = predictor(tree, forest.attributes)
        return lambda i: predict_record(data.records[i])

    return [member(tree) for tree in forest.trees]


@defined(
    errors="Invalid where the target is continuous, an index is no record's, and as for `predict`",
    sources=("Breiman 1996, Out-of-bag estimation", "2001, Random forests"),
)
def out_of_bag_error(forest: Forest, data: DataSet, vote: Vote = majority_vote, members: Members = members_one_by_one) -> OutOfBag:
    """
    The out-of-bag error: each record is predicted by the vote of the trees whose samples lack it.

    data: what the forest was grown from. members: the trees' predictions for the records that they have not seen, as an engine makes them.

    >>> from dtref.spec.presets import CART
    >>> from dtref.spec.ensembles.forest import Samples, Sampling, grow_forest
    >>> from dtref.spec.model.attributes import Nominal
    >>> from dtref.spec.model.data import Record
    >>> data = DataSet((), Nominal("y", ("a", "b")), [Record((), "a"), Record((), "a"), Record((), "b")])
    >>> result = out_of_bag_error(grow_forest(data, CART, Samples(Sampling.BOOTSTRAP, ((0, 0, 1),))), data)
    >>> result
    OutOfBag(right=Fraction(0, 1), wrong=Fraction(1, 1), tied=Fraction(0, 1), never=Fraction(2, 1))
    >>> result.error
    (Fraction(1, 1), Fraction(1, 1))
    """
    classes = data.classes
    weights = {verdict: Fraction(0) for verdict in ("right", "wrong", "tied", "never")}
    absent = [out_of_bag(len(data), indices) for indices in forest.samples.indices]
    unseen = list(map(frozenset, absent))
    predictions = members(forest, data, absent)
    # each record by the vote of the trees that have not seen it
    for i, record in enumerate(data):
        voters = [prediction_of for prediction_of, out in zip(predictions, unseen, strict=True) if i in out]
        winners = vote(classes, [prediction_of(i) for prediction_of in voters]).labels if voters else ()
        weights[_verdict(record.label, winners)] += record.weight
    return OutOfBag(**weights)


def _verdict(label: Cell, winners: Sequence[Label]) -> str:
    """The field of `OutOfBag` that a record counts in."""
    if not winners:
        return "never"
    if label not in winners:
        return "wrong"
    return "right" if len(winners) == 1 else "tied"
