"""Bounds on the rounding error of a right answer in doubles."""

READING_ORDER = (
    "doubles",
    "double_inputs",
    "formulas",
    "scales",
    "numbers",
)
