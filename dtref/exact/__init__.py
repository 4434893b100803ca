"""Numbers and decisions. Knows nothing of trees. Reading order: number, logs, ratios, enclosure, functions, order, decimals."""
