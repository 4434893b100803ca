"""The oracle that other programs are checked against: operations in JSON, golden records, the verification of trees, the judge."""

READING_ORDER = (
    "arithmetic",
    "operations",
    "golden",
    "stated",
    "fit",
    "reproduce",
    "verify",
    "judge",
    "relations",
)
