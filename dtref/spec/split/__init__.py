"""
How good is a test, and which are best.

Reading order: impurity, criteria, association, separation, description, exact_test, missing_gain; numeric (cuts); candidates,
choose; chaid.
"""
