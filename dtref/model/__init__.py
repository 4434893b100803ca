"""What trees are made of. Reading order: attributes, data, columns, counts, tests, optima, branching, schemes, trees, predict."""
