"""Inputs of what is computed from confusion matrices, and costs."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import strategies as st

from dtref.oracle.judge.generators.parts import Generator, GivenJson, Inputs, count, given, label, listed, paired, positive, several, share

COUNTS = {"tp": count(), "fn": count(), "fp": count(), "tn": count()}
TWO_CLASSES = given(**COUNTS)
WEIGHTS = {f"w{i}": count() for i in range(1, 5)}
RATES = (
    "accuracy error_rate recall precision specificity negative_predictive_value false_positive_rate miss_rate prevalence youden_j "
    "markedness f1 balanced_accuracy"
)
"""Measures of four counts."""


def _matrix(classes: int) -> st.SearchStrategy[GivenJson]:
    rows = st.lists(st.lists(count(), min_size=classes, max_size=classes), min_size=classes, max_size=classes)
    return rows.map(lambda table: {"classes": list("abcd"[:classes]), "rows": table})


MATRIX = st.integers(2, 3).flatmap(_matrix)
LABELLED = paired(label(), label()).map(lambda pair: {"actual": pair[0], "predicted": pair[1]})
MATRIX_GIVEN = given(matrix=MATRIX)
ANY_MATRIX = given(matrix=MATRIX | LABELLED)


def _with_costs(extra: dict[str, st.SearchStrategy[object]]) -> Inputs:
    """Costs for two or three classes, 0 for being right mostly, and further inputs that have as many classes."""

    def of(classes: int) -> Inputs:
        costs = _matrix(classes).map(_free_if_right) | _matrix(classes)
        sized: dict[str, st.SearchStrategy[object]] = {
            "matrix": _matrix(classes),
            "shares": st.lists(st.integers(1, 3), min_size=classes, max_size=classes).map(
                lambda n: [f"{k}/{sum(n)}" if sum(n) > 1 else "1" for k in n]
            ),
            "label": st.sampled_from("abcd"[:classes]),
            "actual": listed(st.sampled_from("abcd"[:classes])),
        }
        return given(costs=costs, **{name: sized[name] for name in extra})

    return st.integers(2, 3).flatmap(of).map(_lowest)


def _free_if_right(costs: GivenJson) -> GivenJson:
    """Costs of errors only, the same of each error on a class."""
    rows = costs["rows"]
    assert isinstance(rows, list), "rows"
    return {**costs, "rows": [["0" if i == j else str(row[0]) for j in range(len(rows))] for i, row in enumerate(rows)]}


def _lowest(inputs: GivenJson) -> GivenJson:
    """Shares in lowest terms."""
    shares = inputs.get("shares")
    return {**inputs, "shares": [str(Fraction(str(s))) for s in shares]} if isinstance(shares, list) else inputs


def _costs(*extra: str) -> Inputs:
    return _with_costs(dict.fromkeys(extra, st.nothing()))


CONFUSION: tuple[Generator, ...] = (
    *several(RATES, TWO_CLASSES),
    *several("cohen_kappa positive_likelihood_ratio negative_likelihood_ratio matthews", TWO_CLASSES),
    *several("accuracy error_rate balanced_accuracy cohen_kappa", MATRIX_GIVEN, "matrix"),
    *several("f_beta f_harmonic", given(**COUNTS, beta=st.sampled_from(("1", "2", "1/2")))),
    *several("f_of", given(precision=share(), recall=share(), beta=st.sampled_from(("1", "2", "1/2")))),
    *several("weighted_accuracy", given(**COUNTS, **WEIGHTS)),
    *several("detection_cost", given(**COUNTS, cost_fp=positive(), cost_fn=positive())),
    *several("confusion_matrix transposed margins pooled binary_views multiclass_matthews", ANY_MATRIX),
    *several("one_vs_rest", given(matrix=MATRIX, positive=st.sampled_from("ab"))),
    *several(
        "per_class macro_average macro_average_of_defined weighted_average weighted_average_of_defined micro_average",
        given(matrix=MATRIX, measure=st.sampled_from(("recall", "precision", "f1", "specificity"))),
    ),
    *several("total_cost expected_cost", _costs("matrix")),
    *several("minimum_cost_labels", _costs("shares")),
    *several("cost_of_label", _costs("shares", "label")),
    *several("class_weights", _costs()),
    *several("record_weights", _costs("actual")),
    *several("uniform_costs", given(classes=st.sampled_from((["a", "b"], ["a", "b", "c"])), right=count(), wrong=positive())),
    *several("cost_of_accuracy", given(records=positive(), accuracy=share(), right=count(), wrong=count())),
)
"""Generators for confusion matrices."""
