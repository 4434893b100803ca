"""CHAID: merging categories by chi-square."""

READING_ORDER = (
    "significance",
    "categories",
    "merging",
    "candidates",
    "least_p",
    "package_merging",
    "package_groups",
    "spss_merging",
)
