"""All operations by name: functions from inputs in JSON to answers. golden/README.md lists them in a table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import cast

from dtref.errors import Invalid
from dtref.exact.number import Number, number
from dtref.oracle.arithmetic.json_numbers import narrow, rational_of_text
from dtref.oracle.operations.answers import Answer, cell_answer, counts_answer, records_answer
from dtref.oracle.operations.data_inputs import data_of, record_condition
from dtref.oracle.operations.evaluation.auc_comparison import AREAS
from dtref.oracle.operations.evaluation.bootstrap import BOOTSTRAP
from dtref.oracle.operations.evaluation.comparison import COMPARING
from dtref.oracle.operations.evaluation.confusion import CONFUSION
from dtref.oracle.operations.evaluation.distributions import DISTRIBUTIONS
from dtref.oracle.operations.evaluation.estimation import ESTIMATING
from dtref.oracle.operations.evaluation.intervals import INTERVALS
from dtref.oracle.operations.evaluation.probabilities import PROBABILITIES
from dtref.oracle.operations.evaluation.ranking import RANKING
from dtref.oracle.operations.evaluation.regression import REGRESSION
from dtref.oracle.operations.evaluation.validation import VALIDATING
from dtref.oracle.operations.inputs import Given, Operation, as_object, as_rationals
from dtref.oracle.operations.part_inputs import given_choice, whole_number
from dtref.oracle.operations.trees.balancing import BALANCING
from dtref.oracle.operations.trees.ensembles import ENSEMBLES
from dtref.oracle.operations.trees.growing import GROWING
from dtref.oracle.operations.trees.preparation import PREPARING
from dtref.oracle.operations.trees.pruning import PRUNING
from dtref.oracle.operations.trees.searches import SEARCHES
from dtref.oracle.operations.trees.splits import SPLITTING
from dtref.oracle.operations.trees.stopping import STOPPING
from dtref.oracle.operations.trees.views import VIEWS
from dtref.spec.ensembles.voting import majority_vote_error
from dtref.spec.model.counts import Weighted, columns, count_table, statistic
from dtref.spec.model.numerals import numeral
from dtref.spec.model.optima import groupings
from dtref.spec.split.association import chi_square, g_statistic
from dtref.spec.split.criteria import (
    Criterion,
    error_reduction,
    gain,
    gain_ratio,
    gini_reduction,
    split_info,
    variance_reduction,
    weighted_impurity,
)
from dtref.spec.split.impurity import Impurity, entropy, gini, misclassification_error, variance
from dtref.spec.split.missing_gain import entropy_of_children_over_all, gain_over_all, gain_over_all_unscaled
from dtref.spec.split.numeric.placement import floor_midpoint, largest_not_above_midpoint, lower_end, midpoint, upper_end
from dtref.spec.split.separation import class_separation, twoing

_IMPURITIES = {"gini": gini, "entropy": entropy, "error": misclassification_error}
"""The impurities by the names that records use."""


def run(operation: str, inputs: Mapping[str, object]) -> Answer:
    """
    The answer of an operation. Errors: Invalid for an unknown operation, or inputs that it doesn't take.

    >>> run("gini", {"counts": ["9", "5"]})
    Fraction(45, 98)
    >>> run("ginny", {})
    Traceback (most recent call last):
    dtref.errors.Invalid: operation: expected an operation of golden/README.md (got 'ginny')
    """
    if operation not in OPERATIONS:
        raise Invalid("operation", "an operation of golden/README.md", operation)
    return OPERATIONS[operation](Given.of(narrow(dict(inputs), f"{operation}, given, "), f"{operation}, given"))


def _impurity(measure: Impurity) -> Operation:
    return lambda inputs: measure(inputs.only("counts").counts("counts"))


def _weighted(measure: Impurity) -> Operation:
    return lambda inputs: weighted_impurity(measure, inputs.only("children").rows("children"))


def _criterion(criterion: Criterion) -> Operation:
    def answer(inputs: Given) -> Answer:
        node, children = inputs.only("node", "children").counts("node"), inputs.rows("children")
        if any(len(child) != len(node) for child in children):
            raise Invalid(f"{inputs.where}, children", f"a count for each of {len(node)} classes", inputs.part("children"))
        return criterion(node, children)

    return answer


def _with_missing(criterion: Criterion) -> Operation:
    """An operation for a criterion with missing values: records without a value count in the node and in no child."""

    def answer(inputs: Given) -> Answer:
        node, children = inputs.only("node", "children", "missing").counts("node"), inputs.rows("children")
        return criterion(node, children, inputs.counts("missing"))

    return answer


def _moments(values: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    """The number of values, their sum, and the sum of their squares."""
    return Fraction(len(values)), sum(values, Fraction(0)), sum((y * y for y in values), Fraction(0))


def _variance(inputs: Given) -> Answer:
    return variance(_moments(as_rationals(inputs.only("values").part("values"), f"{inputs.where}, values")))


def _variance_reduction(inputs: Given) -> Answer:
    """The reduction of variance from the values of the children, which together are those of the node."""
    children = [as_rationals(child, f"{inputs.where}, children") for child in inputs.only("children").list("children")]
    return variance_reduction(_moments(sum(children, ())), [_moments(child) for child in children])


def _entropy_of_children_over_all(inputs: Given) -> Answer:
    return entropy_of_children_over_all(inputs.only("children", "missing").rows("children"), inputs.counts("missing"))


def _majority_vote_error(inputs: Given) -> Answer:
    n = whole_number(inputs.only("classifiers", "error_rate").part("classifiers"), f"{inputs.where}, classifiers")
    return number(majority_vote_error(n, rational_of_text(inputs.part("error_rate"), f"{inputs.where}, error_rate")))


def _impurity_named(inputs: Given) -> Impurity:
    return given_choice(inputs, "impurity", _IMPURITIES)


def _class_counts(inputs: Given) -> Answer:
    data = data_of(inputs.only("data"))
    counts = statistic(columns(data), Weighted(tuple(range(len(data)))))
    return counts_answer(tuple((c, Fraction(n)) for c, n in zip(data.classes, counts, strict=True)))


def _count_table(inputs: Given) -> Answer:
    """A row for each present value of an attribute: the value, then the count of each class in declared order."""
    data = data_of(inputs.only("data", "attribute"))
    table = count_table(columns(data), data.column(inputs.text("attribute")), Weighted(tuple(range(len(data)))))
    return tuple((cell_answer(v), *map(number, n)) for v, n in zip(table.values, table.counts, strict=True))


def _impurity_table(inputs: Given) -> Answer:
    """The rows of `count_table`, each followed by the impurity of the value's records."""
    measure = _impurity_named(inputs.only("data", "attribute", "impurity"))
    rows = cast("tuple[tuple[Answer, ...], ...]", _count_table(Given({n: p for n, p in inputs.parts.items() if n != "impurity"})))
    return tuple((*row, measure(cast("tuple[Number, ...]", row[1:]))) for row in rows)


