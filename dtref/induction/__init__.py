"""
Hunt's recursion and its policy; forests and ensembles.

Reading order: ties, surrogates, policy, distribution, hunt, closure; voting, forest, out_of_bag, ensembles, output_codes; linear_leaves.
"""
