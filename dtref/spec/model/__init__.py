"""What trees are made of."""

READING_ORDER = (
    "old_pickles",
    "attributes",
    "precision",
    "labels",
    "numerals",
    "data",
    "arrays",
    "positions",
    "columns",
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
