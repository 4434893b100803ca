"""What a pruning did and why: the numbers compared at each node, and the verdict."""

READING_ORDER = (
    "places",
    "findings",
    "by_node",
    "pessimistic",
    "predicted",
    "by_step",
)
