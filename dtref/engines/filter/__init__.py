"""The filter: candidates that doubles prove to be worse are set aside; the specification compares the others exactly."""

READING_ORDER = (
    "float_errors",
    "unbeaten",
    "filtered",
)
