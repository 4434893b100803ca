"""
Hunt's recursion and its policy.

Reading order: ties, surrogates, admission, stopping, policy, distribution, hunt, closure, linear_leaves.
"""
