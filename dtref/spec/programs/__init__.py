"""
Released programs as policies: functions of a program's own parameters, with its defaults, and the constants that these defaults make.

Each is a policy of named rules, with the source file, or the measurement, that says so. What a program has and dtref hasn't is refused.
"""

READING_ORDER = (
    "parameters",
    "c45",
    "j48",
    "rpart",
    "scikit_learn",
    "weka_id3",
    "reptree",
    "simple_cart",
    "weka_random_tree",
    "ranger",
    "random_forest_r",
    "chaid_package",
    "spss_chaid",
    "xgboost",
    "lightgbm",
    "spark",
    "by_name",
)
