"""
Agreement with imbalanced-learn's geometric_mean_score on generated labels.

Bound, u = 2^-53: of c recalls, each a rounded division, it takes the exponential of the mean of their logarithms. A logarithm is at most 7
in size (a recall is at least 1/1440 here), so off by at most 9u, their sum by c·9u and (c - 1)·7cu more, the mean by as much over c and 7u,
the exponential by that, relatively, and 2u: at most (7c + 18)u.

| where imbalanced-learn differs | its convention | in dtref |
| --- | --- | --- |
| a class that is never actual (with a warning) | none of its records is right: 0 | Undefined; `zero_if_undefined` |
| correction=x | x in the place of a recall of 0 | 0, as with its default, correction=0 |
| average=None | for each class, its view against the rest | `g_mean` of `one_vs_rest` |
| the same with weights | its specificity takes the number of records for their weight (0.14.2) | not compared |
"""

from __future__ import annotations

import warnings
from fractions import Fraction

import pytest
from many import one_in
from spec.evaluation.confusion.matrices import random_labels
from spec.evaluation.confusion.test_scikit_learn import U, within

from dtref.engines.confusion import confusion
from dtref.errors import Undefined
from dtref.spec.evaluation.confusion.averages import g_mean
from dtref.spec.evaluation.confusion.if_undefined import zero_if_undefined
from dtref.spec.evaluation.confusion.matrix import Confusion

metrics = pytest.importorskip("imblearn.metrics")
pytestmark = pytest.mark.peer("imbalanced-learn", "confusion")
SEEDS = one_in(2, range(1000))


def sample(seed: int) -> tuple[str, list[str], list[str], list[float] | None, Confusion]:
    """Labels, in three of four samples with a record of each class; weights in quarters in every other of these; dtref's matrix."""
    classes, actual, predicted = random_labels(seed)
    if seed % 8:
        guesses = [*classes[: seed % 3], *predicted[:1] * len(classes)]
        actual, predicted = [*actual, *classes], [*predicted, *guesses[: len(classes)]]
    weights = [Fraction(1 + i % 9, 4) for i in range(len(actual))] if seed % 4 else None
    return (
        classes,
        actual,
        predicted,
        None if weights is None else list(map(float, weights)),
        confusion(actual, predicted, classes, weights),
    )


def test_geometric_mean_score() -> None:
    defined = absent = inside = 0
    for seed in SEEDS:
        classes, actual, predicted, weights, m = sample(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the conventions in the table
            theirs = metrics.geometric_mean_score(actual, predicted, labels=list(classes), sample_weight=weights)
        ours = g_mean(m)
        assert within(theirs, zero_if_undefined(ours), (7 * len(classes) + 18) * U)
        absent += isinstance(ours, Undefined)
        defined += not isinstance(ours, Undefined)
        inside += zero_if_undefined(ours) not in (Fraction(0), Fraction(1))
    assert defined >= 300
    assert absent >= 20
    assert inside >= 100


def test_each_class_against_the_rest() -> None:
    for seed in SEEDS:
        classes, actual, predicted, weights, m = sample(seed)
        if weights is None:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                theirs = metrics.geometric_mean_score(actual, predicted, labels=list(classes), average=None)
            assert all(within(x, zero_if_undefined(g_mean(m.one_vs_rest(c))), 4 * U) for x, c in zip(theirs, classes, strict=True))
