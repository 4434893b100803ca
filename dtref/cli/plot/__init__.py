"""The commands that draw. Reading order: picture, of_formulas, of_scores, of_growing."""
