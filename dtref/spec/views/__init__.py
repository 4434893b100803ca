"""Trees as objects: rules, decision regions, shape. Reading order: conditions, rules, regions, shape."""
