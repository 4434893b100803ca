"""
A tree to look at: as a graph for other programs, as a picture, as a page.

Reading order: labels, dot, mermaid, svg, tree_page, notebook.
"""
