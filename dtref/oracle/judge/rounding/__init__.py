"""How far a right answer in doubles may be from the exact one."""

READING_ORDER = (
    "doubles",
    "formulas",
    "scales",
    "numbers",
)
