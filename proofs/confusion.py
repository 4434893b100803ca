"""
Rates of a confusion matrix: what they add up to, and how they follow from one another.   Documents: `tan` Metrics for Performance
Evaluation…, `cs6220` Classifier Evaluation Metrics, `iaml` 2.5. Notation: as in `dtref.spec.evaluation.confusion.rates`.;
`dtref.spec.evaluation.confusion.rates`, whose functions are run.
"""

from __future__ import annotations

from collections.abc import Callable

from dtref.errors import Undefined
from dtref.exact.number import Number, total
from dtref.spec.evaluation.confusion.matrix import BinaryCounts
from dtref.spec.evaluation.confusion.rates import (
    accuracy,
    error_rate,
    false_positive_rate,
    markedness,
    miss_rate,
    negative_likelihood_ratio,
    negative_predictive_value,
    positive_likelihood_ratio,
    precision,
    prevalence,
    recall,
    specificity,
    youden_j,
)
from proofs.steps import above_zero, all_equal, defined, derivative, equal
from proofs.symbols import positive
from proofs.tables import CLASSES, COUNTS, A, B, C, D, diagonal, exchanged, square, transposed, with_empty_class
from proofs.theorem import Method, theorem

SENSITIVITY = "cs6220: Classifier Evaluation Metrics: Accuracy, Error Rate, Sensitivity and Specificity"
RECALL, ERROR = "iaml: 2.5.3 Recall, Precision, Miss and False Alarm", "iaml: 2.5.2 Classification Error and Accuracy"
TWO = "all positive real counts"
Rate = Callable[[BinaryCounts], Number | Undefined]


def odds(share: Number | Undefined) -> Number:
    """A share against the rest."""
    return defined(share) / (1 - defined(share))


@theorem(
    "Error rate = 1 - accuracy; accuracy is 1 where all records are on the diagonal",
    source=ERROR,
    runs=(accuracy, error_rate),
    reach="2 to 5 classes, all positive real counts; a class more without records changes neither",
    method=Method.IDENTITY,
)
def theorem_error_rate_is_1_minus_accuracy() -> None:
    """Right and wrong records are all records."""
    for c in CLASSES:
        m = square(c)
        equal(error_rate(m), 1 - defined(accuracy(m)))
        equal(accuracy(with_empty_class(m)), accuracy(m))
        equal(error_rate(with_empty_class(m)), error_rate(m))
        right = diagonal(positive(f"n1:{c + 1}"))
        equal(accuracy(right), 1)
        equal(error_rate(right), 0)


@theorem(
    "Accuracy is the mean of sensitivity and specificity, weighted by the shares of the classes",
    source=SENSITIVITY,
    runs=(accuracy, prevalence, recall, specificity),
    reach=TWO,
    method=Method.IDENTITY,
)
def theorem_accuracy_is_a_weighted_mean_of_sensitivity_and_specificity() -> None:
    """P/All · TP/P + N/All · TN/N."""
    share = defined(prevalence(COUNTS))
    equal(accuracy(COUNTS), share * defined(recall(COUNTS)) + (1 - share) * defined(specificity(COUNTS)))


@theorem(
    "Recall = 1 - miss rate; specificity = 1 - false alarm rate",
    source=RECALL,
    runs=(recall, miss_rate, specificity, false_positive_rate),
    reach=TWO,
    method=Method.IDENTITY,
)
def theorem_recall_is_1_minus_miss() -> None:
    """Each pair adds up the two counts of one class."""
    equal(recall(COUNTS), 1 - defined(miss_rate(COUNTS)))
    equal(specificity(COUNTS), 1 - defined(false_positive_rate(COUNTS)))


@theorem(
    "Calling the other class positive exchanges recall and specificity, precision and NPV, miss and false alarm, and the classes' shares",
    source=SENSITIVITY,
    runs=(recall, specificity, precision, negative_predictive_value, miss_rate, false_positive_rate, prevalence),
    reach=TWO,
    method=Method.IDENTITY,
)
def theorem_rates_of_the_other_class() -> None:
    """a and d change places, b and c too."""
    other = exchanged(COUNTS)
    equal(specificity(COUNTS), recall(other))
    equal(negative_predictive_value(COUNTS), precision(other))
    equal(false_positive_rate(COUNTS), miss_rate(other))
    equal(prevalence(COUNTS), 1 - defined(prevalence(other)))


@theorem(
    "Exchanging actual and predicted classes exchanges recall with precision, specificity with NPV, informedness with markedness",
    source="powers2011",
    runs=(recall, specificity, precision, negative_predictive_value, youden_j, markedness),
    reach=TWO,
    method=Method.IDENTITY,
)
def theorem_rates_of_the_transposed_table() -> None:
    """b and c change places."""
    other = transposed(COUNTS)
    equal(precision(COUNTS), recall(other))
    equal(negative_predictive_value(COUNTS), specificity(other))
    equal(markedness(COUNTS), youden_j(other))


