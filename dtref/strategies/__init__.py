"""
Hypothesis strategies for attributes, count tables, data sets, records, trees and policies; other programs may use them in their tests.

Every draw is valid (what is Invalid is tested by examples), small, and shrinks towards fewer records, attributes, values and classes
and towards plain numbers. Domains are small on purpose, so that ties, duplicates, contradictory records, constant attributes and
empty branches are common. Needs the extra `judge` (hypothesis); nothing else of dtref imports this folder.
"""

from dtref.strategies.data import class_counts, count_matrices, data_sets, records_for
from dtref.strategies.policies import policies
from dtref.strategies.trees import tests_of, trees, trees_for
from dtref.strategies.values import attributes, cells, numbers, weights

__all__ = [
    "attributes", "cells", "class_counts", "count_matrices", "data_sets", "numbers", "policies", "records_for", "tests_of", "trees",
    "trees_for", "weights",
]  # fmt: skip
READING_ORDER = (
    "values",
    "data",
    "trees",
    "policies",
)
