"""
Whether a tree that another program made is one that an algorithm allows, node by node.

Reading order: verdicts, doors, asking, rounding, following, limits, settings, claims, judging, verifying, routing, words, telling.
"""
