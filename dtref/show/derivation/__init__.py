"""
A computation as a slide shows it: the definition, the numbers put in, the exact value, its decimal; of any function with a formula.

The formula that is shown is the function's own, run on symbols: nothing is typed a second time.
"""

READING_ORDER = (
    "notation",
    "typeset",
    "symbols",
    "parts",
    "computation",
    "derive",
)
