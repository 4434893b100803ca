"""
Agreement with scikit-learn on thousands of generated inputs, to the last digits that doubles hold.

Bounds, u = 2^-53. A ratio of two sums of whole or quarter weights is one rounded division of two exact doubles: it is the double nearest
to dtref's fraction, and is compared for equality. A mean of c such ratios adds c roundings of them, c of the products with weights, c of
sums and one division, each relative to at most 1: (3c + 1)u. Kappa is 1 - k with k a ratio of sums of c^2 rounded terms:
(2c^2 + 4)u(1 + k). Matthews is a quotient of exact doubles by the root of a product: 3u relative.

| where scikit-learn differs | its convention | in dtref |
| --- | --- | --- |
| 0/0 in precision, recall, F with zero_division=0 (the default, with a warning) | 0 | `zero_if_undefined` |
| the same with zero_division=1 | 1 | `one_if_undefined` |
| the same with zero_division=nan, in an average | the class is skipped | `macro_average_of_defined`, `weighted_average_of_defined` |
| a weighted average with zero_division=nan, where the classes that have a value have no records | their plain mean | Undefined |
| balanced_accuracy_score, a class that is never actual | skipped, with a warning | `macro_average_of_defined(recall, …)` |
| the same with adjusted=True | skipped, of the mean and of the number of classes; one class only: nan, or minus infinity | Undefined |
| jaccard_score, 0/0, zero_division=0 (the default, with a warning) or 1 | 0, 1 | `zero_if_undefined`, `one_if_undefined` |
| cohen_kappa_score, no disagreement by chance (one class only) | nan, with a warning | Undefined |
| matthews_corrcoef, one class only | 0 | `zero_if_undefined` |
| class_likelihood_ratios, denominator 0 | nan, with a warning | Undefined |
| class_likelihood_ratios, no positives but false positives | numpy's 0/0, a second warning | Undefined: no positives |
| confusion_matrix, a record whose label is not in `labels` | the record is dropped | Invalid: it names the record |
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from random import Random
from typing import Any

import pytest
from many import one_in
from narrow import of_kind
from spec.evaluation.confusion.matrices import random_labels
from toolz import compose

from dtref.engines.confusion import confusion
from dtref.errors import Invalid, Undefined
from dtref.exact.comparison import compare
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import (
    adjusted_balanced_accuracy,
    balanced_accuracy,
    macro_average,
    macro_average_of_defined,
    micro_average,
    weighted_average,
    weighted_average_of_defined,
)
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, Confusion
from dtref.spec.evaluation.confusion.rates import (
    accuracy,
    error_rate,
    negative_likelihood_ratio,
    positive_likelihood_ratio,
    precision,
    recall,
)
from dtref.spec.evaluation.confusion.scores import f_beta, jaccard
from dtref.spec.evaluation.confusion.weighted_agreement import linear_kappa, quadratic_kappa

sklearn = pytest.importorskip("sklearn.metrics")
pytestmark = pytest.mark.peer("scikit-learn", "confusion")
U = Fraction(1, 2**53)
SEEDS = range(1000)
"""Odd ones are without weights: steps must be odd, too."""


def sample(seed: int) -> tuple[str, list[str], list[str], list[float] | None, Confusion]:
    """Labels, the weights of every other sample (quarters, which doubles hold exactly), and dtref's matrix of them."""
    classes, actual, predicted = random_labels(seed)
    weights = None if seed % 2 else [Fraction(Random(seed + i).randint(1, 9), 4) for i in range(len(actual))]
    return (
        classes,
        actual,
        predicted,
        None if weights is None else list(map(float, weights)),
        confusion(actual, predicted, classes, weights),
    )


def within(x: float, exact: Any, error: Fraction) -> bool:
    """Whether a double is so near an exact number, decided exactly."""
    return compare(exact, Fraction(x) - error) >= 0 and compare(exact, Fraction(x) + error) <= 0


