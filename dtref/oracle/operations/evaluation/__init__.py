"""
Operations of evaluation: confusion, ranking, probabilities, distributions, intervals, estimating, bootstrapping, comparing, regression.
"""

READING_ORDER = (
    "confusion",
    "ranking",
    "probabilities",
    "distributions",
    "intervals",
    "estimation",
    "validation",
    "bootstrap",
    "comparison",
    "auc_comparison",
    "regression",
)
