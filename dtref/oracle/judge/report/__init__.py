"""What judging a program found."""

READING_ORDER = (
    "definitions",
    "replay",
    "text",
    "programs",
)
