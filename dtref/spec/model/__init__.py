"""
What trees are made of.

Reading order: pickled, attributes, precision, labels, numerals, data, arrays, positions, columns, counts, tests, optima, branching,
schemes, deep, later, tally, trees, predict.
"""
