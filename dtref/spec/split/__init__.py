"""How good is a test, and which are best."""

READING_ORDER = (
    "impurity",
    "criteria",
    "association",
    "separation",
    "square_roots",
    "description",
    "by_name",
    "exact_test",
    "missing_gain",
    "filled",
    "numeric",
    "candidates",
    "choose",
    "average_gain",
    "best_when_filled",
    "value_or_rest",
    "principal_order",
    "groups_in_order",
    "value_groups",
    "chaid",
)
