"""Generators of confusion matrices and cost matrices."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import (
    Generator,
    GivenJson,
    Inputs,
    class_count,
    inputs_by_name,
    label,
    lists_of,
    paired_lists,
    positive,
    probabilities,
    several,
)

_COUNTS = {"tp": class_count(), "fn": class_count(), "fp": class_count(), "tn": class_count()}
TWO_CLASSES = inputs_by_name(**_COUNTS)
_WEIGHTS = {f"w{i}": class_count() for i in range(1, 5)}
_RATES = (
    "accuracy error_rate recall precision specificity negative_predictive_value false_positive_rate miss_rate prevalence youden_j "
    "markedness f1 jaccard balanced_accuracy adjusted_balanced_accuracy"
)
"""Measures of four counts."""


def _matrix(classes: int) -> st.SearchStrategy[GivenJson]:
    rows = st.lists(st.lists(class_count(), min_size=classes, max_size=classes), min_size=classes, max_size=classes)
    return rows.map(lambda table: {"classes": list("abcd"[:classes]), "rows": table})


MATRIX = st.integers(2, 3).flatmap(_matrix)
_LABELLED = paired_lists(label(), label()).map(lambda pair: {"actual": pair[0], "predicted": pair[1]})
MATRIX_GIVEN = inputs_by_name(matrix=MATRIX)
ANY_MATRIX = inputs_by_name(matrix=MATRIX | _LABELLED)


def _with_costs(extra: dict[str, st.SearchStrategy[object]]) -> Inputs:
    """Costs for two or three classes, mostly 0 on the diagonal, and further inputs with as many classes."""

    def of(classes: int) -> Inputs:
        costs = _matrix(classes).map(_free_if_right) | _matrix(classes)
        sized: dict[str, st.SearchStrategy[object]] = {
            "matrix": _matrix(classes),
            "shares": st.lists(st.integers(1, 3), min_size=classes, max_size=classes).map(
                lambda n: [f"{k}/{sum(n)}" if sum(n) > 1 else "1" for k in n]
            ),
            "label": st.sampled_from("abcd"[:classes]),
            "actual": lists_of(st.sampled_from("abcd"[:classes])),
        }
        return inputs_by_name(costs=costs, **{name: sized[name] for name in extra})

    return st.integers(2, 3).flatmap(of).map(_lowest)


def _free_if_right(costs: GivenJson) -> GivenJson:
    """Costs with a zero diagonal, and in each row one cost for every error."""
    rows = costs["rows"]
    assert isinstance(rows, list), "rows"
    return {**costs, "rows": [["0" if i == j else str(row[0]) for j in range(len(rows))] for i, row in enumerate(rows)]}


def _lowest(inputs: GivenJson) -> GivenJson:
    """Inputs with the shares in lowest terms."""
    shares = inputs.get("shares")
    return {**inputs, "shares": [str(Fraction(str(s))) for s in shares]} if isinstance(shares, list) else inputs


def _costs(*extra: str) -> Inputs:
    return _with_costs(dict.fromkeys(extra, st.nothing()))


def _free_on_diagonal(matrix: GivenJson) -> GivenJson:
    """Costs of any size, 0 for every right prediction."""
    rows = matrix["rows"]
    assert isinstance(rows, list), "rows"
    return {**matrix, "rows": [["0" if i == j else v for j, v in enumerate(row)] for i, row in enumerate(rows)]}


_WEIGHTED = st.integers(2, 3).flatmap(lambda k: inputs_by_name(costs=_matrix(k).map(_free_on_diagonal), matrix=_matrix(k)))

CONFUSION_GENERATORS: tuple[Generator, ...] = (
    *several(_RATES, TWO_CLASSES),
    *several("cohen_kappa positive_likelihood_ratio negative_likelihood_ratio matthews", TWO_CLASSES),
    *several(
        "accuracy error_rate balanced_accuracy adjusted_balanced_accuracy cohen_kappa linear_kappa quadratic_kappa", MATRIX_GIVEN, "matrix"
    ),
    *several("weighted_kappa", _WEIGHTED),
    *several("f_beta f_harmonic", inputs_by_name(**_COUNTS, beta=st.sampled_from(("1", "2", "1/2")))),
    *several("f_of", inputs_by_name(precision=probabilities(), recall=probabilities(), beta=st.sampled_from(("1", "2", "1/2")))),
    *several("weighted_accuracy", inputs_by_name(**_COUNTS, **_WEIGHTS)),
    *several("detection_cost", inputs_by_name(**_COUNTS, cost_fp=positive(), cost_fn=positive())),
    *several("confusion_matrix transposed margins pooled binary_views multiclass_matthews", ANY_MATRIX),
    *several("one_vs_rest", inputs_by_name(matrix=MATRIX, positive=st.sampled_from("ab"))),
    *several(
        "per_class macro_average macro_average_of_defined weighted_average weighted_average_of_defined micro_average",
        inputs_by_name(matrix=MATRIX, measure=st.sampled_from(("recall", "precision", "f1", "specificity", "jaccard"))),
    ),
    *several("total_cost expected_cost", _costs("matrix")),
    *several("minimum_cost_labels", _costs("shares")),
    *several("cost_of_label", _costs("shares", "label")),
    *several("class_weights", _costs()),
    *several("record_weights", _costs("actual")),
    *several(
        "uniform_costs", inputs_by_name(classes=st.sampled_from((["a", "b"], ["a", "b", "c"])), right=class_count(), wrong=positive())
    ),
    *several("cost_of_accuracy", inputs_by_name(records=positive(), accuracy=probabilities(), right=class_count(), wrong=class_count())),
)
"""Generators for confusion matrices."""
