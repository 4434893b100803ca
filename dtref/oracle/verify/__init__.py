"""
Whether a tree that another program made is one that an algorithm allows, node by node.

Reading order: verdicts, asking, verifying, routing, telling.
"""
