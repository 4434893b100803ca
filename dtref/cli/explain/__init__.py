"""The commands that explain: a formula, a metric, an interval, a test, a node, a pruning, a curve."""

READING_ORDER = (
    "aliases",
    "arguments",
    "formulas",
    "evaluation",
    "reports",
    "group",
)
