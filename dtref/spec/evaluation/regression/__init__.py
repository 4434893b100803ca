"""How far predicted numbers are from the actual ones.   Reading order: errors, medians, relative, correlation."""

READING_ORDER = ("errors", "medians", "relative", "correlation")
