"""Hunt's recursion and its policy. Reading order: ties, surrogates, policy, distribution, hunt, closure, linear_leaves."""
