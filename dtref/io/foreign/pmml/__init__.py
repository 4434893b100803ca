"""Reader of decision trees in PMML's TreeModel (versions 2.0 to 4.4)."""

READING_ORDER = (
    "elements",
    "fields",
    "predicates",
    "questions",
    "compound",
    "in_order",
    "nodes",
    "models",
)
