"""
Generators of inputs for every operation: small, with many ties, zeros and duplicates, so that failures are small. Needs the extra `judge`
(hypothesis).
"""

READING_ORDER = (
    "parts",
    "tables",
    "trees",
    "ties",
    "merged",
    "importances",
    "generated_cases",
)
