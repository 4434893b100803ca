"""Cuts of continuous attributes. Reading order: placement, clustering, binning, ranges, oblique."""

READING_ORDER = ("single_precision", "placement", "clustering", "binning", "ranges", "oblique")
