"""
Confidence intervals for an error rate and for the mean of folds.

Reading order: interval, deviates, proportion, binomial_intervals, coverage, mean.
"""
