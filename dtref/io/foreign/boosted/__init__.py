"""
Readers of trees of gradient boosting, from the JSON of the programs that grow or store them: structure and routing; leaves hold scores.
"""

READING_ORDER = (
    "xgboost_columns",
    "xgboost_trees",
    "xgboost_config",
    "lightgbm_nodes",
    "xgboost_dump",
    "xgboost",
    "lightgbm_text",
    "lightgbm",
    "treelite",
)
