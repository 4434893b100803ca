"""A tree to look at: as a graph for other programs, as a picture, as a page."""

READING_ORDER = (
    "labels",
    "dot",
    "mermaid",
    "svg",
    "tree_page",
    "notebook",
)
