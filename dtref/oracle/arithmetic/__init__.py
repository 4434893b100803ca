"""A tiny exact arithmetic language, and numbers as JSON."""

READING_ORDER = (
    "rounding",
    "grammar",
    "vocabulary",
    "evaluation",
    "deep_json",
    "json_numbers",
)
