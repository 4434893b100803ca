"""The commands that draw."""

READING_ORDER = (
    "picture",
    "of_formulas",
    "of_scores",
    "of_trees",
)
