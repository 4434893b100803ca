"""Other views of a tree: its rules, decision regions and shape; the importances of its attributes."""

READING_ORDER = (
    "conditions",
    "rules",
    "regions",
    "shape",
    "decision_path",
    "impurity_importance",
    "permutation_importance",
)
