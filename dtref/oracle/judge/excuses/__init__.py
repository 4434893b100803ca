"""Excuses: departures that are known, as rules, answers or predicates, so that failures of another kind stand out."""

READING_ORDER = (
    "views",
    "numbers_as_stored",
    "rules",
    "conventions",
    "excuses",
    "reading",
    "needed",
)
