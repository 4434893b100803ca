"""Hunt's recursion and its policy."""

READING_ORDER = (
    "hunt",
    "policy",
    "node_facts",
    "stopping",
    "least_gain",
    "ties",
    "routing",
    "tied_trees",
    "admission",
    "surrogates",
    "linear_leaves",
)
