"""
Tests between classifiers, and between learning algorithms.

Reading order: given, p_values, contingency, mcnemar, independent, folds, five_by_two, conventions.
"""
