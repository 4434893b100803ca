"""Other views of a tree: its rules, decision regions and shape."""

READING_ORDER = (
    "conditions",
    "rules",
    "regions",
    "shape",
)
