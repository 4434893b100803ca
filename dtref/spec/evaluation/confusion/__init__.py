"""The confusion matrix and what is computed from it."""

READING_ORDER = (
    "matrix",
    "labels",
    "if_undefined",
    "rates",
    "scores",
    "averages",
    "by_name",
    "agreement",
    "cost",
    "weighted_agreement",
    "summary",
)
