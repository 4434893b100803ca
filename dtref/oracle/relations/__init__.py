"""Relations that need no oracle: what any classifier, or any metric that is updated record by record, must keep whatever is right."""

READING_ORDER = (
    "samples",
    "learners",
    "relations",
    "findings",
    "estimators",
    "running_metrics",
)
