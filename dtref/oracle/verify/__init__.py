"""Verifies, node by node, that a tree of another program is one that an algorithm allows."""

READING_ORDER = (
    "verdicts",
    "compatibility",
    "questions",
    "rounding",
    "words",
    "surrogates",
    "records_below",
    "limits",
    "settings",
    "claims",
    "node_verdicts",
    "stops",
    "cut_trees",
    "given_stops",
    "equal_fills",
    "verify",
    "route_comparison",
    "report",
)