def nearest(x: float, exact: Fraction) -> bool:
    return x == float(exact)


@pytest.mark.parametrize("beta", [1, 2, Fraction(1, 2)])
@pytest.mark.parametrize(("zero_division", "convention"), [(0, zero_if_undefined), (1, one_if_undefined)])
def test_precision_recall_f_of_each_class_and_their_averages(beta: Any, zero_division: int, convention: Callable[..., Any]) -> None:
    measures = [compose(convention, measure) for measure in (precision, recall, partial(f_beta, beta=beta))]
    for seed in one_in(41 if beta != 1 else 17, SEEDS):
        classes, actual, predicted, weights, m = sample(seed)
        ask = partial(
            sklearn.precision_recall_fscore_support, actual, predicted, labels=list(classes), beta=float(beta),
            sample_weight=weights, zero_division=zero_division,
        )  # fmt: skip
        for theirs, measure in zip(ask(average=None), measures, strict=False):
            assert all(nearest(x, measure(m.one_vs_rest(label))) for x, label in zip(theirs, classes, strict=True))
        for average, ours in (("micro", micro_average), ("macro", macro_average), ("weighted", weighted_average)):
            error = U if average == "micro" else (3 * len(classes) + 1) * U
            assert all(within(x, ours(measure, m), error) for x, measure in zip(ask(average=average)[:3], measures, strict=True))


def test_averages_that_skip_classes() -> None:
    for seed in one_in(9, SEEDS):
        classes, actual, predicted, weights, m = sample(seed)
        ask = partial(
            sklearn.precision_recall_fscore_support, actual, predicted, labels=list(classes), sample_weight=weights, zero_division=math.nan
        )
        for average, ours in (("macro", macro_average_of_defined), ("weighted", weighted_average_of_defined)):
            measure: Any
            for x, measure in zip(ask(average=average)[:3], (precision, recall, partial(f_beta, beta=1)), strict=True):
                exact = ours(measure, m)
                if isinstance(exact, Undefined):  # of weighted averages: see the table
                    exact = macro_average_of_defined(measure, m)
                assert math.isnan(x) if isinstance(exact, Undefined) else within(x, exact, (3 * len(classes) + 1) * U)


def test_matrix_accuracy_and_error_rate() -> None:
    for seed in one_in(5, SEEDS):
        classes, actual, predicted, weights, m = sample(seed)
        theirs = sklearn.confusion_matrix(actual, predicted, labels=list(classes), sample_weight=weights)
        assert [list(map(Fraction, row)) for row in theirs.tolist()] == [list(row) for row in m.rows]
        assert within(sklearn.accuracy_score(actual, predicted, sample_weight=weights), accuracy(m), U)
        assert within(sklearn.zero_one_loss(actual, predicted, sample_weight=weights), error_rate(m), 2 * U)


def test_balanced_accuracy_kappa_and_matthews() -> None:
    for seed in one_in(5, SEEDS):
        classes, actual, predicted, weights, m = sample(seed)
        c = len(classes)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the conventions in the table
            balanced = sklearn.balanced_accuracy_score(actual, predicted, sample_weight=weights)
            kappa = sklearn.cohen_kappa_score(actual, predicted, labels=list(classes), sample_weight=weights)
            correlation = sklearn.matthews_corrcoef(actual, predicted, sample_weight=weights)
        ours = balanced_accuracy(m)
        assert within(balanced, macro_average_of_defined(recall, m) if isinstance(ours, Undefined) else ours, (3 * c + 1) * U)
        k = cohen_kappa(m)
        assert math.isnan(kappa) if isinstance(k, Undefined) else within(kappa, k, of_kind(Fraction, (2 * c * c + 4) * (2 - k) * U))
        r = multiclass_matthews(m)
        assert correlation == 0.0 if isinstance(r, Undefined) else within(correlation, r.value, 3 * U)


