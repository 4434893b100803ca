"""All measures of a confusion matrix by name: over all classes, averaged, and of each class against the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from attrs import frozen

from dtref.errors import Undefined
from dtref.exact.number import Exact
from dtref.exact.root_quotient import RootQuotient
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, matthews, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import Measure, balanced_accuracy, macro_average, micro_average, weighted_average
from dtref.spec.evaluation.confusion.cost import CostMatrix, expected_cost, total_cost
from dtref.spec.evaluation.confusion.matrix import BinaryCounts, ClassLabel, Confusion, binary_views
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
from dtref.spec.evaluation.confusion.scores import detection_cost, f1, f_beta, f_harmonic, weighted_accuracy

Rate: TypeAlias = Callable[[BinaryCounts], Exact | RootQuotient | Undefined]
"""A measure of four counts."""

RATE_WORDS: tuple[tuple[str, str, Rate], ...] = (
    ("recall", "sensitivity, true positive rate, hit rate", recall),
    ("specificity", "true negative rate", specificity),
    ("precision", "positive predictive value", precision),
    ("negative predictive value", "", negative_predictive_value),
    ("false positive rate", "false alarm rate", false_positive_rate),
    ("miss rate", "false negative rate", miss_rate),
    ("F1", "of the counts", f1),
    ("harmonic F1", "of precision and recall", f_harmonic),
    ("prevalence", "", prevalence),
    ("positive likelihood ratio", "", positive_likelihood_ratio),
    ("negative likelihood ratio", "", negative_likelihood_ratio),
    ("Youden's J", "informedness", youden_j),
    ("markedness", "", markedness),
    ("accuracy", "against the rest", accuracy),
    ("balanced accuracy", "against the rest", balanced_accuracy),
    ("Matthews correlation", "against the rest", matthews),
)
"""The measures of four counts that need no parameter: name, synonyms or what tells it from a namesake, function."""

AVERAGED: tuple[tuple[str, Measure], ...] = (("precision", precision), ("recall", recall), ("F1", f1))
"""The measures that are averaged over the classes."""


@frozen(eq=False)
class NamedMeasure:
    """The value of a measure. note: a synonym, or what tells it from a measure with the same name."""

    name: str
    value: Exact | RootQuotient | Undefined
    note: str = ""


NamedMeasures: TypeAlias = tuple[NamedMeasure, ...]
"""Measures in the order of a report."""


@frozen
class Extras:
    """Measures with parameters: F_beta for each beta, weighted accuracy for each four weights, costs."""

    betas: tuple[Exact, ...] = ()
    weights: tuple[tuple[Exact, Exact, Exact, Exact], ...] = ()
    costs: CostMatrix | None = None


@frozen
class View:
    """One class against the rest: its four counts and their measures."""

    label: ClassLabel
    counts: BinaryCounts
    measures: NamedMeasures


@frozen
class Metrics:
    """All measures of a confusion matrix: over all classes, averages, and of each class against the rest."""

    matrix: Confusion
    overall: NamedMeasures
    averages: tuple[tuple[str, NamedMeasures], ...]
    views: tuple[View, ...]


def metrics(m: Confusion, positive: ClassLabel | None = None, extras: Extras = Extras()) -> Metrics:
    """
    All measures of a confusion matrix; of one class against the rest where `positive` is given, else of each.

    Errors: Invalid for a positive class or costs of other classes than the matrix has.

    >>> summary = metrics(Confusion("ab", [[3, 1], [1, 1]]))
    >>> summary.overall[0], len(summary.views)
    (NamedMeasure(name='accuracy', value=Fraction(2, 3), note=''), 2)
    """
    shown = zip(m.classes, binary_views(m), strict=True) if positive is None else [(positive, m.one_vs_rest(positive))]
    return Metrics(
        m,
        (*_overall(m), *_costs(m, extras)),
        tuple(
            (name, tuple(NamedMeasure(measure_name, average(measure, m)) for measure_name, measure in AVERAGED))
            for name, average in (("macro", macro_average), ("micro", micro_average), ("weighted", weighted_average))
        ),
        tuple(View(label, counts, (*_rates(counts), *_extra_rates(label, m, counts, extras))) for label, counts in shown),
    )


def _overall(m: Confusion) -> Iterable[NamedMeasure]:
    yield NamedMeasure("accuracy", accuracy(m))
    yield NamedMeasure("error rate", error_rate(m))
    yield NamedMeasure("balanced accuracy", balanced_accuracy(m), "mean recall")
    yield NamedMeasure("Cohen's kappa", cohen_kappa(m))
    yield NamedMeasure("Matthews correlation", multiclass_matthews(m), "R_K")


def _costs(m: Confusion, extras: Extras) -> Iterable[NamedMeasure]:
    if extras.costs is not None:
        yield NamedMeasure("total cost", total_cost(extras.costs, m))
        yield NamedMeasure("expected cost", expected_cost(extras.costs, m), "a record")


def _rates(n: BinaryCounts) -> Iterable[NamedMeasure]:
    return (NamedMeasure(name, measure(n), synonyms) for name, synonyms, measure in RATE_WORDS)


def _extra_rates(label: ClassLabel, m: Confusion, n: BinaryCounts, extras: Extras) -> Iterable[NamedMeasure]:
    for beta in extras.betas:
        yield NamedMeasure(f"F_{beta}", f_beta(n, beta), "of the counts")
    for w in extras.weights:
        yield NamedMeasure(f"weighted accuracy {','.join(map(str, w))}", weighted_accuracy(n, *w))
    if extras.costs is not None and len(m.classes) == 2:
        other = next(c for c in m.classes if c != label)
        false_alarm, miss = extras.costs.cost(label, given=other), extras.costs.cost(other, given=label)
        yield NamedMeasure("detection cost", detection_cost(n, false_alarm, miss), "of the two rates; being right costs 0")
