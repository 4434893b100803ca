"""Cuts of continuous attributes."""

READING_ORDER = (
    "single_precision",
    "learned_direction",
    "large_sides",
    "placement",
    "clustering",
    "binning",
    "by_name",
    "ranges",
    "oblique",
)
