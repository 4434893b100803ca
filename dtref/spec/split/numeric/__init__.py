"""Cuts of continuous attributes."""

READING_ORDER = (
    "single_precision",
    "placement",
    "clustering",
    "binning",
    "by_name",
    "ranges",
    "oblique",
)
