"""
Derivations as a slide shows them: definition, formula, numbers put in, exact value, decimal; for any function with a formula.

The formula shown is the function's own, run on symbols: nothing is typed a second time.
"""

READING_ORDER = (
    "notation",
    "typeset",
    "symbols",
    "parts",
    "tail_sums",
    "computation",
    "derive",
)
