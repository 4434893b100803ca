"""Cuts of continuous attributes. Reading order: placement, clustering, binning, ranges, oblique."""
