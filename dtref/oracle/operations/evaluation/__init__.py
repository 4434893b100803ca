"""Operations of evaluation: confusion, ranking, distributions, intervals, estimating, bootstrapping, comparing, regression."""

READING_ORDER = (
    "matrix_inputs",
    "confusion",
    "ranking",
    "distributions",
    "intervals",
    "estimation",
    "validation",
    "bootstrap",
    "comparison",
    "regression",
)
