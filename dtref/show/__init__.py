"""
What people read.

Reading order: aligning, exact_text, tree_text, explain, explain_text, explain_json, metrics, metrics_text, roc, roc_text,
comparison_text, methods; pruning; derivation, page, drawing, plots.
"""
