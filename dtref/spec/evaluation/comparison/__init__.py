"""Tests between classifiers, and between learning algorithms."""

READING_ORDER = (
    "paired_results",
    "p_values",
    "contingency",
    "mcnemar",
    "independent",
    "folds",
    "five_by_two",
    "delong",
    "if_undefined",
)
