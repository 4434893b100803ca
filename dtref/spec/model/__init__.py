"""Attributes, data sets, tests, trees: what the rest of the specification works on."""

READING_ORDER = (
    "attributes",
    "data",
    "tests",
    "trees",
    "branches",
    "counts",
    "tally",
    "optima",
    "schemes",
    "rules",
    "prediction",
    "labels",
    "numerals",
    "positions",
    "precision",
    "arrays",
    "display",
    "later",
    "deep_records",
    "old_pickles",
)
