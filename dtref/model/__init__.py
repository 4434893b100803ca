"""
What trees are made of.

Reading order: attributes, data, columns, fitted, missing, counts, tests, optima, branching, schemes, trees, predict;
resampling, drawing.
"""
