"""The filter: doubles set aside the candidates that they prove to be worse, before the specification compares the others exactly."""

READING_ORDER = (
    "float_errors",
    "unbeaten",
    "filtered",
)
