"""The contents of the book, read from the source code without running it, and from the golden files."""

READING_ORDER = (
    "scope",
    "modules",
    "order",
    "proofs",
    "departures",
    "cases",
    "citations",
    "library",
)
