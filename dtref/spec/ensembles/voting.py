"""
Voting: rules that make one prediction of several classifiers' predictions.

A vote that ties returns all its winners.
"""

from __future__ import annotations

__sources__ = (("iaml", "1.9, Random Forest Algorithm"), ("cs422", "Ensemble methods"))

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import argmax_set
from dtref.exact.definition import defined
from dtref.exact.distributions.binomial import binomial_at_least, binomial_probability
from dtref.exact.inputs import is_symbolic, share
from dtref.exact.number import Exact, Number, number, total
from dtref.spec.model.prediction import Prediction

Vote: TypeAlias = Callable[[tuple[str, ...], Sequence[Prediction]], Prediction]
"""A rule: from the classes and several predictions to one prediction."""


@defined(sources=(("iaml", "1.9, What is a Random Forest?"),))
def majority_vote(classes: tuple[str, ...], predictions: Sequence[Prediction]) -> Prediction:
    """
    The hard vote: the class predicted most often. Every classifier has one vote; one whose own labels tie shares it equally among them.

    labels: all classes with the most votes, in declared order. distribution: each class's share of the votes; Undefined without
    predictions, where every class is a winner.

    >>> a, b, both = (Prediction(labels, Undefined("not needed")) for labels in (("a",), ("b",), ("a", "b")))
    >>> majority_vote(("a", "b"), (a, b, both)).labels
    ('a', 'b')
    >>> majority_vote(("a", "b"), (a, both))
    Prediction(labels=('a',), distribution=(('a', Fraction(3, 4)), ('b', Fraction(1, 4))))
    """
    return _winners(classes, [_ballot(classes, prediction) for prediction in predictions])


@defined(sources=("Breiman 1996, Bagging predictors (section 6.1)",))
def average_vote(classes: tuple[str, ...], predictions: Sequence[Prediction]) -> Prediction:
    """
    The soft vote: the class whose share is greatest on the average of the classifiers' distributions.

    A prediction without a distribution (no training record reached the leaf) counts as equal shares of its labels. labels and distribution:
    as for `majority_vote`.

    >>> sure = Prediction(("a",), (("a", Fraction(1)), ("b", Fraction(0))))
    >>> unsure = Prediction(("b",), (("a", Fraction(2, 5)), ("b", Fraction(3, 5))))
    >>> average_vote(("a", "b"), (sure, unsure, unsure)).labels, majority_vote(("a", "b"), (sure, unsure, unsure)).labels
    (('a',), ('b',))
    """
    return _winners(
        classes, [_ballot(classes, p) if isinstance(p.distribution, Undefined) else [n for _, n in p.distribution] for p in predictions]
    )


@defined(sources=("Breiman 1996, Bagging predictors",))
def mean_prediction(predictions: Sequence[Prediction]) -> Prediction:
    """
    The vote of regression trees: the mean of their means; no label where none has one.

    >>> mean_prediction([Prediction((Fraction(y),), Undefined("the target is continuous")) for y in (1, 2)]).labels
    (Fraction(3, 2),)
    """
    means = [label for prediction in predictions for label in prediction.labels if isinstance(label, Fraction)]
    labels = (sum(means, Fraction(0)) / len(means),) if means else ()
    return Prediction(labels, Undefined("the target is continuous"))


def _ballot(classes: tuple[str, ...], prediction: Prediction) -> Sequence[int | Fraction]:
    """One vote: its share for each class; labels that tie share it equally."""
    labels = prediction.labels
    return [int(c in labels) if len(labels) == 1 else Fraction(int(c in labels), len(labels)) for c in classes]


def _winners(classes: tuple[str, ...], ballots: Sequence[Sequence[int | Fraction]]) -> Prediction:
    """The prediction of some ballots: all classes with the most votes, and each class's share of the votes."""
    if not ballots:
        return Prediction(classes, Undefined("nobody votes"))
    shares = tuple((c, Fraction(sum(votes), len(ballots))) for c, votes in zip(classes, zip(*ballots, strict=True), strict=True))
    return Prediction(tuple(c for c, _ in argmax_set(shares, key=lambda pair: pair[1])), shares)


@defined(
    formula="sum_{i > n/2} C(n, i) e^i (1 - e)^(n - i)",
    unit="probability",
    errors="Invalid without classifiers, or where e is not an exact number from 0 to 1",
    sources=(("cs422", "Ensemble methods (25 classifiers, error rate 0.35: 0.06)"),),
)
def majority_vote_error(n: int, e: Exact) -> Number:
    """
    The probability that a majority vote of n independent classifiers, each wrong with probability e, is wrong: that more than half are.

    Of an even n, exactly half wrong is a tie and not counted. A Fraction as for `binomial_at_least`, which adds the terms up; of a SymPy
    expression e their sum.

    >>> from dtref.exact.decimals import decimal
    >>> decimal(majority_vote_error(25, Fraction(35, 100)), 4), majority_vote_error(3, Fraction(1, 3))
    ('0.0604', Fraction(7, 27))
    >>> decimal(majority_vote_error(10**6 + 1, Fraction(499, 1000)), 6)
    '0.022750'
    """
    if n < 1:
        raise Invalid("number of classifiers", "at least 1", n)
    rate, majority = share("error rate", e), n // 2 + 1
    if is_symbolic(rate):
        return total(binomial_probability(i, n, rate) for i in range(majority, n + 1))
    return number(binomial_at_least(majority, n, rate))


VOTES: Mapping[str, Vote] = {"hard": majority_vote, "soft": average_vote}
"""The votes by the names that golden records use: of labels, and of class shares."""
