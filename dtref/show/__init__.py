"""Pages, drawings and texts for people to read: explained trees, reports, derivations, plots, and the book."""

READING_ORDER = (
    "exact_text",
    "tree_text",
    "foreign_text",
    "explained_tree",
    "node_words",
    "roc",
    "pruning",
    "derivation",
    "page",
    "drawing",
    "explain",
    "data_description",
    "results",
    "plots",
    "judge_page",
    "book",
)
