"""Engines: they return the same answers as the specification, faster, or from where the data are."""

READING_ORDER = (
    "filter",
    "compiled",
    "expected_work",
    "choice",
    "tied_trees",
    "stability",
    "routing",
    "predictions",
    "typed_predictions",
    "prediction",
    "unseen",
    "pruning",
    "forest",
    "folds",
    "confusion",
    "good_trees",
    "greedy_beside",
    "from_counts",
)
