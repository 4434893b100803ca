"""
The confusion matrix and what is computed from it.

Reading order: matrix, labels, conventions, rates, scores, averages, agreement, cost.
"""
