"""
Decision trees in PMML's TreeModel (versions 2.0 to 4.4).

Reading order: elements, fields, predicates, asking, nodes, models.
"""
