"""How far predicted numbers are from the actual ones."""

READING_ORDER = (
    "errors",
    "medians",
    "relative",
    "correlation",
)
