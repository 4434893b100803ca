"""Estimates of an error rate from data: partitions into training and test records, and the estimates made of the results."""

READING_ORDER = (
    "partitions",
    "copies",
    "moments",
    "cross_validation",
    "selection",
    "tested_trees",
    "learning_curve",
    "bootstrap",
    "ideal_bootstrap",
    "bootstrap_error",
    "dot632_plus",
    "overfitting",
)
