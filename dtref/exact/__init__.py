"""
Numbers and decisions. Knows nothing of trees.

Reading order: digits, number, ordered, coprime, logs, ratios, enclosure, order, functions, decimals, given; least_squares.
"""
