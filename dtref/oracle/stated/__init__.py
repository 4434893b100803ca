"""The algorithms that models state of themselves: a file for each program, a function from its settings to a policy."""

READING_ORDER = (
    "rpart",
    "r_forest",
    "scikit_learn",
    "weka",
    "spark",
    "chaid",
    "dtref_model",
    "boosted",
    "policy_of",
    "differences",
)
