"""Judges answers where several are equally right, as tests tie or numbers may be cut elsewhere."""

READING_ORDER = (
    "answered_trees",
    "predictions",
    "limits",
    "tied_trees",
    "trees",
)
