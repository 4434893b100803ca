"""
Estimates of an error rate from data: which records train, which test, and what is made of the results.

Reading order: partitions, moments, cross_validation, selection, learning_curve, bootstrap, ideal_bootstrap, bootstrap_error, fitting.
"""