def _threshold_table(inputs: Given) -> Answer:
    """A row for each cut: the cut, the records of each class at most and above it, then the weighted impurity of the two sides."""
    data, a = data_of(inputs.only("data", "attribute", "impurity", "cuts")), inputs.text("attribute")
    measure = _impurity_named(inputs)
    rows: list[Answer] = []
    for cut in inputs.texts("cuts"):
        sides = [record_condition(data, Given({a: {side: cut}}, f"{inputs.where}, cuts")) for side in ("at_most", "above")]
        counts = [[number(sum(r.weight for r in data if meets(r) and r.label == c)) for c in data.classes] for meets in sides]
        rows.append((number(numeral(cut)), *(n for pair in zip(*counts, strict=True) for n in pair), weighted_impurity(measure, counts)))
    return tuple(rows)


def _count_records(inputs: Given) -> Answer:
    """The weight of the records that fulfil at least one condition."""
    data = data_of(inputs.only("data", "any_of"))
    conditions = [record_condition(data, Given(as_object(c, inputs.where), f"{inputs.where}, any_of")) for c in inputs.list("any_of")]
    return number(sum(r.weight for r in data if any(meets(r) for meets in conditions)))


def _midpoint(inputs: Given) -> Answer:
    lower, upper = (rational_of_text(inputs.only("lower", "upper").part(name), f"{inputs.where}, {name}") for name in ("lower", "upper"))
    return number(midpoint(lower, upper, ()))


PLACEMENTS = {
    "midpoint": midpoint,
    "lower_end": lower_end,
    "upper_end": upper_end,
    "largest_not_above_midpoint": largest_not_above_midpoint,
    "floor_midpoint": floor_midpoint,
}
"""The placements of cuts by the names that records use."""


def _placed_cut(inputs: Given) -> Answer:
    """The cut that a placement chooses between two neighbouring values, given all values of the column."""
    place = given_choice(inputs.only("lower", "upper", "values", "placement"), "placement", PLACEMENTS)
    lower, upper = (rational_of_text(inputs.part(name), f"{inputs.where}, {name}") for name in ("lower", "upper"))
    cut = place(lower, upper, sorted(as_rationals(inputs.part("values"), f"{inputs.where}, values")))
    return number(cut)


OPERATIONS: Mapping[str, Operation] = {
    "gini": _impurity(gini),
    "entropy": _impurity(entropy),
    "misclassification_error": _impurity(misclassification_error),
    "weighted_gini": _weighted(gini),
    "weighted_entropy": _weighted(entropy),
    "weighted_error": _weighted(misclassification_error),
    "gini_reduction": _criterion(gini_reduction),
    "gain": _criterion(gain),
    "error_reduction": _criterion(error_reduction),
    "gain_ratio": _criterion(gain_ratio),
    "twoing": _criterion(twoing),
    "class_separation": _criterion(class_separation),
    "chi_square": _criterion(chi_square),
    "g_statistic": _criterion(g_statistic),
    "gain_with_missing": _with_missing(gain),
    "gain_ratio_with_missing": _with_missing(gain_ratio),
    "gain_over_all": _with_missing(gain_over_all),
    "gain_over_all_unscaled": _with_missing(gain_over_all_unscaled),
    "entropy_of_children_over_all": _entropy_of_children_over_all,
    "variance": _variance,
    "variance_reduction": _variance_reduction,
    "majority_vote_error": _majority_vote_error,
    "split_info": lambda inputs: split_info(inputs.only("children").rows("children")),
    "midpoint": _midpoint,
    "placed_cut": _placed_cut,
    "groupings": lambda inputs: number(groupings(whole_number(inputs.only("present").part("present"), "present"))),
    "records": lambda inputs: records_answer(data_of(inputs.only("data"))),
    "class_counts": _class_counts,
    "count_table": _count_table,
    "impurity_table": _impurity_table,
    "threshold_table": _threshold_table,
    "count_records": _count_records,
    **GROWING,
    **SPLITTING,
    **PREPARING,
    **ENSEMBLES,
    **VIEWS,
    **SEARCHES,
    **CONFUSION,
    **RANKING,
    **PROBABILITIES,
    **AREAS,
    **PRUNING,
    **STOPPING,
    **REGRESSION,
    **BALANCING,
    **DISTRIBUTIONS,
    **INTERVALS,
    **ESTIMATING,
    **VALIDATING,
    **BOOTSTRAP,
    **COMPARING,
}
