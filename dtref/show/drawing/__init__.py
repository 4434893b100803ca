"""Drawings of trees: as graphs for other programs, as pictures, as pages."""

READING_ORDER = (
    "labels",
    "dot",
    "mermaid",
    "profile",
    "shapes",
    "layout",
    "chart",
    "picture",
    "placed",
    "svg",
    "tikz",
    "tree_image",
    "tree_page",
    "notebook",
)
