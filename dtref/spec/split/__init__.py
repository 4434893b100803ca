"""How good is a test, and which are best."""

READING_ORDER = (
    "impurity",
    "criteria",
    "structure_gain",
    "association",
    "separation",
    "square_roots",
    "description",
    "by_name",
    "exact_test",
    "missing_gain",
    "numeric",
    "candidates",
    "choose",
    "average_gain",
    "value_or_rest",
    "value_groups",
    "ordered_groups",
    "chaid",
)
