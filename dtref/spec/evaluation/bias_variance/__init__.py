"""Bias and variance, of an estimator and of a learner whose training set varies."""

READING_ORDER = (
    "draws",
    "squared_loss",
    "zero_one_loss",
)
