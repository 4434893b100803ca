"""Errors of predicted numbers.   Reading order: errors, medians, relative, correlation."""

READING_ORDER = ("errors", "medians", "relative", "correlation")
