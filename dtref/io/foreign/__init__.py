"""Readers of trees from other programs' files."""

READING_ORDER = (
    "tree",
    "node_list",
    "dtref_model",
    "scikit_learn",
    "json_parts",
    "exports",
    "boosted",
    "printed_trees",
    "rpart_frame",
    "rpart_settings",
    "rpart_questions",
    "rpart",
    "pmml",
    "formats",
)
