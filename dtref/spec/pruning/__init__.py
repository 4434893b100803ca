"""Cutting a tree back."""

READING_ORDER = (
    "bottom_up",
    "records_at_nodes",
    "estimates",
    "reduced_error",
    "pessimistic",
    "description",
    "cost_complexity",
    "by_name",
    "selection",
    "error_based",
    "subtree_raising",
)
