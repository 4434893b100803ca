"""dtref's functions by name, with inputs and answers that others can replay."""

READING_ORDER = (
    "answers",
    "inputs",
    "part_inputs",
    "data_inputs",
    "tree_inputs",
    "trees",
    "evaluation",
    "registry",
)
