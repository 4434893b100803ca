"""
Reports as pages: a page is a tuple of blocks, and each format is one function of them.

Reading order: blocks, as_text, as_markdown, as_latex, as_html, of_derivation, of_node, of_pruning, of_roc.
"""
