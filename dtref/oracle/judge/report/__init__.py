"""Reports of judging a program: as text, and for programs as JSON and JUnit XML."""

READING_ORDER = (
    "definitions",
    "operations",
    "replay",
    "patterns",
    "digits",
    "text",
    "programs",
)
