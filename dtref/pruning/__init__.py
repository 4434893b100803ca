"""Cutting a tree back: error estimates, reduced error, pessimistic, minimum description length, cost complexity, error based."""
