"""
Operations on confusion matrices: counts, rates, averages, agreement, cost.

A matrix is {"classes": […], "rows": [[…], …]} with a row for each actual class, or with "predicted_rows", a row for each predicted
class; or it is made of labels, {"actual": […], "predicted": […]}, where "classes" and "weights" may be given. Two classes are also
four counts, `tp`, `fn`, `fp`, `tn`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from toolz import compose

from dtref.errors import Undefined
from dtref.exact.number import Exact, Number, number
from dtref.exact.root_quotient import RootQuotient
from dtref.oracle.operations.answers import Answer, root_answer
from dtref.oracle.operations.inputs import Given, Operation, as_rationals
from dtref.oracle.operations.part_inputs import given_choice
from dtref.spec.evaluation.confusion.agreement import cohen_kappa, matthews, multiclass_matthews
from dtref.spec.evaluation.confusion.averages import (
    Measure,
    adjusted_balanced_accuracy,
    balanced_accuracy,
    macro_average,
    macro_average_of_defined,
    micro_average,
    per_class,
    pooled_counts,
    weighted_average,
    weighted_average_of_defined,
)
from dtref.spec.evaluation.confusion.cost import (
    CostMatrix,
    class_weights,
    cost_of_accuracy,
    cost_of_label,
    expected_cost,
    minimum_cost_labels,
    record_weights,
    total_cost,
    uniform_costs,
)
from dtref.spec.evaluation.confusion.if_undefined import one_if_undefined, zero_if_undefined
from dtref.spec.evaluation.confusion.labels import matrix_of
from dtref.spec.evaluation.confusion.matrix import (
    BinaryCounts,
    Confusion,
    Matrix,
    actual_counts,
    binary_views,
    correct_counts,
    predicted_counts,
)
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
from dtref.spec.evaluation.confusion.scores import detection_cost, f1, f_beta, f_harmonic, f_of, jaccard, weighted_accuracy
from dtref.spec.evaluation.confusion.weighted_agreement import linear_kappa, quadratic_kappa, weighted_kappa

_COUNTS = ("tp", "fn", "fp", "tn")

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
"""The measures of four counts by the names that records use; those that are measures of any matrix come first."""

CONVENTIONS: Mapping[str, Callable[[Number | Undefined], Number]] = {"0": zero_if_undefined, "1": one_if_undefined}
"""The conventions for a measure that has no value: it counts as 0, or as 1."""


def given_matrix(inputs: Given) -> Confusion:
    """
    The confusion matrix of the input `matrix`, given by rows or by labels. Errors: Invalid where it isn't one.

    >>> given_matrix(Given({"matrix": {"classes": ["+", "-"], "predicted_rows": [["1", "2"], ["3", "4"]]}})).rows
    ((1, 3), (2, 4))
    >>> given_matrix(Given({"matrix": {"actual": ["+", "-", "-"], "predicted": ["+", "+", "-"]}})).rows
    ((1, 0), (1, 1))
    """
    matrix = inputs.object("matrix")
    if "actual" in matrix.parts:
        matrix.only("actual", "predicted", "classes", "weights")
        classes = matrix.texts("classes") if "classes" in matrix.parts else None
        weights = as_rationals(matrix.part("weights"), f"{matrix.where}, weights") if "weights" in matrix.parts else None
        return matrix_of(matrix.texts("actual"), matrix.texts("predicted"), classes, weights)
    if "predicted_rows" in matrix.parts:
        return Confusion.from_predicted_rows(matrix.only("classes", "predicted_rows").texts("classes"), _rows(matrix, "predicted_rows"))
    return Confusion.from_rows(matrix.only("classes", "rows").texts("classes"), _rows(matrix, "rows"))


def given_binary_counts(inputs: Given) -> BinaryCounts:
    """
    The four counts of two classes.

    >>> given_binary_counts(Given({"tp": "1", "fn": "2", "fp": "3", "tn": "4"})).rows == ((1, 2), (3, 4))
    True
    """
    return BinaryCounts(*map(inputs.number, _COUNTS))


def binary_answer(n: BinaryCounts) -> Answer:
    """
    The four counts by name.

    >>> binary_answer(BinaryCounts(1, 2, 3, 4))["fp"]
    Fraction(3, 1)
    """
    return {"tp": number(n.tp), "fn": number(n.fn), "fp": number(n.fp), "tn": number(n.tn)}


def _rows(inputs: Given, name: str) -> list[tuple[Number, ...]]:
    """Rows of numbers of any sign; the matrix classes check them."""
    where = f"{inputs.where}, {name}"
    return [tuple(map(number, as_rationals(row, f"{where}, row {i}"))) for i, row in enumerate(inputs.list(name), 1)]


def _costs(inputs: Given) -> CostMatrix:
    costs = inputs.object("costs").only("classes", "rows")
    return CostMatrix(costs.texts("classes"), _rows(costs, "rows"))


def _table(rows: Sequence[Sequence[Exact]]) -> Answer:
    return tuple(tuple(map(number, row)) for row in rows)


def _of_matrix(answer: Callable[[Confusion], Answer]) -> Operation:
    """An operation whose only input is a matrix."""
    return lambda inputs: answer(given_matrix(inputs.only("matrix")))


def _of_either(measure: Callable[[Matrix], Number | Undefined]) -> Operation:
    """An operation for a measure of a matrix or of four counts."""
    return lambda inputs: measure(
        given_matrix(inputs.only("matrix")) if "matrix" in inputs.parts else given_binary_counts(inputs.only(*_COUNTS))
    )


def _of_counts(measure: Callable[..., Number | RootQuotient | Undefined], *more: str) -> Operation:
    """An operation for a measure of four counts and of further named numbers."""

    def answer(inputs: Given) -> Answer:
        value = measure(given_binary_counts(inputs.only(*_COUNTS, *more)), *map(inputs.number, more))
        return root_answer(value) if isinstance(value, RootQuotient) else value

    return answer


def _of_numbers(formula: Callable[..., Number | Undefined], *names: str) -> Operation:
    """An operation for a formula of named numbers."""
    return lambda inputs: formula(*map(inputs.only(*names).number, names))


def _measure(inputs: Given) -> Measure:
    """The measure to be averaged, with the convention `if_undefined` where there is one."""
    measure = given_choice(inputs.only("matrix", "measure", "if_undefined"), "measure", RATES)
    return compose(given_choice(inputs, "if_undefined", CONVENTIONS), measure) if "if_undefined" in inputs.parts else measure


def _average(average: Callable[[Measure, Matrix], Number | Undefined]) -> Operation:
    return lambda inputs: average(_measure(inputs), given_matrix(inputs))


def _one_vs_rest(inputs: Given) -> Answer:
    return binary_answer(given_matrix(inputs.only("matrix", "positive")).one_vs_rest(inputs.text("positive")))


def _of_costs(cost: Callable[[CostMatrix, Matrix], Number | Undefined]) -> Operation:
    return lambda inputs: cost(_costs(inputs.only("costs", "matrix")), given_matrix(inputs))


def _uniform_costs(inputs: Given) -> Answer:
    classes = inputs.only("classes", "right", "wrong").texts("classes")
    return _table(uniform_costs(classes, inputs.number("right"), inputs.number("wrong")).rows)


def _shares(inputs: Given) -> tuple[Number, ...]:
    return tuple(map(number, as_rationals(inputs.part("shares"), f"{inputs.where}, shares")))


def _cost_of_label(inputs: Given) -> Answer:
    return cost_of_label(_costs(inputs.only("costs", "shares", "label")), _shares(inputs), inputs.text("label"))


def _minimum_cost_labels(inputs: Given) -> Answer:
    return tuple(map(str, minimum_cost_labels(_costs(inputs.only("costs", "shares")), _shares(inputs))))


def _record_weights(inputs: Given) -> Answer:
    return record_weights(_costs(inputs.only("costs", "actual")), inputs.texts("actual"))


CONFUSION: Mapping[str, Operation] = {
    "confusion_matrix": _of_matrix(lambda m: {"classes": tuple(map(str, m.classes)), "rows": _table(m.rows)}),
    "transposed": _of_matrix(lambda m: _table(m.transposed().rows)),
    "margins": _of_matrix(
        lambda m: {"actual": actual_counts(m), "predicted": predicted_counts(m), "right": tuple(map(number, correct_counts(m)))}
    ),
    "one_vs_rest": _one_vs_rest,
    "binary_views": _of_matrix(lambda m: tuple(map(binary_answer, binary_views(m)))),
    "pooled": _of_matrix(lambda m: binary_answer(pooled_counts(m))),
    **{name: _of_counts(measure) for name, measure in RATES.items()},
    "accuracy": _of_either(accuracy),
    "error_rate": _of_either(error_rate),
    "balanced_accuracy": _of_either(balanced_accuracy),
    "adjusted_balanced_accuracy": _of_either(adjusted_balanced_accuracy),
    "cohen_kappa": _of_either(cohen_kappa),
    "linear_kappa": _of_either(linear_kappa),
    "quadratic_kappa": _of_either(quadratic_kappa),
    "weighted_kappa": _of_costs(weighted_kappa),
    "f_beta": _of_counts(f_beta, "beta"),
    "f_harmonic": _of_counts(f_harmonic, "beta"),
    "f_of": _of_numbers(f_of, "precision", "recall", "beta"),
    "weighted_accuracy": _of_counts(weighted_accuracy, "w1", "w2", "w3", "w4"),
    "detection_cost": _of_counts(detection_cost, "cost_fp", "cost_fn"),
    "matthews": _of_counts(matthews),
    "multiclass_matthews": _of_matrix(lambda m: root_answer(multiclass_matthews(m))),
    "per_class": lambda inputs: per_class(_measure(inputs), given_matrix(inputs)),
    "macro_average": _average(macro_average),
    "macro_average_of_defined": _average(macro_average_of_defined),
    "weighted_average": _average(weighted_average),
    "weighted_average_of_defined": _average(weighted_average_of_defined),
    "micro_average": _average(micro_average),
    "total_cost": _of_costs(total_cost),
    "expected_cost": _of_costs(expected_cost),
    "uniform_costs": _uniform_costs,
    "cost_of_accuracy": _of_numbers(cost_of_accuracy, "records", "accuracy", "right", "wrong"),
    "cost_of_label": _cost_of_label,
    "minimum_cost_labels": _minimum_cost_labels,
    "class_weights": lambda inputs: class_weights(_costs(inputs.only("costs"))),
    "record_weights": _record_weights,
}
"""Confusion matrices and their measures, by name."""
