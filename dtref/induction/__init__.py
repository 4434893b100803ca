"""Hunt's recursion and its policy. Reading order: ties, policy, hunt, closure."""
