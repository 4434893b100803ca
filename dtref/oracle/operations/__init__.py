"""Operations: dtref's functions by name, with inputs and answers in JSON, so that other programs can replay them."""

READING_ORDER = (
    "answers",
    "inputs",
    "part_inputs",
    "draws",
    "operation",
    "kinds",
    "answer_kinds",
    "split_inputs",
    "rate_inputs",
    "data_inputs",
    "data_kinds",
    "tree_inputs",
    "rule_inputs",
    "trees",
    "evaluation",
    "registry",
)
