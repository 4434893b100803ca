"""Functions over arrays that numba compiles: growth, breadth first, with scores in doubles and a proved bound on their errors; routes."""

READING_ORDER = (
    "compilation",
    "layout",
    "logarithms",
    "scores",
    "wide",
    "counting",
    "prefixes",
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
)
