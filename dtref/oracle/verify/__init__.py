"""Verifies, node by node, that a tree of another program is one that an algorithm allows."""

READING_ORDER = (
    "verdicts",
    "compatibility",
    "questions",
    "rounding",
    "records_below",
    "limits",
    "settings",
    "claims",
    "selected_tests",
    "node_verdicts",
    "stops",
    "guided_trees",
    "hidden_subtrees",
    "pruned_stops",
    "cut_trees",
    "given_stops",
    "verify",
    "route_comparison",
    "words",
    "report",
)
