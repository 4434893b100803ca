"""The confusion matrix and what is computed from it."""

READING_ORDER = (
    "matrix",
    "labels",
    "if_undefined",
    "rates",
    "scores",
    "averages",
    "agreement",
    "cost",
    "weighted_agreement",
    "summary",
)
