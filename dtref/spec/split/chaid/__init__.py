"""CHAID: merging categories by chi-square."""

READING_ORDER = (
    "significance",
    "categories",
    "merging",
    "candidates",
)