@theorem(
    "Which counts a rate grows with, falls with and doesn't see: recall (a, b), precision (a, c), specificity (d, c), NPV (d, b)",
    source=SENSITIVITY,
    runs=(recall, precision, specificity, negative_predictive_value),
    reach=TWO,
    method=Method.DERIVATIVES,
)
def theorem_what_moves_a_rate() -> None:
    """Signs of the four derivatives of each."""
    cases: tuple[tuple[Rate, Number, Number], ...] = (
        (recall, A, B),
        (precision, A, C),
        (specificity, D, C),
        (negative_predictive_value, D, B),
    )
    for rate, more, less in cases:
        above_zero(derivative(rate(COUNTS), more))
        above_zero(-derivative(rate(COUNTS), less))
        for unseen in {A, B, C, D} - {more, less}:
            equal(derivative(rate(COUNTS), unseen), 0)


@theorem(
    "Precision and NPV by Bayes' rule from sensitivity, specificity and the share of positives",
    source=SENSITIVITY,
    runs=(precision, negative_predictive_value, prevalence, recall, specificity, false_positive_rate, miss_rate),
    reach=TWO,
    method=Method.IDENTITY,
)
def theorem_precision_by_bayes_rule() -> None:
    """TP/All = prevalence · TPR, and so on for the four cells."""
    share, tpr, fpr = (defined(rate(COUNTS)) for rate in (prevalence, recall, false_positive_rate))
    tnr, fnr = (defined(rate(COUNTS)) for rate in (specificity, miss_rate))
    equal(precision(COUNTS), share * tpr / (share * tpr + (1 - share) * fpr))
    equal(negative_predictive_value(COUNTS), (1 - share) * tnr / ((1 - share) * tnr + share * fnr))


@theorem(
    "Posterior odds = likelihood ratio times prior odds, after a positive and after a negative prediction",
    source="powers2011",
    runs=(positive_likelihood_ratio, negative_likelihood_ratio, precision, negative_predictive_value, prevalence),
    reach=TWO,
    method=Method.IDENTITY,
)
def theorem_likelihood_ratios_turn_prior_odds_into_posterior_odds() -> None:
    """P/N times TPR/FPR is TP/FP; P/N times FNR/TNR is FN/TN. The ratio of the two ratios is ad/(bc)."""
    prior, plus, minus = odds(prevalence(COUNTS)), positive_likelihood_ratio(COUNTS), negative_likelihood_ratio(COUNTS)
    equal(prior * defined(plus), odds(precision(COUNTS)))
    equal(prior * defined(minus), 1 / odds(negative_predictive_value(COUNTS)))
    equal(defined(plus) / defined(minus), A * D / (B * C))


@theorem(
    "Youden's J = TPR - FPR = (ad - bc)/(P N): between -1 and 1, and 0 only where predictions don't depend on the class",
    source="youden1950",
    runs=(youden_j, recall, false_positive_rate, miss_rate, specificity),
    reach=TWO,
    method=Method.SIGNS,
)
def theorem_youden_j_is_between_minus_1_and_1() -> None:
    """1 - J = FNR + FPR and 1 + J = TPR + TNR are sums of positive rates."""
    j = defined(youden_j(COUNTS))
    all_equal(j, defined(recall(COUNTS)) - defined(false_positive_rate(COUNTS)), (A * D - B * C) / ((A + B) * (C + D)))
    above_zero(1 - j)
    above_zero(1 + j)
    equal(1 - j, defined(miss_rate(COUNTS)) + defined(false_positive_rate(COUNTS)))
    equal(1 + j, defined(recall(COUNTS)) + defined(specificity(COUNTS)))


@theorem(
    "Markedness = PPV - (1 - NPV) = (ad - bc)/(P' N'): between -1 and 1, 0 where J is",
    source="powers2011",
    runs=(markedness, precision, negative_predictive_value),
    reach=TWO,
    method=Method.SIGNS,
)
def theorem_markedness_is_between_minus_1_and_1() -> None:
    """1 ± markedness are sums of positive shares."""
    j = defined(markedness(COUNTS))
    all_equal(j, total((defined(precision(COUNTS)), defined(negative_predictive_value(COUNTS)), -1)), (A * D - B * C) / ((A + C) * (B + D)))
    above_zero(1 - j)
    above_zero(1 + j)


@theorem(
    "More positives of the same kind: precision rises, NPV falls; recall, specificity, J and the likelihood ratios stay",
    source="cs422: Class Imbalance",
    runs=(precision, negative_predictive_value, recall, specificity, youden_j, positive_likelihood_ratio, negative_likelihood_ratio),
    reach="all positive real counts; positives times every positive real factor k",
    method=Method.DERIVATIVES,
)
def theorem_prevalence_moves_precision_and_not_recall() -> None:
    """Derivatives by the factor k of the positives' two counts."""
    (k,) = positive("k")
    more = BinaryCounts(k * A, k * B, C, D)
    above_zero(derivative(precision(more), k))
    above_zero(-derivative(negative_predictive_value(more), k))
    for rate in (recall, specificity, youden_j, positive_likelihood_ratio, negative_likelihood_ratio):
        equal(rate(more), rate(COUNTS))
