"""
The .632+ estimate: by its definition on lists of labels, in its three readings, and against mlxtend.

mlxtend's ".632+" has no bounds, takes the three rates of each sample's own model, and gives an estimate of accuracy for each sample.
"""

from __future__ import annotations

import warnings
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from many import one_in
from narrow import defined
from spec.evaluation.confusion.matrices import confusions, labels_of, whole_counts

from dtref.engines.confusion import confusion
from dtref.errors import Invalid, Undefined
from dtref.spec.evaluation.confusion.agreement import cohen_kappa
from dtref.spec.evaluation.confusion.matrix import Confusion
from dtref.spec.evaluation.confusion.rates import error_rate
from dtref.spec.evaluation.estimation.bootstrap_error import dot632
from dtref.spec.evaluation.estimation.dot632_plus import (
    dot632_plus,
    dot632_plus_capped,
    dot632_plus_unbounded,
    no_information_rate,
    relative_overfitting_rate,
)
from dtref.strategies.values import fractions

rates = fractions(0, 1, max_denominator=9)


@given(confusions(whole_counts))
def test_no_information_rate_by_pairing_every_class_with_every_prediction(m: Confusion) -> None:
    actual, predicted = labels_of(m)
    gamma = no_information_rate(m)
    if not actual:
        assert gamma == Undefined("no records")
        return
    assert gamma == Fraction(sum(a != p for a in actual for p in predicted), len(actual) ** 2)
    if gamma:
        assert cohen_kappa(m) == 1 - defined(error_rate(m)) / defined(gamma)


@given(rates, rates, rates)
def test_the_rules_agree_within_the_bounds_and_differ_beyond(out: Fraction, own: Fraction, gamma: Fraction) -> None:
    r, whole = relative_overfitting_rate(out, own, gamma), dot632_plus(out, own, gamma)
    capped, unbounded = dot632_plus_capped(out, own, gamma), dot632_plus_unbounded(out, own, gamma)
    assert 0 <= r <= 1
    assert whole - capped == Fraction("0.632") * max(Fraction(0), out - gamma)
    if own < out <= gamma:
        assert whole == capped == unbounded
        assert own < dot632([out], own) < whole <= out
        assert r == (out - own) / (gamma - own)
    elif out <= own:
        assert r == 0
        assert whole == dot632([out], own)
    elif own < gamma:
        assert (r, capped) == (1, gamma)
    else:
        assert r == 0
    assert isinstance(unbounded, Undefined) == (gamma == own or Fraction("0.368") * (out - own) == gamma - own)


def test_what_is_no_rate_is_refused() -> None:
    for estimate in (relative_overfitting_rate, dot632_plus, dot632_plus_capped, dot632_plus_unbounded):
        with pytest.raises(Invalid, match="no_information: expected an exact number from 0 to 1"):
            estimate(0, 0, 2)
        with pytest.raises(Invalid, match="out: expected an exact number"):
            estimate(0.5, 0, 1)  # type: ignore[arg-type]


@pytest.mark.peer("mlxtend", ".632+")
def test_mlxtend_for_each_sample() -> None:
    numpy, trees = pytest.importorskip("numpy"), pytest.importorskip("sklearn.tree")
    evaluate, compared, seeds = pytest.importorskip("mlxtend.evaluate"), 0, one_in(3, range(400))
    for seed in seeds:
        chance = Random(seed)
        y = [chance.randrange(3) for _ in range(12)]
        x, target = numpy.array([[chance.randrange(5)] for _ in y]), numpy.array(y)
        model = trees.DecisionTreeClassifier(max_depth=2, random_state=0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a division by 0 there
            (theirs,) = evaluate.bootstrap_point632_score(model, x, target, n_splits=1, method=".632+", random_seed=seed).tolist()
        ((training, test),) = evaluate.BootstrapOutOfBag(n_splits=1, random_seed=seed).split(x)
        fitted = trees.DecisionTreeClassifier(max_depth=2, random_state=0).fit(x[training], target[training])
        every, outside = fitted.predict(x).tolist(), fitted.predict(x[test]).tolist()
        m = confusion(y, every, range(3))
        out = Fraction(sum(a != p for a, p in zip(target[test].tolist(), outside, strict=True)), len(outside))
        ours = dot632_plus_unbounded(out, defined(error_rate(m)), defined(no_information_rate(m)))
        if not isinstance(ours, Undefined):
            compared += 1
            assert 1 - theirs == pytest.approx(float(ours), rel=1e-9, abs=1e-12)
    assert compared >= 3 / 4 * len(seeds)
