"""Hunt's recursion and its policy."""

READING_ORDER = (
    "hunt",
    "policy",
    "node_facts",
    "stopping",
    "ties",
    "routing",
    "tied_trees",
    "admission",
    "guesses",
    "surrogates",
    "rpart_surrogates",
    "linear_leaves",
)
