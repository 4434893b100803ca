"""Confidence intervals for an error rate and for the mean of folds."""

READING_ORDER = (
    "interval",
    "deviates",
    "proportion",
    "binomial_intervals",
    "by_name",
    "coverage",
    "mean",
)
