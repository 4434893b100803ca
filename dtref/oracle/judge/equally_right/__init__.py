"""Whether an answer is one of several that are equally right."""

READING_ORDER = (
    "answered_trees",
    "predictions",
    "limits",
    "tied_trees",
    "trees",
)
