"""Reports of prunings: the numbers compared at each node, the decision, and its reason."""

READING_ORDER = (
    "places",
    "findings",
    "by_node",
    "by_costs",
    "pessimistic",
    "predicted",
    "by_step",
)
