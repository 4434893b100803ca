"""What trees are made of. Reading order: attributes, data, columns, counts, tests, schemes, trees, predict, missing."""
