"""
What a pruning did and why: the numbers compared at each node, and the verdict.

Reading order: places, findings, by_node, raised, by_step.
"""
