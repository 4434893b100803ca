"""
The commands that explain: a formula, a metric, an interval, a test, a node, a pruning, a curve.

Reading order: spelling, shown, arguments, formulas, evaluating, reports.
"""
