"""What people read."""

READING_ORDER = (
    "text_tables",
    "exact_text",
    "tree_text",
    "explain",
    "explain_text",
    "explain_json",
    "metrics",
    "metrics_text",
    "roc",
    "roc_text",
    "comparison_text",
    "pruning",
    "derivation",
    "page",
    "drawing",
    "plots",
    "book",
)
