"""Whether a tree that another program made is one that an algorithm allows, node by node."""

READING_ORDER = (
    "verdicts",
    "compatibility",
    "questions",
    "rounding",
    "records_below",
    "limits",
    "settings",
    "claims",
    "node_verdicts",
    "verify",
    "route_comparison",
    "words",
    "report",
)
