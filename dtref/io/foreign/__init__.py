"""
Readers of other programs' trees.

Reading order: tree, listed, own, scikit_learn, json_parts, exports, the package boosted, printed, rpart_frame,
rpart_settings, rpart_asking, rpart, pmml, formats.
"""
