"""Attributes, data sets, tests, trees: what the rest of the specification works on."""

READING_ORDER = (
    "old_pickles",
    "attributes",
    "precision",
    "labels",
    "numerals",
    "data",
    "arrays",
    "positions",
    "counts",
    "tests",
    "optima",
    "branches",
    "schemes",
    "deep_records",
    "later",
    "tally",
    "display",
    "trees",
    "prediction",
)
