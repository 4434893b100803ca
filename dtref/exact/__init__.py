"""
Exact numbers, their comparison and certified rounding, probability distributions; nothing here knows of trees.

A number's operators need every kind of number, but a module imports only the kinds below its own: so the operations that cross kinds are
filled in here, before any module of the package can be used.
"""

from dtref.exact.comparison import compare
from dtref.exact.decimals import in_format, near_text
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
        in_format=in_format,
        near_text=near_text,
    )
)

READING_ORDER = (
    "kinds",
    "checked_call",
    "definition",
    "digits",
    "number",
    "double_logarithm",
    "ordered",
    "coprime",
    "logs",
    "ratios",
    "roots",
    "kth_root",
    "root_quotient",
    "enclosure",
    "halfspaces",
    "comparison",
    "rounding",
    "functions",
    "decimals",
    "number_text",
    "brief",
    "inputs",
    "least_squares",
    "distributions",
)
