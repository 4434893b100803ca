"""Trees as objects: rules, decision regions, shape."""

READING_ORDER = (
    "conditions",
    "rules",
    "regions",
    "shape",
)
