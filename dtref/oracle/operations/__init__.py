"""
dtref's functions by name, with inputs and answers that others can replay.

Reading order: answers, inputs, given_parts, given_data, given_trees, the folders trees and evaluation, registry.
"""
