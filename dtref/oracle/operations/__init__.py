"""
dtref's functions by name, with inputs and answers that others can replay.

Reading order: answers, inputs, given_parts, given_data, splitting, growing, preparing, ensembles, views, searches, registry.
"""
