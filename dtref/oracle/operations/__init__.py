"""
dtref's functions by name, with inputs and answers that others can replay.

Reading order: answers, inputs, given_parts, given_data, splitting, growing, preparing, ensembles, views, searches, confusion, ranking,
given_trees, pruning, stopping, regression, balancing, distributions, intervals, estimating, bootstrapping, comparing, registry.
"""
