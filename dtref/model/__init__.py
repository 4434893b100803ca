"""
What trees are made of.

Reading order: attributes, data, positions, columns, counts, tests, optima, branching, schemes, trees, predict.
"""
