"""What trees are made of. Reading order: attributes, data, columns, missing, counts, tests, optima, branching, schemes, trees, predict."""
