"""
Numbers and decisions. Knows nothing of trees.

A number's operators need all kinds of number, and each kind stands below the next: so what crosses kinds is filled in here, before any
module of the package can be used.
"""

from dtref.exact.comparison import compare
from dtref.exact.enclosure import enclose
from dtref.exact.functions import absolute, sqrt
from dtref.exact.ordered import MixedArithmetic, fill
from dtref.exact.ratios import log_ratio
from dtref.exact.rounding import hash_value, nearest_double

fill(
    MixedArithmetic(
        compare=compare,
        absolute=absolute,
        sqrt=sqrt,
        ratio=log_ratio,
        enclose=enclose,
        nearest_double=nearest_double,
        hash_value=hash_value,
    )
)

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
    "comparison",
    "rounding",
    "functions",
    "decimals",
    "inputs",
    "least_squares",
    "distributions",
)
