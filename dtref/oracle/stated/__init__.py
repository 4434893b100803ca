"""The algorithms that models state of themselves: a file for each program, a function from its settings to a policy."""

READING_ORDER = (
    "needed",
    "rpart",
    "r_forest",
    "scikit_learn",
    "weka",
    "spark",
    "chaid",
    "named_policy",
    "added_rules",
    "typed_policy",
    "grown_policy",
    "dtref_model",
    "boosted",
    "policy_of",
    "differences",
)
