"""Cuts of continuous attributes."""

READING_ORDER = (
    "single_precision",
    "placement",
    "by_name",
    "clustering",
    "binning",
    "ranges",
    "oblique",
)
