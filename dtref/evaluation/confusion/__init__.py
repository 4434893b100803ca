"""The confusion matrix and what is computed from it.   Reading order: matrix, rates, averages, agreement, conventions, cost."""
