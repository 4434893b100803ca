"""What others are checked against."""

READING_ORDER = (
    "docstring",
    "arithmetic",
    "operations",
    "golden",
    "verify",
    "judge",
)
