"""Exact optimal trees, and what greed costs. Reading order: subproblems, optimal, price, search."""

READING_ORDER = ("subproblems", "optimal", "price", "search")
