"""Operations: dtref's functions by name, with inputs and answers in JSON, so that other programs can replay them."""

READING_ORDER = (
    "answers",
    "inputs",
    "part_inputs",
    "rule_inputs",
    "data_inputs",
    "tree_inputs",
    "trees",
    "evaluation",
    "registry",
)
