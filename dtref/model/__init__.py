"""
What trees are made of.

Reading order: attributes, precision, labels, numerals, data, arrays, positions, columns, counts, tests, optima, branching, schemes,
trees, predict.
"""
