"""Readers of trees from other programs' files."""

READING_ORDER = (
    "tree",
    "branch_words",
    "node_list",
    "node_table",
    "tree_facts",
    "prediction",
    "scikit_learn_arrays",
    "scikit_learn_table",
    "scikit_learn_wrapped",
    "scikit_learn_settings",
    "scikit_learn_draws",
    "scikit_learn",
    "json_parts",
    "ubjson",
    "exports",
    "scikit_learn_json",
    "several_outputs",
    "scikit_learn_outputs",
    "scikit_learn_text",
    "protobuf",
    "rpart_frame",
    "rpart_settings",
    "rpart_questions",
    "formats",
)
"""The readers of formats follow: `formats` lists them."""
