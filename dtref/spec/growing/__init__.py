"""Hunt's recursion and its policy."""

READING_ORDER = (
    "hunt",
    "policy",
    "node_facts",
    "stopping",
    "ties",
    "routing",
    "tie_subproblems",
    "tied_trees",
    "admission",
    "surrogates",
    "linear_leaves",
)
