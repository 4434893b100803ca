"""
Pictures of results (extra `plot`, matplotlib), as scikit-learn's displays: a class holds the data, but exactly; `.plot(ax)` draws them on
matplotlib's axes, new ones unless some are given, and returns these.

Reading order: canvas, impurity_curves, roc_curves, learning_curves, decision_regions, fitting_curve, pruning_curve, coverage_curves.
"""
