"""
Functions over arrays that numba compiles: growth, breadth first, with scores in doubles and a proved bound on their errors; routes;
the same where values are missing.
"""

READING_ORDER = (
    "compilation",
    "layout",
    "logarithms",
    "scores",
    "wide",
    "counting",
    "prefixes",
    "contenders",
    "cut_scans",
    "candidates",
    "partition",
    "values",
    "ties",
    "average",
    "nodes",
    "given_nodes",
    "closure",
    "route_layout",
    "routes",
    "gap_layout",
    "gap_scores",
    "gap_candidates",
    "gap_values",
    "gap_tables",
    "gap_above",
    "gap_ties",
    "gap_surrogates",
    "gap_children",
    "gap_division",
    "gap_nodes",
)
