"""Whether an answer is one of several that are equally right. Reading order: answered_trees, predictions, limits, tied_trees, trees."""
