"""
Trees of gradient boosting, read from the JSON of the programs that grow or carry them: structure and routing; their leaves hold scores.
"""

READING_ORDER = (
    "xgboost_columns",
    "xgboost_trees",
    "xgboost",
    "lightgbm_nodes",
    "lightgbm",
    "treelite",
)
