"""Evaluation from counts, labels and scores: confusion, ranking, regression, intervals, comparison, estimation, bias_variance."""

READING_ORDER = (
    "confusion",
    "ranking",
    "regression",
    "intervals",
    "comparison",
    "estimation",
    "bias_variance",
)
