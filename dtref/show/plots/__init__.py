"""
Pictures of results (extra `plot`, matplotlib), as scikit-learn's displays: a class holds the data, but exactly; `.plot(ax, **style)` draws
them on matplotlib's axes, new ones unless some are given, and returns these, as a display is frozen and keeps no axes. `style` are
properties of matplotlib's lines, those of every curve; matplotlib refuses what it doesn't know.
"""

READING_ORDER = (
    "canvas",
    "impurity_curves",
    "roc_curves",
    "learning_curves",
    "decision_regions",
    "fitting_curve",
    "pruning_curve",
    "frontier",
    "coverage_curves",
    "stability_bars",
)
