"""The measures of four counts that take nothing besides, and the conventions for those without a value, by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dtref.errors import Undefined
from dtref.exact.number import Number
from dtref.spec.evaluation.confusion.averages import Measure
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
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
from dtref.spec.evaluation.confusion.scores import f1, f_harmonic, jaccard

RATES: Mapping[str, Measure] = {
    "accuracy": accuracy,
    "error_rate": error_rate,
    "recall": recall,
    "specificity": specificity,
    "precision": precision,
    "negative_predictive_value": negative_predictive_value,
    "false_positive_rate": false_positive_rate,
    "miss_rate": miss_rate,
    "prevalence": prevalence,
    "youden_j": youden_j,
    "markedness": markedness,
    "positive_likelihood_ratio": positive_likelihood_ratio,
    "negative_likelihood_ratio": negative_likelihood_ratio,
    "f1": f1,
    "f_harmonic": f_harmonic,
    "jaccard": jaccard,
}
"""The measures of four counts; those that are measures of any matrix come first."""

CONVENTIONS: Mapping[str, Callable[[Number | Undefined], Number]] = {"0": zero_if_undefined, "1": one_if_undefined}
"""The conventions for a measure that has no value: it counts as 0, or as 1."""
