"""What answers as the specification does, faster, or from where the data are."""

READING_ORDER = ("compiled", "choice", "from_counts")
