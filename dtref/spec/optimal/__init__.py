"""Exact optimal trees, and what greed costs. Reading order: subproblems, optimal, price, search."""