def test_jaccard_of_each_class_and_its_averages() -> None:
    for seed in one_in(9, SEEDS):
        classes, actual, predicted, weights, m = sample(seed)
        zero_division, convention = ((0, zero_if_undefined), (1, one_if_undefined))[seed % 4 // 2]
        ask = partial(
            sklearn.jaccard_score, actual, predicted, labels=list(classes), sample_weight=weights, zero_division=zero_division
        )  # fmt: skip
        measure = compose(convention, jaccard)
        assert all(nearest(x, measure(m.one_vs_rest(label))) for x, label in zip(ask(average=None), classes, strict=True))
        assert within(ask(average="micro"), micro_average(measure, m), U)
        assert within(ask(average="macro"), macro_average(measure, m), (3 * len(classes) + 1) * U)
        assert within(ask(average="weighted"), weighted_average(measure, m), (3 * len(classes) + 1) * U)


def test_adjusted_balanced_accuracy() -> None:
    """b of the classes that have records, k many: (b - 1/k)/(1 - 1/k) adds the rounding of 1/k, the two differences and a division."""
    for seed in one_in(3, SEEDS):
        _, actual, predicted, weights, m = sample(seed)
        k = len(set(actual))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the conventions in the table
            theirs = sklearn.balanced_accuracy_score(actual, predicted, sample_weight=weights, adjusted=True)
        ours = adjusted_balanced_accuracy(m)
        if k == 1:
            assert not math.isfinite(theirs)
            assert isinstance(ours, Undefined)
            continue
        if k == len(m.classes):
            exact = of_kind(Fraction, ours)
        else:
            assert isinstance(ours, Undefined)
            exact = (k * of_kind(Fraction, macro_average_of_defined(recall, m)) - 1) / (k - 1)
        assert within(theirs, exact, 2 * (3 * k + 6) * U)


@pytest.mark.parametrize(("weights_of", "kappa"), [("linear", linear_kappa), ("quadratic", quadratic_kappa)])
def test_weighted_kappa(weights_of: str, kappa: Callable[..., Any]) -> None:
    """1 - r, r a ratio of two sums of c^2 products that are exact or rounded twice, all at least 0: (2c^2 + 5)u r + u."""
    for seed in one_in(3, SEEDS):
        classes, actual, predicted, weights, m = sample(seed)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = sklearn.cohen_kappa_score(actual, predicted, labels=list(classes), weights=weights_of, sample_weight=weights)
        ours = kappa(m)
        if isinstance(ours, Undefined):
            assert math.isnan(theirs)
        else:
            assert within(theirs, ours, (2 * len(classes) ** 2 + 5) * (2 - ours) * U)


def test_likelihood_ratios() -> None:
    chance = Random(1)
    for _ in one_in(5, SEEDS):
        tp, fn, fp, tn = (chance.choice((0, 1, 2, 7)) for _ in range(4))
        actual, predicted = [1] * (tp + fn) + [0] * (fp + tn), [1] * tp + [0] * fn + [1] * fp + [0] * tn
        if not actual:
            continue
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = sklearn.class_likelihood_ratios(actual, predicted, labels=[0, 1])
        n = BinaryCounts(tp, fn, fp, tn)
        for x, ours in zip(theirs, (positive_likelihood_ratio(n), negative_likelihood_ratio(n)), strict=True):
            assert math.isnan(x) if isinstance(ours, Undefined) else nearest(x, of_kind(Fraction, ours))


def test_a_record_of_no_class_is_dropped_there_and_refused_here() -> None:
    assert sklearn.confusion_matrix(["a", "b", "c"], ["a", "b", "b"], labels=["a", "b"]).tolist() == [[1, 0], [0, 1]]
    with pytest.raises(Invalid, match="record 3, actual class: expected one of the classes 'a', 'b'"):
        confusion(["a", "b", "c"], ["a", "b", "b"], ["a", "b"])
