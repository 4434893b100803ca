"""Other views of a tree: its rules, decision regions and shape. Reading order: conditions, rules, regions, shape."""

READING_ORDER = ("conditions", "rules", "regions", "shape")
