"""
Readers of other programs' trees.

Reading order: tree, own, scikit_learn, json_parts, boosting, printed, rpart, pmml, formats.
"""
