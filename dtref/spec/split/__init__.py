"""How good is a test, and which are best."""

READING_ORDER = (
    "impurity",
    "float_errors",
    "criteria",
    "association",
    "separation",
    "description",
    "exact_test",
    "missing_gain",
    "numeric",
    "candidates",
    "choose",
    "chaid",
)
