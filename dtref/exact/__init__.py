"""Numbers and decisions. Knows nothing of trees."""

READING_ORDER = (
    "digits",
    "number",
    "ordered",
    "coprime",
    "logs",
    "ratios",
    "root_quotient",
    "enclosure",
    "halfspaces",
    "compare",
    "functions",
    "decimals",
    "inputs",
    "least_squares",
    "distributions",
)
