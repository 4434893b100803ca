"""Drawings of trees: as graphs for other programs, as pictures, as pages."""

READING_ORDER = (
    "labels",
    "dot",
    "mermaid",
    "svg",
    "tree_page",
    "notebook",
)
