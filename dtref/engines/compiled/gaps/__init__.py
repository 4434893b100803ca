"""Growing by kernels from data with missing values: fractions, the heaviest branch, surrogates; the trees of `dtref.spec.growing.hunt`."""

READING_ORDER = (
    "coding",
    "gap_rules",
    "exact_parts",
    "decisions",
    "gap_trees",
    "complexity",
    "grow",
    "collapsing",
    "exact_pruning",
    "pruning",
    "pruned_trees",
)
