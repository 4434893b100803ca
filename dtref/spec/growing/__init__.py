"""Hunt's recursion and its policy."""

READING_ORDER = (
    "ties",
    "surrogates",
    "admission",
    "stopping",
    "policy",
    "routing",
    "hunt",
    "tied_trees",
    "linear_leaves",
)
