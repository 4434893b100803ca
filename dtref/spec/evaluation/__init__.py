"""
Evaluation from counts, labels and scores: confusion, ranking, probabilities, regression, intervals, comparison, estimation,
bias_variance.
"""

READING_ORDER = (
    "confusion",
    "ranking",
    "probabilities",
    "regression",
    "intervals",
    "comparison",
    "estimation",
    "bias_variance",
)
