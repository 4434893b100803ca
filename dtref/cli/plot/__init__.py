"""The commands that draw pictures."""

READING_ORDER = (
    "picture",
    "of_formulas",
    "of_scores",
    "of_trees",
    "group",
)
