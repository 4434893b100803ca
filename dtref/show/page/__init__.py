"""Reports as pages: a page is a tuple of blocks, and each format is one function of them."""

READING_ORDER = (
    "blocks",
    "as_text",
    "as_markdown",
    "as_latex",
    "as_html",
    "as_json",
    "of_derivation",
    "of_explanation",
    "of_node",
    "of_pruning",
    "of_roc",
    "of_comparison",
    "of_cross_validation",
    "of_stability",
    "of_reproduction",
    "of_ties",
    "of_good_trees",
    "of_metrics",
    "of_theorems",
    "of_fields",
)
