"""What answers as the specification does, faster, or from where the data are."""

READING_ORDER = (
    "filter",
    "compiled",
    "choice",
    "forest",
    "from_counts",
)
