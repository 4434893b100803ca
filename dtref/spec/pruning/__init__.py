"""
Cutting a tree back.

Reading order: bottom_up, reaching, estimates, reduced_error, pessimistic, description, cost_complexity, selection, error_based, raising.
"""
