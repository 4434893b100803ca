"""Evaluation of classifiers from counts, labels and scores.   Reading order: confusion, ranking, regression, intervals, comparison, estimation."""
