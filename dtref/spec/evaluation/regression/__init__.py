"""Errors of predicted numbers."""

READING_ORDER = (
    "errors",
    "medians",
    "relative",
    "correlation",
)
