"""
Inputs that are drawn for every operation: small, and full of ties, zeros and duplicates, so that what fails fails small.

Reading order: parts, measures, confusion, ranking, statistics, estimation, tables, trees, generated. Needs the extra `judge` (hypothesis).
"""
