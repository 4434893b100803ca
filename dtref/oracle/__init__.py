"""What others are checked against."""

READING_ORDER = ("arithmetic", "operations", "golden", "verify", "judge")
