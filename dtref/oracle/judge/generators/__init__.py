"""
Inputs that are drawn for every operation: small, and full of ties, zeros and duplicates, so that what fails fails small. Needs the extra
`judge` (hypothesis).
"""

READING_ORDER = (
    "parts",
    "measures",
    "confusion",
    "ranking",
    "statistics",
    "estimation",
    "tables",
    "trees",
    "generated_cases",
)
