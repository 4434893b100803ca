"""Cutting a tree back."""

READING_ORDER = (
    "bottom_up",
    "records_at_nodes",
    "estimates",
    "reduced_error",
    "pessimistic",
    "description",
    "sliq_pruning",
    "cost_complexity",
    "selection",
    "error_based",
    "subtree_raising",
    "released_estimates",
    "steps",
    "rate_risk",
    "rpart_complexity",
    "least_loss",
    "equal_siblings",
    "pruning_rules",
)
