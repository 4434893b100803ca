"""Hunt's recursion and its policy."""

READING_ORDER = (
    "hunt",
    "policy",
    "node_facts",
    "of_training",
    "draws",
    "monotone",
    "best_first",
    "stopping",
    "least_gain",
    "ties",
    "routing",
    "tie_subproblems",
    "tied_best_first",
    "tied_trees",
    "admission",
    "guesses",
    "surrogate_lists",
    "surrogates",
    "rpart_surrogates",
    "linear_leaves",
)
