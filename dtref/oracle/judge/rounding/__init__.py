"""How far a right answer in doubles may be from the exact one. Reading order: doubles, terms, quotients, scales."""

READING_ORDER = ("doubles", "formulas", "scales", "numbers")
