"""The commands that draw pictures."""

READING_ORDER = (
    "picture",
    "of_formulas",
    "of_scores",
    "of_one_tree",
    "of_trees",
    "of_good_trees",
    "group",
)
