"""Exact optimal trees, and what greed costs."""

READING_ORDER = (
    "subproblems",
    "optimal",
    "price",
    "search",
)
