"""Cuts of continuous attributes."""

READING_ORDER = (
    "single_precision",
    "double_precision",
    "large_sides",
    "placement",
    "clustering",
    "binning",
    "by_name",
    "ranges",
    "oblique",
)
