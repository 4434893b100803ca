"""What the book is made of, read from the sources without running them, and from the golden files."""

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
