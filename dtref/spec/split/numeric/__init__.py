"""Cuts of continuous attributes."""

READING_ORDER = (
    "single_precision",
    "double_precision",
    "learned_direction",
    "boosted_cuts",
    "bin_cuts",
    "estimated_rows",
    "greedy_bins",
    "stride_bins",
    "large_sides",
    "placement",
    "clustering",
    "binning",
    "by_name",
    "ranges",
    "oblique",
)
