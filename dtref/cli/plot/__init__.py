"""The commands that draw. Reading order: picture, of_formulas, of_scores, of_growing."""

READING_ORDER = ("picture", "of_formulas", "of_scores", "of_trees")
