"""Exact optimal trees, and what greed costs."""

READING_ORDER = (
    "subproblems",
    "optimal",
    "price",
    "search",
    "losses",
    "tree_costs",
    "tree_space",
    "least",
    "good_trees",
    "in_all_trees",
    "certificate",
)
