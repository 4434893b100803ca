"""
What trees are made of.

Reading order: attributes, data, arrays, positions, columns, counts, tests, optima, branching, schemes, trees, predict.
"""
